"""How each level of the engine plays: how far it looks, and what it gets wrong.

A table and no more: it imports no kernel, so that a window may list the levels before any kernel is
compiled. What the levels are called and what each won of the one below stands in
players.analysis.levels.
"""

from typing import NamedTuple


class Weakness(NamedTuple):
    """What a player gets wrong; without arguments, nothing.

    It misjudges each move by `noise` discs (standard deviation). `greed` is the share of its
    judgement that counts the discs after the move instead of looking ahead. It overlooks a share
    `overlooked` of the moves, but no corner and not the move that turns most discs. A move that
    loses more than `bearable` discs against the best that it looked at is never played.
    """

    noise: float = 0.0
    greed: float = 0.0
    overlooked: float = 0.0
    bearable: float = 128.0


class Strength(NamedTuple):
    """How a level plays.

    It looks `depth` plies ahead, its own move counted, and from `ending` empty squares on to the
    end of the game; or thinks `seconds` for each move and looks as far as it can.
    """

    depth: int | None = None
    ending: int = 0
    seconds: float | None = None
    weakness: Weakness = Weakness()


STRENGTHS = (
    Strength(2, 0, weakness=Weakness(noise=12, greed=0.95, overlooked=0.55, bearable=36)),
    Strength(2, 0, weakness=Weakness(noise=10, greed=0.7, overlooked=0.45, bearable=26)),
    Strength(2, 1, weakness=Weakness(noise=10, greed=0.43, overlooked=0.35, bearable=22)),
    Strength(2, 3, weakness=Weakness(noise=8.8, greed=0.22, overlooked=0.25, bearable=18)),
    Strength(2, 4, weakness=Weakness(noise=6.9, greed=0.1, overlooked=0.2, bearable=16)),
    Strength(2, 5, weakness=Weakness(noise=5.6, greed=0.05, overlooked=0.15, bearable=14)),
    Strength(2, 6, weakness=Weakness(noise=4.3, overlooked=0.1, bearable=12)),
    Strength(2, 7, weakness=Weakness(noise=2.7, overlooked=0.07, bearable=10)),
    Strength(3, 8, weakness=Weakness(noise=2.4, overlooked=0.06, bearable=9)),
    Strength(3, 9, weakness=Weakness(noise=1.2, overlooked=0.01, bearable=6)),
    Strength(4, 10, weakness=Weakness(noise=0.8, bearable=5)),
    Strength(5, 11),
    Strength(7, 13),
    Strength(9, 15),
    Strength(12, 18),
    Strength(seconds=5),
)
"""Level 1 first."""


def strength_of(level: int) -> Strength:
    """How level `level` plays, 1 the weakest; ValueError for one that there is not."""
    if not 1 <= level <= len(STRENGTHS):
        raise ValueError(f"level is from 1 to {len(STRENGTHS)}, not {level}")
    return STRENGTHS[level - 1]
