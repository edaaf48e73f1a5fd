import itertools
import threading
import time

import pytest
from samples import random_position

from othello.evaluation.plain import Mobility
from othello.jit import COMPILED
from players.alarm import Alarm
from players.alphabeta import new_search
from players.bounds import EXACT
from players.conventions import Above, Scout
from players.deepening import aspiration, deepen, fixed_depth, full_window, mtdf, search_depth
from players.minimax import minimax
from players.ordering import ByTableMoveThenValue
from players.protocol import Limits
from players.random_trees import Cost, random_tree
from players.table import new_table
from players.workspace import NODES, STOP, STOPPED, new_workspace, start

POSITIONS = [random_position(seed) for seed in range(40 if COMPILED else 4)]


def with_table(**others):
    return new_search(Mobility(), ByTableMoveThenValue(), table=new_table(14), **others)


@pytest.mark.parametrize("driver", [full_window, aspiration, mtdf])
@pytest.mark.parametrize("others", [{}, {"scout": Scout()}, {"cutoff": Above()}])
def test_deepening_ends_at_the_value_of_its_last_depth(driver, others):
    search = with_table(**others)
    for position in POSITIONS:
        search.table.clear()
        result = deepen(position, search, Limits(depth=4), driver)
        assert result.depth == min(4, position.plies_left())
        assert result.bound == EXACT
        assert result.score == minimax(position, result.depth, Mobility())
        after = position.play(result.line[0])
        assert -minimax(after, result.depth - 1, Mobility()) == result.score


def test_the_same_budget_gives_the_same_answer_and_is_kept():
    for budget in (1, 37, 500, 3000):
        answers = []
        for _ in range(2):
            search = with_table()
            answers.append(
                [deepen(position, search, Limits(nodes=budget)) for position in POSITIONS]
            )
            assert search.workspace.counters[NODES] < budget + 64
        assert answers[0] == answers[1]


def test_more_nodes_never_search_less_deep():
    for position in POSITIONS[:10]:
        depths = [
            deepen(position, with_table(), Limits(nodes=10**power)).depth for power in range(5)
        ]
        assert depths == sorted(depths)


def test_a_budget_of_nothing_still_gives_a_legal_move():
    for position in POSITIONS:
        result = deepen(position, with_table(), Limits(nodes=0, seconds=0.0))
        assert int(position.legal()) >> result.line[0] & 1


def test_a_finished_search_goes_no_deeper_than_the_game():
    sampled = (random_position(seed) for seed in itertools.count())
    position = next(position for position in sampled if position.plies_left() <= 6)
    result = deepen(position, with_table(), Limits(nodes=10**9))
    assert result.depth == position.plies_left()
    assert result.score % 100 == 0


def test_random_trees_deepen_too():
    tree = random_tree(1, 3, 6)
    result = deepen(tree, new_search(Cost()), Limits(depth=9))
    assert (result.depth, result.score) == (6, minimax(tree, 6, Cost()))


def test_a_stopped_fixed_depth_falls_back_to_one_ply():
    search = new_search(Mobility())
    stopped = threading.Timer(0.05, lambda: search.workspace.counters.__setitem__(STOP, 1))
    fixed_depth(random_position(0, 1), search, 1)
    stopped.start()
    result = fixed_depth(random_position(0, 1), search, 40)
    stopped.join()
    assert result.depth == 1
    assert int(random_position(0, 1).legal()) >> result.line[0] & 1


@pytest.mark.skipif(not COMPILED, reason="a Python thread polls the flag under the GIL")
def test_the_stop_flag_is_seen_within_nodes_not_seconds():
    """Raised before the search begins, the flag ends it at its first node of two plies."""
    search = new_search(Mobility())
    start(search.workspace)
    search.workspace.counters[STOP] = 1
    assert search_depth(random_position(0, 1), search, 30) is None
    assert search.workspace.counters[STOPPED]
    assert search.workspace.counters[NODES] == 0


def test_the_alarm_rings_after_the_threads_own_seconds():
    counters = new_workspace().counters
    with Alarm(0.02, counters):
        time.sleep(0.08)
        asleep = counters[STOP]
        began = time.thread_time()
        while not counters[STOP] and time.thread_time() - began < 10:
            pass
    assert counters[STOP]
    assert not asleep or not hasattr(time, "pthread_getcpuclockid")


def test_an_alarm_left_early_or_never_set_does_not_ring():
    counters = new_workspace().counters
    for seconds in (None, 60.0):
        with Alarm(seconds, counters):
            pass
        assert not counters[STOP]
