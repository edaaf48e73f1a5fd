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
    Level("Child", "looks 2 plies ahead, misjudges by 30 discs", "casual:depth=2,noise=30"),
    Level("Beginner", "looks 2 plies ahead, misjudges by 16 discs", "casual:depth=2,noise=16"),
    Level("Casual", "looks 2 plies ahead, misjudges by 8 discs", "casual:depth=2,noise=8"),
    Level("Club", "looks 2 plies ahead, misjudges by 3 discs", "casual:depth=2,noise=3"),
    Level("Strong", "looks 4 plies ahead, misjudges by 1 disc", "casual:depth=4,noise=1"),
    Level("Expert", "looks 8 plies ahead", f"{SEARCH},deepening=true,depth=8"),
    Level("Full strength", "5 seconds for each move", f"{SEARCH},seconds=5"),
)
"""From the weakest to the strongest.

Share of the game points that each won of the one before it, in 200 games (`python -m
tournament match A B --openings 100`): 70, 80, 81, 86, 95, 93 %. First steps won 58 %
against `random` and 46 % against `greedy`; Child 84 and 65 %; Beginner 88 % against `greedy`.
"""

DEFAULT = "Casual"
