"""Figures 1(a) and 2 of Zhang 1995, and the trials on random trees below them."""

from types import SimpleNamespace

import numpy as np
import pytest

from tournament.experiments.zhang1995 import figure1, table1
from tournament.experiments.zhang1995.table1 import Searched, search_all
from tournament.experiments.zhang1995.tree_trials import (
    EXACT_BOUNDS,
    Algorithm,
    Comparison,
    Trees,
    every_depth,
)

one_convention = pytest.mark.usefixtures("lazily")
"""For what costs two kernels more under the other one, and is as true under either."""


@pytest.fixture
def lazily(monkeypatch):
    """The claim about a million nodes is judged under the convention of the other figures."""
    monkeypatch.setattr(figure1, "COUNTED", ("lazy",))


@pytest.mark.compiled
@pytest.mark.parametrize("uniform", [False, True])
def test_exact_bounds_find_alphabetas_value_with_fewer_nodes(uniform):
    algorithms = (Algorithm(), Algorithm(EXACT_BOUNDS))
    asked = Comparison(Trees(4, 6, uniform), algorithms)
    for seed in range(50):
        found = every_depth(asked, seed)
        assert found["score"][0] == found["score"][1]
        assert all(np.less_equal(found["nodes"][1], found["nodes"][0]))


@pytest.mark.compiled
@one_convention
def test_figure1_grows_as_far_as_the_budget_allows(measured):
    budget = ("--most-nodes", "60000")
    result = measured("figure1a", "--trials", "20", "--branching", "3", "5", *budget)
    for row in result["rows"]:
        if row["alphabeta_nodes"] and row["estimation_nodes"]:
            assert row["ratio"] >= 1
            assert (row["alphabeta_nodes"] > row["branching"]) == (row["depth"] > 1)
    endings = {(curve["branching"], curve["algorithm"]): curve for curve in result["curves"]}
    assert endings[3, "forward estimation"]["depth"] >= endings[3, "alpha-beta"]["depth"]
    assert endings[5, "alpha-beta"]["depth"] < 16
    assert endings[5, "alpha-beta"]["ending"].startswith("depth ")
    for curve in result["curves"]:
        assert curve["trees"] >= figure1.FEWEST_TREES
        assert 1 < curve["per_ply"] < curve["branching"]
        assert curve["effective_branching"] == pytest.approx(curve["nodes"] ** (1 / curve["depth"]))


@pytest.mark.compiled
@one_convention
@pytest.mark.parametrize("name", ["figure1a", "figure2"])
def test_experiment_prints_and_draws(name, tmp_path, printed):
    small = ["--branching", "2", "3", "--max-depth", "4"] if name.startswith("figure1") else []
    plot = tmp_path / "plot.svg"
    shown = printed(name, "--trials", "2", *small, "--plot", plot)
    assert "nan" not in shown
    assert b"</svg>" in plot.read_bytes()


def test_a_move_is_right_that_the_first_algorithm_finds_at_full_depth():
    found = {"move": [[1, 2], [2, 1]], "nodes": [[5, 9], [5, 7]]}
    searched = search_all(SimpleNamespace(trials=lambda trial, asked: [found]), [Algorithm()] * 2)
    assert searched.quality.tolist() == [[[0, 100], [100, 0]]]
    assert searched.means(1, 2)["nodes"].mean == 7


def test_quality_at_equal_nodes_is_read_off_the_curves(monkeypatch):
    """Two algorithms that differ by a factor of ten in nodes, in trees that are all alike."""
    monkeypatch.setattr(table1, "BUDGETS", (10, 10**1.5, 100, 1000))
    nodes = np.tile([[100.0, 1000.0], [10.0, 100.0]], (8, 1, 1))
    right = np.tile([[40.0, 80.0], [40.0, 80.0]], (8, 1, 1))
    assert table1.mean_quality(nodes[0], right[0]) == pytest.approx([50, 65])
    gains, errors = table1.gains_of(Searched(nodes, right))
    assert gains == pytest.approx([0, 15])
    assert errors == pytest.approx([0, 0])


@pytest.mark.compiled
def test_figure2_trades_quality_for_nodes(measured):
    result = measured("figure2", "--trials", "150")
    rows = {row["algorithm"]: row for row in result["rows"]}
    nodes = [rows[name]["nodes"] for name in table1.NAMES]
    assert nodes == sorted(nodes, reverse=True)
    assert rows["alpha-beta"]["quality"] == 100
    assert rows["delta 1"]["quality"] > rows["delta 0.5"]["quality"] > rows["delta 0.1"]["quality"]
    assert rows["delta 0.5"]["gain"] > 2 * rows["delta 0.5"]["gain_standard_error"]
    assert len(result["points"]) == 10 * len(table1.NAMES)
