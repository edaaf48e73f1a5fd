"""The sequential test of two hypotheses about A's rating, judged pair by pair.

A pair gives A 0, 1/4, 1/2, 3/4 or 1 of its points, and nothing is assumed of how often each
happens: a hypothesis is as likely as the likeliest frequencies that satisfy it make the
pairs. The test ends when the logarithm of the ratio of both likelihoods leaves its bounds.
Source: Van den Bergh, "A practical introduction to the GSPRT"; Li, Liu and Ying 2014,
"Generalized sequential probability ratio test for separate families of hypotheses".
"""

import math
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from tournament.statistics.pentanomial import NORMALISED_ELO

PAIR_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)

LEAST_COUNT = 1e-3
"""Taken in place of a count of none, so that every hypothesis can be satisfied.

Source: the value that fishtest and fastchess take."""

ELO0, ELO1 = "elo0", "elo1"
"""Which hypothesis is accepted."""

STEPS = 100
PRECISION = 1e-12
"""Of a solution by so many steps at most."""

LEAST_DRIFT = 1e-6
"""In squared deviations of a step: where there is less, there might be none."""

ITERATIONS = 100
SETTLED = 1e-8
"""Frequencies that change less are taken for the likeliest ones."""

ONE_LIKELIEST = 0.25
"""A distance of less than this times the deviation of the pairs has one maximum in practice."""


class Hypotheses(NamedTuple):
    """What is tested: that A is `elo0` stronger than B, against `elo1`, and the error rates.

    `alpha` is how often elo1 is accepted where elo0 holds, `beta` the reverse.
    `normalised` says that both are normalised Elo.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    normalised: bool = False

    @property
    def bounds(self) -> tuple[float, float]:
        """Where elo0 and elo1 are accepted. Source: Wald 1945."""
        low, high = self.beta / (1 - self.alpha), (1 - self.beta) / self.alpha
        return math.log(low), math.log(high)


def expected_share(elo: float) -> float:
    """The share of the points that a player so many Elo stronger takes."""
    return 1 / (1 + 10 ** (-elo / 400))


def _frequencies(counts: Sequence[float]) -> list[float]:
    filled = [count or LEAST_COUNT for count in counts]
    total = sum(filled)
    return [count / total for count in filled]


def mean_and_variance(frequencies: Sequence[float]) -> tuple[float, float]:
    """A's mean share of the points of a pair, and its variance."""
    parts = list(zip(frequencies, PAIR_SHARES, strict=True))
    mean = sum(part * share for part, share in parts)
    return mean, sum(part * (share - mean) ** 2 for part, share in parts)


