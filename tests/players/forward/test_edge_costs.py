import numpy as np
import pytest
from naive import search as naive_search
from naive.search import Node, must_pass, successors
from refusals import one_line
from samples import random_position

from othello import evaluation
from othello.evaluation.tables import save
from othello.files import data_file
from othello.jit import COMPILED
from othello.position import STAGES
from players.budget import NODES, start
from players.forward import edge_costs
from players.forward.edge_costs import (
    BEGAN,
    LIKELY_SHARE,
    PROBABILITIES,
    census_search,
)
from players.search.bounds import INFINITY
from players.search.deepening import search_depth

SEARCHES = 200 if COMPILED else 10
GRID = len(PROBABILITIES)
BILL = evaluation.named("bill")


def census_of(states, depth, evaluator, root=BEGAN):
    search = census_search(evaluator)
    search.rule.root[0] = root
    for state in states:
        start(search.budget)
        search_depth(state, search, depth)
    return search


def by_value_above_the_horizon(children, depth):
    return children if depth == 0 else sorted(children, key=lambda child: BILL.value(child))


def naive_edges(node, mover):
    """(mover, discs, cost, whether a pass) of every edge that a search of `node` generated."""
    if not node.succ:
        return
    passing = must_pass(node.state)
    searched = [child.state for child in node.succ]
    for child in searched if node.depth == 1 else successors(node.state):
        cost = -int(BILL.value(child)) - int(BILL.value(node.state))
        yield mover, int(node.state.stage()), cost, passing
    for child in node.succ:
        yield from naive_edges(child, 1 - mover)


def test_the_census_counts_the_edges_of_the_naive_search():
    search = census_search(BILL)
    extremes, edges = np.array([INFINITY, -INFINITY]) + np.zeros((2, STAGES, 1), np.int64), 0
    generated = 0
    for seed in range(SEARCHES):
        state, depth, root = random_position(seed, 62), 1 + seed % 4, seed // 4 % 2
        search.rule.root[0] = root
        start(search.budget)
        search_depth(state, search, depth)
        generated += search.budget.counters[NODES]
        tree = naive_search.alphabeta(
            Node(state, depth, [-(1 << 30)], 1 << 30),
            BILL,
            by_value_above_the_horizon,
        )
        for mover, discs, cost, passing in naive_edges(tree, root):
            if not passing:
                edges += 1
                lowest, highest = extremes[mover, discs]
                extremes[mover, discs] = min(lowest, cost), max(highest, cost)
    assert (search.rule.extremes == extremes).all()
    assert search.rule.edges[0] == edges == generated


@pytest.fixture(scope="module")
def arrays(tmp_path_factory):
    """What a small file holds, by name."""
    rule = census_of([random_position(seed, 62) for seed in range(20)], 2, BILL).rule
    errors = np.random.default_rng(3).normal(20, 500, (STAGES, 4, GRID))
    written = {
        "edges_extremes": np.where(abs(rule.extremes) < INFINITY, rule.extremes, 0),
        "probabilities": np.array(PROBABILITIES),
        "deep_errors": np.sort(errors, -1).astype(np.int32),
    }
    path = tmp_path_factory.mktemp("costs") / "written.npz"
    save(path, {"recipe": {"evaluator": "mobility"}}, written)
    return dict(np.load(path))


def kept(path, arrays, **changes):
    np.savez_compressed(path, **{**arrays, **changes})
    return path


def test_written_file_round_trips(tmp_path, arrays):
    costs = edge_costs.load(kept(tmp_path / "kept.npz", arrays), evaluator="mobility")
    assert costs.about == {"recipe": {"evaluator": "mobility"}}
    began, replied = arrays["edges_extremes"]
    assert costs.lowest == min(began[:, 0].min(), -replied[:, 1].max())
    assert costs.highest == max(began[:, 1].max(), -replied[:, 0].min())
    assert costs.increments() == (LIKELY_SHARE * costs.lowest, LIKELY_SHARE * costs.highest)


