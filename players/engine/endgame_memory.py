"""What one thread's solver reads and writes, and how its techniques are set and switched off."""

from typing import Any, NamedTuple

import numpy as np

from players.engine.last_ply import NUMBERS_KEPT
from players.search.workspace import MOST_MOVES, NO_BUDGET

NO_EMPTIES = 99
"""More empty squares than a board has: what starts there is switched off."""


class ThreadMemory(np.record):  # type: ignore[misc]
    """A record that keeps its `data`: numba asks for it at each call of a kernel.

    numpy makes it each time, with a description of all fields, which takes 10 microseconds.
    """

    data = None  # type: ignore[assignment]


def record_dtype(fields: list[Any]) -> np.dtype:
    """The dtype of a thread's memory."""
    return np.dtype((ThreadMemory, np.dtype(fields, align=True)))


def record_of(memory: np.ndarray) -> np.record:
    """The record in the array of one that Python reads and writes: what kernels take."""
    record = memory[0]
    record.__dict__["data"] = memory.view(np.uint8).data
    return record


class EndgameSettings(NamedTuple):
    """Where each technique begins, in empty squares, and the weights of the order of moves.

    few: the most at which parity alone orders. tabled: the fewest at which a position is in a
    table; large: in the large one. enhanced: the fewest, of those that the evaluation orders, at
    which the table is asked about the children. stable: the fewest at which stable discs bound the
    result, if alpha is at least twice the empty squares.
    reply, corner_reply, odd: what a reply of the other side, one in a corner more, and a move
    into an odd quadrant weigh in fastest-first order. deep: the fewest at which the evaluation
    orders, after a search of one ply for each `squares_a_ply` squares more, `most_plies` at most,
    to whose hundredths of a disc deep_reply, deep_corner_reply and deep_odd are added.
    shared: the fewest at which threads help each other, at most that of `Solver`; a
    thread puts off what another one searches from one square fewer on.
    margin: in the pass of estimates, how far beyond alpha a shallow search must be to settle a
    position, in hundredths of a disc; 0 for no such pass. estimated: the fewest at which one does.
    """

    few: int = 5
    tabled: int = 7
    large: int = 10
    enhanced: int = 13
    stable: int = 7
    reply: int = 16
    corner_reply: int = 16
    odd: int = 8
    deep: int = 12
    most_plies: int = 2
    squares_a_ply: int = 3
    deep_reply: int = 250
    deep_corner_reply: int = 250
    deep_odd: int = 50
    shared: int = NO_EMPTIES
    margin: int = 1200
    estimated: int = 8


ENDGAME_OFF = {
    "table below 12 empties": EndgameSettings(tabled=12),
    "small table below 10 empties": EndgameSettings(large=0),
    "enhanced cutoff": EndgameSettings(enhanced=NO_EMPTIES),
    "stability": EndgameSettings(stable=NO_EMPTIES),
    "fastest first": EndgameSettings(reply=0, corner_reply=0),
    "corner replies": EndgameSettings(corner_reply=0, deep_corner_reply=0),
    "parity in fastest first": EndgameSettings(odd=0, deep_odd=0),
    "parity alone up to 5 empties": EndgameSettings(few=4),
    "evaluation": EndgameSettings(deep=NO_EMPTIES, margin=0),
    "replies beside the evaluation": EndgameSettings(deep_reply=0, deep_corner_reply=0),
    "pass of estimates": EndgameSettings(margin=0),
    "estimates below 12 empties": EndgameSettings(estimated=12),
    "shallow search before ordering": EndgameSettings(most_plies=0),
}
"""EndgameSettings with one technique switched off, by its name."""

ENDGAME_MEMORY = record_dtype(
    [
        *((name, np.uint64) for name in ("nodes", "budget", "alarm", "halt", "age", "best_move")),
        *((name, np.int64) for name in EndgameSettings._fields),
        ("last_ply", np.uint64, (NUMBERS_KEPT,)),
        ("keys", np.uint64, (65, MOST_MOVES)),
        ("flipped", np.uint64, (65, MOST_MOVES)),
    ]
)
"""A thread's memory as one record.

nodes: the moves played; the search ends at `budget`, or where `alarm` or `halt` is 1: its time is
used, or another thread has the answer. age: the problem's number, 1 to 255. best_move: of the root.
Then the settings. last_ply: what `last_ply` keeps. keys, flipped: rows of moves, one for each
number of empty squares.
"""


def new_endgame_memory(settings: EndgameSettings) -> np.ndarray:
    """ENDGAME_MEMORY[1] before its first problem, without a budget; see `record_of`.

    Python reads the array: a record's attributes take ten times as long.
    """
    memory = np.zeros(1, ENDGAME_MEMORY)
    for name, value in settings._replace(shared=settings.shared - 1)._asdict().items():
        memory[name] = value
    memory["age"], memory["budget"] = 1, NO_BUDGET
    return memory


def is_ended(memory: np.ndarray, stop: Any) -> bool:
    """True if a search with this ENDGAME_MEMORY[1] must end, as `ended` of endgame_shallow says."""
    if stop[0] or memory["halt"][0] or memory["alarm"][0]:
        return True
    return bool(memory["nodes"][0] >= memory["budget"][0])
