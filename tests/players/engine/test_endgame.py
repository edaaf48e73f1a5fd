import functools
import random
import threading
from types import SimpleNamespace

import numpy as np
import pytest
from naive import compiled_endgame
from naive import endgame as naive_endgame
from naive.endings import Endings
from naive.rules import from_words
from samples import late_position

from othello.bits import NONE, count
from othello.game import Game
from othello.jit import COMPILED
from othello.position import PASS, START, Position
from othello.stability import stable_discs
from players.engine import endgame
from players.engine.endgame import Solver
from players.engine.endgame_shallow import solve_by_parity, solve_shallow
from players.engine.endgame_table import EndgameTables, new_table
from players.engine.last_empties import last_one
from players.engine.request import Request
from players.engine.search_memory import (
    NEVER,
    EndgameSettings,
    new_endgame_thread,
    record_of,
)

LOW = EndgameSettings(
    parity_empties=5,
    table_empties=6,
    large_table_empties=8,
    etc_empties=6,
    stability_empties=6,
    eval_empties=7,
    selective_margin=300,
    selective_empties=6,
)
MOST_EMPTIES = 8 if COMPILED else 4
SEEDS = 30 if COMPILED else 12

MIDDLE = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O"

ENDGAME_OFF = {
    "table below 12 empties": EndgameSettings(table_empties=12),
    "small table below 10 empties": EndgameSettings(large_table_empties=0),
    "enhanced transposition cutoff": EndgameSettings(etc_empties=NEVER),
    "stability cutoff": EndgameSettings(stability_empties=NEVER),
    "parity alone up to 5 empties": EndgameSettings(parity_empties=4),
    "evaluation": EndgameSettings(eval_empties=NEVER, selective_margin=0),
    "selective pass": EndgameSettings(selective_margin=0),
    "selective pass below 12 empties": EndgameSettings(selective_empties=12),
}
"""EndgameSettings with one technique switched off, by its name."""


def sample(seed):
    """A position of a random game or, every third, of random discs; passes among them."""
    empties = seed % (MOST_EMPTIES + 1)
    if seed % 3 == 0 or empties == 0:
        return Position(*naive_endgame.random_board(seed, empties))
    return late_position(seed, empties)


def true_result(position):
    return naive_endgame.result(from_words(int(position.own), int(position.opp)), {})


@pytest.fixture(scope="module")
def solver():
    return Solver(megabytes=1)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_results_equal_naive_minimax(seed, solver):
    position = sample(seed)
    expected = true_result(position)
    found = solver.solve(position)
    assert (found.score, found.lower, found.upper) == (100 * expected,) * 3
    for guess in random.Random(seed).sample(range(-6400, 6401), 4):
        assert solver.solve(position, Request(guess=guess)).score == 100 * expected


@pytest.mark.parametrize("seed", [32, 67, 102, 117])
def test_stable_discs_of_the_side_to_move_cut_nothing(seed):
    # The opponent wins and has at least 20 stable discs; after a move, it is to move itself.
    position = Position(*naive_endgame.random_board(seed, 7))
    assert Solver(megabytes=1, settings=LOW).solve(position).score == 100 * true_result(position)


@pytest.mark.parametrize(("seed", "result"), [(1387, 54), (4179, 56), (2352, 60)])
def test_the_result_that_stable_discs_allow_is_not_cut(seed, result):
    # The opponent keeps exactly its stable discs.
    position = Position(*naive_endgame.random_board(seed, 7))
    assert 64 - 2 * count(position.opp & np.uint64(stable_discs(*position))) == result
    thread = record_of(new_endgame_thread(EndgameSettings()))
    tables, stop = EndgameTables(new_table(0.1), new_table(0.1)), np.zeros(1, np.int64)
    assert solve_shallow(*position, np.int64(result - 1), tables, thread, stop) == result


@pytest.mark.parametrize(("discs", "result"), [(32, 2), (31, -2)])
def test_a_last_square_that_nobody_can_play_goes_to_the_winner(discs, result):
    lines = {*range(1, 8), *range(8, 64, 8), *range(9, 64, 9)}  # from a1, all of one colour
    held = sorted(range(1, 64), key=lambda square: square not in lines)[:discs]
    thread = record_of(new_endgame_thread(EndgameSettings()))
    assert last_one(np.uint64(sum(1 << square for square in held)), NONE, thread) == result
    assert thread.nodes == 0


@pytest.mark.parametrize("seed", range(14))
def test_the_last_empties_take_as_many_nodes_as_the_naive_search(seed):
    position = late_position(seed, 4 + seed % 2)
    alpha = true_result(position) - 1
    naive, thread = SimpleNamespace(nodes=0), record_of(new_endgame_thread(EndgameSettings()))
    expected = Endings(naive).bound(position, alpha)
    assert solve_by_parity(position.own, position.opp, np.int64(alpha), thread) == expected
    assert thread.nodes == naive.nodes


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_line_ends_in_the_result(seed, solver):
    position = sample(seed)
    found = solver.solve(position)
    sign = 1
    for move in found.line:
        position = position.passed() if move == PASS else position.play(move)
        sign = -sign
    assert position.over()
    assert sign * int(position.final()) == found.score


