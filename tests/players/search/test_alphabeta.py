import functools
import random
from itertools import product
from typing import NamedTuple

import numpy as np
import pytest
from claims import FULL, holds, run
from naive import search as naive_search
from naive.search import Node, Ties
from samples import late_position, random_position, small_tree

from othello.bits import count
from othello.evaluation.plain import Mobility
from othello.jit import COMPILED, jitmethods
from othello.position import START
from players import registry
from players.budget import LEAVES, NODES, start
from players.limits import Limits
from players.models.random_trees import Cost, random_tree
from players.models.tree_shape import new_tree_shape, shaped_search
from players.protocol import EXACT, LOWER, UPPER
from players.search.alphabeta import new_search
from players.search.bounds import ALL, CUT, PV, Window
from players.search.conventions import (
    AllAtOnce,
    FullWindow,
    LazyLastPly,
    Scout,
    SearchedOnly,
)
from players.search.deepening import aspiration, mtdf, search_depth
from players.search.ordering import (
    LARGEST_HISTORY,
    ByHashMove,
    ByValue,
    Order,
    minimax,
    new_history,
)
from players.search.table import NoTable, new_table
from players.search.workspace import best_line

SAMPLES = 100
CONVENTIONS = list(product((FullWindow, Scout), (False, True)))
GAMES = {"othello": random_position, "random tree": small_tree}
ALL_GAMES, OTHELLO = tuple(GAMES), ("othello",)

one_compiled = pytest.mark.parametrize(
    "game", ["othello", pytest.param("random tree", marks=pytest.mark.rare_kernels)]
)


def cases(combinations, first):
    """Games and conventions as parameters; all but some of them marked as rare.

    Each is a kernel of its own. `first` holds, for some conventions, the games that are
    searched with them all the same: so that any two parts meet in one of them.
    """
    return [
        pytest.param(
            game, *parts, marks=() if game in first.get(parts, ()) else pytest.mark.rare_kernels
        )
        for game, parts in product(GAMES, combinations)
    ]


def search_with(scout=FullWindow, with_table=False, evaluator=None, **others):
    table = new_table(12) if with_table else NoTable()
    order = others.pop("order", new_history() if with_table else ByValue())
    evaluator = evaluator or Ties()
    parts = {"scouting": scout(), **others}
    return new_search(evaluator, order, table=table, **parts)


@pytest.fixture(params=GAMES)
def game(request):
    return request.param


@functools.cache
def samples_of(game):
    """(state, depth, value without pruning) of many positions with many ties."""
    states = ((GAMES[game](seed), 1 + seed % 3) for seed in range(SAMPLES))
    return [(*sample, naive_search.minimax(*sample, Ties())) for sample in states]


@pytest.fixture
def sampled(game):
    """The samples of a game, searched naively once."""
    return samples_of(game)


def test_minimax_kernel_agrees_with_the_naive_one(sampled):
    for state, depth, truth in sampled:
        assert minimax(state, depth, Ties()) == truth


@pytest.mark.parametrize(
    ("game", "scout", "with_table"),
    cases(CONVENTIONS, {(FullWindow, False): ALL_GAMES, (Scout, True): OTHELLO}),
    indirect=["game"],
)
def test_every_claim_is_true_for_any_window(sampled, scout, with_table):
    search = search_with(scout, with_table)
    chance = random.Random(1)
    for state, depth, truth in sampled:
        assert run(state, search, depth) == (truth, EXACT)
        alpha = chance.randint(-5, 4)
        beta = chance.randint(alpha + 1, 5)
        score, bound = run(state, search, depth, Window(alpha, beta))
        assert holds(score, bound, truth)
        assert bound != LOWER or score >= beta
        assert bound != UPPER or score <= alpha
        if alpha < score < beta:
            assert score == truth


@pytest.mark.parametrize("driver", [search_depth, aspiration, mtdf])
@pytest.mark.parametrize(
    ("game", "with_table"),
    cases([(False,), (True,)], {(False,): ALL_GAMES, (True,): OTHELLO}),
    indirect=["game"],
)
def test_every_driver_finds_the_minimax_value(sampled, driver, with_table):
    search = search_with(Scout if with_table else FullWindow, with_table)
    for number, (state, depth, truth) in enumerate(sampled):
        start(search.budget)
        search.table.clear()
        result = driver(state, search, depth, number % 9 - 4)
        assert (result.score, result.bound) == (truth, EXACT)
        best = state.play(result.move)
        assert -naive_search.minimax(best, depth - 1, Ties()) == truth