def _tilt(frequencies: Sequence[float], values: Sequence[float]) -> float:
    """The t that solves sum p v / (1 + t v) = 0; there are values on both sides of 0.

    The sum falls with t between the poles, so that a step of Newton's that
    leaves what is known is replaced by a bisection.
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
    """The likeliest frequencies of pairs under which A is so many Elo stronger."""
    expected = expected_share(elo)
    values = [share - expected for share in PAIR_SHARES]
    tilt = _tilt(frequencies, values)
    return [part / (1 + tilt * value) for part, value in zip(frequencies, values, strict=True)]


def _pair_of_values(distance: float, low: float, high: float) -> Iterator[list[float]]:
    """Frequencies of `low` and `high` alone whose mean is `distance` deviations above one half.

    None, one or two: the roots of a quadratic equation in the frequency of `high`.
    """
    begin, square = (low - 0.5) / (high - low), distance * distance
    inside = square - 4 * begin * (1 + begin)
    for side in (-distance, distance) if inside >= 0 else ():
        often = (square - 2 * begin + side * math.sqrt(inside)) / (2 * (1 + square))
        if 0 < often < 1 and (begin + often) * distance >= 0:
            yield [{low: 1 - often, high: often}.get(share, 0.0) for share in PAIR_SHARES]


def _settled(
    frequencies: Sequence[float], distance: float, found: list[float]
) -> list[float] | None:
    """The maximum that is reached from the frequencies `found`; None if there is none.

    The condition is replaced by its tangent at what was found last, which a tilt satisfies.
    Source: fishtest, `MLE_t_value` of LLRcalc.py.
    """
    for _ in range(ITERATIONS):
        mean, variance = mean_and_variance(found)
        deviation = math.sqrt(variance)
        values = [
            share - 0.5 - distance * (deviation + (mean - share) ** 2 / deviation) / 2
            for share in PAIR_SHARES
        ]
        if not min(values) < 0 < max(values):
            return None
        tilt = _tilt(frequencies, values)
        last = found
        found = [part / (1 + tilt * at) for part, at in zip(frequencies, values, strict=True)]
        if max(abs(new - old) for new, old in zip(found, last, strict=True)) < SETTLED:
            break
    return found


def likeliest_normalised(frequencies: Sequence[float], elo: float) -> list[float]:
    """The likeliest frequencies of pairs under which A is so many normalised Elo stronger.

    Far from 0 for how much the pairs vary there are several maxima, which are reached from
    frequencies of two values each: such a test is decided early, and can afford to look at all.
    """
    distance = elo * math.sqrt(2) / NORMALISED_ELO
    ends = [(PAIR_SHARES[0], PAIR_SHARES[-1])]
    _, variance = mean_and_variance(frequencies)
    if abs(distance) > ONE_LIKELIEST * math.sqrt(variance):
        ends = list(combinations(PAIR_SHARES, 2))
    starts = (start for pair in ends for start in _pair_of_values(distance, *pair))
    maxima = (_settled(frequencies, distance, start) for start in starts)
    return max(
        (found for found in maxima if found is not None),
        key=lambda found: sum(
            often * math.log(likely) for often, likely in zip(frequencies, found, strict=True)
        ),
    )


def log_likelihood_ratio(counts: Sequence[float], hypotheses: Hypotheses) -> float:
    """How much likelier elo1 makes the pairs than elo0, as a natural logarithm.

    `counts` are pairs by A's game points: 0, 1/2, 1, 3/2 and 2. Exact, for normalised Elo
    too: the closed form that fastchess publishes holds only where A's mean is near one half.
    """
    total = sum(counts)
    if not total:
        return 0.0
    frequencies = _frequencies(counts)
    under = likeliest_normalised if hypotheses.normalised else likeliest
    zero, one = (under(frequencies, elo) for elo in (hypotheses.elo0, hypotheses.elo1))
    return total * sum(
        frequency * math.log(second / first)
        for frequency, first, second in zip(frequencies, zero, one, strict=True)
    )


class SequentialTest:
    """A test under way: pairs are added in a fixed order until one of the hypotheses is accepted.

    Pairs of one cluster, those from openings of one class, may vary together:
    the ratio is divided by the design effect that the pairs show so far.
    """

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.counts = [0, 0, 0, 0, 0]
        self.ratio = 0.0
        self.accepted: str | None = None
        self._clusters: dict[Hashable, tuple[int, int]] = {}
        self._squares = np.zeros(3)

    def add(self, share: float, cluster: Hashable) -> None:
        """Judge one more pair of which A took this share; ignored once something is accepted."""
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
        """How many pairs are judged."""
        return sum(self.counts)

    @property
    def design_effect(self) -> float:
        """As `tournament.statistics.pairs.design_effect`, from running sums."""
        points = sum(quarters * count for quarters, count in enumerate(self.counts))
        squares = sum(quarters**2 * count for quarters, count in enumerate(self.counts))
        mean = points / max(1, self.pairs)
        alone = squares - mean * points
        numbers, products, together = self._squares
        spread = together - 2 * mean * products + mean * mean * numbers
        return max(1.0, float(spread / alone)) if alone > 0 else 1.0


def expected_pairs(hypotheses: Hypotheses, elo: float, variance: float) -> float:
    """How many pairs a test takes on average where A is so many Elo stronger.

    `variance` is that of a pair's share. The ratio is taken for a Brownian motion that
    ends at its bounds, and hypotheses for Elo. Source: Wald 1945; Van den Bergh,
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
