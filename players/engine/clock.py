"""The division of a game's time among the engine's moves, and when a move has had enough of it.

All moves get the same until the solver can take over: a doubling of time is worth much the same
from the opening to there (docs/results/engine.md).
"""

from typing import NamedTuple

from players.limits import ClockLeft

SOLVED = 20
"""Empty squares from which on a move costs little: the solver proves it."""
LATER_MOVES = 3
"""For how many moves time is set aside for all of those later ones."""
RESERVE_SECONDS, RESERVE_SHARE = 0.3, 0.15
"""What is not to be used of the time left, so that a busy machine loses no game: the less of
both."""
LATE_TIMES, LATE_MOVES, LATEST = 3.0, 4, 0.1
"""Each later move is taken to end so many times as late as those before it did, of which the last
LATE_MOVES count for the most: on a machine with too much to do. More seconds than LATEST are of a
machine that stood still, which not every move does."""
BUSY_TIMES, BUSY_LATE = 3.0, 0.015
"""Moves that take more than so many times their CPU time are taken to end so many seconds late."""
LATE_SHARE = 0.7
"""Until SOLVED at most so much of what is left is kept for that."""
INCREMENT_SHARE = 0.8
LONGEST, LARGEST_SHARE = 3.0, 0.3
"""No move takes longer than so many times what is meant for it, nor than such a share of what is
left."""
CHANGED, FALLEN, SETTLED = 1.6, 1.5, 0.7
"""How the time meant changes where the best move has just changed, where its value fell, and
where it has been the same for SETTLED_STAGES stages."""
FALL = 100
"""Of so many hundredths of a disc a fall is."""
SETTLED_STAGES = 5


class Allotment(NamedTuple):
    """Seconds for one move: those meant for it, and those after which it is cut short."""

    meant: float
    longest: float


def allotment(clock: ClockLeft, empties: int, late: float = 0.0) -> Allotment:
    """The seconds for a move with so many empty squares, by what the clock says before it.

    `late` is how many seconds after the longest time for them moves ended, on average.
    """
    reserve = min(RESERVE_SECONDS, RESERVE_SHARE * clock.seconds)
    for_late_moves = LATE_TIMES * late * (empties // 2)
    if empties > SOLVED:
        for_late_moves = min(for_late_moves, LATE_SHARE * clock.seconds)
    usable = max(0.0, clock.seconds - reserve - for_late_moves)
    moves = max(0, empties - SOLVED + 1) // 2 + min(LATER_MOVES, (empties + 1) // 2)
    meant = usable / max(1, moves) + min(INCREMENT_SHARE * clock.increment, usable)
    longest = min(LONGEST * meant, max(LARGEST_SHARE * usable, usable / max(1, moves)))
    return Allotment(min(meant, longest), longest)


def later_than(late: float, longest: float, elapsed: float, busy: float) -> float:
    """How late moves end on average, if one that was to take `longest` has taken `elapsed`.

    busy: CPU seconds of those. Who waits for a core most of the time will be late with the short
    moves near the end of the game.
    """
    waited = min(elapsed - busy, BUSY_LATE) if elapsed > BUSY_TIMES * busy else 0.0
    return late + (min(max(waited, elapsed - longest, 0.0), LATEST) - late) / LATE_MOVES


class Patience:
    """Whether a search has thought long enough, asked after each of its stages."""

    def __init__(self, meant: float) -> None:
        self._meant = meant
        self._move, self._score = -1, 0
        self._same = 0

    def enough(self, move: int, score: int, elapsed: float) -> bool:
        """Whether to play the best move, with its value in hundredths of a disc, now."""
        changed = self._same > 0 and move != self._move
        fallen = self._same > 0 and score < self._score - FALL
        self._same = self._same + 1 if move == self._move else 1
        self._move, self._score = move, score
        moved = CHANGED if changed else SETTLED if self._same >= SETTLED_STAGES else 1.0
        return elapsed >= moved * (FALLEN if fallen else 1.0) * self._meant
