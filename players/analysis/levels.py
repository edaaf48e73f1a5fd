"""The levels that a person plays against, by name: from a child's to full strength.

A table and no more: it loads no kernel, so that a window may list the levels
before any is compiled. How each level plays stands in players.engine.levels.
"""

from typing import NamedTuple


class Level(NamedTuple):
    """A level's name, what it means for who plays against it, and the player that it is.

    `gain` is by how many Elo it was stronger than the level below, with the 95 % `interval`.
    """

    name: str
    meaning: str
    spec: str
    gain: int | None = None
    interval: tuple[int, int] = (0, 0)


def _level(
    number: int, name: str, meaning: str, gain: int | None = None, least: int = 0, most: int = 0
) -> Level:
    """A row of the table."""
    return Level(name, meaning, f"engine:level={number}", gain, (least, most))


LEVELS = (
    _level(1, "First steps", "knows the rules and likes to turn many discs"),
    _level(2, "Child", "turns many discs, overlooks much, but sees corners", 222, 167, 293),
    _level(3, "Novice", "begins to see that discs are not all", 215, 160, 278),
    _level(4, "Beginner", "thinks of your reply, overlooks every fourth move", 207, 161, 260),
    _level(5, "Casual", "plays now and then, overlooks every fifth move", 164, 109, 224),
    _level(6, "Keen", "plays often: good moves, and odd ones"),
    _level(7, "Regular", "knows what matters, misjudges now and then"),
    _level(8, "Club", "few big mistakes, counts the last seven moves"),
    _level(9, "Skilled", "thinks three moves ahead, slips seldom"),
    _level(10, "Strong", "uses your mistakes, counts the last nine moves"),
    _level(11, "Very strong", "thinks four moves ahead, small mistakes only"),
    _level(12, "Expert", "thinks five moves ahead and misses nothing"),
    _level(13, "Candidate", "seven moves ahead, perfect in the last 13"),
    _level(14, "Master", "nine moves ahead, perfect in the last 15"),
    _level(15, "Grandmaster", "twelve moves ahead, perfect in the last 18"),
    _level(16, "Full strength", "the strongest there is: five seconds for each move"),
)
"""From the weakest to the strongest."""

DEFAULT = "Casual"
