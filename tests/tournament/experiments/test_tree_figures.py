"""Figures 1(a), 1(b) and 2 of Zhang 1995, and the trials on random trees below them."""

from argparse import Namespace
from types import SimpleNamespace

import numpy as np
import pytest
from naive.search import Node, alphabeta, minimax

from players.forward.rules import largest_cost
from players.models.random_trees import Cost, random_tree
from players.search.bounds import INFINITY
from tournament.experiments.runner.output import measured as measured_mean
from tournament.experiments.zhang1995 import figure1, figure2
from tournament.experiments.zhang1995.figure1 import Growth
from tournament.experiments.zhang1995.figure2 import at_equal_nodes
from tournament.experiments.zhang1995.paper import Searched, search_all
from tournament.experiments.zhang1995.tree_trials import (
    EXACT_BOUNDS,
    LEARNED_BOUNDS,
    NEVER_PRUNED,
    Algorithm,
    Comparison,
    Interpretation,
    Trees,
    every_depth,
    full_depth,
)

one_convention = pytest.mark.usefixtures("lazily")
"""For what costs two kernels more under the other one, and is as true under either."""


@pytest.fixture
def lazily(monkeypatch):
    """The claim about a million nodes is judged under the convention of the other figures."""
    monkeypatch.setattr(figure1, "COUNTED", ("lazy",))


def perfectly_ordered(root, depth):
    """The tree that the naive search makes of `root` when the best child always comes first."""

    def order(children, left):
        return sorted(children, key=lambda child: minimax(child, left, Cost()))

    node = Node(root, depth, [-INFINITY], INFINITY)
    return alphabeta(node, Cost(), lambda score, beta: score >= beta, order)


def generated(tree, generation):
    """The positions that a convention counts in a searched tree, the root apart."""
    total = 0
    for node in tree.interior():
        alone = generation == "searched" or (generation == "lazy" and node.depth == 1)
        total += len(node.succ) if alone else node.moves
    return total


@pytest.mark.parametrize(("branching", "depth"), [(1, 4), (2, 1), (2, 5), (3, 4), (4, 3), (5, 2)])
def test_perfect_order_agrees_with_a_naive_count(branching, depth):
    for seed in range(3):
        tree = perfectly_ordered(random_tree(seed, branching, depth, uniform=True), depth)
        assert tree.leaves() == figure1.minimal_leaves(branching, depth)
        for generation in ("lazy", "full", "searched"):
            expected = generated(tree, generation)
            assert figure1.minimal_nodes(branching, depth, generation) == expected


def test_perfect_order_of_knuth_and_moore():
    """b ** ceil(d / 2) + b ** floor(d / 2) - 1 leaves, by hand for b = 3, d = 3."""
    assert figure1.minimal_leaves(3, 3) == 9 + 3 - 1
    assert figure1.minimal_nodes(3, 1, "lazy") == 3
    assert figure1.minimal_nodes(3, 2, "lazy") == 3 + 3 + 2


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
@pytest.mark.parametrize("bounds", [EXACT_BOUNDS, LEARNED_BOUNDS])
def test_rules_that_never_hold_leave_alphabeta(bounds):
    interpretation = Interpretation(cut_depth=NEVER_PRUNED, mirror_depth=NEVER_PRUNED)
    algorithms = (Algorithm(), Algorithm(bounds, 0.1, interpretation))
    found = every_depth(Comparison(Trees(5, 6), algorithms), 1)
    assert all(found[field][0] == found[field][1] for field in found)


@pytest.mark.compiled
def test_trials_of_all_depths_and_of_one_agree():
    algorithms = (Algorithm(), Algorithm(LEARNED_BOUNDS, 0.5), Algorithm(LEARNED_BOUNDS))
    asked = Comparison(Trees(5, 5), algorithms)
    deepest = full_depth(asked, 3)
    for field, by_depth in every_depth(asked, 3).items():
        assert [values[-1] for values in by_depth] == deepest[field]
    assert full_depth(asked, 3) == deepest


def test_largest_cost_is_a_margin_for_both_sides():
    margins = largest_cost(0.5)
    root = random_tree(0, 2, 4)
    assert margins.below(root, 3) == margins.above(root, 3) == 0
    for cost in (20, -40, 30):
        margins.observe(root, cost, 0)
    assert margins.below(root, 3) == margins.above(root, 3) == 60
    margins.forget()
    assert margins.above(root, 3) == 0


@pytest.mark.compiled
@one_convention
@pytest.mark.parametrize("name", ["figure1a", "figure1b"])
def test_figure1_grows_as_far_as_the_budget_allows(name, measured):
    result = measured(name, "--trials", "20", "--branching", "3,5", "--most-nodes", "60000")
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
def test_figure1a_has_the_perfect_order_beside_it(measured):
    result = measured("figure1a", "--trials", "3", "--branching", "4", "--max-depth", "6")
    for row in result["rows"]:
        assert row["perfect_nodes"] == figure1.minimal_nodes(4, row["depth"], "lazy")
        assert row["perfect_nodes"] <= row["alphabeta_nodes"]
    assert {claim["holds"] for claim in result["claims"]} == {"not measured"}


@pytest.mark.compiled
def test_figure1b_has_the_numbers_of_table1_beside_it(measured):
    result = measured("figure1b", "--trials", "200", "--branching", "5", "--max-depth", "7")
    for row in result["rows"]:
        for key in ("alphabeta", "estimation"):
            difference = row[f"{key}_nodes"] - row[f"{key}_published"]
            assert abs(difference) <= 4 * row[f"{key}_nodes_standard_error"]