@pytest.mark.parametrize(
    ("order", "generation"),
    [
        (Order, SearchedOnly),
        *(
            pytest.param(*parts, marks=pytest.mark.rare_kernels)
            for parts in product((ByHashMove, Order), (LazyLastPly, AllAtOnce))
        ),
    ],
)
def test_neither_order_nor_generation_changes_the_value(order, generation):
    search = search_with(scout=Scout, order=order(), counting=generation())
    for seed in range(SAMPLES // 4):
        state, depth = random_position(seed), 1 + seed % 3
        assert run(state, search, depth)[0] == naive_search.minimax(state, depth, Ties())


def test_a_claim_about_a_side_that_must_pass_is_true():
    """A pass negates score and bound."""
    search = search_with()
    claimed = dict.fromkeys((LOWER, EXACT, UPPER), 0)
    states = (late_position(seed, 6).passed() for seed in range(400))
    for state in filter(naive_search.must_pass, states):
        truth = naive_search.minimax(state, 2, Ties())
        for alpha in range(-4, 4):
            score, bound = run(state, search, 2, Window(alpha, alpha + 1))
            assert holds(score, bound, truth)
            assert bound != LOWER or score > alpha
            assert bound != UPPER or score <= alpha
            claimed[bound] += 1
    assert min(claimed.values()) > 10


def by_value(children, depth):
    return sorted(children, key=lambda child: int(Mobility().value(child)))


def by_value_above_the_horizon(children, depth):
    return children if depth == 0 else by_value(children, depth)


def unordered(children, depth):
    return children


@pytest.mark.parametrize(
    ("order", "generation", "naive_order"),
    [
        (ByValue, LazyLastPly, by_value_above_the_horizon),
        (Order, SearchedOnly, unordered),
        pytest.param(ByValue, AllAtOnce, by_value, marks=pytest.mark.rare_kernels),
        pytest.param(ByValue, SearchedOnly, by_value, marks=pytest.mark.rare_kernels),
    ],
)
def test_the_tree_is_that_of_the_listing(order, generation, naive_order):
    """The same nodes, leaves and kinds as the document's own listing."""
    shape = new_tree_shape()
    search = new_search(Mobility(), order(), counting=generation())
    for seed in range(60 if COMPILED else 6):
        state, depth = random_position(seed), 1 + seed % 4
        window = FULL if seed % 2 else Window(-200, 200)
        for counts in shape:
            counts[:] = 0
        score, _ = run(state, search, depth, window)
        root = Node(state, depth, [window.alpha], window.beta)
        naive_search.alphabeta(root, Mobility(), naive_order)
        moved = [node for node in root.interior() if node.moves]
        searched_only = {LazyLastPly: (1,), AllAtOnce: (), SearchedOnly: range(9)}[generation]
        generated = [
            len(node.succ) if node.depth in searched_only else node.moves for node in moved
        ]
        assert score == root.ret
        counters = search.budget.counters
        counted = counters.copy()
        start(search.budget)
        assert shaped_search(state, window, depth, 0, PV, search, shape)[0] == score
        assert (counters == counted).all()
        assert counters[LEAVES] == root.leaves()
        assert counters[NODES] == sum(generated)
        for index, kind in enumerate(("pv", "cut", "all")):
            of_kind = [node for node in moved if node.kind == kind]
            chosen = [node for node in of_kind if node.moves > 1]
            assert shape.kinds[:, :, index].sum() == len(chosen)


@one_compiled
def test_scouting_searches_the_tree_of_the_naive_one(game):
    """Nodes too: a successor is searched again if and only if its window left its score open."""
    search = search_with(Scout, order=Order(), counting=SearchedOnly())
    for seed in range(80 if COMPILED else 20):
        state, depth = GAMES[game](seed), 1 + seed % (4 if COMPILED else 3)
        for window in (FULL, Window(-2, 1), Window(0, 1)):
            naive = naive_search.scout(state, depth, *window, Ties())
            found = run(state, search, depth, window)
            assert (*found, search.budget.counters[NODES]) == naive


@one_compiled
def test_the_history_order_searches_the_tree_of_the_naive_one(game):
    """Nodes too, while the counts of one search order the moves of the next."""
    search = search_with(Scout, order=new_history(), counting=SearchedOnly())
    history = naive_search.History()
    for seed in range(40 if COMPILED else 8):
        state = small_tree(seed) if game == "random tree" else late_position(seed, 8)
        depth = 1 + seed % (7 if COMPILED else 4)
        naive = naive_search.scout(state, depth, -3, 3, Ties(), history)
        found = run(state, search, depth, Window(-3, 3))
        assert (*found, search.budget.counters[NODES]) == naive
    for side, move in np.ndindex(2, 64):
        assert search.order.counts[side, move] == history.counts[side, move]


def test_the_history_order_evaluates_children_of_depth_5_or_more():
    order, child, evaluator = new_history(), START.play(19), Ties()  # three replies
    order.counts[1, 19] = 9
    assert order.priority(child, 19, 5, 1, False, evaluator) == -evaluator.value(child) - 3 * 40
    assert order.priority(child, 19, 4, 1, False, evaluator) == 9 - (3 << 24)


def test_history_is_halved_before_it_outweighs_a_reply():
    order = new_history()
    order.counts[1, 7] = order.counts[0, 3] = LARGEST_HISTORY - 1
    order.learn_cutoff(7, 2, 5)
    assert order.counts[1, 7] == (LARGEST_HISTORY + 3) // 2
    assert order.counts[0, 3] == (LARGEST_HISTORY - 1) // 2


def test_a_new_game_clears_the_history():
    player = registry.make("alphabeta:depth=4,evaluator=mobility,table=10,solve=0")
    first = player.choose(START).nodes
    assert player.parts.order.counts.any()
    player.new_game()
    assert not player.parts.order.counts.any()
    assert player.choose(START).nodes == first


@jitmethods
class ByMinimax(Order):
    """Perfect order: best minimax value first, found by a full search that is not counted."""

    def priority(self, child, move, depth, ply, is_hash_move, evaluator):
        return -minimax(child, depth, evaluator)


@pytest.mark.parametrize("branching", [2, 3, 5])
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_perfect_order_searches_the_minimal_tree(branching, depth):
    """Invariants 5 and 7: the leaves of Knuth and Moore, and every kind as predicted."""
    if not COMPILED and branching**depth > 100:
        pytest.skip("too slow as plain Python")
    shape = new_tree_shape()
    search = new_search(Cost(), ByMinimax(), counting=SearchedOnly())
    for seed in range(5):
        shape.kinds[:] = 0
        start(search.budget)
        tree = random_tree(seed, branching, depth, uniform=True)
        shaped_search(tree, FULL, depth, 0, PV, search, shape)
        half_up, half_down = branching ** -(-depth // 2), branching ** (depth // 2)
        assert search.budget.counters[LEAVES] == half_up + half_down - 1
        total = shape.kinds.sum(axis=0)
        assert total.sum() == np.trace(total) == total[PV, PV] + total[CUT, CUT] + total[ALL, ALL]
        assert total[PV, PV] == depth


def value_of_the_line(state, search):
    """What the position is worth, to the side to move, in which the best line ends."""
    sign = 1
    for move in best_line(search.workspace):
        state = state.passed() if move == -1 else state.play(move)
        sign = -sign
    return sign * search.evaluator.value(state)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_line_leads_to_the_score(depth):
    """Played out from the root, the best line ends in a position worth the score."""
    search = new_search(Mobility())
    for seed in range(50):
        state = random_position(seed)
        assert run(state, search, depth)[0] == value_of_the_line(state, search)


@jitmethods
class Discs(NamedTuple):
    def value(self, state):
        return count(state.own) - count(state.opp)


def test_an_evaluator_without_fields_searches():
    assert search_depth(START, new_search(Discs()), 2).score == 0


def test_a_budget_is_spent_and_no_more():
    """4 nodes after the root's moves, 3 replies to the first of them, 4 leaves below the first."""
    search = new_search(Mobility())
    for budget, nodes in ((1, 4), (4, 4), (5, 11), (11, 11)):
        start(search.budget, Limits(nodes=budget))
        assert search_depth(START, search, 3) is None
        assert search.budget.counters[NODES] == nodes
