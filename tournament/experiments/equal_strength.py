"""The time ratio at which two players are equally strong, from matches at several ratios.

A straight line is fitted to the logits of A's pair win rates over the logarithms of B's
time to A's; the answer is where it crosses 50 %.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tournament.statistics import BOOTSTRAP_SEED, CONFIDENCE, RESAMPLES

FLAT = 1e-9
"""A line that falls by less, in logits, only seems to: sums of floats are not exact."""


class Match(NamedTuple):
    """A match at one time ratio, B's to A's: A's score of each pair, and its opening's class."""

    ratio: float
    scores: Sequence[float]
    classes: Sequence[int]


class EqualStrength(NamedTuple):
    """The speed-up at which A wins half of the pairs, and its 95 % interval.

    nan where A does not win less the larger the ratio, so that no crossing is seen; all that
    is known then is on which side of the ratios played it lies, and the interval is open.
    `reached` is whether the speed-up lies between the ratios played.
    """

    speed_up: float
    low: float
    high: float
    reached: bool


def crossings(
    ratios: np.ndarray, won: np.ndarray, pairs: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Logarithms of the ratios with 50 %, nan where there is none, and mean logits: float64[n].

    For won and pairs float64[n, ratios]. Least squares of the logits, weighted by what a
    binomial share of so many pairs says; half a pair is credited to either side, so that no
    logit is infinite. Source: Cox and Snell 1989, "Analysis of binary data", for the logits.
    """
    share = (won + 0.5) / (pairs + 1)
    logit = np.log(share / (1 - share))
    weight = (pairs + 1) * share * (1 - share)
    weight /= weight.sum(axis=1, keepdims=True)
    places = np.broadcast_to(np.log(ratios), logit.shape)
    place, level = (weight * places).sum(axis=1), (weight * logit).sum(axis=1)
    aside = weight * (places - place[:, None])
    spread = (aside * (places - place[:, None])).sum(axis=1)
    fall = -(aside * (logit - level[:, None])).sum(axis=1)
    none = np.full_like(level, np.nan)
    return place + np.divide(level * spread, fall, out=none, where=fall > FLAT * spread), level


def equal_strength(
    matches: Sequence[Match], resamples: int = RESAMPLES, seed: int = BOOTSTRAP_SEED
) -> EqualStrength:
    """The speed-up at which A and B are equally strong, over matches at one or more ratios.

    The percentile interval draws whole classes of openings anew, the same for every match.
    """
    ratios = np.array([match.ratio for match in matches])
    names = np.unique(np.concatenate([match.classes for match in matches]))
    won, pairs = np.zeros((2, len(names), len(matches)))
    for column, match in enumerate(matches):
        members = np.searchsorted(names, match.classes)
        won[:, column] = np.bincount(members, match.scores, len(names))
        pairs[:, column] = np.bincount(members, minlength=len(names))
    least, most = np.log([ratios.min(), ratios.max()])
    ours = crossings(ratios, won.sum(axis=0)[None, :], pairs.sum(axis=0)[None, :])[0][0]
    chance = np.random.default_rng(seed)
    times = chance.multinomial(len(names), np.full(len(names), 1 / len(names)), resamples)
    found, level = crossings(ratios, times @ won, times @ pairs)
    beyond = np.isnan(found)
    lows = np.where(beyond, np.where(level > 0, most, -np.inf), found)
    highs = np.where(beyond, np.where(level < 0, least, np.inf), found)
    tail = (1 - CONFIDENCE) / 2
    low = np.quantile(lows, tail, method="inverted_cdf")  # interpolates between no infinities
    high = np.quantile(highs, 1 - tail, method="inverted_cdf")
    with np.errstate(over="ignore"):  # a nearly flat line crosses beyond what floats hold
        speed_up, low, high = (float(end) for end in np.exp([ours, low, high]))
    return EqualStrength(speed_up, low, high, bool(least <= ours <= most))
