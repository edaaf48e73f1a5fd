"""Pairs of games, the two ways to score them, and the confidence in a result.

A pair is the two games from one opening, colours swapped. A pair win rate and a share of game
points are different numbers. scipy is imported inside functions, since that is slow.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from othello.intervals import CONFIDENCE, Interval, t_quantile, wilson
from tournament.games.openings import GameKey, Opening, class_numbers
from tournament.games.play import GameResult

RESAMPLES = 10_000
BOOTSTRAP_SEED = 244
MOST_DRAWN = 2_000_000
"""Weights that are drawn at a time, which bounds the memory of a bootstrap."""


class Pair(NamedTuple):
    """Black's results in the two games of an opening: with A as black, and with B as black."""

    opening: Opening
    a_first: int
    b_first: int

    @property
    def score(self) -> float:
        """A's score of the pair: 1 won, 0.5 tied, 0 lost.

        The winner is the player with the larger outcome as black.
        Source: Zhang 1995, "Forward estimation for minimax search", section 5.
        """
        return game_points(self.a_first - self.b_first)

    @property
    def points(self) -> float:
        """A's game points, 0 to 2: a won game is 1, a drawn one 0.5."""
        return game_points(self.a_first) + game_points(-self.b_first)

    @property
    def margin(self) -> float:
        """A's mean disc difference in the two games."""
        return (self.a_first - self.b_first) / 2


def game_points(difference: float) -> float:
    """Return 1 for a positive difference, 0.5 for none, 0 for a negative one."""
    return 0.5 + 0.5 * ((difference > 0) - (difference < 0))


def complete_pairs(games: Mapping[GameKey, GameResult]) -> tuple[Pair, ...]:
    """Return the pairs with both games, in order of their openings."""
    pairs = []
    for opening in dict.fromkeys(key.opening for key in games):
        a_first, b_first = games.get(GameKey(opening, True)), games.get(GameKey(opening, False))
        if a_first is not None and b_first is not None:
            pairs.append(Pair(opening, a_first.result, b_first.result))
    return tuple(pairs)


class PairScores(NamedTuple):
    """Scores, shares of game points and margins of pairs, all for A, and their classes.

    Arrays of one entry a pair: float64[n], and int64[n] for the classes, from 0.
    """

    scores: np.ndarray
    shares: np.ndarray
    margins: np.ndarray
    classes: np.ndarray


def pair_scores(pairs: Sequence[Pair]) -> PairScores:
    """Return the scores of pairs as arrays."""
    rows = [(pair.score, pair.points / 2, pair.margin) for pair in pairs]
    classes = np.array(class_numbers(pair.opening for pair in pairs), np.int64)
    scores, shares, margins = np.array(rows, np.float64).reshape(-1, 3).T
    return PairScores(scores, shares, margins, classes)


SHARES = Interval(0.0, 1.0)
"""Bounds of a share."""
DISC_BOUNDS = Interval(-64.0, 64.0)
"""Bounds of a disc difference."""
LEAST_FREEDOM = 0.5
"""The least degrees of freedom; two classes of very different sizes have fewer."""
UNSEEN = 0.5
"""The part of a class that is added at a bound: results that this sample does not show."""
FEW_CLASSES = 6.0
"""Below this effective number of classes a bootstrap has too few different resamples."""
ALIKE = 1e-12
"""Larger than the rounding error in means of classes."""


def effective_number(classes: Sequence[int] | np.ndarray) -> float:
    """Return the number of equally large classes of the same weight: (sum n)^2 / sum n^2.

    Pairs from openings of one class are copies or nearly so. Intervals therefore rest on this
    number; for the 244 openings it is 59.1. Source: Kish 1965, "Survey sampling".
    """
    sizes = np.bincount(np.asarray(classes, dtype=np.int64))
    return float(sizes.sum() ** 2 / (sizes**2).sum()) if len(classes) else 0.0


