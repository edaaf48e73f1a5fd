import random

import numpy as np
import pytest
from claims import FULL, holds, run
from naive import forward as naive_forward
from naive import search as naive_search
from naive.search import Ties
from samples import late_position, random_position, small_tree

from othello.jit import COMPILED
from othello.position import START
from othello.rules import MOST_PLIES
from players.budget import LEAVES, NODES, PRUNED, start
from players.forward.rules import ByStage, ForwardEstimation, PerPly, largest_cost
from players.models.random_trees import EDGE_COST_HIGHEST, EDGE_COST_LOWEST, Cost, random_tree
from players.protocol import EXACT
from players.search.alphabeta import alphabeta, new_search
from players.search.bounds import INFINITY, Window
from players.search.conventions import FullWindow, Scout
from players.search.ordering import (
    ByHashMoveThenValue,
    ByValue,
    Order,
    minimax,
)
from players.search.table import NoTable, new_table
from players.search.workspace import ESTIMATED

SAMPLES = 400 if COMPILED else 20
TREES = 10_000 if COMPILED else 100
EXACT_EDGES = PerPly(EDGE_COST_LOWEST, EDGE_COST_HIGHEST)


later = pytest.mark.rare_kernels
"""Beside a parameter for which kernels are compiled that no other test needs."""


@pytest.mark.parametrize(
    ("bits", "scout"),
    [
        (12, Scout()),
        pytest.param(12, FullWindow(), marks=later),
        pytest.param(0, FullWindow(), marks=later),
        pytest.param(0, Scout(), marks=later),
    ],
)
def test_exact_extremes_give_the_minimax_value_for_all_windows(scout, bits):
    chance = random.Random(f"{scout} {bits}")
    search = new_search(
        Cost(),
        ByHashMoveThenValue() if bits else ByValue(),
        scouting=scout,
        table=new_table(bits) if bits else NoTable(),
        rule=ForwardEstimation(EXACT_EDGES, fail_high_depth=1),
    )
    pruned = 0
    first = chance.randrange(2**40)
    for seed in range(first, first + TREES // 8):
        depth = 2 + seed % 4
        tree = random_tree(seed, 4, depth, uniform=seed % 2 == 0)
        truth = int(minimax(tree, depth, Cost()))
        assert run(tree, search, depth) == (truth, EXACT)
        pruned += search.budget.counters[PRUNED]
        alpha = truth + chance.randint(-60_000, 60_000)
        window = Window(alpha, alpha + chance.choice((1, 1000, 50_000)))
        score, bound = run(tree, search, depth, window)
        assert holds(score, bound, truth)
        if window.alpha < truth < window.beta:
            assert score == truth
    assert pruned > 0


GAMES = {"othello": random_position, "random tree": small_tree}
STAGES = 65


def per_ply(chance):
    """Random margins per ply, as the kernel and as the naive twin take them."""
    lowest, highest = -chance.randint(0, 3), chance.randint(0, 3)

    def margin(state, depth, side):
        rises = (side == "above") == bool(state.first())
        return depth * (highest if rises else -lowest)

    return PerPly(lowest, highest), margin


def by_stage(chance):
    """Random margins by stage and depth, as the kernel and as the naive twin take them."""
    source = np.random.default_rng(chance.randrange(10**6))
    falls, rises = source.integers(0, 6, (2, STAGES, 3)).astype(np.int32)

    def margin(state, depth, side):
        table = falls if side == "below" else rises
        return int(table[state.stage(), depth]) if depth < 3 else 10**6

    return ByStage(falls, rises), margin


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        ("othello", per_ply),
        pytest.param("random tree", per_ply, marks=later),
        pytest.param("othello", by_stage, marks=later),
        pytest.param("random tree", by_stage, marks=later),
    ],
)
def test_the_tree_is_that_of_the_naive_search_node_for_node(game, kind):
    pruned = 0
    for seed in range(SAMPLES):
        chance = random.Random(seed)
        state, depth = GAMES[game](seed), 1 + seed % 4
        margins, margin = kind(chance)
        fail_high_depth, fail_low_depth = chance.choice(((2, 1), (1, 1), (2, MOST_PLIES)))
        rule = ForwardEstimation(margins, fail_high_depth, fail_low_depth)
        search = new_search(Ties(), rule=rule)
        alpha = chance.randint(-4, 3)
        for window in (FULL, Window(alpha, alpha + 1)):
            tally = naive_forward.Tally()
            conditions = naive_forward.Conditions(margin, fail_high_depth, fail_low_depth)
            value = naive_forward.search(state, window, depth, True, conditions, Ties(), tally)
            assert run(state, search, depth, window)[0] == value
            assert search.budget.counters[NODES] == tally.nodes
            assert search.budget.counters[PRUNED] == tally.pruned
            pruned += tally.pruned
    assert pruned > SAMPLES / 10


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_that_never_fires_leaves_alpha_beta_node_for_node(game):
    plain = new_search(Ties())
    never = new_search(Ties(), rule=ForwardEstimation(PerPly(-INFINITY, INFINITY)))
    for seed in range(SAMPLES):
        state, depth = GAMES[game](seed), 1 + seed % 4
        assert run(state, plain, depth) == run(state, never, depth)
        for counter in (NODES, LEAVES):
            assert plain.budget.counters[counter] == never.budget.counters[counter]
        assert never.workspace.queue[0, ESTIMATED] == 0


