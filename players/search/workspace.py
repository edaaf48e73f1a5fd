"""What a search writes while it runs: counters, the moves in hand, the best line; and its alarm."""

import math
import os
import sys
import threading
import time
from typing import Any, NamedTuple

import numpy as np

from othello.jit import jitmethods, step
from othello.position import PASS
from players.search.bounds import improved, turned

MOST_PLIES = 128
"""Room for a line. A move needs two discs, so a board has at most 62 to come; no two passes follow
each other and none ends a line: 124 plies, 125 positions."""
MOST_MOVES = 64
"""Room for a node's moves, one for each square. No board has more than 50: each disc of the mover
ends at most one line to a move in each of eight directions, each of the other side's has eight
neighbours, and a move's square is empty, so that moves <= min(8 own, 8 opp, 64 - own - opp)."""
STATIC, ESTIMATED, _LENGTH, _LINE = range(MOST_MOVES, MOST_MOVES + 4)

NODES, LEAVES, EVALUATIONS, BUDGET, ALARM, STOPPED, PRUNED = range(7)
NO_BUDGET = np.iinfo(np.int64).max

SHORTEST_WAIT_SECONDS = 0.0005
LONGEST_WAIT_SECONDS = 3600.0


@jitmethods
class Workspace(NamedTuple):
    """Scratch memory of one search at a time.

    `counters` is int64[8], indexed by NODES (positions generated), LEAVES
    (horizon nodes and finished games), EVALUATIONS (calls of the evaluator),
    BUDGET (nodes at which to give up), ALARM (1 once its time is used),
    STOPPED (1 once the search has given up) and PRUNED (nodes that a pruning
    rule answered). `stop` is int64[1]: another thread writes 1 there to end
    the search.
    `queue` is int64[MOST_PLIES + 1, MOST_MOVES + 3 + MOST_PLIES]: the packed moves of each
    ply; for pruning rules, the static value of its node and whether what
    it last returned rests on an estimate: STATIC and ESTIMATED are the columns;
    the length of the best line from the ply on, and that line. Each array that a search
    has is passed on at every call, in seven words and more.
    """

    counters: np.ndarray
    stop: np.ndarray
    queue: np.ndarray

    def exhausted(self):
        """Whether the search must end now, its result being worthless."""
        counters = self.counters
        if counters[NODES] >= counters[BUDGET] or counters[ALARM] != 0 or self.stop[0] != 0:
            counters[STOPPED] = 1
            return True
        return False

    def clear_line(self, ply):
        """Set the best line from `ply` on to an empty one."""
        self.queue[ply, _LENGTH] = 0

    def prepend(self, ply, move):
        """Set the best line from `ply` on to `move` and the best line from the next ply on."""
        length = self.queue[ply + 1, _LENGTH]
        self.queue[ply, _LINE] = move
        for column in range(_LINE, _LINE + length):
            self.queue[ply, column + 1] = self.queue[ply + 1, column]
        self.queue[ply, _LENGTH] = length + 1


def new_workspace() -> Workspace:
    """An empty workspace without a budget."""
    counters = np.zeros(8, np.int64)
    counters[BUDGET] = NO_BUDGET
    return Workspace(
        counters,
        np.zeros(1, np.int64),
        np.zeros((MOST_PLIES + 1, _LINE + MOST_PLIES), np.int64),
    )


def start(workspace: Workspace, budget: int = NO_BUDGET) -> None:
    """Set every counter to zero and the budget to `budget` nodes."""
    workspace.counters[:] = 0
    workspace.queue[0, ESTIMATED] = 0
    workspace.counters[BUDGET] = budget


def best_line(workspace: Workspace) -> tuple[int, ...]:
    """The best line of the last search, from its root; PASS stands for a pass."""
    length = int(workspace.queue[0, _LENGTH])
    return tuple(int(move) for move in workspace.queue[0, _LINE : _LINE + length])


@step
def evaluated(state, search):
    """The static value of `state`, counted."""
    search.workspace.counters[EVALUATIONS] += 1
    return search.evaluator.value(state)


@step
def leaf(state, search):
    """The static value of `state`, where a line ends, counted."""
    search.workspace.counters[LEAVES] += 1
    return evaluated(state, search)


@step
def finished(state, search):
    """The result of the game that ends with `state`, counted."""
    search.workspace.counters[LEAVES] += 1
    return state.final()


@step
def after_pass(found, ply, search):
    """Score and bound of a node whose side must pass, from those of its successor."""
    search.workspace.prepend(ply, PASS)
    return turned(found)


@step
def after_move(outcome, latest, alpha, ply, search):
    """The outcome after the latest move; the best line begins with it if it met alpha as the best.

    At the root it need not meet alpha, so that there is always a line.
    """
    best = improved(outcome, latest)
    if best.rank == latest.rank and (latest.score >= alpha or ply == 0):
        search.workspace.prepend(ply, latest.move)
    return best


def _thread_clock() -> int | None:
    """The CPU clock of the calling thread, where other threads can read it."""
    if sys.platform == "linux":
        return time.pthread_getcpuclockid(threading.get_ident())
    return None


class Alarm:
    """Sets `flags[place]` to 1 when the entering thread has used `seconds`.

    CPU seconds on Linux, so that a loaded machine costs a player nothing;
    elapsed seconds elsewhere, and where `wall` asks for them. With None it never rings. Use as a
    context.
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
        """The seconds that are left: a thread uses at most what elapses."""
        return self._end - self._now()

    def ring(self) -> None:
        """Say that the time is used."""
        self._flags[self._place] = 1

    def _now(self) -> float:
        return time.monotonic() if self._clock is None else time.clock_gettime(self._clock)


class _Watcher:
    """The thread that rings all alarms of a process.

    There is one, begun at the first alarm, since whoever starts a thread, or waits for its end,
    waits for a core on a machine with too much to do. It sleeps until `_wakes`, on the monotonic
    clock.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Begin anew: in a child that is forked off the thread does not live on."""
        self._alarms: set[Alarm] = set()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._wakes = -math.inf

    def add(self, alarm: Alarm) -> None:
        """Ring an alarm when no seconds remain of it; RuntimeError where no thread can start."""
        with self._changed:
            if self._thread is None:
                thread = threading.Thread(target=self._watch, daemon=True)
                thread.start()
                self._thread = thread
            self._alarms.add(alarm)
            if time.monotonic() + alarm.remaining() < self._wakes:
                self._changed.notify()

    def discard(self, alarm: Alarm) -> None:
        """Do not ring an alarm any more."""
        with self._changed:
            self._alarms.discard(alarm)

    def _watch(self) -> None:
        """Ring each alarm of which no seconds remain, for ever."""
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
