import random
import threading
from typing import NamedTuple

import numpy as np
import pytest
from naive import interest as naive_interest
from naive.search import Ties, members, minimax
from refusals import one_line
from samples import late_position, random_position

from othello import evaluation
from othello.bits import count
from othello.cli.errors import UserError
from othello.evaluation.tables import save, tables
from othello.jit import COMPILED, jitmethods
from othello.position import START
from players import registry
from players.budget import NODES, PRUNED, start
from players.interest.costs import (
    BASE,
    EITHER_SIDE,
    SHAPE,
    TERMS,
    WEIGHT_UNIT,
    Budgets,
    Hints,
    learned,
    othello_terms,
)
from players.interest.kernel import interest, is_affordable, new_budget_table
from players.interest.moves import cost_of, new_memory, queue_moves
from players.interest.player import (
    FLAT,
    STEP,
    UNBOUNDED,
    Variant,
    iterate,
    new_interest_search,
    next_limit,
    search_limit,
)
from players.limits import Limits
from players.protocol import EXACT, LOWER, UPPER
from players.search.bounds import INFINITY, Window
from players.search.ordering import unpack_move
from players.search.table import NO_MOVE

FULL = Window(-INFINITY, INFINITY)
SAMPLES = 100 if COMPILED else 20
NO_HINTS = Hints(NO_MOVE, NO_MOVE, NO_MOVE, NO_MOVE, NO_MOVE)
UNREMEMBERED = ("table_move", "killer", "reply", "follow_up")
later = pytest.mark.rare_kernels
"""Beside a parameter for which kernels are compiled that no other test needs."""


def search_with(evaluator=None, weights=None, table=0, **variant):
    if weights is None:
        weights = learned()
        weights[:, :, [TERMS.index(term) for term in UNREMEMBERED]] = 0
    found = Variant(**{"cheap": 0, **variant})
    return new_interest_search(evaluator or Ties(), othello_terms(weights), found, table)


def run(state, search, budgets, window=FULL):
    start(search.budget)
    search.memory.forget()
    search.table.clear()
    score, bound = interest(state, window, budgets, 0, search)
    return int(score), int(bound)


def twin_of(search, parity=None):
    """The twin's model of a search, its utilities being weighed in Python."""
    table, weights = tables().edges, search.terms.weights

    def utilities(state, moves):
        static = {m: -int(search.evaluator.value(state.play(m))) for m in moves}
        ranked = sorted(moves, key=lambda m: (-static[m], -own[m], m))
        return {m: own[m] + compared(m, ranked, static, row) for m in moves}

    def utilities_of(state, moves):
        nonlocal own, row
        row = weights[0, int(state.stage())]
        own = {}
        for move in moves:
            terms = naive_interest.own_terms(state, move, state.play(move), table)
            total = sum(int(row[TERMS.index(name)]) * int(x) for name, x in terms.items())
            own[move] = total // WEIGHT_UNIT
        return utilities(state, moves)

    def compared(move, ranked, static, row):
        place = ranked.index(move)
        gap = static[move] - static[ranked[0]]
        terms = {
            "static_gain": gap,
            "static_root": -int(np.sqrt(-100.0 * gap)),
            "static_rank": round(1000 * np.log1p(place)),
            "similar": naive_interest.similar(move, ranked[:place]),
        }
        return sum(int(row[TERMS.index(name)]) * int(x) for name, x in terms.items()) // WEIGHT_UNIT

    own, row = {}, None
    lines = tuple(search.line_rule) if search.line_rule.slope else None
    return naive_interest.Model(
        search.costs.base,
        search.costs.scale,
        search.min_budget,
        utilities_of,
        search.evaluator,
        parity,
        lines,
        search.skip,
    )


@pytest.mark.parametrize("seed", range(SAMPLES))
def test_every_term_and_cost_agrees_with_the_naive_ones(seed):
    state = random_position(seed)
    search = search_with(evaluation.named("bill"))
    moves = members(state.legal())
    size = queue_moves(state, np.uint64(state.legal()), 0, NO_HINTS, False, search)
    queued = [int(packed) for packed in search.workspace.queue[0, :size]]
    fast = {unpack_move(packed): cost_of(packed) for packed in queued}
    assert fast == naive_interest.costs(state, moves, twin_of(search))
    assert list(fast.values()) == sorted(fast.values())


