import os
import threading
import time

import numpy as np
import pytest
from naive.search import Ties
from patience import until
from samples import random_position

from othello.evaluation.plain import Mobility
from othello.game import Game
from othello.jit import COMPILED
from players.budget import ALARM, NODES, Alarm, new_budget, start
from players.limits import Limits
from players.protocol import EXACT
from players.search import deepening
from players.search.alphabeta import new_search
from players.search.conventions import Scout
from players.search.deepening import (
    aspiration,
    fixed_depth,
    iterate,
    mtdf,
    search_depth,
)
from players.search.ordering import ByHashMoveThenValue, minimax
from players.search.table import new_table

POSITIONS = [random_position(seed) for seed in range(40 if COMPILED else 4)]


def deepen(state, search, limits, driver=aspiration):
    budget = start(search.budget, limits)
    with Alarm(limits.seconds, budget.counters[ALARM:]):
        return iterate(state, search._replace(budget=budget), driver)


def with_table(**others):
    return new_search(Ties(), ByHashMoveThenValue(), table=new_table(14), **others)


@pytest.mark.parametrize("driver", [search_depth, aspiration, mtdf])
@pytest.mark.parametrize("others", [{}, {"scouting": Scout()}])
def test_deepening_ends_at_the_value_of_its_last_depth(driver, others):
    search = with_table(**others)
    for position in POSITIONS:
        search.table.clear()
        result = deepen(position, search, Limits(depth=4), driver)
        assert result.depth == min(4, position.plies_left())
        assert result.bound == EXACT
        assert result.score == minimax(position, result.depth, Ties())
        after = position.play(result.move)
        assert -minimax(after, result.depth - 1, Ties()) == result.score


def test_the_same_budget_gives_the_same_answer_and_is_kept():
    for budget in (1, 37, 500, 3000):
        answers = []
        for _ in range(2):
            search = with_table()
            answers.append(
                [deepen(position, search, Limits(nodes=budget)) for position in POSITIONS]
            )
            assert search.budget.counters[NODES] < budget + 64
        assert answers[0] == answers[1]


def test_a_budget_of_nothing_still_gives_a_legal_move():
    for position in POSITIONS:
        result = deepen(position, with_table(), Limits(nodes=0, seconds=0.0))
        assert int(position.legal()) >> result.move & 1


def test_a_stopped_fixed_depth_falls_back_to_one_ply():
    search = new_search(Mobility())
    flag = np.zeros(1, np.int64)
    stopped = threading.Timer(0.05, lambda: flag.__setitem__(0, 1))
    fixed_depth(random_position(0, 1), search, Limits(depth=1))
    stopped.start()
    result = fixed_depth(random_position(0, 1), search, Limits(depth=40, stop=flag))
    stopped.join()
    assert result.depth == 1
    assert int(random_position(0, 1).legal()) >> result.move & 1


def test_a_flag_raised_before_the_search_begins_is_not_lost():
    """It is seen at the first node of two plies, and the next question has its own flag."""
    search = new_search(Mobility())
    flag = np.ones(1, np.int64)
    for answer in (fixed_depth, deepen):
        result = answer(random_position(0, 1), search, Limits(depth=5, stop=flag))
        assert result.depth == 1
        assert search.budget.counters[NODES] == 4
    assert fixed_depth(random_position(0, 1), search, Limits(depth=5)).depth == 5


@pytest.mark.parametrize("width", [1, 2])
def test_aspiration_finds_the_right_move_however_the_window_fails(width, monkeypatch):
    """Values full of ties and windows at their edge: the move is worth the score."""
    monkeypatch.setattr(deepening, "ASPIRATION", width)
    search = new_search(Ties())
    for seed in range(300 if COMPILED else 20):
        position = random_position(seed)
        truth = minimax(position, 2, Ties())
        for expected in range(-3, 4):
            start(search.budget)
            result = aspiration(position, search, 2, expected)
            assert (result.score, result.bound) == (truth, EXACT)
            assert -minimax(position.play(result.move), 1, Ties()) == truth


def test_a_tie_of_a_bound_and_an_exact_score_takes_the_exact_move():
    """A position in which the first of two moves with the returned score was only bounded."""
    board = "OXXXXXXXOOXXXOXXOOOXOXXX-OOOXXX-XXOOXXXXXXXXXOXOXXXXXX-O--O-XO-O O"
    position = Game.from_board(board).position
    search = new_search(Mobility())
    start(search.budget)
    result = aspiration(position, search, 7, 1800)
    assert (result.score, result.bound) == (1600, EXACT)
    assert -minimax(position.play(result.move), 6, Mobility()) == 1600


def rings(counters, seconds):
    """True once an alarm of these seconds of wall time has rung."""
    with Alarm(seconds, counters[ALARM:], wall=True):
        return bool(until(lambda: counters[ALARM]))


def test_the_alarm_rings_after_the_threads_own_seconds():
    counters, elapsed = new_budget().counters, new_budget().counters
    with Alarm(0.05, counters[ALARM:]):
        assert rings(elapsed, 0.1)
        asleep = counters[ALARM]
        began = time.thread_time()
        while not counters[ALARM] and time.thread_time() - began < 10:
            pass
    assert counters[ALARM]
    assert not asleep or not hasattr(time, "pthread_getcpuclockid")


def test_later_alarm_may_ring_first():
    counters = new_budget().counters
    with Alarm(3000.0, counters[ALARM:], wall=True):
        for _ in range(2):  # the second time the first alarm is waited for
            assert rings(new_budget().counters, 0.02)
        assert not counters[ALARM]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no forks")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_an_alarm_rings_in_a_child_too():
    counters = new_budget().counters
    assert rings(counters, 0.02)
    child = os.fork()
    if not child:
        code = 1
        try:
            counters[ALARM] = 0
            code = 0 if rings(counters, 0.02) else 1
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_an_alarm_left_early_or_never_set_does_not_ring():
    counters, later = new_budget().counters, new_budget().counters
    for seconds in (None, 0.02):
        with Alarm(seconds, counters[ALARM:], wall=True):
            pass
    counters[ALARM] = 0  # a busy machine may have been slow to leave
    assert rings(later, 0.1)
    assert not counters[ALARM]
