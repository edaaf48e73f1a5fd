"""What one thread's midgame search reads and writes: settings, cuts, rows of moves, lines."""

from typing import Any, NamedTuple

import numpy as np

from players.engine.endgame_table import new_words
from players.engine.fastest_first import AGE, MEMORY_WORDS
from players.engine.settings import Settings as EndgameSettings
from players.engine.settings import new_memory as new_endgame_memory

PLIES = 128
"""The longest line that a search can follow."""
MOVES = 34
"""The most moves of a position; 33 are known to occur."""
EMPTIES = 61
DEPTHS = 24
"""Rows of depths: deeper searches take the last, those to the end of the game row TO_THE_END."""
TO_THE_END = 0
PAIRS = 3
"""How many shallower searches may be asked, one after the other, whether they settle a node."""
NO_SEARCH = -1
LEVELS = (100, 150, 200, 260, 0)
"""Selectivity: how many standard deviations, in hundredths, a cut must be beyond the window, by
level; 0 for no cuts."""
FULL_WIDTH = len(LEVELS) - 1

MEMORY = np.dtype(
    [
        ("endgame", np.uint64, (MEMORY_WORDS,)),
        ("evaluations", np.uint64, (1,)),
        ("age", np.uint64),
        ("level", np.int64),
        ("open_cuts", np.int64),
        ("excluded", np.uint64),
        ("helper", np.int64),
        # settings
        ("deviations", np.int64),
        ("most_open_cuts", np.int64),
        ("tabled", np.int64),
        ("enhanced", np.int64),
        ("internal", np.int64),
        ("searched_order", np.int64),
        ("reply_weight", np.int64),
        ("corner_weight", np.int64),
        ("solved", np.int64),
        # cuts, in hundredths of a disc
        ("shallow", np.int32, (EMPTIES, DEPTHS, PAIRS)),
        ("sigma", np.int32, (EMPTIES, DEPTHS, PAIRS)),
        ("bias", np.int32, (EMPTIES, DEPTHS, PAIRS)),
        ("gate", np.int32, (EMPTIES, DEPTHS, PAIRS)),
        # rows of moves by ply
        ("keys", np.int64, (PLIES, MOVES)),
        ("flipped", np.uint64, (PLIES, MOVES)),
        ("statics", np.int64, (PLIES, MOVES)),
        # lines by ply
        ("lines", np.int64, (PLIES, PLIES)),
        ("lengths", np.int64, (PLIES,)),
    ],
    align=True,
)
"""A thread's memory as one record.

endgame: the solver's memory, whose counter of nodes, budget and alarm hold for both. evaluations:
counted. age: the search's number. level: of LEVELS, with `deviations` its value. open_cuts: how
many shallower searches for a cut are under way, `most_open_cuts` at most. excluded: moves left out
at the root.

tabled, enhanced, internal, searched_order: the least depth at which the table is used, is asked
about the children, is filled by a shallower search where it knows no move, and at which moves are
ordered by a search of one ply. reply_weight, corner_weight: what a reply of the other side, and
one more in a corner, costs in the order of moves, in hundredths of a disc. solved: the most empty
squares at which a search to the end is left to the solver.

shallow: the depth of the search that may settle a node with so many empty squares at such a
depth, NO_SEARCH for none; sigma and bias: the standard deviation and the mean of what the deeper
search says more; gate: how far the static value may lie below what is to be shown.
"""


class Settings(NamedTuple):
    """The settings of MEMORY that are the same for a whole game."""

    most_open_cuts: int = 2
    tabled: int = 2
    enhanced: int = 4
    internal: int = 6
    searched_order: int = 7
    reply_weight: int = 50
    corner_weight: int = 100
    solved: int = 12


def new_memory(settings: Settings, cuts: Any = None) -> np.ndarray:
    """A record of MEMORY, as an array of one, with these settings and cuts.

    cuts: a mapping of the arrays shallow, sigma, bias and gate; None for a search without cuts.
    """
    memory = np.zeros(1, MEMORY)
    memory["endgame"][0] = new_endgame_memory(EndgameSettings())
    for name, value in settings._asdict().items():
        memory[name] = value
    memory["shallow"] = NO_SEARCH
    for name in ("shallow", "sigma", "bias", "gate") if cuts is not None else ():
        memory[name][0] = cuts[name]
    memory["level"], memory["age"] = FULL_WIDTH, 1
    return memory


def next_search(memory: np.ndarray, budget: int) -> None:
    """Let entries of earlier searches make room, and set the counters for a new one."""
    from players.search.workspace import ALARM, BUDGET

    endgame = memory["endgame"][0]
    memory["age"] = memory["age"] % 255 + 1
    endgame[AGE] = memory["age"][0]
    endgame[ALARM] = 0
    endgame[BUDGET] = budget
    memory["open_cuts"] = 0


__all__ = ["MEMORY", "Settings", "new_memory", "new_words", "next_search"]
