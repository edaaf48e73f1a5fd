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

    `gain` is its measured strength above the level below in Elo, with the 95 % `interval`.
    """

    name: str
    meaning: str
    gain: int = 0
    interval: tuple[int, int] = (0, 0)
    spec: str = ""


FULL_MEGABYTES = 32
"""Tables of full strength: 128 MB would save 2 % of 300 million nodes with 26 empty squares."""


def full_strength() -> str:
    """Return the strongest player of this machine: all cores, and the book of openings."""
    threads = available_cores()
    return f"engine:seconds=5,threads={threads},table={FULL_MEGABYTES},book=shipped,vary=0"


_MEASURED = (
    Level("First steps", "knows the rules"),
    Level("Child", "misses a lot, but sees corners", 90, (29, 157)),
    Level("Beginner", "starts to see what a move gives you", 121, (58, 187)),
    Level("Casual", "looks at your reply, often misses a move", 106, (39, 179)),
    Level("Keen", "plays often, still misses good moves", 155, (93, 226)),
    Level("Regular", "good moves, and some odd ones", 151, (81, 232)),
    Level("Practised", "knows what matters, sometimes misjudges", 169, (104, 246)),
    Level("Club", "few big mistakes, a good endgame", 93, (34, 158)),
    Level("Skilled", "plans ahead, rarely slips", 69, (-6, 147)),
    Level("Strong", "punishes mistakes, rarely errs in the endgame", 84, (19, 155)),
    Level("Very strong", "makes only small mistakes", 199, (126, 283)),
    Level("Expert", "misses nothing within a few moves", 90, (35, 148)),
    Level("Candidate", "hard to beat, perfect in its last moves", 158, (76, 258)),
    Level("Master", "sees far ahead, perfect in the last quarter", 235, (146, 354)),
    Level("Grandmaster", "gives nothing away, perfect in the last third", 177, (105, 258)),
    Level("Full strength", "full strength: five seconds per move", 131, (42, 252), full_strength()),
)
LEVELS = tuple(
    level._replace(spec=level.spec or f"engine:level={number}")
    for number, level in enumerate(_MEASURED, 1)
)
"""All levels from the weakest to the strongest; players.engine.level_player has their STRENGTHS.

Gains are measured in 122 games each: `python -m tournament match engine:level=5 engine:level=4
--openings 61`. From the thirteenth level on there are 200 games; the last level had fewer, with a
hundredth of its time, see docs/play.md. In a window it is stronger: it uses all cores, larger
tables and the book of openings.
"""

DEFAULT_LEVEL = "Casual"


def level_for(spec: str, levels: Sequence[Level] = LEVELS) -> Level | None:
    """Return the level with this specification, or None."""
    return next((level for level in levels if level.spec == spec), None)
