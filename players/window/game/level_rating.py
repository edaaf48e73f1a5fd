"""A player's rating from games against the levels, whose own ratings are fixed."""

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from othello.intervals import normal_quantile
from players.levels import LEVELS

ELO = 400 / math.log(10)
RATED_GAMES = 30
"""Number of recent games that a rating counts."""
FEWEST_RATED = 3
"""Fewest games for a rating."""
FARTHEST = 4000.0
"""Largest distance in Elo from the mean opponent that the search tries."""

LEVEL_RATINGS = dict(
    zip((level.name for level in LEVELS), accumulate(level.gain for level in LEVELS), strict=True)
)
"""Elo of the levels above the first one, from their measured gains.

The last level is stronger than that in a window; see players.levels.
"""


class LevelRating(NamedTuple):
    """Rating in Elo above the first level, with its 95 % interval."""

    value: float
    low: float
    high: float


def level_rating(games: Sequence[tuple[float, float]]) -> LevelRating:
    """Likeliest rating of a player from pairs of the opponent's rating and the player's points.

    Points are 1, 0.5 or 0. One more drawn game, against the mean opponent, keeps the rating
    finite. The interval holds all ratings that a likelihood-ratio test does not reject. Source:
    Bradley and Terry 1952; Wilks 1938.
    """
    from scipy.optimize import brentq  # slow to import

    mean = sum(rating for rating, _ in games) / len(games)
    games = [*games, (mean, 0.5)]

    def likelihood(value: float) -> float:
        """Logarithm of the likelihood."""
        total = 0.0
        for rating, points in games:
            lead = (value - rating) / ELO
            total -= points * math.log1p(math.exp(-lead)) + (1 - points) * math.log1p(
                math.exp(lead)
            )
        return total

    def surplus(value: float) -> float:
        """Expected points minus those scored; it rises with the rating."""
        expected = sum(1 / (1 + math.exp((rating - value) / ELO)) for rating, _ in games)
        return expected - sum(points for _, points in games)

    lowest, highest = mean - FARTHEST, mean + FARTHEST
    best = brentq(surplus, lowest, highest)
    least = likelihood(best) - normal_quantile() ** 2 / 2
    low, high = (brentq(lambda x: likelihood(x) - least, best, end) for end in (lowest, highest))
    return LevelRating(best, low, high)


def rating_curve(results: Iterable[tuple[str, float]]) -> tuple[LevelRating, ...]:
    """Ratings after each game, from pairs of the opponent's name and points in their order.

    Opponents that are no level are left out. Each rating is of the last RATED_GAMES games.
    """
    games = [
        (float(LEVEL_RATINGS[name]), points) for name, points in results if name in LEVEL_RATINGS
    ]
    ends = range(FEWEST_RATED, len(games) + 1)
    return tuple(level_rating(games[max(0, end - RATED_GAMES) : end]) for end in ends)


def nearest_level(rating: float) -> str:
    """Name of the level with the nearest rating."""
    return min(LEVEL_RATINGS, key=lambda name: abs(LEVEL_RATINGS[name] - rating))