@pytest.mark.parametrize(
    ("game", "bits", "scout"),
    [
        ("othello", 0, FullWindow()),
        ("othello", 12, FullWindow()),
        ("random tree", 0, FullWindow()),
        pytest.param("random tree", 12, FullWindow(), marks=later),
        pytest.param("random tree", 0, Scout(), marks=later),
        pytest.param("othello", 0, Scout(), marks=later),
        pytest.param("othello", 12, Scout(), marks=later),
        pytest.param("random tree", 12, Scout(), marks=later),
    ],
)
def test_untagged_values_are_minimax_values(game, bits, scout):
    tagged = proven = 0
    table = new_table(bits) if bits else NoTable()
    order = ByHashMoveThenValue() if bits else ByValue()
    for seed in range(SAMPLES):
        margins, _ = per_ply(random.Random(seed))
        rule = ForwardEstimation(margins, fail_high_depth=1)
        search = new_search(Ties(), order, rule=rule, table=table, scouting=scout)
        state, depth = GAMES[game](seed), 2 + seed % 3
        truth = int(minimax(state, depth, Ties()))
        alpha = random.Random(seed).randint(-4, 3)
        for window in (FULL, Window(alpha, alpha + 1)):
            score, bound = run(state, search, depth, window)
            if search.workspace.queue[0, ESTIMATED]:
                tagged += 1
            else:
                proven += search.budget.counters[PRUNED] > 0
                assert holds(score, bound, truth)
    assert tagged > 0
    assert proven > 0 or not COMPILED, "some results should not depend on what was pruned"


@pytest.mark.rare_kernels
def test_a_cutoff_at_the_last_successor_rests_on_all_of_them():
    tree = random_tree(29665, 3, 2, uniform=True)
    rule = ForwardEstimation(PerPly(-2000, 2000), fail_high_depth=1)
    search = new_search(Cost(), Order(), rule=rule, table=new_table(8))
    score, bound = run(tree, search, 2, Window(19256, 19257))
    assert search.workspace.queue[0, ESTIMATED] == 1
    assert not holds(score, bound, int(minimax(tree, 2, Cost())))


def every_node(state, depth, known):
    """Each (key, depth) in the tree below `state` with its state."""
    if depth > 0:
        left = depth if naive_search.must_pass(state) else depth - 1
        if left < depth:
            known[int(state.key()), depth] = state
        for child in naive_search.successors(state):
            every_node(child, left, known)


