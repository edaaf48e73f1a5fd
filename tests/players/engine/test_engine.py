"""The engine: its kernels against plain minimax, its stages, and the clock."""

import sys
import threading

import numpy as np
import programs
import pytest
from naive.search import minimax
from samples import late_position, random_position

from othello import evaluation
from othello.bits import squares
from othello.jit import COMPILED, ignore_overflow
from othello.position import PASS, START, Position
from players import registry
from players.engine.endgame import Solver
from players.engine.endgame_table import BUSY_MARKS, EndgameTables, busy_mark, new_table
from players.engine.engine import INFINITY, Engine
from players.engine.midgame import principal, scout
from players.engine.midgame_steps import MidgameSearch
from players.engine.request import PROOF, Request
from players.engine.search_memory import (
    FULL_WIDTH,
    MIDGAME_OFF,
    NEVER,
    MidgameSettings,
    begin_search,
    new_midgame_thread,
    record_of,
    set_selectivity,
    shipped_probcuts,
)
from players.limits import ClockLeft, Limits
from players.registry import SpecError

PATTERNS = evaluation.named("patterns")
DEEPEST = 3 if COMPILED else 2
SEEDS = 12 if COMPILED else 2
STOP = np.zeros(1, np.int64)


class Kernels:
    """Both kernels at full width on an empty table, other threads busy with all moves."""

    def __init__(self, settings=MidgameSettings(), defer_depth=NEVER):  # noqa: B008
        self._thread = new_midgame_thread(settings, shipped_probcuts())
        set_selectivity(self._thread, FULL_WIDTH)
        self._thread["defer_depth"] = defer_depth
        self._tables = [new_table(0.5, BUSY_MARKS), new_table(0.5), new_table(0.5)]

    def _asked(self, kernel, position, *numbers):
        ignore_overflow()
        for table in self._tables:
            table[:] = 0
        for move in squares(position.legal()):
            after = position.play(move)
            mark = busy_mark(after.own, after.opp)
            self._tables[0][-BUSY_MARKS:][mark & np.uint64(BUSY_MARKS - 1)] = mark
        begin_search(self._thread)
        numbers = (np.int64(number) for number in numbers)
        tables = self._tables[0], EndgameTables(*self._tables[1:])
        search = MidgameSearch(record_of(self._thread), *tables, PATTERNS.weights, STOP)
        return int(kernel(position.own, position.opp, *numbers, search))

    def value(self, position, depth, alpha=-INFINITY, beta=INFINITY):
        return self._asked(principal, position, depth, alpha, beta, 0)

    def bound(self, position, depth, alpha):
        return self._asked(scout, position, depth, alpha, -(1 << 40), 0)

    def line(self):
        return self._thread[0].pv[0, : self._thread[0].pv_lengths[0]].tolist()


EARLY = MidgameSettings(iid_depth=2, solver_empties=0)
"""Techniques that begin so near the horizon that small searches use them."""
KINDS = [
    MidgameSettings(),
    EARLY,
    *MIDGAME_OFF.values(),
]


