import functools
from itertools import product

import numpy as np
import pytest
from naive import bestfirst as naive_bestfirst
from naive.search import Ties, minimax
from samples import late_position, random_position, small_tree

from othello.evaluation.plain import Mobility
from othello.jit import COMPILED
from othello.position import PASS
from players import registry
from players.bestfirst import player
from players.bestfirst.kernel import (
    FILLED,
    LARGEST_ENTRY,
    ROOT_NODE,
    BestFirstSearch,
    NoTranspositions,
    SearchedLeaves,
    StaticLeaves,
    new_transpositions,
    new_tree,
)
from players.bestfirst.player import proven_move, slots_of
from players.budget import ALARM, NODES, STOPPED, Alarm, new_budget, start
from players.limits import Limits
from players.search.alphabeta import new_search
from players.search.deepening import fixed_depth
from players.search.table import NO_MOVE

GAMES = {
    "othello": random_position,
    "late othello": lambda seed: late_position(seed, 8),
    "random tree": lambda seed: small_tree(seed, 8),
}
SLOTS = 200
"""Room for some expansions: a tree of more nodes ends."""
SEEDS = range(12 if COMPILED else 4)


def search_with(completion=False, shares=False, slots=4096, leaves=StaticLeaves()):  # noqa: B008
    table = new_transpositions(slots) if shares else NoTranspositions()
    parts = leaves, completion, table, new_tree(slots), new_budget()
    return BestFirstSearch(Ties(50), *parts)


def grow(state, search, limits):
    budget = start(search.budget, limits)
    with Alarm(limits.seconds, budget.counters[ALARM:]):
        return player.grow(state, search._replace(budget=budget))


def listed(tree, node=ROOT_NODE):
    """A tree as lists, as the twin's are."""
    found = tree.nodes[node]
    moves = [
        [int(tree.nodes[slot]["move"]), *listed(tree, int(tree.nodes[slot]["same"]))]
        for slot in slots_of(tree, node)
    ]
    return [int(found["value"]), int(found["lower"]), int(found["upper"]), moves]


@pytest.mark.parametrize(
    ("game", "parts", "slots"),
    [
        *product(("othello", "late othello"), (False, True), (SLOTS,)),
        ("late othello", True, 4096),
        pytest.param("random tree", False, SLOTS, marks=pytest.mark.rare_kernels),
        pytest.param("random tree", True, SLOTS, marks=pytest.mark.rare_kernels),
    ],
)
def test_the_tree_is_that_of_the_naive_twin_node_for_node(game, parts, slots):
    """As published, and with both parts: either alone is in other tests."""
    completion = shares = parts
    search = search_with(completion, shares, slots)
    for seed in SEEDS:
        state, most = GAMES[game](seed), (200 if slots == SLOTS else 40) * (1 + seed % 4)
        twin = naive_bestfirst.Twin(state, Ties(50).value, slots, completion, shares)
        twin.grow(most)
        result = grow(state, search, Limits(nodes=most))
        assert search.budget.counters[NODES] == twin.nodes
        assert listed(search.tree) == naive_bestfirst.listed(twin.top)
        assert result.score == twin.top.value


@pytest.mark.parametrize("completion", [True, False])
def test_leaves_that_are_searched_are_worth_what_the_search_says(completion):
    """The twin stops where its tree is as large; nodes below leaves count as well."""
    plies = 2
    judge = new_search(Ties(50))

    def leaf(state):
        return fixed_depth(state, judge, Limits(depth=plies)).score

    def solves(state):
        return state.plies_left() <= plies

    leaves = SearchedLeaves(new_search(Ties(50)), plies)
    search = search_with(completion, leaves=leaves)
    for seed in SEEDS:
        state = late_position(seed, 4 + seed)
        result = grow(state, search, Limits(nodes=2000))
        twin = naive_bestfirst.Twin(state, leaf, completion=completion, solves=solves)
        while naive_bestfirst.filled(twin.top) < search.tree.counts[FILLED]:
            assert twin.step()
        assert listed(search.tree) == naive_bestfirst.listed(twin.top)
        assert search.budget.counters[NODES] < 2000 + 64
        assert result.score == twin.top.value


