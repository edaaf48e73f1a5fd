import argparse

import numpy as np
import pytest
from matplotlib.figure import Figure

from othello.parser import Parser
from othello.position import START
from players import registry
from players.interest import budgets
from players.interest.costs import COST_UNIT, HandSetCosts
from players.interest.deepening import next_limit
from players.interest.player import InterestOptions, pace_of
from players.interest.terms import TERMS
from tournament.experiments.laboratory import equal_time
from tournament.experiments.rollason2014 import table
from tournament.experiments.runner import plots
from tournament.experiments.runner.experiment import Runner
from tournament.experiments.runner.plots import Curve, Panel
from tournament.statistics.equal_strength import equal_strength


@pytest.mark.compiled
def test_a_tiny_table_has_its_rows(tmp_path, measured, monkeypatch):
    matches = []

    def noted(found):
        matches.extend(found)
        return equal_strength(found)

    monkeypatch.setattr(table, "DEPTHS", (1,))
    monkeypatch.setattr(table, "equal_strength", noted)
    plot = tmp_path / "table.png"
    words = ["--openings", "2", "--seconds", "0.0005", "--steps", "2", "--plot", str(plot)]
    result = measured("interest-table", *words, jobs=1)
    assert len(result["rows"]) == 5
    steps = result["bisection"]
    assert steps[0]["name"] == "equal time: alpha-beta"
    assert result["rows"][3:] == steps
    assert plot.exists()
    assert set(result["equal_strength"]) == {"asked", "measured"}
    assert set(result["equal_strength"]["asked"]) == {"speed_up", "low", "high", "reached"}
    for row, asked, measured in zip(steps, matches[:2], matches[2:], strict=True):
        assert (asked.ratio, measured.ratio) == (row["speed_up"], row["cpu_ratio"])
        assert list(asked.scores) == list(measured.scores)
        assert 100 * np.mean(asked.scores) == pytest.approx(row["win_rate"])


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


@pytest.mark.parametrize("depth", [1, 4, 6])
def test_a_limit_for_a_depth_means_one_iteration_more_than_plies(depth):
    pace, limits = pace_of(InterestOptions()), [0]
    while limits[-1] < table.limit_of(depth) * COST_UNIT:
        limits.append(next_limit(START, limits[-1], pace))
    assert len(limits) == depth + 1
    assert [max(1, limit // pace.lag) for limit in limits] == [1, *range(1, depth + 1)]


@pytest.mark.compiled
def test_a_tiny_ablation_has_its_rows(tmp_path, measured, monkeypatch):
    monkeypatch.setattr(table, "VARIANTS", {"equal": "costs=flat"})
    plot = tmp_path / "ablation.svg"
    words = ["--openings", "2", "--seconds", "0.0005", "--only", "variants", "--plot", str(plot)]
    assert len(measured("interest-ablation", *words, jobs=1)["rows"]) == 1
    assert plot.exists()


@pytest.mark.parametrize("evaluator", ["bill", "patterns"])
def test_every_match_of_the_ablation_is_of_two_different_players(evaluator):
    pairings = table.ablations(0.1, None, evaluator)
    changed = [registry.canonical(pairing.b) for pairing in pairings]
    whole = {registry.canonical(pairing.a) for pairing in pairings}
    assert len(whole) == 1
    assert len({*changed, *whole}) == len(pairings) + 1
    assert len({pairing.name for pairing in pairings}) == len(pairings)
    for spec in changed:
        registry.make(spec)


def test_the_ablation_leaves_out_every_name_there_is():
    without = table.ablations(0.1, "terms", "bill")
    names = [pairing.name for pairing in without]
    assert names == [f"without {name}" for name in table.SWITCHES]
    assert set(TERMS) <= set(table.SWITCHES)
    both = [*table.ablations(0.1, "variants", "bill"), *without]
    assert table.ablations(0.1, None, "bill") == both


def test_as_in_the_paper_is_the_paper():
    """Hand-set interest, one look, and all that siblings cost is charged and inherited."""
    by_name = {pairing.name: pairing.b for pairing in table.ablations(0.1, "variants", "bill")}
    search = registry.make(by_name["as in the paper"]).search
    assert isinstance(search.costs, HandSetCosts)
    assert isinstance(search.skipping, budgets.Skipping)
    assert isinstance(search.lines, budgets.EveryLine)
    assert isinstance(search.horizon, budgets.EitherSide)
    assert isinstance(search.tally, budgets.TwoTallies)
    assert search.second == budgets.SecondLook(budgets.NEVER)
    assert search.siblings == budgets.Siblings(100, 100)


def test_the_ablation_is_drawn_line_by_line_from_the_top():
    rows = [
        {"name": f"part {number}", "win_rate": 40.0 + number, "low": 37.0, "high": 42.0 + number}
        for number in range(30)
    ]
    (panel,) = table.draw_ablation({"rows": rows})
    assert panel.settings["yticklabels"] == [row["name"] for row in rows]
    bottom, top = panel.settings["ylim"]
    assert bottom > 29 > 0 > top
    (points,) = panel.curves
    assert points.x == [row["win_rate"] for row in rows]
    assert (points.y, panel.upright) == (list(range(30)), 50)
    below, above = points.errors
    assert [value - error for value, error in zip(points.x, below, strict=True)] == [37.0] * 30
    assert above == [2.0] * 30
    assert panel.inches[1] / len(rows) > 0.2


@pytest.mark.compiled
def test_a_tiny_round_robin_rates_every_player(tmp_path, measured, monkeypatch):
    two = {name: equal_time.PLAYERS[name] for name in ("alpha-beta", "interest")}
    monkeypatch.setattr(equal_time, "PLAYERS", two)
    words = ["--openings", "2", "--seconds", "0.0005"]
    rows = measured("round-robin", *words, jobs=1)["rows"]
    assert {row["player"] for row in rows} == set(equal_time.PLAYERS)


def test_the_levels_are_told_plainly():
    parser = Parser(prog="experiment")
    equal_time.EXPERIMENT.add_options(parser)
    told = " ".join(parser.format_help().split())
    assert "--seconds S [S ...] CPU seconds a move, a level each (0.002 0.005 0.01)" in told
    assert parser.parse_args([]).seconds == [0.002, 0.005, 0.01] == list(equal_time.LEVELS)


@pytest.mark.parametrize(("bars", "sideways"), [(0, False), (0, True), (0.6, False)])
def test_errors_go_where_a_panel_says_and_its_lines_lie_there(bars, sideways):
    axes = Figure().subplots()
    curve = Curve("", [40.0], [7.0], [[3.0], [2.0]])
    plots.draw_panel(axes, Panel([curve], {}, 30, 50, sideways, bars))
    (errors,) = (each for each in axes.collections if hasattr(each, "get_segments"))
    across = [[37.0, 7.0], [42.0, 7.0]]
    assert errors.get_segments()[0].tolist() == (
        across if bars or sideways else [[40.0, 4.0], [40.0, 9.0]]
    )
    level, upright = axes.lines[-2:]
    assert list(level.get_ydata()) == [30, 30]
    assert list(upright.get_xdata()) == [50, 50]
    assert [bar.get_width() for bar in axes.patches] == [40.0] * bool(bars)
