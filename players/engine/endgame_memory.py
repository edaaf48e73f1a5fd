"""What the solver's techniques are set to, and how each is switched off."""

from typing import NamedTuple

import numpy as np

from players.engine import endgame_deep, endgame_shallow
from players.search.workspace import BUDGET, NO_BUDGET

NEVER = 99
"""More empty squares than a board has: what starts there is switched off."""


class EndgameSettings(NamedTuple):
    """Where each technique begins, in empty squares, and the weights of the order of moves.

    few: the most at which parity alone orders. tabled: the fewest at which a position is in the
    table. enhanced: the fewest, of those that the evaluation orders, at which the table is asked
    about the children. stable: the fewest at which stable discs bound the result, if alpha is at
    least twice the empty squares.
    reply, corner_reply, odd: what a reply of the other side, one in a corner more, and a move
    into an odd quadrant weigh in fastest-first order. deep: the fewest at which the evaluation
    orders, after a search of one ply for each `squares_a_ply` squares more, `most_plies` at most,
    to whose hundredths of a disc deep_reply, deep_corner_reply and deep_odd are added.
    shared: the fewest at which threads help each other, at most that of `Solver`; a
    thread puts off what another one searches from one square fewer on.
    margin: in the pass of estimates, how far beyond alpha a shallow search must be to settle a
    position, in hundredths of a disc; 0 for no such pass.
    """

    few: int = 6
    tabled: int = 9
    enhanced: int = 12
    stable: int = 7
    reply: int = 16
    corner_reply: int = 16
    odd: int = 8
    deep: int = 12
    most_plies: int = 3
    squares_a_ply: int = 4
    deep_reply: int = 250
    deep_corner_reply: int = 250
    deep_odd: int = 50
    shared: int = NEVER
    margin: int = 1200


ENDGAME_OFF = {
    "table below 12 empties": EndgameSettings(tabled=12),
    "enhanced cutoff": EndgameSettings(enhanced=NEVER),
    "stability": EndgameSettings(stable=NEVER),
    "fastest first": EndgameSettings(reply=0, corner_reply=0),
    "corner replies": EndgameSettings(corner_reply=0, deep_corner_reply=0),
    "parity in fastest first": EndgameSettings(odd=0, deep_odd=0),
    "parity alone up to 6 empties": EndgameSettings(few=4),
    "evaluation": EndgameSettings(deep=NEVER),
    "replies beside the evaluation": EndgameSettings(deep_reply=0, deep_corner_reply=0),
    "pass of estimates": EndgameSettings(margin=0),
    "shallow search before ordering": EndgameSettings(most_plies=0),
}
"""EndgameSettings with one technique switched off, by its name."""


PLACES = {
    "few": endgame_shallow.FEW,
    "tabled": endgame_shallow.TABLED,
    "enhanced": endgame_shallow.ENHANCED,
    "stable": endgame_shallow.STABLE,
    "reply": endgame_shallow.REPLY,
    "corner_reply": endgame_shallow.CORNER_REPLY,
    "odd": endgame_shallow.ODD,
    "deep": endgame_deep.DEEP,
    "most_plies": endgame_deep.MOST_PLIES,
    "squares_a_ply": endgame_deep.SQUARES_A_PLY,
    "deep_reply": endgame_deep.DEEP_REPLY,
    "deep_corner_reply": endgame_deep.DEEP_CORNER_REPLY,
    "deep_odd": endgame_deep.DEEP_ODD,
    "shared": endgame_deep.SHARED,
    "margin": endgame_deep.MARGIN,
}
"""Where in a thread's memory each setting stands."""


def write(settings: EndgameSettings, memory: np.ndarray) -> None:
    """Put the settings where a thread's kernels read them."""
    for name, value in settings._replace(shared=settings.shared - 1)._asdict().items():
        memory[PLACES[name]] = value


def new_endgame_memory(settings: EndgameSettings) -> np.ndarray:
    """uint64[MEMORY_WORDS]: a thread's memory before its first problem, without a budget."""
    memory = np.zeros(endgame_shallow.MEMORY_WORDS, np.uint64)
    write(settings, memory)
    memory[endgame_shallow.AGE], memory[BUDGET] = 1, NO_BUDGET
    return memory