def test_margins_are_the_quantiles_that_were_kept(arrays):
    costs = edge_costs.EdgeCosts({}, None, arrays["deep_errors"])
    for place, probability in enumerate(PROBABILITIES):
        if probability > 0.5:
            margins = costs.margins(probability)
            assert (margins.rises == arrays["deep_errors"][..., place]).all()
            assert (margins.falls == -arrays["deep_errors"][..., -1 - place]).all()
    for wrong in (0.5, 1.0, 2.0):
        with pytest.raises(ValueError, match=f"less than 1, not {wrong}"):
            costs.margins(wrong)


def test_margins_of_a_normal_distribution_are_its_own():
    """Between and beyond what was kept."""
    from scipy.stats import norm

    errors = np.broadcast_to(np.round(norm(30, 10_000).ppf(PROBABILITIES)), (STAGES, 2, GRID))
    costs = edge_costs.EdgeCosts({}, None, errors)
    for quantile in (0.51, 0.7, 0.93, 0.9991, 0.99999):
        margins = costs.margins(quantile)
        assert margins.rises[9, 1] == pytest.approx(norm(30, 10_000).ppf(quantile), abs=3)
        assert margins.falls[9, 1] == pytest.approx(-norm(30, 10_000).ppf(1 - quantile), abs=3)


@pytest.mark.parametrize("content", [b"", b"lowest -5\n", None])
def test_a_damaged_file_gets_one_line(tmp_path, arrays, content):
    path = kept(tmp_path / "bad.npz", arrays)
    path.write_bytes(path.read_bytes()[:2000] if content is None else content)
    with one_line(ValueError, "bad.npz: not a data file"):
        edge_costs.load(path)


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("edges_extremes", lambda part: part[:, :, 1:], "'edges_extremes' is not"),
        ("edges_extremes", lambda part: part * np.nan, "'edges_extremes' is not"),
        ("deep_errors", lambda part: part[0], "'deep_errors' is not"),
        ("deep_errors", lambda part: part[:, :1], "'deep_"),
        ("deep_errors", lambda part: part * 10**6 + 2**20, "'deep_errors' are beyond"),
        ("probabilities", lambda part: part / 2, "'probabilities' are"),
        ("edges_extremes", lambda part: np.array([{}, None]), "Object arrays cannot be loaded"),
        ("about", lambda part: np.array("{"), "does not name its evaluator"),
        ("about", lambda part: np.zeros(3), "does not name its evaluator"),
    ],
)
def test_a_foreign_array_is_named(tmp_path, arrays, name, change, message):
    path = kept(tmp_path / "bad.npz", arrays, **{name: change(arrays[name])})
    with one_line(ValueError, message, f"{path}: "):
        edge_costs.load(path)


def test_other_files_are_refused(tmp_path, arrays):
    missing = {name: part for name, part in arrays.items() if name != "deep_errors"}
    with pytest.raises(ValueError, match="'deep_errors' is missing"):
        edge_costs.load(kept(tmp_path / "less.npz", missing))
    with pytest.raises(ValueError, match=r"nowhere\.npz: no such file"):
        edge_costs.load(tmp_path / "nowhere.npz")
    message = "bill_weights.npz: 'edges_extremes' is missing"
    with data_file("bill_weights.npz") as path, pytest.raises(ValueError, match=message):
        edge_costs.load(path)


def test_costs_of_another_evaluator_are_refused(tmp_path, arrays):
    path = kept(tmp_path / "costs.npz", arrays)
    assert edge_costs.load(path, "mobility").evaluator == "mobility"
    assert edge_costs.load(path, "mobility@some.npz").evaluator == "mobility"
    with pytest.raises(ValueError, match="of the evaluator 'mobility', not of 'bill'; python"):
        edge_costs.load(path, "bill")


@pytest.mark.parametrize("name", ["edge_costs.npz", "edge_costs_10_games.npz"])
def test_the_shipped_costs_are_bills(name):
    with data_file(name) as path:
        costs = edge_costs.load(path, evaluator="bill-logistic")  # bill by another name
    assert costs.evaluator == "bill"
    below, above = costs.increments()
    assert costs.lowest < below < 0 < above < costs.highest
    margins = costs.margins(0.95)
    assert (margins.falls + margins.rises)[:, 1:].min() > 0
    assert margins.falls.shape[1] > 8
