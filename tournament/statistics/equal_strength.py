"""The ratio of two players' limits at which they are equally strong, read off a curve."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from othello.intervals import CONFIDENCE, Interval
from tournament.statistics.pairs import (
    ALIKE,
    BOOTSTRAP_SEED,
    FEW_CLASSES,
    RESAMPLES,
    bootstrap_tail,
    effective_number,
    few_classes_factor,
)

NO_FALL = 1e-9
"""A line that falls by less, in logits, only seems to: sums of floats are not exact."""


class MatchAtRatio(NamedTuple):
    """A match at one ratio of B's limit to A's: A's score of each pair, and its opening's class."""

    ratio: float
    scores: Sequence[float] | np.ndarray
    classes: Sequence[int] | np.ndarray


class EqualStrength(NamedTuple):
    """The ratio of B's limit to A's at which A scores one half, and its 95 % interval.

    nan where A does not win less the larger the ratio, so that no crossing is seen; all that
    is known then is on which side of the ratios played it lies, and the interval is open.
    `reached` is whether the ratio, a speed-up of A's, lies between those played.
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
    return place + np.divide(level * spread, fall, out=none, where=fall > NO_FALL * spread), level


def _ends_of_few(ours: float, found: np.ndarray, number: float) -> Interval:
    """The ends around a crossing, from those of resamples of so few classes, nan for none."""
    seen = found[np.isfinite(found)]
    if number <= 1 or not math.isfinite(ours) or len(seen) < CONFIDENCE * len(found):
        return Interval(-math.inf, math.inf)
    spread = float(seen.std())
    if spread <= ALIKE:
        return Interval(-math.inf, math.inf)
    half = few_classes_factor(number) * spread
    return Interval(ours - half, ours + half)


def equal_strength(matches: Sequence[MatchAtRatio], resamples: int = RESAMPLES) -> EqualStrength:
    """The speed-up at which A and B are equally strong, over matches at one or more ratios.

    A straight line is fitted to the logits of A's mean scores over the logarithms of the ratios
    of B's limit to A's; the answer is where it crosses 50 %.
    The interval draws whole classes of openings anew, the same for every match: it is that of
    the percentiles, but below FEW_CLASSES one of the t distribution around the logarithm, as
    `class_bootstrap` has it; open where classes show no spread or crossings are not seen.
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
    chance = np.random.default_rng(BOOTSTRAP_SEED)
    times = chance.multinomial(len(names), np.full(len(names), 1 / len(names)), resamples)
    found, level = crossings(ratios, times @ won, times @ pairs)
    beyond = np.isnan(found)
    lows = np.where(beyond, np.where(level > 0, most, -np.inf), found)
    highs = np.where(beyond, np.where(level < 0, least, np.inf), found)
    number = min(effective_number(match.classes) for match in matches)
    if number < FEW_CLASSES:
        low, high = _ends_of_few(float(ours), found, number)
    else:
        tail = bootstrap_tail(number)
        low = np.quantile(lows, tail, method="inverted_cdf")  # interpolates between no infinities
        high = np.quantile(highs, 1 - tail, method="inverted_cdf")
    with np.errstate(over="ignore"):  # a nearly flat line crosses beyond what floats hold
        speed_up, low, high = (float(end) for end in np.exp([ours, low, high]))
    return EqualStrength(speed_up, low, high, bool(least <= ours <= most))