@pytest.mark.parametrize("shares", [True, pytest.param(False, marks=pytest.mark.rare_kernels)])
def test_a_search_of_leaves_that_is_cut_short_leaves_a_move(shares):
    """With shared positions too, which were noted before they had a value."""
    leaves = SearchedLeaves(new_search(Ties(50)), 2)
    search, state = search_with(True, shares, leaves=leaves), random_position(5, 20)
    moves = [square for square in range(64) if int(state.legal()) >> square & 1]
    for limits in (Limits(nodes=1), Limits(nodes=40), Limits(stop=np.ones(1, np.int64))):
        result = grow(state, search, limits)
        assert len(result.variation) == 1
        assert result.score == max(-minimax(state.play(move), 0, Ties(50)) for move in moves)


@functools.cache
def result_of(state):
    return minimax(state, 12, Mobility())


@pytest.mark.parametrize("shares", [False, True])
def test_completion_proves_the_result_and_a_best_move(shares):
    search = search_with(completion=True, shares=shares, slots=2**16)
    for seed in SEEDS:
        state = late_position(seed, 6)
        result = grow(state, search, Limits(nodes=10**6))
        assert result.score == result_of(state)
        root = search.tree.nodes[ROOT_NODE]
        assert root["lower"] == root["upper"] == result.score
        move = proven_move(search.tree)
        assert move == result.move
        assert -result_of(state.play(move)) == result.score


def false_proofs(tree, state, node=ROOT_NODE):
    """The states below and including one whose results lie beyond what the tree says is proven."""
    lower, upper = (int(tree.nodes[node][end]) for end in ("lower", "upper"))
    found = [] if lower <= result_of(state) <= upper else [state]
    for slot in slots_of(tree, node):
        move = int(tree.nodes[slot]["move"])
        child = state.passed() if move == PASS else state.play(move)
        found += false_proofs(tree, child, int(tree.nodes[slot]["same"]))
    return found


@pytest.mark.parametrize("nodes", [1, 30, 60, 200])
def test_proven_bounds_hold_at_every_node(nodes):
    """Also where a limit cuts short the searches of leaves whose positions are already noted."""
    searched = {"leaves": SearchedLeaves(new_search(Mobility()), 2), "slots": SLOTS}
    for search in (
        search_with(),
        search_with(completion=True, shares=True, slots=SLOTS),
        search_with(completion=True, shares=True, **searched),
    ):
        for seed in SEEDS:
            state = late_position(seed, 6)
            grow(state, search, Limits(nodes=nodes + seed))
            assert not false_proofs(search.tree, state)
            if (move := proven_move(search.tree)) != NO_MOVE:
                assert -result_of(state.play(move)) == result_of(state)


def test_there_is_always_a_move_and_a_flag_or_a_clock_ends_the_search():
    search, state = search_with(slots=2**20), random_position(0, 1)
    raised = np.ones(1, np.int64)
    for limits in (Limits(nodes=0), Limits(seconds=0.0), Limits(stop=raised)):
        result = grow(state, search, limits)
        assert len(result.variation) == 1
        assert int(state.legal()) >> result.move & 1
    grow(state, search, Limits(seconds=0.05))
    assert search.budget.counters[STOPPED] == 1


def test_no_node_of_a_tree_before_is_met_where_bases_begin_again():
    state, limits = random_position(3, 10), Limits(nodes=500)
    fresh, worn = (search_with(shares=True) for _ in range(2))
    worn.table.base[0] = LARGEST_ENTRY - worn.table.places.size
    grow(state, fresh, limits)
    for _ in range(2):
        grow(state, worn, limits)
        assert listed(worn.tree) == listed(fresh.tree)


@pytest.mark.parametrize(
    "spec",
    [
        "bestfirst:nodes=300",
        "bestfirst:nodes=300,memory=1,table=true,completion=true",
        pytest.param("bestfirst:nodes=300,hybrid=2", marks=pytest.mark.rare_kernels),
    ],
)
def test_player_reports_its_search(spec):
    player = registry.make(spec)
    for seed in SEEDS:
        position = random_position(seed)
        choice = player.choose(position)
        assert choice == player.choose(position)._replace(cpu_seconds=choice.cpu_seconds)
        assert int(position.legal()) >> choice.move & 1
        assert choice.variation[0] == choice.move and len(choice.variation) == choice.depth
        assert choice.lower <= choice.score <= choice.upper
        assert choice.nodes < 300 + 64 or choice.proven
