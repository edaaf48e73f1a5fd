"""Forward estimation against alpha-beta in Othello: Figure 3(b) and its series."""

from itertools import chain

import pytest

from players import registry
from tournament.contests.rungs import Depths, next_depths
from tournament.experiments.zhang1995 import figure3

SMALL = ("--openings", "2")


@pytest.mark.parametrize("evaluator", ["bill", "patterns"])
def test_series_differ_in_their_challengers_and_have_one_evaluator(
    evaluator, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)  # the files that they name are found from any folder
    players = {name: one.players(evaluator) for name, one in figure3.SERIES.items()}
    assert len(set(players.values())) == len(players)
    for spec in chain(*players.values()):
        options = registry.parse(spec)[1]
        assert options.get("evaluator", "bill") == evaluator
        assert options["solve"] == 0


@pytest.mark.second_tier
@pytest.mark.compiled
def test_figure_is_a_ladder_that_ends_with_alphabetas_last_depth(measured):
    words = ("--series", "shipped", "quantile", "--max-depth", "2")
    result = measured("figure3b", *words, *SMALL)
    assert result["series"]["shipped"] == {
        "a": "alphabeta:solve=0",
        "b": "forward:rule=likely,solve=0",
    }
    for series in ("shipped", "quantile"):
        rows = [row for row in result["rows"] if row["series"] == series]
        depths = [Depths(row["depth"], row["forward_depth"]) for row in rows]
        costs = [(row["alphabeta_cpu_ms"], row["forward_cpu_ms"]) for row in rows]
        assert list(map(next_depths, depths, costs)) == [*depths[1:], (3, depths[-1].b)]
    for row in result["rows"]:
        assert row["cost_ratio"] == row["cpu_ratio"]
        assert row["low"] <= row["win_rate"] <= row["high"]
        assert row["forfeits"] == {}
    assert measured("figure3b", *words, *SMALL) == result  # CPU times too: nothing is played again
