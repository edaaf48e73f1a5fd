"""What one thread's midgame search reads and writes: settings, cuts, rows of moves, lines."""

from typing import Any, NamedTuple

import numpy as np

from players.engine.endgame_memory import (
    ENDGAME_MEMORY,
    EndgameSettings,
    new_endgame_memory,
    record_dtype,
)
from players.engine.last_ply import NUMBERS_KEPT
from players.search.workspace import MOST_MOVES, MOST_PLIES, NO_BUDGET

EMPTIES = 61
"""Rows of empty squares: boards with more take the last."""
DEPTH_ROWS = 24
"""Rows of depths: deeper searches take the last, those to the end of the game row TO_THE_END."""
TO_THE_END = 0
CUT_SEARCHES = 3
"""How many shallower searches may be asked, one after the other, whether they settle a node."""
CUTS = ("shallow", "sigma", "bias", "lead", "gate")
"""The arrays that say where the search may cut."""
NO_SEARCH = -1
SELECTIVITY_LEVELS = (70, 100, 140, 200, 260, 0)
"""Selectivity: how many standard deviations, in hundredths, a cut must be beyond the window, by
level; 0 for no cuts."""
FULL_WIDTH = len(SELECTIVITY_LEVELS) - 1

NO_DEPTH = 99
"""A depth that no search has: what starts there is switched off."""


class MidgameSettings(NamedTuple):
    """Where each technique begins, in plies of depth, and what the order of moves counts.

    most_open_cuts: how many shallower searches for a cut may be under way. tabled, internal,
    valued_order: the least depth at which the table is used, is filled by a shallower search where
    it knows no move, and at which moves are ordered by the evaluation. reply_weight, corner_weight:
    what a reply of the other side, and one more in a corner, costs in the order of moves, in
    hundredths of a disc. solved: the most empty squares at which a search to the end is left to the
    solver.
    """

    most_open_cuts: int = 2
    tabled: int = 2
    internal: int = 6
    valued_order: int = 3
    reply_weight: int = 50
    corner_weight: int = 100
    solved: int = 12


MIDGAME_OFF = {
    "table": MidgameSettings(tabled=NO_DEPTH, internal=NO_DEPTH),
    "evaluation order": MidgameSettings(valued_order=NO_DEPTH),
    "internal deepening": MidgameSettings(internal=NO_DEPTH),
    "replies": MidgameSettings(reply_weight=0, corner_weight=0),
    "nested cuts": MidgameSettings(most_open_cuts=1),
    "cuts": MidgameSettings(most_open_cuts=0),
}
"""Settings with one technique switched off, by its name."""

MIDGAME_MEMORY = record_dtype(
    [
        ("endgame", ENDGAME_MEMORY),
        ("last_ply", np.uint64, (NUMBERS_KEPT,)),
        ("age", np.uint64),
        *((name, np.int64) for name in ("level", "deviations", "open_cuts")),
        *((name, np.int64) for name in ("root_move", "root_value")),
        *((name, np.int64) for name in MidgameSettings._fields),
        *((name, np.int32, (EMPTIES, DEPTH_ROWS, CUT_SEARCHES)) for name in CUTS),
        ("keys", np.int64, (MOST_PLIES, MOST_MOVES)),
        ("flipped", np.uint64, (MOST_PLIES, MOST_MOVES)),
        ("statics", np.int64, (MOST_PLIES, MOST_MOVES)),
        ("lines", np.int64, (MOST_PLIES, MOST_PLIES)),
        ("lengths", np.int64, (MOST_PLIES,)),
    ]
)
"""A thread's memory as one record.

endgame: the solver's, whose counter of nodes, budget and alarm hold for both. last_ply: what the
last ply keeps: the number of evaluations, then moves. age: the search's number. level: of
SELECTIVITY_LEVELS, with `deviations` its value. open_cuts: how many shallower searches for a cut
are under way. root_move, root_value: the best move so far of a search of the root, NO_SEARCH before
the first has a value. Then the settings.

The cuts, in hundredths of a disc: shallow: the depth of the search that may settle a node with so
many empty squares at such a depth, NO_SEARCH for none; sigma and bias: the standard deviation and
the mean of what the deeper search says more; lead: the mean of what the shallow search says more
than the static value; gate: how far the latter, with the lead, may lie short of what is to be
shown.

keys, flipped, statics: rows of moves by ply. lines, lengths: the best lines by ply.
"""


def new_midgame_memory(settings: MidgameSettings, cuts: Any = None) -> np.ndarray:
    """MIDGAME_MEMORY[1] with these settings and cuts; see `record_of`.

    cuts: a mapping of the arrays named in CUTS; None for a search without cuts.
    """
    memory = np.zeros(1, MIDGAME_MEMORY)
    memory["endgame"] = new_endgame_memory(EndgameSettings())
    for name, value in settings._asdict().items():
        memory[name] = value
    memory["shallow"] = NO_SEARCH
    for name in CUTS if cuts is not None else ():
        memory[name] = cuts[name]
    memory["level"], memory["age"] = FULL_WIDTH, 1
    return memory


def next_search(memory: np.ndarray) -> None:
    """Let entries of earlier searches make room, and set what holds for one without limits."""
    endgame = memory["endgame"]
    memory["age"] = endgame["age"] = memory["age"] % 255 + 1
    memory["open_cuts"] = endgame["halt"] = endgame["alarm"] = 0
    memory["last_ply"][:, 1:] = 0
    endgame["budget"] = NO_BUDGET


def limit(endgame: np.ndarray, budget: int | None) -> None:
    """Let a thread play at most `budget` moves from now on; None for any number."""
    nodes = int(endgame["nodes"][0])
    endgame["budget"] = NO_BUDGET if budget is None else min(nodes + budget, NO_BUDGET)


def set_selectivity(memory: np.ndarray, level: int) -> None:
    """Set how selective the next search is, by its level."""
    memory["level"], memory["deviations"] = level, SELECTIVITY_LEVELS[level]
    memory["open_cuts"] = 0
    memory["root_move"] = NO_SEARCH