@pytest.mark.compiled
@one_convention
@pytest.mark.parametrize("name", ["figure1a", "figure1b", "figure2", "table1"])
def test_experiment_prints_and_draws(name, tmp_path, printed):
    small = ["--branching", "2,3", "--max-depth", "4"] if name.startswith("figure1") else []
    plot = tmp_path / "plot.svg"
    shown = printed(name, "--trials", "2", *small, "--plot", plot)
    assert "nan" not in shown
    assert b"</svg>" in plot.read_bytes()


def test_the_claim_about_a_million_nodes_is_judged_under_both_conventions(monkeypatch):
    asked = []

    def grow(run, kind, name, interpretation, enough):
        asked.append((name, interpretation.generation))
        assert (kind.branching, kind.uniform, enough) == (10, True, 1_000_000)
        return Growth(name, 10, [], "")

    monkeypatch.setattr(figure1, "grow", grow)
    options = Namespace(max_depth=4, generation="lazy", cut_depth=2, mirror_depth=1, mirror=True)
    claims = figure1.claims_of(SimpleNamespace(options=options))
    assert [(claim["algorithm"], claim["generation"]) for claim in claims] == asked
    names = ("alpha-beta", "forward estimation")
    assert asked == [(name, generation) for generation in ("lazy", "full") for name in names]


def test_claim_about_a_million_nodes_needs_to_see_the_next_depth():
    def verdict(name, *nodes):
        samples = [np.full(2, count, float) for count in nodes]
        return figure1.verdict(Growth(name, 10, samples, ""))[-1]

    nine = (10.0,) * 9
    assert verdict("alpha-beta", *nine) == "not measured"
    assert verdict("alpha-beta", *nine, 2e6) == "yes"
    assert verdict("alpha-beta", *nine, 9e5) == "no"
    assert verdict("forward estimation", *nine) == "not measured"
    assert verdict("forward estimation", *nine, 2e6) == "no"
    assert verdict("forward estimation", *nine, 8e5, 9e5) == "yes"


def test_growth_from_ply_to_ply_is_that_of_two_plies():
    growth = Growth("alpha-beta", 10, [np.full(4, float(n)) for n in (10, 40, 90, 1000)], "")
    assert [growth.at(depth)["per_ply"] for depth in (2, 3, 4, 5)] == [None, 3.0, 5.0, None]
    assert growth.at(3)["effective_branching"] == pytest.approx(90 ** (1 / 3))


def test_a_move_is_right_that_the_first_algorithm_finds_at_full_depth():
    found = {"move": [[1, 2], [2, 1]], "nodes": [[5, 9], [5, 7]]}
    searched = search_all(SimpleNamespace(trials=lambda trial, asked: [found]), [Algorithm()] * 2)
    assert searched.quality.tolist() == [[[0, 100], [100, 0]]]
    assert searched.told(1, 2)["nodes"].mean == 7


def test_a_mean_has_the_standard_error_of_its_trials():
    assert measured_mean(np.array([1.0, 2.0, 3.0, 6.0])) == (
        3.0,
        pytest.approx((14 / 3) ** 0.5 / 2),
        4,
    )


def test_expected_nodes_follow_the_growth_of_two_plies():
    samples = [np.full(4, count, float) for count in (10, 40, 250)]
    assert figure1.expected_nodes(samples) == 1000
    assert figure1.expected_nodes(samples[:2]) == 0


def test_quality_at_equal_nodes_is_read_off_the_curves():
    """Two algorithms that differ by a factor of ten in nodes, in trees that are all alike."""
    nodes = np.tile([[10.0, 100.0], [100.0, 1000.0]], (8, 1, 1))
    right = np.tile([[40.0, 80.0], [40.0, 80.0]], (8, 1, 1))
    quality = at_equal_nodes(Searched(nodes, right), [10, 10**1.5, 100, 1000])
    assert quality.quality == pytest.approx(np.array([[40, 60, 80, 80], [40, 40, 40, 80]]))
    assert quality.less(1).quality[0] == pytest.approx([0, 20, 40, 0])
    assert quality.less(1).mean().quality[0] == pytest.approx([15])
    assert quality.standard_error == pytest.approx(np.zeros((2, 4)))


def test_error_of_the_quality_is_that_of_a_mean():
    random = np.random.default_rng(1)
    right = 100.0 * (random.random((400, 1, 2)) < 0.5)
    nodes = np.tile([[10.0, 100.0]], (400, 1, 1))
    quality = at_equal_nodes(Searched(nodes, right), [10, 100])
    assert quality.standard_error == pytest.approx(np.full((1, 2), 100 * 0.5 / 20), rel=0.15)


@pytest.mark.compiled
def test_figure2_trades_quality_for_nodes(measured):
    result = measured("figure2", "--trials", "150")
    rows = {row["algorithm"]: row for row in result["rows"]}
    nodes = [rows[name]["nodes"] for name in figure2.NAMES]
    assert nodes == sorted(nodes, reverse=True)
    assert rows["alpha-beta"]["quality"] == 100
    assert rows["delta 1"]["quality"] > rows["delta 0.5"]["quality"] > rows["delta 0.1"]["quality"]
    assert rows["delta 0.5"]["gain"] > 2 * rows["delta 0.5"]["gain_standard_error"]
    assert rows["delta 0.5"]["over_recommended"] == 0
    assert len(result["points"]) == 10 * len(figure2.NAMES)
