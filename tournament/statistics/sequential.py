"""A sequential test of two hypotheses about A's rating, pair by pair.

A pair gives A 0, 1/4, 1/2, 3/4 or 1 of its points, with any frequencies. The likelihood of a
hypothesis is that of the likeliest frequencies that satisfy it. The test ends when the logarithm
of the ratio of both likelihoods leaves its bounds.
Source: Van den Bergh, "A practical introduction to the GSPRT"; Li, Liu and Ying 2014,
"Generalized sequential probability ratio test for separate families of hypotheses".
"""

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

PAIR_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)

LEAST_COUNT = 1e-3
"""Replaces a count of 0, so that every hypothesis can be satisfied.

Source: the value in fishtest and fastchess."""

ELO0, ELO1 = "elo0", "elo1"
"""The names of the hypotheses."""

STEPS = 100
PRECISION = 1e-12
"""Precision of a solution and the most steps to it."""

LEAST_DRIFT = 1e-6
"""In squared deviations of a step: a smaller drift counts as none."""


class Hypotheses(NamedTuple):
    """The hypotheses that A is `elo0` or `elo1` stronger than B, and the error rates.

    `alpha` is the rate at which elo1 is accepted although elo0 holds, `beta` the reverse.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds at which elo0 and elo1 are accepted. Source: Wald 1945."""
        low, high = self.beta / (1 - self.alpha), (1 - self.beta) / self.alpha
        return math.log(low), math.log(high)


def expected_share(elo: float) -> float:
    """Return the expected share of points of a player who is `elo` stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def _frequencies(counts: Sequence[float]) -> list[float]:
    filled = [count or LEAST_COUNT for count in counts]
    total = sum(filled)
    return [count / total for count in filled]


def _tilt(frequencies: Sequence[float], values: Sequence[float]) -> float:
    """Return the t that solves sum p v / (1 + t v) = 0, for values on both sides of 0.

    The sum decreases with t between the poles, so a Newton step outside the bracket is replaced by
    a bisection.
    """
    low, high = -1 / max(values), -1 / min(values)
    tilt = 0.0
    for _ in range(STEPS):
        height = slope = 0.0
        for frequency, value in zip(frequencies, values, strict=True):
            part = value / (1 + tilt * value)
            height += frequency * part
            slope -= frequency * part * part
        if height > 0:
            low = tilt
        else:
            high = tilt
        step = tilt - height / slope
        latest = step if low < step < high else (low + high) / 2
        if abs(latest - tilt) < PRECISION:
            return latest
        tilt = latest
    return tilt


def likeliest(frequencies: Sequence[float], elo: float) -> list[float]:
    """Return the likeliest frequencies of pairs under which A is `elo` stronger."""
    expected = expected_share(elo)
    values = [share - expected for share in PAIR_SHARES]
    tilt = _tilt(frequencies, values)
    return [part / (1 + tilt * value) for part, value in zip(frequencies, values, strict=True)]


def log_likelihood_ratio(counts: Sequence[float], hypotheses: Hypotheses) -> float:
    """Return the natural logarithm of the likelihood of elo1 over that of elo0.

    `counts` are pairs by A's game points: 0, 1/2, 1, 3/2 and 2.
    """
    total = sum(counts)
    if not total:
        return 0.0
    frequencies = _frequencies(counts)
    zero, one = (likeliest(frequencies, elo) for elo in (hypotheses.elo0, hypotheses.elo1))
    return total * sum(
        frequency * math.log(second / first)
        for frequency, first, second in zip(frequencies, zero, one, strict=True)
    )


class SequentialTest:
    """A test to which pairs are added in a fixed order until a hypothesis is accepted.

    Pairs of one cluster, from openings of one class, may vary together, so the ratio is divided by
    the design effect of the pairs so far.
    """

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.counts = [0, 0, 0, 0, 0]
        self.ratio = 0.0
        self.accepted: str | None = None
        self._clusters: dict[Hashable, tuple[int, int]] = {}
        self._squares = np.zeros(3)

    def add(self, share: float, cluster: Hashable) -> None:
        """Add a pair with this share of A; ignored once a hypothesis is accepted."""
        if self.accepted is not None:
            return
        quarters = round(4 * share)
        self.counts[quarters] += 1
        number, points = self._clusters.get(cluster, (0, 0))
        self._squares -= (number * number, number * points, points * points)
        number, points = number + 1, points + quarters
        self._squares += (number * number, number * points, points * points)
        self._clusters[cluster] = number, points
        self.ratio = log_likelihood_ratio(self.counts, self.hypotheses) / self.design_effect
        low, high = self.hypotheses.bounds
        if not low < self.ratio < high:
            self.accepted = ELO1 if self.ratio >= high else ELO0

    @property
    def pairs(self) -> int:
        """The number of pairs so far."""
        return sum(self.counts)

    @property
    def variance(self) -> float:
        """The variance of a pair's share so far."""
        mean = sum(map(math.prod, zip(PAIR_SHARES, self.counts, strict=True))) / max(1, self.pairs)
        squares = sum(
            count * (share - mean) ** 2
            for share, count in zip(PAIR_SHARES, self.counts, strict=True)
        )
        return squares / max(1, self.pairs)

    @property
    def design_effect(self) -> float:
        """The same as `tournament.statistics.pairs.design_effect`, from running sums."""
        points = sum(quarters * count for quarters, count in enumerate(self.counts))
        squares = sum(quarters**2 * count for quarters, count in enumerate(self.counts))
        mean = points / max(1, self.pairs)
        independent = squares - mean * points
        numbers, products, clustered = self._squares
        spread = clustered - 2 * mean * products + mean * mean * numbers
        return max(1.0, float(spread / independent)) if independent > 0 else 1.0


def expected_pairs(hypotheses: Hypotheses, elo: float, variance: float) -> float:
    """Return the expected number of pairs of a test where A is `elo` stronger.

    `variance` is that of a pair's share. The ratio is modelled as a Brownian motion between the
    bounds. Source: Wald 1945; Van den Bergh,
    "The generalized sequential probability ratio test: approximation by a Brownian motion".
    """
    zero, one, share = (expected_share(value) for value in (hypotheses.elo0, hypotheses.elo1, elo))
    low, high = hypotheses.bounds
    drift = (one - zero) * (2 * share - zero - one) / (2 * variance)
    spread = (one - zero) ** 2 / variance
    if abs(drift) < LEAST_DRIFT * spread:
        return -low * high / spread
    at_low, at_high = (math.exp(-2 * drift / spread * bound) for bound in (low, high))
    passed = (1 - at_low) / (at_high - at_low)
    return (passed * high + (1 - passed) * low) / drift
