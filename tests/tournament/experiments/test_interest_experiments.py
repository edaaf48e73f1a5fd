import argparse
import sys

import numpy as np
import pytest

from othello.game import Game
from players import registry
from tournament.experiments import interest_phases as phases
from tournament.experiments import interest_table as table
from tournament.experiments.equal_time import PLAYERS
from tournament.experiments.runner import Runner
from tournament.statistics.equal_strength import equal_strength


@pytest.mark.compiled
def test_a_tiny_table_has_its_rows(measured, monkeypatch):
    matches = []

    def noted(found):
        matches.extend(found)
        return equal_strength(found)

    monkeypatch.setattr(table, "DEPTHS", (1,))
    monkeypatch.setattr(table, "equal_strength", noted)
    words = ["--openings", "2", "--seconds", "0.0005", "--steps", "2"]
    result = measured("interest-table", *words, jobs=1)
    assert len(result["rows"]) == 5
    steps = result["bisection"]
    assert steps[0]["name"] == "equal time: alpha-beta"
    assert result["rows"][3:] == steps
    assert set(result["equal_strength"]["measured"]) == {"speed_up", "low", "high", "reached"}
    for row, match in zip(steps, matches, strict=True):
        assert match.ratio == row["cpu_ratio"]
        assert 100 * np.mean(match.scores) == pytest.approx(row["win_rate"])


@pytest.fixture
def own_players(monkeypatch):
    """The players of interest-phases, registered for one test."""
    monkeypatch.setattr(registry, "factories", dict(registry.factories))
    monkeypatch.delitem(sys.modules, phases.PLAYERS, raising=False)
    registry.load([phases.PLAYERS])
    return sys.modules[phases.PLAYERS]


@pytest.mark.compiled
def test_tiny_phases_and_parts_have_their_rows_and_plot(tmp_path, measured, own_players):
    plot = tmp_path / "phases.png"
    small = ["--openings", "1", "--seconds", "0.0005", "--nodes", "50", "--plot", str(plot)]
    words = [*small, "--evaluators", "bill", "--presets", "learned"]
    rows = measured("interest-phases", *words)["rows"]
    matches = len(phases.OPPONENTS) * len(phases.PHASES) + len(phases.PARTS)
    assert len({row["name"] for row in rows}) == len(rows) == 2 * matches
    assert {row["limit"] for row in rows} == {"0.5 ms", "50 nodes"}
    assert all("evaluator" not in row["a"] and row["forfeits"] == {} for row in rows)
    assert plot.exists()


def test_a_phased_player_asks_the_player_of_the_phase(own_players):
    spec = 'phased:inside="interest:limit=0",outside="alphabeta:depth=1",most=40,least=21'
    player = registry.make(spec)
    inside, outside = registry.make("interest:limit=0"), registry.make("alphabeta:depth=1")
    game = Game()
    while game.legal():
        empties = game.position.plies_left()
        for each in (player, inside, outside):
            each.new_game()
        asked = inside if 21 <= empties <= 40 else outside
        choice = player.choose(game.position)
        assert choice._replace(cpu_seconds=0) == asked.choose(game.position)._replace(cpu_seconds=0)
        game.play(choice.move)


@pytest.mark.parametrize("part", ["static", "everywhere", "published"])
def test_parts_that_only_order_moves_do_not_change_the_score(part, own_players):
    """Without a table, equal costs are a search by depth: the score is its minimax value."""
    position = Game.from_transcript("f5d6c3d3c4").position
    shared = "limit=0.75,table=0"
    plain = registry.make(f"interest:preset=flat,{shared}").choose(position)
    choice = registry.make(f"interest-part:part={part},{shared}").choose(position)
    assert (choice.score, choice.bound) == (plain.score, plain.bound)


@pytest.mark.parametrize("truth", [0.4, 3.0, 20.0])
def test_the_bisection_closes_in_on_equal_strength(truth, monkeypatch):
    """Of players who win every pair with more than so much of the other's time."""

    def play(self, pairings):
        (pairing,) = pairings
        ours, theirs = (
            float(spec.split("seconds=")[1].split(",")[0]) for spec in (pairing.a, pairing.b)
        )
        return [{"win_rate": 100.0 * (theirs / ours < truth)}]

    monkeypatch.setattr(Runner, "play", play)
    rows = table.bisect(Runner("x", argparse.Namespace(steps=12, seconds=0.02, evaluator="bill")))
    asked = [row["speed_up"] for row in rows]
    assert asked[0] == 1.0
    assert asked[-1] == pytest.approx(min(truth, table.WIDEST), rel=0.01)


@pytest.mark.compiled
def test_a_tiny_round_robin_rates_every_search(measured):
    words = ["--openings", "2", "--seconds", "0.0005", "--evaluator", "bill"]
    rows = measured("searches", *words, jobs=1)["rows"]
    assert {row["player"] for row in rows} == set(PLAYERS)