@pytest.mark.parametrize("settings", KINDS)
@pytest.mark.parametrize("seed", range(SEEDS // 2))
def test_values_at_full_width_are_those_of_minimax(seed, settings):
    kernels = Kernels(settings)
    position = random_position(seed)
    for depth in range(1, DEEPEST + 1):
        expected = minimax(position, depth, PATTERNS)
        assert kernels.value(position, depth) == expected
        for alpha in (expected - 150, expected - 1, expected, expected + 150):
            bound = kernels.bound(position, depth, alpha)
            assert (alpha < bound <= expected) if expected > alpha else expected <= bound <= alpha
        low, high = kernels.value(position, depth, expected, INFINITY), expected + 1
        assert low <= expected
        assert kernels.value(position, depth, -INFINITY, high - 1) >= expected


@pytest.mark.parametrize("seed", range(5))
def test_deferred_moves_are_searched_last(seed):
    kernels = Kernels(EARLY, defer_depth=1)
    position = random_position(seed)
    expected = minimax(position, 2, PATTERNS)
    assert kernels.bound(position, 2, expected - 1) == kernels.value(position, 2) == expected


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_line_leads_to_the_value(seed):
    kernels = Kernels()
    position = random_position(seed)
    value = kernels.value(position, DEEPEST)
    sign = 1
    for move in kernels.line():
        position = position.passed() if move == PASS else position.play(move)
        sign = -sign
    assert position.over() or sum(move != PASS for move in kernels.line()) == DEEPEST
    assert sign * minimax(position, 0, PATTERNS) == value


@pytest.fixture(scope="module")
def engine():
    return Engine(megabytes=2)


@pytest.mark.parametrize("seed", range(SEEDS // 2))
def test_a_search_to_the_end_proves_the_result(seed, engine):
    empties = 14 if COMPILED else 4
    position = late_position(seed, empties)
    expected = Solver(megabytes=1).solve(position).score
    for asked in (Request(), Request(depth=empties + 1), Request(solve=0)):
        found = engine.search(position, asked)
        assert (found.score, found.lower, found.upper) == (expected, expected, expected)
        assert found.proven and found.selectivity == PROOF or position.over()


def test_finished_games_are_answered_without_a_search(engine):
    over = Position(0x1 | 0x2, 0x80)
    assert over.over()
    found = engine.search(over, Request(depth=3))
    assert (found.score, found.line, found.proven) == (int(over.final()), (), True)


def test_a_pass_has_the_negated_value(engine):
    passing = next(
        position.passed()
        for position in (late_position(seed, 6) for seed in range(1000))
        if not squares(position.passed().legal())
    )
    told = []
    found = engine.search(passing, Request(on_iteration=told.append))
    mirrored = engine.search(passing.passed(), Request())
    assert found.line[:2] == (PASS, mirrored.line[0])
    assert (found.score, found.lower, found.upper) == (-mirrored.score,) * 3
    assert told[-1].line == found.line


@pytest.mark.parametrize("threads", [1, 2])
def test_a_budget_of_nodes_is_that_of_all_threads(threads, monkeypatch):
    monkeypatch.setattr("players.engine.engine.NODES_TO_SHARE", 0)
    budget = 4000 if COMPILED else 100
    found = Engine(threads=threads, megabytes=2).search(START, Request(nodes=budget))
    assert 0.4 * budget < found.nodes < 1.5 * budget


@pytest.mark.skipif(not COMPILED, reason="16 empty squares need compiled kernels")
def test_a_budget_of_nodes_ends_the_solver_too():
    found = Engine(megabytes=2).search(late_position(2, 16), Request(nodes=20_000, solve=60))
    assert not found.proven
    assert 20_000 <= found.nodes < 21_000


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_find_the_values_of_one_thread(threads, monkeypatch):
    monkeypatch.setattr("players.engine.engine.NODES_TO_SHARE", 0)
    monkeypatch.setattr("players.engine.engine.DEFER_DEPTH", np.int64(2))
    depth = 8 if COMPILED else 3
    one, several = (
        Engine(threads=number, megabytes=2, selectivity=FULL_WIDTH) for number in (1, threads)
    )
    before = set(threading.enumerate())
    for seed in range(30 if COMPILED else 3):
        position = random_position(seed, 30)
        expected, found = (
            engine.search(position, Request(depth=depth)) for engine in (one, several)
        )
        assert (found.score, found.depth) == (expected.score, expected.depth)
        assert len(found.line) > 1
    assert set(threading.enumerate()) - before


@pytest.mark.parametrize("threads", [1, 2])
def test_a_raised_stop_ends_a_search(threads):
    engine = Engine(threads=threads, megabytes=2)
    stop = np.zeros(1, np.int64)
    engine.search(START, Request(depth=2))
    timer = threading.Timer(0.05, lambda: stop.__setitem__(0, 1))
    timer.start()
    assert engine.search(START, Request(stop=stop)).line


def test_options_out_of_range_are_refused():
    for arguments in ({"threads": 0}, {"megabytes": 0}, {"selectivity": FULL_WIDTH + 1}):
        with pytest.raises(ValueError):
            Engine(**arguments)
    for options in (
        "solve=61",
        "threads=1000",
        "seconds=0",
        "selectivity=9",
        "off=it",
    ):
        with pytest.raises(SpecError):
            registry.make(f"engine:{options}")


# The clock


def test_a_limit_of_a_move_holds_with_a_clock_too():
    player = registry.make("engine:table=1")
    limits = Limits(seconds=9.0, clock=ClockLeft(1000.0, longest=0.02))
    player.new_game(0)
    assert player.choose(START, limits).cpu_seconds < 5


def test_an_empty_clock_still_gives_a_move():
    player = registry.make("engine:table=1")
    assert player.choose(START, Limits(clock=ClockLeft(0.001))).depth >= 1


@pytest.mark.skipif(not COMPILED, reason="needs no machine code")
def test_a_time_limit_holds_while_kernels_load():
    """In a process whose first search it is."""
    script = (
        "from othello.position import START\n"
        "from players.engine.engine import Engine\nfrom players.engine.request import Request\n"
        "print(Engine(megabytes=2).search(START, Request(seconds=0.001)).depth)"
    )
    done = programs.run([sys.executable, "-c", script])
    assert 1 <= int(done.stdout) < 40
