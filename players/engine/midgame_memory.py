"""What one thread's midgame search reads and writes: settings, cuts, rows of moves, lines."""

from typing import Any, NamedTuple

import numpy as np

from players.engine.endgame_memory import EndgameSettings, new_endgame_memory
from players.engine.endgame_shallow import AGE, HALT, MEMORY_WORDS
from players.engine.last_empties import NODES
from players.engine.last_ply import PLACES
from players.search.workspace import ALARM, BUDGET, NO_BUDGET

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
CUTS = ("shallow", "sigma", "bias", "lead", "gate")
"""The arrays that say where the search may cut."""
NO_SEARCH = -1
LEVELS = (70, 100, 140, 200, 260, 0)
"""Selectivity: how many standard deviations, in hundredths, a cut must be beyond the window, by
level; 0 for no cuts."""
FULL_WIDTH = len(LEVELS) - 1

MEMORY = np.dtype(
    [
        ("endgame", np.uint64, (MEMORY_WORDS,)),
        ("last_ply", np.uint64, (PLACES,)),
        ("age", np.uint64),
        ("level", np.int64),
        ("open_cuts", np.int64),
        ("proven", np.int64),
        ("excluded", np.uint64),
        ("root_move", np.int64),
        ("root_value", np.int64),
        # settings
        ("deviations", np.int64),
        ("most_open_cuts", np.int64),
        ("tabled", np.int64),
        ("enhanced", np.int64),
        ("internal", np.int64),
        ("valued_order", np.int64),
        ("searched_order", np.int64),
        ("reply_weight", np.int64),
        ("corner_weight", np.int64),
        ("solved", np.int64),
        ("static_cuts", np.int64),
        ("proofs", np.int64),
        ("late_cost", np.int64),
        ("late_free", np.int64),
        ("late_from", np.int64),
        # cuts, in hundredths of a disc
        ("shallow", np.int32, (EMPTIES, DEPTHS, PAIRS)),
        ("sigma", np.int32, (EMPTIES, DEPTHS, PAIRS)),
        ("bias", np.int32, (EMPTIES, DEPTHS, PAIRS)),
        ("lead", np.int32, (EMPTIES, DEPTHS, PAIRS)),
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

endgame: the solver's memory, whose counter of nodes, budget and alarm hold for both. last_ply: what
the last ply keeps: the number of evaluations, then moves. age: the search's number. level: of
LEVELS, with `deviations` its value. open_cuts: how many shallower searches for a cut are under way,
`most_open_cuts` at most. proven: whether the last bound of a scout is one of the result under
perfect play. excluded: moves left out at the root. root_move, root_value: the best move so far of a
search of the root, NO_SEARCH before the first has a value.

tabled, enhanced, internal, valued_order, searched_order: the least depth at which the table is
used, is asked about the children, is filled by a shallower search where it knows no move, and at
which moves are ordered by the evaluation and by a search of one ply. reply_weight, corner_weight:
what a reply of the other side, and one more in a corner, costs in the order of moves, in hundredths
of a disc. solved: the most empty squares at which a search to the end is left to the solver.
static_cuts: whether the static value alone may settle a node. proofs: whether the table keeps
bounds that searches prove, of whatever depth and selectivity, as those of the result. late_cost:
what each move behind the first `late_free` costs, in hundredths of a ply that are taken off the
depth once they are a whole one, from the depth `late_from` on; 0 for nothing.

shallow: the depth of the search that may settle a node with so many empty squares at such a
depth, NO_SEARCH for none; sigma and bias: the standard deviation and the mean of what the deeper
search says more; lead: the mean of what the shallow search says more than the static value; gate:
how far the latter, with the lead, may lie short of what is to be shown.
"""


NEVER = 99
"""A depth that no search has: what starts there is switched off."""


class MidgameSettings(NamedTuple):
    """The settings of MEMORY that are the same for a whole game."""

    most_open_cuts: int = 2
    tabled: int = 2
    enhanced: int = 4
    internal: int = 6
    valued_order: int = 3
    searched_order: int = NEVER
    reply_weight: int = 50
    corner_weight: int = 100
    solved: int = 12
    static_cuts: int = 0
    proofs: int = 0
    late_cost: int = 0
    late_free: int = 2
    late_from: int = 3


MIDGAME_OFF = {
    "table": MidgameSettings(tabled=NEVER, enhanced=NEVER, internal=NEVER),
    "enhanced cutoff": MidgameSettings(enhanced=NEVER),
    "evaluation order": MidgameSettings(valued_order=NEVER),
    "internal deepening": MidgameSettings(internal=NEVER),
    "replies": MidgameSettings(reply_weight=0, corner_weight=0),
    "nested cuts": MidgameSettings(most_open_cuts=1),
    "cuts": MidgameSettings(most_open_cuts=0),
}
"""Settings with one technique switched off, by its name."""
MIDGAME_ON = {
    "searched order": MidgameSettings(searched_order=8),
    "static margins": MidgameSettings(static_cuts=1),
    "proven bounds": MidgameSettings(proofs=1),
    "late reductions": MidgameSettings(late_cost=34),
}
"""Settings with what is not used by default, by its name: order by searches of one ply, margins of
the static value alone, as forward estimation's, score ranges, and interest's costs."""


def new_midgame_memory(settings: MidgameSettings, cuts: Any = None) -> np.ndarray:
    """A record of MEMORY, as an array of one, with these settings and cuts.

    cuts: a mapping of the arrays named in CUTS; None for a search without cuts.
    """
    memory = np.zeros(1, MEMORY).view(np.recarray)
    memory["endgame"][0] = new_endgame_memory(EndgameSettings())
    for name, value in settings._asdict().items():
        memory[name] = value
    memory["shallow"] = NO_SEARCH
    for name in CUTS if cuts is not None else ():
        memory[name][0] = cuts[name]
    memory["level"], memory["age"] = FULL_WIDTH, 1
    return memory


def next_search(memory: np.ndarray, excluded: int = 0) -> None:
    """Let entries of earlier searches make room, and set what holds for a new one, without limits.

    excluded: a set of squares.
    """
    endgame = memory["endgame"][0]
    memory["age"] = memory["age"] % 255 + 1
    memory["open_cuts"] = 0
    memory["excluded"] = excluded
    memory["last_ply"][0, 1:] = 0
    endgame[AGE], endgame[HALT], endgame[ALARM] = memory["age"][0], 0, 0
    endgame[BUDGET] = NO_BUDGET


def limit(memory: np.ndarray, budget: int | None) -> None:
    """Let a thread play so many moves from now on; None for any number."""
    endgame = memory["endgame"][0]
    endgame[BUDGET] = NO_BUDGET if budget is None else min(int(endgame[NODES]) + budget, NO_BUDGET)


def cut_down_to(memory: np.ndarray, level: int) -> None:
    """Set how selective the next search is, by its level."""
    memory["level"], memory["deviations"] = level, LEVELS[level]
    memory["open_cuts"] = 0
    memory["root_move"] = NO_SEARCH
