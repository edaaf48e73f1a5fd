"""The levels that a person plays against, by name: from a child's to full strength.

A table and no more: it loads no kernel, so that a window may list the levels
before any is compiled. How each level plays stands in players.engine.level_player.
"""

from collections.abc import Sequence
from typing import NamedTuple

from othello.command_line import available_cores


class Level(NamedTuple):
    """A level's name, what it means for who plays against it, and the player that it is.

    `gain` is by how many Elo it was stronger than the level below, with the 95 % `interval`;
    `ranked` is whether it has a place among the levels, which other people's engines have not.
    """

    name: str
    meaning: str
    spec: str
    gain: int | None = None
    interval: tuple[int, int] = (0, 0)
    ranked: bool = True


FULL_MEGABYTES = 128
"""The tables of full strength: 256 MB save it no moves to play in 26 plies of midgame."""


def full_strength(megabytes: int = FULL_MEGABYTES) -> str:
    """The strongest player of this machine: every core, large tables, the book of openings."""
    threads = available_cores()
    return f"engine:seconds=5,threads={threads},table={megabytes},book=shipped,vary=0"


def _level(
    number: int, name: str, meaning: str, gain: int | None = None, least: int = 0, most: int = 0
) -> Level:
    """A row of the table."""
    return Level(name, meaning, f"engine:level={number}", gain, (least, most))


LEVELS = (
    _level(1, "First steps", "knows the rules and likes to turn many discs"),
    _level(2, "Child", "turns many discs, overlooks much, but sees corners", 222, 167, 293),
    _level(3, "Beginner", "begins to see that discs are not all", 215, 160, 278),
    _level(4, "Casual", "thinks of your reply, often overlooks a move", 207, 161, 260),
    _level(5, "Keen", "plays often, still overlooks good moves", 164, 109, 224),
    _level(6, "Regular", "good moves, and odd ones", 196, 146, 253),
    _level(7, "Practised", "knows what matters, misjudges now and then", 137, 95, 182),
    _level(8, "Club", "few big mistakes, plays the end well", 198, 147, 259),
    _level(9, "Skilled", "plans its moves, slips seldom", 222, 165, 290),
    _level(10, "Strong", "uses your mistakes, seldom errs in the end", 182, 140, 229),
    _level(11, "Very strong", "makes small mistakes only", 182, 132, 234),
    _level(12, "Expert", "misses nothing that is a few moves away", 191, 137, 253),
    _level(13, "Candidate", "hard to beat, and no mistake in its last moves", 158, 76, 258),
    _level(14, "Master", "sees far ahead, the last quarter is perfect", 235, 146, 354),
    _level(15, "Grandmaster", "gives nothing away, the last third is perfect", 177, 105, 258),
    _level(
        16, "Full strength", "the strongest there is: five seconds for each move", 131, 42, 252
    )._replace(spec=full_strength()),
)
"""From the weakest to the strongest.

Measured in 200 games each: `python -m tournament match engine:level=5 engine:level=4 --openings
100`; the last one in fewer games with a hundredth of its time, see docs/play.md. In a window it is
stronger than there: it uses every core of the machine, larger tables and the book of openings.
"""

DEFAULT_LEVEL = "Casual"


def level_for(spec: str, levels: Sequence[Level] = LEVELS) -> Level | None:
    """The level that a specification is; None if it is none."""
    return next((level for level in levels if level.spec == spec), None)
