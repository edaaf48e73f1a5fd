"""Contingency minimax on graphs with cycles, and the experiment that measures it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.graphs import Listing, graph_of, lists_of

from othello.intervals import normal_quantile
from othello.jit import COMPILED
from players.budget import NODES, STOPPED, start
from players.limits import Limits
from players.models.graphs import (
    CLOSED,
    Corrected,
    Published,
    new_range_search,
    random_graph,
    range_search,
    start_of,
    true_values,
)
from players.search.bounds import INFINITY, Window
from tournament.experiments import score_range
from tournament.experiments.graph_trials import (
    CORRECTED,
    FULL_WINDOW,
    NAIVE,
    NARROW,
    PUBLISHED,
    SEARCHES,
    judge,
)
from tournament.experiments.score_range import errors_of

CAP = 200_000 if COMPILED else 2_000
WHOLE = Window(-INFINITY, INFINITY)

graphs = st.builds(random_graph, st.integers(0, 2**64), st.integers(3, 16), st.integers(1, 3))
narrow = st.integers(-4, 3).map(lambda alpha: Window(alpha, alpha + 1))
some = st.tuples(st.integers(-4, 3), st.integers(1, 7)).map(lambda two: Window(two[0], sum(two)))
windows = st.one_of(narrow, some, st.just(WHOLE))

# What 2 does first repeats 1, a draw, and that is enough to refute 1 where only a
# win over a draw counts; but 2 can do better. The listing takes 0 for the value of 1.
SMALLEST = graph_of([[1], [2], [1, 3], []], [0, 0, 0, -1])


def judged_by_name(graph, way):
    truth = true_values(graph)
    return {name: judge(name, way, start_of(graph), truth, CAP) for name in SEARCHES}


def ranges_of(search, graph):
    size = graph.scores.size
    return search.ranges.lower[:size], search.ranges.upper[:size]


@given(graphs, st.lists(windows, min_size=1, max_size=3))
def test_published_is_the_listing_line_by_line(graph, asked):
    search = new_range_search(Published())
    listing, root = Listing(*lists_of(graph)), start_of(graph)
    for window in asked:
        found = range_search(root, window, 0, search)
        assert tuple(found) == listing.search(0, *window)
        assert search.budget.counters[NODES] == listing.nodes
    lower, upper = ranges_of(search, graph)
    for node in range(graph.scores.size):
        entry = listing.entries.get(node)
        bounds = (entry.lower_bound, entry.upper_bound) if entry else (-INFINITY, INFINITY)
        assert (lower[node], upper[node]) == bounds


@given(graphs, st.lists(windows, min_size=1, max_size=4))
def test_corrected_ranges_hold_the_truth_for_any_window(graph, asked):
    truth = true_values(graph)
    search = new_range_search(Corrected())
    for window in asked:
        score, lower, upper, repeated = range_search(start_of(graph), window, 0, search)
        assert lower <= truth[0] <= upper
        assert score <= truth[0] or score < window.beta
        assert score >= truth[0] or score > window.alpha
        assert repeated >= 0
        stored = ranges_of(search, graph)
        assert (stored[0] <= truth).all()
        assert (stored[1] >= truth).all()
        assert (search.ranges.open_ply == CLOSED).all()


def test_the_smallest_graph_on_which_the_listing_is_wrong():
    """Four nodes, four arcs: with fewer arcs there is no cycle to reach, or fewer nodes."""
    assert list(true_values(SMALLEST)) == [1, -1, 1, -1]
    found = judged_by_name(SMALLEST, NARROW)
    assert (found[PUBLISHED]["root_wrong"], found[PUBLISHED]["entries_wrong"]) == (1, 2)
    assert (found[CORRECTED]["root_wrong"], found[CORRECTED]["entries_wrong"]) == (0, 0)
    search = new_range_search(Published())
    range_search(start_of(SMALLEST), Window(-1, 0), 0, search)
    assert (search.ranges.lower[1], search.ranges.upper[1]) == (0, 0)
    search = new_range_search(Corrected())
    range_search(start_of(SMALLEST), Window(-1, 0), 0, search)
    assert search.ranges.lower[1] < -1
    assert search.ranges.upper[1] == 0


def test_a_search_ends_at_its_budget():
    search = new_range_search(Corrected())
    start(search.budget, Limits(nodes=50))
    range_search(start_of(random_graph(3, 40, 4)), WHOLE, 0, search)
    assert search.budget.counters[STOPPED] == 1
    assert search.budget.counters[NODES] == 50
    root = start_of(random_graph(3, 40, 4))
    assert judge(CORRECTED, FULL_WINDOW, root, true_values(root.graph), 50) is None


def test_errors_are_counted_by_hand():
    """Two roots of four; 3 entries of 20, squares of residuals 0.25, 1, 0.25, 1.5625."""
    counts = [(1, 1, 10), (0, 0, 4), (1, 2, 2), (0, 0, 4)]
    found = [
        {"root_wrong": root, "entries_wrong": wrong, "entries": entries}
        for root, wrong, entries in counts
    ]
    errors = errors_of(found)
    assert (errors["roots_wrong"], errors["root"]) == (2, 50)
    assert errors["root_interval"] == pytest.approx([15.0, 85.0], abs=0.05)
    assert errors["entries"] == pytest.approx(15)
    half = 100 * normal_quantile() * ((0.5**2 + 0.6**2 + 1.7**2 + 0.6**2) ** 0.5) / 20
    assert errors["entries_interval"] == pytest.approx([max(0, 15 - half), 15 + half])
    assert errors["graphs_with_wrong_entries"] == 2


@pytest.fixture
def small(monkeypatch):
    """Few kinds of graphs."""
    monkeypatch.setattr(score_range, "SIZES", (12, 20))
    monkeypatch.setattr(score_range, "DENSITIES", (2, 3))


def test_the_experiment_has_a_row_for_each_kind_of_graph(small, measured, tmp_path):
    plot = tmp_path / "ranges.svg"
    result = measured("score-range", "--trials", "20", "--plot", plot)
    assert len(result["rows"]) == 2 * (4 + 2)
    last = result["rows"][5]
    assert (last["windows"], last["size"], last["graphs"]) == (FULL_WINDOW, "all", 80)
    assert last[CORRECTED]["roots_wrong"] == last[CORRECTED]["entries_wrong"] == 0
    assert last[NAIVE]["entries_wrong"] > 0
    mean, error = last["corrected / naive"]
    assert mean == pytest.approx(last[CORRECTED]["nodes"] / last[NAIVE]["nodes"])
    assert error > 0
    assert plot.exists()
