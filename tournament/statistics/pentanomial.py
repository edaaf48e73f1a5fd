"""Pairs counted by game points, and what the counts say: the mean, normalised Elo, superiority."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from othello.intervals import Interval, normal_quantile
from tournament.statistics.pairs import Pair

NORMALISED_ELO = 800 / math.log(10)
"""Normalised Elo of a share that lies one standard deviation of a game above one half."""


def pentanomial(pairs: Iterable[Pair]) -> tuple[int, int, int, int, int]:
    """How many pairs gave A 0, 1/2, 1, 3/2 and 2 game points."""
    points = [pair.points for pair in pairs]
    zero, half, one, three_halves, two = (points.count(value / 2) for value in range(5))
    return zero, half, one, three_halves, two


class Pentanomial(NamedTuple):
    """What the counts of pairs by game points say, all for A.

    `mean` is the share of game points and `variance` that of a pair's share; `number`
    is how many independent pairs they weigh as much as.
    """

    mean: float
    variance: float
    standard_error: float
    number: float

    @property
    def normalised_elo(self) -> float | None:
        """Elo per standard deviation of a game; None without spread.

        Source: Van den Bergh, "Normalized Elo".
        """
        return self.normalised(self.mean)

    @property
    def superiority(self) -> float | None:
        """The likelihood that A is the stronger, of a t distribution.

        None without spread, and for fewer than two independent pairs.
        """
        from scipy.special import stdtr

        if self.standard_error == 0.0 or self.number < 2:
            return None
        error = self.standard_error * math.sqrt(self.number / (self.number - 1))
        return float(stdtr(self.number - 1, (self.mean - 0.5) / error))

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the mean, were all pairs independent."""
        half = normal_quantile() * self.standard_error
        return Interval(self.mean - half, self.mean + half)

    def normalised(self, share: float) -> float | None:
        """The normalised Elo at which this share of the points is expected; None without spread."""
        if self.variance == 0.0:
            return None
        return NORMALISED_ELO * (share - 0.5) / math.sqrt(2 * self.variance)


def pentanomial_statistics(
    counts: Sequence[int], design: float = 1.0, number: float | None = None
) -> Pentanomial:
    """The statistics of pairs counted by A's game points: 0, 1/2, 1, 3/2 and 2.

    They are taken for independent, unless a `design_effect` and an `effective_number` are given.
    """
    total = sum(counts)
    number = total if number is None else number
    if total == 0:
        return Pentanomial(0.5, 0.0, 0.0, number)
    shares = np.arange(5) / 4
    frequencies = np.asarray(counts) / total
    mean = float(frequencies @ shares)
    variance = float(frequencies @ (shares - mean) ** 2)
    return Pentanomial(mean, variance, math.sqrt(design * variance / total), number)