@pytest.mark.parametrize("game", GAMES)
def test_a_pruned_value_never_enters_the_table_as_proven(game):
    table = new_table(12)
    estimated = wrong = 0
    for seed in range(SAMPLES // 10):
        margins, _ = per_ply(random.Random(seed))
        rule = ForwardEstimation(margins, fail_high_depth=1)
        search = new_search(Ties(), ByHashMoveThenValue(), rule=rule, table=table)
        state, depth = GAMES[game](seed), 3
        known = {}
        every_node(state, depth, known)
        run(state, search, depth)
        for entry in table.entries[table.entries["used"] != 0]:
            node = known[int(entry["key"]), int(entry["depth"])]
            truth = int(minimax(node, int(entry["depth"]), Ties()))
            low, high = entry["lower"] <= truth, truth <= entry["upper"]
            assert low or entry["lower_estimated"]
            assert high or entry["upper_estimated"]
            estimated += int(entry["lower_estimated"]) + int(entry["upper_estimated"])
            wrong += not (low and high)
    assert estimated > 0
    assert wrong > 0, "margins so small should lead to wrong estimates"


@pytest.mark.parametrize(
    ("game", "conventions"),
    [("othello", {}), pytest.param("random tree", {"scouting": Scout()}, marks=later)],
)
def test_alpha_beta_uses_no_estimate_that_it_finds_in_the_table(game, conventions):
    table = new_table(12)
    rule = ForwardEstimation(PerPly(-1, 1), fail_high_depth=1)
    selective = new_search(Ties(), ByHashMoveThenValue(), rule=rule, table=table)
    plain = new_search(Ties(), ByHashMoveThenValue(), table=table, **conventions)
    for seed in range(SAMPLES):
        state, depth = GAMES[game](seed), 2 + seed % 3
        run(state, selective, depth)
        start(plain.budget)
        score, bound = alphabeta(state, FULL, depth, 0, plain)
        assert (score, bound) == (minimax(state, depth, Ties()), EXACT)


NOTHING = PerPly(0, 0)
"""Margins that prune wherever the rule may."""


def test_what_a_pass_leads_to_is_an_estimate_of_both_sides():
    """The position after a pass may be pruned, and what is said before the pass rests on it."""
    search = new_search(Ties(), rule=ForwardEstimation(NOTHING, fail_high_depth=1))
    states = (late_position(seed, 8).passed() for seed in range(200))
    pruned = 0
    for state in filter(naive_search.must_pass, states):
        for alpha in range(-4, 4):
            run(state, search, 2, Window(alpha, alpha + 1))
            counters = search.budget.counters
            if counters[PRUNED] == 1 and counters[NODES] == 0:
                assert search.workspace.queue[0, ESTIMATED] == 1
                pruned += 1
    assert pruned > 10


def test_an_exact_endgame_is_never_pruned():
    rule = ForwardEstimation(NOTHING, fail_high_depth=1)
    for seed in range(SAMPLES):
        state = late_position(seed, 6)
        search = new_search(Ties(), rule=rule)
        depth = int(state.plies_left())
        score, bound = run(state, search, depth)
        assert search.budget.counters[PRUNED] == 0
        assert search.workspace.queue[0, ESTIMATED] == 0
        assert (score, bound) == (minimax(state, depth, Ties()), EXACT)


def test_learned_margins_grow_with_the_largest_cost_so_far():
    tree, margins = random_tree(0, 3, 3), largest_cost(0.5)
    for cost in (3, -8, 5):
        margins.observe(tree, 0, cost, 0)
    assert margins.largest_fall(tree, 2) == margins.largest_rise(tree, 2) == 8
    margins.forget()
    assert margins.largest_rise(tree, 2) == 0


def test_margins_end_at_the_measured_depth():
    margins = ByStage(np.zeros((STAGES, 3), np.int32), np.zeros((STAGES, 3), np.int32))
    assert margins.largest_fall(START, 2) == 0
    assert margins.largest_fall(START, 3) == INFINITY
    assert margins.largest_rise(START, 50) == INFINITY
