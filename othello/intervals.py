"""Intervals of 95 % confidence and their quantiles.

scipy is imported inside functions, since that is slow. Its interval by Wilson takes whole numbers
of trials only, while ours are effective numbers.

>>> [round(end, 3) for end in wilson(0.7, 10)]
[0.397, 0.892]
"""

import math
from typing import NamedTuple

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """The ends of a confidence interval."""

    low: float
    high: float


def normal_quantile() -> float:
    """Return the two-sided quantile of the standard normal distribution."""
    from scipy.special import ndtri

    return float(ndtri(0.5 + CONFIDENCE / 2))


def t_quantile(freedom: float) -> float:
    """Return the two-sided quantile of Student's distribution with `freedom` degrees."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.5 + CONFIDENCE / 2))


def wilson(share: float, number: float) -> Interval:
    """Return the interval of a share of `number` independent trials. Source: Wilson 1927."""
    z = normal_quantile()
    centre = (share + z * z / (2 * number)) / (1 + z * z / number)
    spread = share * (1 - share) / number + z * z / (4 * number * number)
    half = z / (1 + z * z / number) * math.sqrt(spread)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))
