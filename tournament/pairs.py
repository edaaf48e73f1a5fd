"""Pairs of games from one opening, colours swapped, and the two ways to score them."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tournament.match import GameRecord
from tournament.schedule import Fixture


class Pair(NamedTuple):
    """Black's results in the two games of an opening: with A as black, and with B as black."""

    opening: int
    a_first: int
    b_first: int

    @property
    def score(self) -> float:
        """A's score for the pair: 1 won, 0.5 tied, 0 lost.

        The winner is who played first when the larger outcome was obtained.
        Source: Zhang 1995, "Forward estimation for minimax search", section 5.
        """
        return _share(self.a_first - self.b_first)

    @property
    def points(self) -> float:
        """A's game points, 0 to 2: a won game is 1, a drawn one 0.5."""
        return _share(self.a_first) + _share(-self.b_first)


def _share(difference: int) -> float:
    """1 for a positive difference, 0.5 for none, 0 for a negative one."""
    return 0.5 + 0.5 * ((difference > 0) - (difference < 0))


def complete_pairs(games: Mapping[Fixture, GameRecord]) -> tuple[Pair, ...]:
    """The pairs of which both games are there, in the order of their openings."""
    pairs = []
    for opening in sorted({fixture.opening for fixture in games}):
        a_first, b_first = games.get(Fixture(opening, True)), games.get(Fixture(opening, False))
        if a_first is not None and b_first is not None:
            pairs.append(Pair(opening, a_first.result, b_first.result))
    return tuple(pairs)


class PairCount(NamedTuple):
    """How many pairs A won, tied and lost."""

    won: int
    tied: int
    lost: int

    @property
    def pairs(self) -> int:
        """All pairs."""
        return sum(self)

    @property
    def win_rate(self) -> float:
        """A's pair win rate (won + tied / 2) / pairs; 0.5 without pairs."""
        return (self.won + self.tied / 2) / self.pairs if self.pairs else 0.5


def count_pairs(pairs: Iterable[Pair]) -> PairCount:
    """The pairs counted by who won them."""
    scores = [pair.score for pair in pairs]
    return PairCount(scores.count(1.0), scores.count(0.5), scores.count(0.0))


def pentanomial(pairs: Iterable[Pair]) -> tuple[int, int, int, int, int]:
    """How many pairs gave A 0, 1/2, 1, 3/2 and 2 game points."""
    points = [pair.points for pair in pairs]
    zero, half, one, three_halves, two = (points.count(value / 2) for value in range(5))
    return zero, half, one, three_halves, two