@pytest.fixture
def helping_early(monkeypatch):
    """Estimates are made, and threads help each other, from four empty squares on."""
    monkeypatch.setattr(endgame, "FEWEST_SELECTIVE", 4)
    monkeypatch.setattr(endgame, "FEWEST_SHARED", 4)


def low(technique=None):
    """Settings in which all techniques begin at 5 to 8 empty squares; one may be switched off."""
    if technique is None:
        return LOW
    whole, off = EndgameSettings()._asdict(), ENDGAME_OFF[technique]._asdict()
    return LOW._replace(**{name: off[name] for name in off if off[name] != whole[name]})


@functools.cache
def low_samples():
    """Positions with their results by minimax, with more empty squares than LOW settings."""
    positions = [late_position(seed, 9) for seed in range(3)] if COMPILED else []
    positions += [sample(seed) for seed in range(SEEDS)]
    words = [(int(position.own), int(position.opp)) for position in positions]
    return list(zip(positions, (compiled_endgame.result(*both) for both in words), strict=True))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("technique", [None, *ENDGAME_OFF])
def test_results_equal_minimax_with_and_without_a_technique(technique, threads, helping_early):
    solver = Solver(threads, 1, settings=low(technique))
    for position, expected in low_samples():
        assert solver.solve(position).score == 100 * expected
    if COMPILED:  # uncompiled, no position is large enough to be shared
        assert all(thread["nodes"][0] for thread in solver.threads.endgames)


@functools.cache
def searched(settings):
    """The nodes that positions of 12 empty squares take, and their results."""
    solver = Solver(megabytes=1, settings=settings)
    found = [solver.solve(late_position(seed, 12)).score for seed in range(4)]
    return solver.nodes, found


@pytest.mark.skipif(not COMPILED, reason="12 empty squares need compiled kernels")
@pytest.mark.parametrize("technique", ENDGAME_OFF)
def test_each_technique_changes_the_search_and_no_result(technique, helping_early):
    (nodes, found), (whole, expected) = searched(low(technique)), searched(low())
    assert found == expected == searched(EndgameSettings())[1]
    assert nodes != whole


@pytest.mark.skipif(not COMPILED, reason="16 empty squares need compiled kernels")
@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("megabytes", [0.001, 8])
def test_results_depend_neither_on_threads_nor_on_the_tables(threads, megabytes, monkeypatch):
    expected = Solver(megabytes=4)
    monkeypatch.setattr(endgame, "SMALL_MEGABYTES", megabytes)
    solver = Solver(threads, megabytes)
    for seed in range(4):
        position = late_position(seed, 16)
        assert solver.solve(position).score == expected.solve(position).score


@pytest.mark.skipif(not COMPILED, reason="20 empty squares need compiled kernels")
def test_a_published_endgame_has_its_score():
    # Fastest First Endgame test, position 22. Source: Edax 4.4, fforum files
    assert Solver().solve(Game.from_board(MIDDLE).position).score == 200


def test_a_stopped_search_leaves_true_bounds():
    stop = np.ones(1, np.int64)
    found = Solver(megabytes=1).solve(late_position(1, 10), Request(stop=stop))
    assert (found.lower, found.upper, found.line) == (-6400, 6400, ())


@pytest.mark.skipif(not COMPILED, reason="shows how soon compiled kernels end")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_from_another_thread_ends_all_threads(threads):
    stop = np.zeros(1, np.int64)
    solver = Solver(threads, 4)
    solver.solve(late_position(1, 8))
    timer = threading.Timer(0.2, lambda: stop.__setitem__(0, 1))
    timer.start()
    assert not solver.solve(START.play(19), Request(stop=stop)).proven  # to its end it takes hours


@pytest.mark.skipif(not COMPILED, reason="16 empty squares need compiled kernels")
@pytest.mark.parametrize("budget", [1, 100, 20_000])
def test_a_budget_of_nodes_ends_a_search_soon_after_it(budget):
    position = late_position(2, 16)
    solution = Solver(megabytes=1).solve(position)
    solver = Solver(megabytes=1)
    found = solver.solve(position, Request(nodes=budget))
    assert solver.stopped and not found.proven
    assert budget <= found.nodes < budget + 1000
    assert found.lower <= solution.score <= found.upper
    assert solver.solve(position).score == solution.score


@pytest.mark.parametrize("budget", [200, None])
def test_a_cleared_solver_searches_as_a_new_one(budget):
    solver, found = Solver(megabytes=0.001, settings=LOW), []
    for _ in range(2):
        request = Request(nodes=budget)
        found.append([solver.solve(late_position(seed, 8), request) for seed in range(3)])
        solver.clear()
    for first, second in zip(*found, strict=True):
        assert first._replace(seconds=0) == second._replace(seconds=0)


@pytest.mark.parametrize("arguments", [{"threads": 0}, {"megabytes": 0}, {"megabytes": 10**9}])
def test_numbers_out_of_range_are_refused(arguments):
    with pytest.raises(ValueError, match="cannot use"):
        Solver(**arguments)


@pytest.mark.parametrize("limit", [{"seconds": float("nan")}, {"nodes": -1}])
def test_limits_out_of_range_are_refused(limit):
    with pytest.raises(ValueError, match="0 or more"):
        Solver(megabytes=0.1).solve(late_position(1, 3), Request(**limit))