@pytest.mark.parametrize(
    ("one_side", "evaluator", "variant"),
    [
        (True, "bill", {}),
        pytest.param(False, "mobility", {"skip": True, "slope": 150}, marks=later),
        pytest.param(True, "bill", {"skip": True, "slope": 0}, marks=later),
        pytest.param(False, "bill", {"skip": True, "slope": 0}, marks=later),
    ],
)
def test_values_agree_with_the_naive_search(one_side, evaluator, variant):
    search = search_with(evaluation.named(evaluator), one_side=one_side, **variant)
    search = search._replace(line_rule=search.line_rule.expect(300, -200))
    chance = random.Random(7)
    for seed in range(SAMPLES // 10):
        state = random_position(seed)
        mine, theirs = chance.randint(0, 1500), chance.randint(0, 1300)
        side = None if search.leaf_parity == EITHER_SIDE else search.leaf_parity
        truth = naive_interest.value(state, mine, theirs, 99, 0, twin_of(search, side))
        assert run(state, search, Budgets(mine, theirs, 99)) == (truth, EXACT)
        window = Window(truth - 50, truth + 50)
        assert run(state, search, Budgets(mine, theirs, 99), window) == (truth, EXACT)


def test_windows_give_true_bounds_and_never_change_costs():
    search = search_with(evaluation.named("bill"))
    for seed in range(SAMPLES // 4):
        state = random_position(seed)
        budgets = Budgets(1500, 1250, 99)
        truth, _ = run(state, search, budgets)
        for beta in (truth - 300, truth, truth + 1, truth + 300):
            score, bound = run(state, search, budgets, Window(beta - 1, beta))
            assert bound == EXACT or bound == (LOWER if truth >= beta else UPPER)
            assert score <= truth if bound == LOWER else score >= truth


@pytest.mark.parametrize(
    ("one_side", "table", "evaluator"),
    [
        (True, 0, evaluation.named("bill")),
        (True, 12, evaluation.named("bill")),
        pytest.param(False, 12, Ties(), marks=later),
    ],
)
def test_an_unbounded_limit_gives_the_minimax_value(one_side, table, evaluator):
    search = search_with(evaluator, table=table, one_side=one_side, weights=learned())
    for seed in range(SAMPLES):
        state, depth = random_position(seed), 1 + seed % 3
        score, bound = run(state, search, Budgets(UNBOUNDED, UNBOUNDED, depth))
        assert (score, bound) == (minimax(state, depth, evaluator), EXACT)


@pytest.mark.parametrize(
    "options",
    ["", "limit=1000", "preset=published"],
)
def test_no_option_bounds_what_is_unbounded(options):
    player = registry.make(f"interest:{options}" if options else "interest")
    asked = None if "limit" in options else Limits(interest=1e6)
    for seed in range(SAMPLES // 10):
        state = late_position(seed, 6)
        assert player.choose(state, asked).score == minimax(state, 60, evaluation.named("bill"))


@pytest.mark.parametrize("options", ["limit=0", "nodes=300"])
def test_a_stop_flag_leaves_the_players_own_limits(options):
    alone = registry.make(f"interest:{options}").choose(START)
    limits = Limits(stop=np.zeros(1, np.int64))
    flagged = registry.make(f"interest:{options}").choose(START, limits)
    assert flagged._replace(cpu_seconds=0) == alone._replace(cpu_seconds=0)


def test_a_depth_is_searched_whole_once_its_moves_can_be_paid_for():
    assert next_limit(START, 8 * BASE, 4) == UNBOUNDED > next_limit(START, 8 * BASE)
    assert next_limit(START, 8 * BASE - STEP, 4) == 8 * BASE


def forced_line(state, plies):
    """How many nodes up to so many plies deep must pass, and how many have a single move."""
    moves = members(state.legal())
    if plies == 0 or state.over():
        return np.zeros(2, int)
    if not moves:
        return np.array([1, 0]) + forced_line(state.passed(), plies - 1)
    below = sum(forced_line(state.play(m), plies - 1) for m in moves)
    return below + np.array([0, len(moves) == 1])


def test_passes_and_forced_moves_agree_with_the_naive_search():
    search = search_with(evaluation.named("bill"))
    search = search._replace(line_rule=search.line_rule.expect(300, -200))
    side = search.leaf_parity
    seen, chance = np.zeros(2, int), random.Random(8)
    for seed in range(60):
        state = late_position(seed, 5)
        seen += forced_line(state, 3)
        for depth in (3, 99):
            mine, theirs = chance.choice([(2500, 600), (600, 2500), (900, 500), (400, 1300)])
            truth = naive_interest.value(state, mine, theirs, depth, 0, twin_of(search, side))
            assert run(state, search, Budgets(mine, theirs, depth)) == (truth, EXACT)
    assert seen.min() > 5


def no_forced_moves(state, plies):
    """Whether every side has a choice at every node this many plies deep."""
    moves = members(state.legal())
    if plies == 0:
        return True
    return len(moves) > 1 and all(no_forced_moves(state.play(m), plies - 1) for m in moves)


def test_a_flat_cost_is_a_search_by_depth():
    bill = evaluation.named("bill")
    search = search_with(bill, table=12, **FLAT._replace(cheap=0)._asdict())
    checked = 0
    for seed in range(SAMPLES // 4):
        state = random_position(seed, 40)
        for depth in (1, 2, 3):
            if no_forced_moves(state, depth):
                search.table.clear()
                found = search_limit(state, search, depth * BASE // 2)
                assert found.score == minimax(state, depth, bill)
                checked += 1
    assert checked


@pytest.mark.parametrize("skip", [False, True])
@pytest.mark.parametrize("ply", [0, 1])
def test_raising_the_limit_never_considers_fewer_moves(skip, ply):
    search = search_with(evaluation.named("bill"), skip=skip)
    grown = 0
    for seed in range(SAMPLES // 10):
        state = random_position(seed, 50)
        legal = len(members(state.legal()))
        if legal == 0:
            continue
        before = 1
        for limit in (0, 500, 600, 700, 900, 1200, 2000, 4000):
            budgets = Budgets(limit, max(0, limit - 250), 99)
            size = queue_moves(state, np.uint64(state.legal()), 0, NO_HINTS, False, search)
            prices = [cost_of(int(packed)) for packed in search.workspace.queue[0, :size]]
            searched = sum(
                bool(is_affordable(place, price, 0, budgets, ply, search))
                for place, price in enumerate(prices)
            )
            assert before <= searched <= legal
            assert searched == legal or (skip and ply > 0)
            grown += 1 < before < searched
            before = searched
    assert grown > 0 or not skip or ply == 0


def test_nothing_to_spend_still_gives_a_legal_move():
    for spec in (
        "interest:limit=0",
        "interest:nodes=1",
        "interest:seconds=0.000001",
    ):
        player = registry.make(spec)
        for seed in range(SAMPLES // 10):
            state = random_position(seed)
            assert player.choose(state).move in members(state.legal())


@pytest.mark.skipif(not COMPILED, reason="plain Python holds the lock")
def test_the_stop_flag_ends_a_search():
    player, stop = registry.make("interest:limit=1"), np.zeros(1, np.int64)
    player.choose(START)
    timer = threading.Timer(0.05, stop.fill, (1,))
    timer.start()
    choice = player.choose(START, Limits(interest=50.0, stop=stop))  # to its end it takes hours
    assert choice.move in members(START.legal())


def test_a_stored_bound_needs_both_budgets():
    table = new_budget_table(4)
    state = random_position(3)
    table.store_budgets(state, Budgets(1000, 800, 60), True, 120, LOWER, 19)
    open_bounds = (-INFINITY, INFINITY)
    for mine, theirs, depth, usable in (
        (1000, 800, 60, True),
        (900, 700, 60, True),
        (1001, 800, 60, False),
        (1000, 801, 60, False),
        (900, 700, 59, False),
    ):
        found = table.probe_budgets(state, Budgets(mine, theirs, depth), True)
        assert found[:2] == ((120, INFINITY) if usable else open_bounds)
        assert found.move == 19
    table.store_budgets(state, Budgets(1000, 800, 60), True, 150, UPPER, 20)
    assert table.probe_budgets(state, Budgets(1, 1, 60), True)[:3] == (120, 150, 20)
    table.store_budgets(state, Budgets(500, 900, 60), True, -7, EXACT, 21)
    assert table.probe_budgets(state, Budgets(1000, 800, 60), True)[:2] == open_bounds


def test_a_stored_bound_needs_lines_that_end_with_the_same_side():
    table, state, budgets = new_budget_table(4), random_position(3), Budgets(1000, 800, 60)
    table.store_budgets(state, budgets, True, 120, LOWER, 19)
    assert table.probe_budgets(state, budgets, False)[:3] == (-INFINITY, INFINITY, 19)
    table.store_budgets(state, budgets, False, 90, UPPER, 20)
    assert table.probe_budgets(state, budgets, False)[:3] == (-INFINITY, 90, 20)
    assert table.probe_budgets(state, budgets, True)[:3] == (-INFINITY, INFINITY, 20)


@pytest.mark.parametrize(
    ("bound", "left"), [(LOWER, (200, INFINITY)), (EXACT, (200, 200)), (UPPER, (-INFINITY, 200))]
)
def test_a_bound_that_a_later_one_contradicts_is_dropped(bound, left):
    table, state, budgets = new_budget_table(4), random_position(3), Budgets(1000, 800, 60)
    table.store_budgets(state, budgets, True, 100 if bound == LOWER else 300, EXACT, 19)
    table.store_budgets(state, budgets, True, 200, bound, 19)
    assert table.probe_budgets(state, budgets, True)[:2] == left


@jitmethods
class Counting(NamedTuple):
    """Mobility, and `calls`, int64[1], counts how often it is asked."""

    calls: np.ndarray

    def value(self, state):
        """The number of moves of the side to move."""
        self.calls[0] += 1
        return count(state.legal())


def test_cheap_nodes_ask_for_no_static_values():
    calls = np.zeros(1, np.int64)
    search = search_with(Counting(calls))
    for cheap, evaluated in ((True, 0), (False, 4)):
        start(search.budget)
        queue_moves(START, np.uint64(START.legal()), 0, NO_HINTS, cheap, search)
        assert (search.budget.counters[NODES], calls[0]) == (4, evaluated)


def test_the_memory_offers_what_refuted():
    memory = new_memory()
    for ply, move in enumerate((19, 20)):
        memory.begin_move(move, ply)
    memory.learn(26, 2)
    memory.learn(27, 2)
    assert memory.hints(5, 2) == (5, 27, 26, 27, 27)
    assert memory.hints(5, 3)[1:3] == (NO_MOVE, NO_MOVE)


def test_mangled_weights_give_one_clear_line(tmp_path):
    path = tmp_path / "weights.npz"
    for arrays, said in (
        ({}, "'othello' is missing"),
        ({"othello": np.zeros((2, 3))}, "is not"),
        ({"othello": np.full(SHAPE, np.nan)}, "is not"),
        ({"othello": np.full(SHAPE, 2.0**50)}, "beyond"),
    ):
        save(path, {}, arrays)
        with one_line(UserError, said):
            learned(path=path)
    path.write_bytes(path.read_bytes()[:50])
    with one_line(UserError, "not a data file"):
        learned(path=path)


def test_rungs_of_a_ladder_multiply_the_limit():
    assert registry.at_rung("interest", 1) == "interest:limit=0.5"
    assert registry.at_rung("interest:preset=flat", 3) == "interest:limit=0.781,preset=flat"


def test_no_move_is_pruned_for_want_of_interest_without_limits():
    search = search_with(evaluation.named("bill"))
    for seed in range(5):
        run(late_position(seed, 6), search, Budgets(UNBOUNDED, UNBOUNDED, 99))
        assert search.budget.counters[PRUNED] == 0
        run(late_position(seed, 6), search, Budgets(500, 500, 99))
        assert search.budget.counters[PRUNED] > 0


@pytest.mark.rare_kernels
@pytest.mark.parametrize("thousandths", [0, 100, 250, 900, 1100])
def test_last_iteration_has_the_requested_limit(thousandths, monkeypatch):
    limits, search = [], search_with(evaluation.named("mobility"))

    def noted(*arguments, **named):
        limits.append(arguments[2])
        return search_limit(*arguments, **named)

    monkeypatch.setattr("players.interest.player.search_limit", noted)
    start(search.budget, Limits(interest=thousandths / 1000))
    iterate(START, search)
    assert limits[-1] == thousandths
