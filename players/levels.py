"""The levels that a person plays against, by name: from a child's to full strength.

A table and no more: it loads no kernel, so that a window may list the levels
before any is compiled. How each level plays stands in players.engine.level_player.
"""

from collections.abc import Sequence
from typing import NamedTuple

from othello.cli.command import available_cores

HUMAN = "human"
"""Who plays a side, in place of a player's specification: a person."""


class Level(NamedTuple):
    """A level's name, what it means for who plays against it, and the player that it is.

    `rating` is that of the people as whom it errs, None where it errs as nobody does. `gain` is by
    how many Elo it was stronger than the level below, with the 95 % `interval`; `ranked` is whether
    it has a place among the levels, which other people's engines have not.
    """

    name: str
    meaning: str
    spec: str
    rating: int | None = None
    gain: int | None = None
    interval: tuple[int, int] = (0, 0)
    ranked: bool = True


FULL_MEGABYTES = 32
"""The tables of full strength: 128 MB save 2 % of 300 million nodes with 26 empty squares."""


def full_strength(megabytes: int = FULL_MEGABYTES) -> str:
    """The strongest player of this machine: every core, and the book of openings."""
    threads = available_cores()
    return f"engine:seconds=5,threads={threads},table={megabytes},book=shipped,vary=0"


def _level(
    number: int,
    name: str,
    meaning: str,
    rating: int | None = None,
    gain: tuple[int, int, int] | None = None,
) -> Level:
    """A row of the table; `gain` is followed by the ends of its interval."""
    measured, least, most = gain or (None, 0, 0)
    return Level(name, meaning, f"engine:level={number}", rating, measured, (least, most))


LEVELS = (
    _level(1, "First steps", "knows the rules", -300),
    _level(2, "Child", "misses a lot, but sees corners", 100, (90, 29, 157)),
    _level(3, "Beginner", "starts to see what a move gives you", 450, (121, 58, 187)),
    _level(4, "Casual", "looks at your reply, often misses a move", 750, (106, 39, 179)),
    _level(5, "Keen", "plays often, still misses good moves", 1000, (155, 93, 226)),
    _level(6, "Regular", "good moves, and some odd ones", 1250, (151, 81, 232)),
    _level(7, "Practised", "knows what matters, sometimes misjudges", 1450, (169, 104, 246)),
    _level(8, "Club", "few big mistakes, a good endgame", 1650, (93, 34, 158)),
    _level(9, "Skilled", "plans ahead, rarely slips", 1850, (69, -6, 147)),
    _level(10, "Strong", "punishes mistakes, rarely errs in the endgame", 2050, (84, 19, 155)),
    _level(11, "Very strong", "makes only small mistakes", 2500, (199, 126, 283)),
    _level(12, "Expert", "misses nothing within a few moves", None, (90, 35, 148)),
    _level(13, "Candidate", "hard to beat, perfect in its last moves", None, (158, 76, 258)),
    _level(14, "Master", "sees far ahead, perfect in the last quarter", None, (235, 146, 354)),
    _level(
        15, "Grandmaster", "gives nothing away, perfect in the last third", None, (177, 105, 258)
    ),
    _level(
        16,
        "Full strength",
        "full strength: five seconds per move",
        None,
        (131, 42, 252),
    )._replace(spec=full_strength()),
)
"""From the weakest to the strongest.

Measured in 122 games each: `python -m tournament match engine:level=5 engine:level=4
--openings 61`; from the thirteenth on in 200, the last one in fewer with a hundredth of its time,
see docs/play.md. In a window it is stronger than there: it uses every core of the machine, larger
tables and the book of openings.
"""
PEOPLE = range(700, 2130)
"""The ratings of nearly all people of whom the levels learned to err; 1500 is the mean of all."""

DEFAULT_LEVEL = "Casual"


def level_for(spec: str, levels: Sequence[Level] = LEVELS) -> Level | None:
    """The level that a specification is; None if it is none."""
    return next((level for level in levels if level.spec == spec), None)
