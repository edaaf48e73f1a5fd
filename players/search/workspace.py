"""Scratch memory of a search: counters, queued moves, principal variation; and its alarm."""

import math
import os
import sys
import threading
import time
from typing import Any, NamedTuple

import numpy as np

from othello.jit import jitmethods, step
from othello.position import PASS
from players.search.bounds import better, negated

MOST_PLIES = 128
"""Room for a line. A move needs two discs, so at most 62 follow; no two passes follow each other
and none ends a line: 124 plies, 125 positions."""
MOST_MOVES = 64
"""Room for a node's moves, one for each square. No board has more than 50: each own disc ends at
most eight lines to a move, each disc of the opponent has eight neighbours, and a move needs an
empty square: moves <= min(8 own, 8 opp, 64 - own - opp)."""
STATIC, ESTIMATED, _LENGTH, _LINE = range(MOST_MOVES, MOST_MOVES + 4)

NODES, LEAVES, EVALUATIONS, BUDGET, ALARM, STOPPED, PRUNED = range(7)
NO_BUDGET = np.iinfo(np.int64).max

SHORTEST_WAIT_SECONDS = 0.0005
LONGEST_WAIT_SECONDS = 3600.0


@jitmethods
class Workspace(NamedTuple):
    """Scratch memory of one search at a time.

    `counters` is int64[8]: NODES (positions generated), LEAVES (horizon nodes and finished
    games), EVALUATIONS (calls of the evaluator), BUDGET (nodes at which to stop), ALARM (1 once
    time is up), STOPPED (1 once the search has stopped) and PRUNED (nodes that a rule pruned).
    `stop` is int64[1]: another thread writes 1 there to end the search.
    `queue` is int64[MOST_PLIES + 1, MOST_MOVES + 3 + MOST_PLIES], a row for each ply: packed
    moves; STATIC, the static value of the node; ESTIMATED, 1 if its result rests on an estimate;
    the length of the principal variation from this ply on, and its moves. One array, since each
    costs seven arguments at every call.
    """

    counters: np.ndarray
    stop: np.ndarray
    queue: np.ndarray

    def exhausted(self):
        """True if the search must end now; its result is then worthless."""
        counters = self.counters
        if counters[NODES] >= counters[BUDGET] or counters[ALARM] != 0 or self.stop[0] != 0:
            counters[STOPPED] = 1
            return True
        return False

    def clear_line(self, ply):
        """Empty the principal variation from `ply` on."""
        self.queue[ply, _LENGTH] = 0

    def prepend(self, ply, move):
        """Set the principal variation from `ply` on to `move` and that of the next ply."""
        length = self.queue[ply + 1, _LENGTH]
        self.queue[ply, _LINE] = move
        for column in range(_LINE, _LINE + length):
            self.queue[ply, column + 1] = self.queue[ply + 1, column]
        self.queue[ply, _LENGTH] = length + 1


def new_workspace() -> Workspace:
    """Empty workspace without a budget."""
    counters = np.zeros(8, np.int64)
    counters[BUDGET] = NO_BUDGET
    return Workspace(
        counters,
        np.zeros(1, np.int64),
        np.zeros((MOST_PLIES + 1, _LINE + MOST_PLIES), np.int64),
    )


def start(workspace: Workspace, budget: int = NO_BUDGET) -> None:
    """Reset all counters and set a budget of nodes."""
    workspace.counters[:] = 0
    workspace.queue[0, ESTIMATED] = 0
    workspace.counters[BUDGET] = budget


def best_line(workspace: Workspace) -> tuple[int, ...]:
    """Principal variation of the last search; PASS stands for a pass."""
    length = int(workspace.queue[0, _LENGTH])
    return tuple(int(move) for move in workspace.queue[0, _LINE : _LINE + length])


@step
def evaluate(state, search):
    """Static value of `state`; counts the evaluation."""
    search.workspace.counters[EVALUATIONS] += 1
    return search.evaluator.value(state)


@step
def evaluate_leaf(state, search):
    """Static value of `state` at the horizon; counts the leaf."""
    search.workspace.counters[LEAVES] += 1
    return evaluate(state, search)


@step
def evaluate_end(state, search):
    """Result of a finished game; counts the leaf."""
    search.workspace.counters[LEAVES] += 1
    return state.final()


@step
def negate_pass(result, ply, search):
    """Score and bound of a node that must pass, from those of its successor."""
    search.workspace.prepend(ply, PASS)
    return negated(result)


@step
def update_best(best, latest, alpha, ply, search):
    """Better of two outcomes; the line starts with the latest move if it is best and met alpha.

    At the root it need not meet alpha, so that there is always a line.
    """
    best = better(best, latest)
    if best.rank == latest.rank and (latest.score >= alpha or ply == 0):
        search.workspace.prepend(ply, latest.move)
    return best


def _thread_clock() -> int | None:
    """CPU clock of the calling thread, where other threads can read it."""
    if sys.platform == "linux":
        return time.pthread_getcpuclockid(threading.get_ident())
    return None


class Alarm:
    """Context that sets `flags[place]` to 1 when its thread has used `seconds`; never for None.

    CPU seconds on Linux, so that a loaded machine costs a player nothing; elapsed seconds
    elsewhere and with `wall`.
    """

    def __init__(
        self, seconds: float | None, flags: Any, wall: bool = False, place: int | str = ALARM
    ) -> None:
        self._seconds, self._wall = seconds, wall
        self._flags, self._place = flags, place
        self._clock: int | None = None
        self._end = math.inf

    def __enter__(self) -> "Alarm":
        if self._seconds is not None:
            self._clock = None if self._wall else _thread_clock()
            self._end = self._now() + self._seconds
            if self._seconds > 0:
                _WATCHER.add(self)
            else:
                self.ring()
        return self

    def __exit__(self, *exception: object) -> None:
        _WATCHER.discard(self)

    def remaining(self) -> float:
        """Seconds left; a thread uses at most the time that elapses."""
        return self._end - self._now()

    def ring(self) -> None:
        """Set the flag."""
        self._flags[self._place] = 1

    def _now(self) -> float:
        return time.monotonic() if self._clock is None else time.clock_gettime(self._clock)


class _Watcher:
    """One thread that rings all alarms of a process, started at the first alarm.

    A thread for each alarm would wait for a free core on a loaded machine. It sleeps until
    `_wakes`, on the monotonic clock.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Reset; also after a fork, whose child lacks the thread."""
        self._alarms: set[Alarm] = set()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._wakes = -math.inf

    def add(self, alarm: Alarm) -> None:
        """Ring an alarm when its time is up; RuntimeError where no thread can start."""
        with self._changed:
            if self._thread is None:
                thread = threading.Thread(target=self._watch, daemon=True)
                thread.start()
                self._thread = thread
            self._alarms.add(alarm)
            if time.monotonic() + alarm.remaining() < self._wakes:
                self._changed.notify()

    def discard(self, alarm: Alarm) -> None:
        """Cancel an alarm."""
        with self._changed:
            self._alarms.discard(alarm)

    def _watch(self) -> None:
        """Ring every alarm whose time is up, forever."""
        with self._changed:
            while True:
                for alarm in self._alarms.copy():
                    if alarm.remaining() <= 0:
                        alarm.ring()
                        self._alarms.discard(alarm)
                soonest = min((alarm.remaining() for alarm in self._alarms), default=math.inf)
                self._wakes = time.monotonic() + soonest
                wait = min(max(soonest, SHORTEST_WAIT_SECONDS), LONGEST_WAIT_SECONDS)
                self._changed.wait(wait if self._alarms else None)


_WATCHER = _Watcher()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_WATCHER.begin)
