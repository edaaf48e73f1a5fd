"""Levels of strength that a person plays against, from a child's to full strength.

This module loads no kernels, so that a window can list the levels before any is compiled. The
player of a level is in players.engine.level_player.
"""

from collections.abc import Sequence
from typing import NamedTuple

from othello.cli.command import available_cores

HUMAN = "human"
"""A person, in place of a player's specification."""


class Level(NamedTuple):
    """A level's name, its meaning for its opponent, and the specification of its player.

    `rating` is that of the people whose errors it makes, None if it does not imitate people. `gain`
    is its measured strength above the level below in Elo, with the 95 % `interval`.
    """

    name: str
    meaning: str
    spec: str
    rating: int | None = None
    gain: int | None = None
    interval: tuple[int, int] = (0, 0)


FULL_MEGABYTES = 32
"""Tables of full strength: 128 MB would save 2 % of 300 million nodes with 26 empty squares."""


def full_strength() -> str:
    """Return the strongest player of this machine: all cores, and the book of openings."""
    threads = available_cores()
    return f"engine:seconds=5,threads={threads},table={FULL_MEGABYTES},book=shipped,vary=0"


def _level(
    number: int,
    name: str,
    meaning: str,
    rating: int | None = None,
    gain: tuple[int, int, int] | None = None,
) -> Level:
    """Return a row of the table; `gain` is followed by the ends of its interval."""
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
"""All levels from the weakest to the strongest.

Gains are measured in 122 games each: `python -m tournament match engine:level=5 engine:level=4
--openings 61`. From the thirteenth level on there are 200 games; the last level had fewer, with a
hundredth of its time, see docs/play.md. In a window it is stronger: it uses all cores, larger
tables and the book of openings.
"""
DEFAULT_LEVEL = "Casual"


def level_for(spec: str, levels: Sequence[Level] = LEVELS) -> Level | None:
    """Return the level with this specification, or None."""
    return next((level for level in levels if level.spec == spec), None)
