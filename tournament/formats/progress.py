"""What is said of a tournament while it is played: who plays, how it stands, and what follows."""

import math
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from tournament.games.openings import class_numbers
from tournament.games.play import GameRecord
from tournament.games.schedule import Fixture
from tournament.games.tournament import Tournament
from tournament.statistics.pairs import class_bootstrap, complete_pairs, elo, elo_interval

TEXT_SECONDS = 1.0
"""Between two looks at all pairs."""

LIVE_RESAMPLES = 500
"""Of the bootstrap behind the interval that is shown while games are played."""

Games = Mapping[Fixture, GameRecord]
"""The stored games of a tournament."""


def never(games: Games) -> bool:
    """False: there are never enough games."""
    return False


def progress_text(games: Games) -> str:
    """A's share of the game points so far with its interval, and Elo with half of its interval."""
    pairs = complete_pairs(games)
    if not pairs:
        return ""
    shares = [pair.points / 2 for pair in pairs]
    share = sum(shares) / len(shares)
    classes = class_numbers(pair.opening for pair in pairs)
    interval = class_bootstrap(shares, classes, LIVE_RESAMPLES)
    low, high = elo_interval(interval)
    error = f" ± {(high - low) / 2:.0f}" if high - low < math.inf else ""
    return (
        f"A {100 * share:.1f} % ({100 * interval.low:.0f} to {100 * interval.high:.0f}),"
        f" Elo {elo(share):+.0f}{error}"
    )


class Latest:
    """What is said of games, made anew once in a while, since a bootstrap takes time."""

    def __init__(self, text: Callable[[Games], str]) -> None:
        self._text = text
        self._said = ""
        self._made = (-math.inf, 0)

    def __call__(self, games: Games) -> str:
        """The text of these games, or of a little fewer."""
        made, number = self._made
        now = time.monotonic()
        if len(games) != number and now - made >= TEXT_SECONDS:
            self._made = now, len(games)
            self._said = self._text(games)
        return self._said


def versus(tournament: Tournament) -> str:
    """Who A is and who B is."""
    return f"A {tournament.a}, B {tournament.b}"


class Part(NamedTuple):
    """Where a tournament stands in a run: its number, of how many, and the games after it.

    `of` is 0 where nobody knows how many there will be.
    """

    number: int = 1
    of: int = 1
    games_after: int = 0
    name: str = "tournament"

    @property
    def title(self) -> str:
        """The tournament's place in words, "" for the only one."""
        if self.of == 1:
            return ""
        return f"{self.name} {self.number}{f' of {self.of}' if self.of else ''}, "


ONLY = Part()


class Judge(Protocol):
    """Who decides when a tournament has enough games, and says how it stands."""

    def enough(self, games: Games) -> bool:
        """Whether no other game is needed."""
        ...

    def text(self) -> str:
        """How it stands, in a few words."""
        ...