def _by_class(
    values: Sequence[float] | np.ndarray, classes: Sequence[int] | np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the sum of values and the number of pairs of each class."""
    _, members = np.unique(np.asarray(classes, dtype=np.int64), return_inverse=True)
    return np.bincount(members, np.asarray(values, dtype=np.float64)), np.bincount(members)


def class_bootstrap(
    scores: Sequence[float] | np.ndarray,
    classes: Sequence[int] | np.ndarray,
    resamples: int = RESAMPLES,
    bounds: Interval = SHARES,
) -> Interval:
    """Return the 95 % interval of a share, the mean score, from random weights of whole classes.

    `classes` has the class of each score, from 0; no score lies outside `bounds`. One class shows
    no spread: the interval is `bounds`. Elsewhere a resample weighs each class at random, and
    adds part of a class at the lower bound for the low end, at the upper bound for the high end.
    No end is nearer to the mean than if all scores were alike. So a better score never lowers an
    end, and an end is at a bound only if one side took everything.
    Source: Rubin 1981, "The Bayesian bootstrap"; Learned-Miller and Thomas 2020, "A new confidence
    interval for the mean of a bounded random variable", which adds a whole class.
    """
    width = bounds.high - bounds.low
    sums, sizes = _by_class((np.asarray(scores, np.float64) - bounds.low) / width, classes)
    if len(sizes) < 2:
        return bounds
    number = effective_number(classes)
    low, high = alike_interval(float(sums.sum() / sizes.sum()), number)
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    unseen = rng.standard_gamma(UNSEEN, resamples) * sizes.sum() / number
    lows, highs = np.empty((2, resamples))
    step = max(1, MOST_DRAWN // len(sizes))
    for place in range(0, resamples, step):
        part = slice(place, place + step)
        weights = rng.standard_exponential((len(unseen[part]), len(sizes)))
        taken, most = weights @ sums, weights @ sizes + unseen[part]
        lows[part], highs[part] = taken / most, (taken + unseen[part]) / most
    tail = (1 - CONFIDENCE) / 2
    low, high = min(low, np.quantile(lows, tail)), max(high, np.quantile(highs, 1 - tail))
    return Interval(float(bounds.low + width * low), float(bounds.low + width * high))


def disc_interval(
    discs: Sequence[float] | np.ndarray,
    classes: Sequence[int] | np.ndarray,
    bounds: Interval = DISC_BOUNDS,
) -> Interval:
    """Return the 95 % interval of a mean number of discs: Student's, over whole classes.

    Unlike shares, discs are seldom near their bounds. It is `bounds` for one class, and
    `alike_interval` if all classes have the same mean.
    Source: Cochran 1977, "Sampling techniques", section 2.11.
    """
    sums, sizes = _by_class(discs, classes)
    if len(sizes) < 2:
        return bounds
    number, mean = effective_number(classes), float(sums.sum() / sizes.sum())
    if np.ptp(sums / sizes) <= ALIKE * (bounds.high - bounds.low):
        return alike_interval(mean, number, bounds)
    error = math.sqrt(float(((sums - mean * sizes) ** 2).sum())) / float(sizes.sum())
    half = few_classes_factor(number) * error
    return Interval(max(bounds.low, mean - half), min(bounds.high, mean + half))


def alike_interval(score: float, number: float, bounds: Interval = SHARES) -> Interval:
    """Return the 95 % interval of the mean if `number` independent scores are all this one.

    With less than `part` of such scores, that would happen in fewer than 5 % of samples; the
    others may be at a bound. Source: Clopper and Pearson 1934, for a score at a bound.
    """
    part = (1 - CONFIDENCE) ** (1 / number)
    low, high = (end + part * (score - end) for end in bounds)
    return Interval(low, high)


def few_classes_factor(number: float) -> float:
    """Return half a 95 % interval in standard deviations of resamples, for `number` > 1 classes.

    Resamples vary less than the mean, as a sample varies less around its own mean.
    """
    return t_quantile(max(number - 1, LEAST_FREEDOM)) * math.sqrt(number / (number - 1))


def bootstrap_tail(number: float) -> float:
    """Return the share of resamples below a 95 % percentile interval over `number` classes.

    It is less than 2.5 %: percentiles of resamples follow a normal distribution instead of a t
    distribution, so that the interval would be too narrow for few classes.
    Source: Hesterberg 2014, "What teachers should know about the bootstrap".
    """
    from scipy.special import ndtr

    freedom = max(number - 1, LEAST_FREEDOM)
    return float(ndtr(-t_quantile(freedom) * math.sqrt((freedom + 1) / freedom)))


def design_effect(
    scores: Sequence[float] | np.ndarray, classes: Sequence[int] | np.ndarray
) -> float:
    """Return the variance of the mean score over that of independent scores; at least 1.

    Scores from openings of one class vary together. Equal scores count once for each class.
    Source: Kish 1965, "Survey sampling".
    """
    if not len(scores):
        return 1.0
    deviations = np.asarray(scores, dtype=np.float64)
    deviations = deviations - deviations.mean()
    independent = float(deviations @ deviations)
    clustered = float((_by_class(deviations, classes)[0] ** 2).sum())
    if independent > 0:
        return max(1.0, clustered / independent)
    return len(scores) / effective_number(classes)


def superiority(shares: np.ndarray, classes: np.ndarray) -> tuple[float | None, float | None]:
    """Return A's likelihood of superiority (LOS), 0 to 1, and its lead in normalised Elo.

    LOS is the t distribution function at (mean - 1/2) / e, as there may be few classes. The
    standard error e of the mean share of game points includes `design_effect`. Normalised Elo is
    800 / ln 10 (mean - 1/2) / (sqrt(2) s), where s is the standard deviation of a pair's share.
    Both are None if all pairs have the same share, LOS also for one class.
    Source: Van den Bergh 2020, "Normalized Elo"; the LOS of fastchess, which takes a normal
    distribution.
    """
    from scipy.special import stdtr

    deviation = float(shares.std()) if len(shares) else 0.0
    if deviation <= ALIKE:
        return None, None
    lead = (float(shares.mean()) - 0.5) / deviation
    normalized = 800 / math.log(10) * lead / math.sqrt(2)
    number = effective_number(classes)
    if number <= 1:
        return None, normalized
    error = math.sqrt(design_effect(shares, classes) / len(shares) * number / (number - 1))
    return float(stdtr(max(number - 1, LEAST_FREEDOM), lead / error)), normalized


def share_interval(share: float, number: float) -> Interval:
    """Return the 95 % interval of a share of `number` independent trials, by `wilson`.

    It is one-sided and exact if all or none were won.
    """
    if number == 0:
        return Interval(0.0, 1.0)
    return wilson(share, number) if 0.0 < share < 1.0 else alike_interval(share, number)


def elo(score: float) -> float:
    """Return the rating difference with this expected share of points; infinite at 0 and 1.

    Source: Elo 1978, the logistic form.
    """
    if score <= 0.0 or score >= 1.0:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def elo_interval(interval: Interval) -> Interval:
    """Return the rating differences at both ends of an interval of scores."""
    return Interval(elo(max(0.0, interval.low)), elo(min(1.0, interval.high)))


def pentanomial(pairs: Iterable[Pair]) -> tuple[int, int, int, int, int]:
    """Count the pairs that gave A 0, 1/2, 1, 3/2 and 2 game points."""
    points = [pair.points for pair in pairs]
    zero, half, one, three_halves, two = (points.count(value / 2) for value in range(5))
    return zero, half, one, three_halves, two
