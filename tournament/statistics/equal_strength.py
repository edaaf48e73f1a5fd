"""The ratio of two players' limits at which they are equally strong, from a fitted curve."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tournament.statistics.pairs import (
    BOOTSTRAP_SEED,
    FEW_CLASSES,
    RESAMPLES,
    bootstrap_tail,
    effective_number,
)

NO_FALL = 1e-9
"""In logits: a smaller slope is a rounding error."""


class MatchAtRatio(NamedTuple):
    """A match at a ratio of B's limit to A's: A's score of each pair, and the openings' classes."""

    ratio: float
    scores: Sequence[float] | np.ndarray
    classes: Sequence[int] | np.ndarray


class EqualStrength(NamedTuple):
    """The ratio of B's limit to A's at which A scores one half, and its 95 % interval.

    The ratio, a speed-up of A, is nan if A's score does not fall as the ratio grows; the interval
    is then open. `reached` is True if the ratio lies between those that were played.
    """

    speed_up: float
    low: float
    high: float
    reached: bool


def crossings(
    ratios: np.ndarray, won: np.ndarray, pairs: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return logarithms of the ratios with 50 %, nan for none, and mean logits: float64[n].

    `won` and `pairs` are float64[n, ratios]. A least-squares fit of the logits with binomial
    weights; half a pair is credited to either side, so that no logit is infinite.
    Source: Cox and Snell 1989, "Analysis of binary data", for the logits.
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


def equal_strength(matches: Sequence[MatchAtRatio], resamples: int = RESAMPLES) -> EqualStrength:
    """Return the speed-up at which A and B are equally strong, from matches at several ratios.

    A straight line is fitted to the logits of A's mean scores over the logarithms of the ratios;
    it crosses 50 % at the speed-up. The interval comes from resamples of whole classes, the same
    for every match; it is open below FEW_CLASSES.
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
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    times = rng.multinomial(len(names), np.full(len(names), 1 / len(names)), resamples)
    found, level = crossings(ratios, times @ won, times @ pairs)
    beyond = np.isnan(found)
    lows = np.where(beyond, np.where(level > 0, most, -np.inf), found)
    highs = np.where(beyond, np.where(level < 0, least, np.inf), found)
    number = min(effective_number(match.classes) for match in matches)
    low, high = -math.inf, math.inf
    if number >= FEW_CLASSES:
        tail = bootstrap_tail(number)
        low = np.quantile(lows, tail, method="inverted_cdf")
        high = np.quantile(highs, 1 - tail, method="inverted_cdf")
    with np.errstate(over="ignore"):  # a nearly flat line crosses beyond the range of floats
        speed_up, low, high = (float(end) for end in np.exp([ours, low, high]))
    return EqualStrength(speed_up, low, high, bool(least <= ours <= most))
