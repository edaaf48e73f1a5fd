import random

import numpy as np
import pytest
from claims import FULL, run
from naive import forward as naive_forward
from naive.search import Ties
from samples import late_position, random_position, small_tree

from othello.evaluation.tables import DataError
from othello.jit import COMPILED
from othello.position import STAGES
from players import registry
from players.forward import depth_errors, edge_costs
from players.forward.probcut import ProbCut, plan_of
from players.forward.rules import ByStage, ForwardEstimation
from players.learning.edge_costs.samples import ENOUGH, NOT_SEARCHED, errors_of_pairs
from players.search.alphabeta import new_search
from players.search.node import Window
from players.search.workspace import ESTIMATED, NODES, PRUNED

GAMES = {"othello": random_position, "random tree": small_tree}
SAMPLES = 200 if COMPILED else 20
DEEPEST, PLIES = 5, 3


def drawn(chance):
    """Random margins and leads of depths over plies: falls, rises, leads."""
    source = np.random.default_rng(chance.randrange(10**6))
    falls, rises = source.integers(0, 4, (2, STAGES, DEEPEST, PLIES + 1)).astype(np.int32)
    leads = source.integers(-2, 3, (STAGES, PLIES + 1)).astype(np.int32)
    leads[:, 0] = 0
    return falls, rises, leads


@pytest.mark.parametrize("game", GAMES)
def test_the_tree_is_that_of_the_naive_search_node_for_node(game):
    pruned = 0
    for seed in range(SAMPLES):
        chance = random.Random(seed)
        state, depth = GAMES[game](seed), 2 + seed % 4
        falls, rises, leads = drawn(chance)
        plan = plan_of(DEEPEST - 1, seed % 4, several=chance.random() < 0.5)
        gated = chance.random() < 0.5

        def margin(state, depth, side, plies, falls=falls, rises=rises):
            return int((falls if side == "below" else rises)[state.stage(), depth, plies])

        def plies(depth, plan=plan):
            return [one for one in plan[depth] if one >= 0] if depth < DEEPEST else []

        def lead(state, plies, leads=leads):
            return int(leads[state.stage(), plies])

        conditions = naive_forward.Conditions(margin, 2, 1, plies, lead, gated)
        search = new_search(Ties(), probe=ProbCut(plan, falls, rises, leads, int(gated)))
        alpha = chance.randint(-4, 3)
        for window in (FULL, Window(alpha, alpha + 1)):
            tally = naive_forward.Tally()
            value = naive_forward.search(state, window, depth, True, conditions, Ties(), tally)
            assert run(state, search, depth, window)[0] == value
            assert search.workspace.counters[NODES] == tally.nodes
            assert search.workspace.counters[PRUNED] == tally.pruned
            pruned += tally.pruned
    assert pruned > SAMPLES / 10


def test_no_node_is_settled_from_which_the_search_reaches_the_end():
    falls, rises, leads = drawn(random.Random(0))
    probe = ProbCut(plan_of(DEEPEST - 1, 0, several=False), falls, rises, leads, 0)
    search = new_search(Ties(), probe=probe)

    def pruned(state):
        run(state, search, DEEPEST - 1, Window(-1, 0))
        return int(search.workspace.counters[PRUNED])

    assert any(pruned(random_position(seed)) for seed in range(20))
    assert not any(pruned(late_position(seed, DEEPEST - 1)) for seed in range(20))


@pytest.mark.parametrize("game", GAMES)
def test_by_the_static_value_alone_it_is_forward_estimation(game):
    """Values, bounds, estimates and all counters, not nodes alone."""
    for seed in range(SAMPLES):
        falls, rises, leads = drawn(random.Random(seed))
        rule = ForwardEstimation(ByStage(*(part[..., 0].copy() for part in (falls, rises))))
        probe = ProbCut(plan_of(DEEPEST - 1, 0, several=True), falls, rises, leads)
        state, found = GAMES[game](seed), []
        for search in (new_search(Ties(), rule=rule), new_search(Ties(), probe=probe)):
            told = run(state, search, 2 + seed % 4, Window(-1, 1))
            counters = [int(count) for count in search.workspace.counters]
            found.append((told, counters, int(search.workspace.queue[0, ESTIMATED])))
        assert found[0] == found[1]


@pytest.mark.rare_kernels
def test_the_shipped_margins_of_no_plies_are_those_of_forward():
    players = [
        registry.make(f"{name},depth=5") for name in ("probcut:shallow=0", "forward:quantile=0.95")
    ]
    for seed in range(SAMPLES // 10):
        position = random_position(seed)
        one, two = (player.choose(position) for player in players)
        assert one._replace(cpu_seconds=0) == two._replace(cpu_seconds=0)


def test_shallow_searches_have_the_parity_of_the_node_and_leave_it_two_plies():
    assert plan_of(7, 4, several=True).tolist() == [
        *([0, -1, -1] for _ in range(3)),
        *([0, 1, -1], [0, 2, -1], [0, 1, 3], [0, 2, 4], [0, 1, 3]),
    ]
    assert plan_of(7, 4, several=False).ravel().tolist() == [0, 0, 0, 1, 2, 3, 4, 3]
    assert not plan_of(4, 0, several=False).any()


def test_errors_of_pairs_are_the_differences_of_errors():
    """Every position tells the same; those that were not searched so deep tell nothing."""
    errors = np.tile(np.array([0, 5, 7, 20, 1, 2, 3, 4, 9], np.int32), (2 * ENOUGH + 8, 1))
    errors[:8, 3:] = NOT_SEARCHED
    found = errors_of_pairs(np.arange(2 * ENOUGH + 8) % 50 + 8, errors)
    for plies, expected in ((1, [0, 0, 2, 15, -4, -3, -2, -1, 4]), (6, [0] * 7 + [1, 6])):
        assert (found[:, :, plies - 1] == np.array(expected)[None, :, None]).all()


def test_a_file_of_errors_by_depth_comes_back_and_a_bad_one_is_one_line(tmp_path):
    errors = np.ones(
        (STAGES, 4, depth_errors.MOST_PLIES_BEFORE, len(edge_costs.PROBABILITIES)), np.int32
    )
    path = tmp_path / "errors.npz"
    depth_errors.write(path, {"command": "none"}, errors)
    assert np.array_equal(depth_errors.read(path), errors)
    for bad, words in (
        (errors[:, :, 1:], "'errors' is not int32"),
        (errors << 24, "beyond any score"),
    ):
        depth_errors.write(path, {}, bad)
        with pytest.raises(DataError, match=words):
            depth_errors.read(path)
