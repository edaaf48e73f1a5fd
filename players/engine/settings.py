"""What the solver's techniques are set to, and how each is switched off."""

from typing import NamedTuple

import numpy as np

from players.engine import fastest_first, guided
from players.search.workspace import BUDGET, NO_BUDGET

NEVER = 99
"""More empty squares than a board has: what starts there is switched off."""


class Settings(NamedTuple):
    """Where each technique begins, in empty squares, and the weights of the order of moves.

    few: the most at which parity alone orders. tabled: the fewest at which a position is in the
    table. enhanced: the fewest, of those that the evaluation orders, at which the table is asked
    about the children. stable: the fewest at which stable discs bound the result, if alpha is at
    least twice the empty squares.
    reply, corner_reply, odd: what a reply of the other side, one in a corner more, and a move
    into an odd quadrant weigh in fastest-first order. guided: the fewest at
    which the evaluation orders, after a search of one ply for each `deeper` squares more, deepest
    at most, whose hundredths of a disc guided_reply, guided_corner_reply and guided_odd
    are added to. shared: the fewest at which threads help each other, at most that of `Solver`; a
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
    guided: int = 12
    deepest: int = 3
    deeper: int = 4
    guided_reply: int = 250
    guided_corner_reply: int = 250
    guided_odd: int = 50
    shared: int = NEVER
    margin: int = 1200


OFF = {
    "table below 12 empties": Settings(tabled=12),
    "enhanced cutoff": Settings(enhanced=NEVER),
    "stability": Settings(stable=NEVER),
    "fastest first": Settings(reply=0, corner_reply=0),
    "corner replies": Settings(corner_reply=0, guided_corner_reply=0),
    "parity in fastest first": Settings(odd=0, guided_odd=0),
    "parity alone up to 6 empties": Settings(few=4),
    "evaluation": Settings(guided=NEVER),
    "replies beside the evaluation": Settings(guided_reply=0, guided_corner_reply=0),
    "pass of estimates": Settings(margin=0),
    "shallow search before ordering": Settings(deepest=0),
}
"""Settings with one technique switched off, by its name."""


PLACES = {
    "few": fastest_first.FEW,
    "tabled": fastest_first.TABLED,
    "enhanced": fastest_first.ENHANCED,
    "stable": fastest_first.STABLE,
    "reply": fastest_first.REPLY,
    "corner_reply": fastest_first.CORNER_REPLY,
    "odd": fastest_first.ODD,
    "guided": guided.GUIDED,
    "deepest": guided.DEEPEST,
    "deeper": guided.DEEPER,
    "guided_reply": guided.GUIDED_REPLY,
    "guided_corner_reply": guided.GUIDED_CORNER_REPLY,
    "guided_odd": guided.GUIDED_ODD,
    "shared": guided.SHARED,
    "margin": guided.MARGIN,
}
"""Where in a thread's memory each setting stands."""


def write(settings: Settings, memory: np.ndarray) -> None:
    """Put the settings where a thread's kernels read them."""
    for name, value in settings._replace(shared=settings.shared - 1)._asdict().items():
        memory[PLACES[name]] = value


def new_memory(settings: Settings) -> np.ndarray:
    """uint64[MEMORY_WORDS]: a thread's memory before its first problem, without a budget."""
    memory = np.zeros(fastest_first.MEMORY_WORDS, np.uint64)
    write(settings, memory)
    memory[fastest_first.AGE], memory[BUDGET] = 1, NO_BUDGET
    return memory
