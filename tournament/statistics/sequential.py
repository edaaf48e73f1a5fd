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

from tournament.statistics.pairs import design_effect

PAIR_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)

LEAST_COUNT = 1e-3
"""Replaces a count of 0, so that every hypothesis can be satisfied.

Source: the value in fishtest and fastchess."""

ELO0, ELO1 = "elo0", "elo1"
"""The names of the hypotheses."""

PRECISION = 1e-12
"""Precision of a solution."""


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


def likeliest(frequencies: Sequence[float], elo: float) -> list[float]:
    """Return the likeliest frequencies of pairs under which A is `elo` stronger.

    They have the tilt t that solves sum p v / (1 + t v) = 0, where v are the deviations from the
    expected share. The sum decreases with t between its poles.
    """
    from scipy.optimize import brentq

    expected = expected_share(elo)
    values = [share - expected for share in PAIR_SHARES]

    def height(tilt: float) -> float:
        parts = zip(frequencies, values, strict=True)
        return sum(part * value / (1 + tilt * value) for part, value in parts)

    low, high = -1 / max(values), -1 / min(values)
    tilt = brentq(height, low * (1 - PRECISION), high * (1 - PRECISION), xtol=PRECISION)
    return [part / (1 + tilt * value) for part, value in zip(frequencies, values, strict=True)]


def log_likelihood_ratio(counts: Sequence[float], hypotheses: Hypotheses) -> float:
    """Return the natural logarithm of the likelihood of elo1 over that of elo0.

    `counts` are pairs by A's game points: 0, 1/2, 1, 3/2 and 2.
    """
    total = sum(counts)
    if not total:
        return 0.0
    filled = [count or LEAST_COUNT for count in counts]
    frequencies = [count / sum(filled) for count in filled]
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
        self.design_effect = 1.0
        self.accepted: str | None = None
        self._shares: list[float] = []
        self._clusters: list[int] = []
        self._numbers: dict[Hashable, int] = {}

    def add(self, share: float, cluster: Hashable) -> None:
        """Add a pair with this share of A; ignored once a hypothesis is accepted."""
        if self.accepted is not None:
            return
        self.counts[round(4 * share)] += 1
        self._shares.append(share)
        self._clusters.append(self._numbers.setdefault(cluster, len(self._numbers)))
        self.design_effect = design_effect(self._shares, self._clusters)
        self.ratio = log_likelihood_ratio(self.counts, self.hypotheses) / self.design_effect
        low, high = self.hypotheses.bounds
        if not low < self.ratio < high:
            self.accepted = ELO1 if self.ratio >= high else ELO0

    @property
    def pairs(self) -> int:
        """The number of pairs so far."""
        return sum(self.counts)
