"""Levels of strength that a person plays against, from a child's to full strength.

This module loads no kernels, so that a window can list the levels before any is compiled.
`players.engine.level_player` plays them.
"""

from typing import NamedTuple

from othello.cli.command import available_cores

HUMAN = "human"
"""A person, in place of a player's specification."""


class Level(NamedTuple):
    """A level's name, its meaning for its opponent, its strength, and its player's specification.

    `gain` is its measured strength above the level below in Elo, see data/results/levels.json. It
    looks `depth` plies ahead, and to the end of the game from `ending` empty squares on, or thinks
    for `seconds` a move. With a `rating` it then chooses as people of that rating do.
    """

    name: str
    meaning: str
    gain: int = 0
    rating: int | None = None
    depth: int | None = 8
    ending: int = 12
    seconds: float | None = None
    spec: str = ""


FULL_MEGABYTES = 32
"""Tables of full strength: 128 MB would save 2 % of 300 million nodes with 26 empty squares."""


FULL_STRENGTH = (
    f"engine:seconds=5,threads={available_cores()},table={FULL_MEGABYTES},book=shipped,vary=0"
)
"""The strongest player of this machine: all cores, and the book of openings."""

_MEASURED = (
    Level("First steps", "knows the rules", rating=-300),
    Level("Child", "misses a lot, but sees corners", 87, 100),
    Level("Beginner", "starts to see what a move gives you", 63, 450),
    Level("Casual", "looks at your reply, often misses a move", 183, 750),
    Level("Keen", "plays often, still misses good moves", 87, 1000),
    Level("Regular", "good moves, and some odd ones", 128, 1250),
    Level("Practised", "knows what matters, sometimes misjudges", 118, 1450),
    Level("Club", "few big mistakes, a good endgame", 158, 1650),
    Level("Skilled", "plans ahead, rarely slips", 106, 1850),
    Level("Strong", "punishes mistakes, rarely errs in the endgame", 96, 2050),
    Level("Very strong", "makes only small mistakes", 183, 2500),
    Level("Expert", "misses nothing within a few moves", 99, depth=5, ending=11),
    Level("Candidate", "hard to beat, perfect in its last moves", 254, depth=7, ending=13),
    Level("Master", "sees far ahead, perfect in the last quarter", 141, depth=9, ending=15),
    Level("Grandmaster", "gives nothing away, perfect in the last third", 165, depth=12, ending=18),
    Level(
        "Full strength",
        "full strength: five seconds per move",
        214,
        depth=None,
        seconds=5,
        spec=FULL_STRENGTH,
    ),
)
LEVELS = tuple(
    level._replace(spec=level.spec or f"engine:level={number}")
    for number, level in enumerate(_MEASURED, 1)
)
"""All levels from the weakest to the strongest.

Few rated players are below the fourth or above the last but one of those with a rating: there the
model of people extrapolates. Gains are measured in 122 games each: `python -m tournament match
engine:level=5 engine:level=4 --openings 61`, the last level's with a hundredth of its time. In a
window it is stronger: it uses all cores, larger tables and the book of openings.
"""

DEFAULT_LEVEL = "Casual"


def level_of(number: int) -> Level:
    """Return level `number`, 1 the weakest; ValueError out of range."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"level is from 1 to {len(LEVELS)}, not {number}")
    return LEVELS[number - 1]


def level_for(spec: str) -> Level | None:
    """Return the level with this specification, or None."""
    return next((level for level in LEVELS if level.spec == spec), None)
