"""The levels that a person plays against, by name: from a child's to full strength.

A table and no more: it imports nothing, so that a window may list the levels
before any kernel is compiled. A stronger engine is another specification in
the last rows.
"""

from typing import NamedTuple


class Level(NamedTuple):
    """A level's name, what it means for who plays against it, and the player that it is."""

    name: str
    meaning: str
    spec: str


SEARCH = "alphabeta:evaluator=bill,driver=pvs,table=20"

LEVELS = (
    Level("First steps", "any move half of the time, else the most discs", "casual:blunders=0.5"),
    Level("Child", "takes the most discs, and one move in five is any", "casual:blunders=0.2"),
    Level("Beginner", "looks 2 plies ahead, misjudges by 10 discs", "casual:depth=2,noise=10"),
    Level("Casual", "looks 2 plies ahead, misjudges by 5 discs", "casual:depth=2,noise=5"),
    Level("Club", "looks 4 plies ahead, misjudges by 2 discs", "casual:depth=4,noise=2"),
    Level("Strong", "looks 6 plies ahead, without a mistake", f"{SEARCH},depth=6"),
    Level("Expert", "looks 10 plies ahead", f"{SEARCH},depth=10"),
    Level("Full strength", "thinks for 5 seconds, plays the end perfectly", f"{SEARCH},seconds=5"),
)
"""From the weakest to the strongest.

Each beats the one before it; `data/README.md` has the scores and the command.
"""

DEFAULT = "Casual"
