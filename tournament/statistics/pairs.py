"""Pairs of games, the two ways to score them, and how sure a result is.

A pair are the two games from one opening, colours swapped. A pair win rate and a share of
game points are different numbers; every function here says which one it takes. scipy is
imported where it is used, since that is slow.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from othello.intervals import CONFIDENCE, Interval, t_quantile, wilson
from tournament.games.openings import Opening
from tournament.games.play import GameRecord
from tournament.games.schedule import Fixture

RESAMPLES = 10_000
BOOTSTRAP_SEED = 244
MOST_DRAWN = 2_000_000
"""Classes that are drawn at a time: a bound of the memory that a bootstrap takes."""
MANY_CLASSES = 2_000
"""With more classes those of equal sums and sizes are drawn together, which is much faster."""


class Pair(NamedTuple):
    """Black's results in the two games of an opening: with A as black, and with B as black."""

    opening: Opening
    a_first: int
    b_first: int

    @property
    def score(self) -> float:
        """A's score for the pair: 1 won, 0.5 tied, 0 lost.

        The winner is who played first when the larger outcome was obtained.
        Source: Zhang 1995, "Forward estimation for minimax search", section 5.
        """
        return _share(self.a_first - self.b_first)

    @property
    def points(self) -> float:
        """A's game points, 0 to 2: a won game is 1, a drawn one 0.5."""
        return _share(self.a_first) + _share(-self.b_first)

    @property
    def margin(self) -> float:
        """A's disc difference, the mean of the two games."""
        return (self.a_first - self.b_first) / 2


def _share(difference: int) -> float:
    """1 for a positive difference, 0.5 for none, 0 for a negative one."""
    return 0.5 + 0.5 * ((difference > 0) - (difference < 0))


def complete_pairs(games: Mapping[Fixture, GameRecord]) -> tuple[Pair, ...]:
    """The pairs of which both games are there, in the order in which their openings appear."""
    pairs = []
    for opening in dict.fromkeys(fixture.opening for fixture in games):
        a_first, b_first = games.get(Fixture(opening, True)), games.get(Fixture(opening, False))
        if a_first is not None and b_first is not None:
            pairs.append(Pair(opening, a_first.result, b_first.result))
    return tuple(pairs)


class PairCount(NamedTuple):
    """How many pairs A won, tied and lost."""

    won: int
    tied: int
    lost: int

    @property
    def pairs(self) -> int:
        """All pairs."""
        return sum(self)

    @property
    def win_rate(self) -> float:
        """A's pair win rate (won + tied / 2) / pairs; 0.5 without pairs."""
        return (self.won + self.tied / 2) / self.pairs if self.pairs else 0.5


SHARES = Interval(0.0, 1.0)
"""Where a share lies."""
DISC_BOUNDS = Interval(-64.0, 64.0)
"""Where a disc difference lies."""
LEAST_FREEDOM = 0.5
"""Degrees of freedom that two classes have at least, one of them much the larger."""
FEW_CLASSES = 6.0
"""Effective number of classes below which resamples of them are too few to be an interval."""
ALIKE = 1e-12
"""Means of classes that differ by no more differ by rounding alone."""


def effective_number(classes: Sequence[int] | np.ndarray) -> float:
    """How many equally large classes would carry the weight of these: (sum n)^2 / sum n^2.

    Pairs from openings of one class are copies or near copies of each other, so
    this, and not the number of pairs, is what an interval rests on; the 244
    openings count as 59.1. Source: Kish 1965, "Survey sampling".
    """
    sizes = np.bincount(np.asarray(classes, dtype=np.int64))
    return float(sizes.sum() ** 2 / (sizes**2).sum()) if len(classes) else 0.0


def _draw(
    sums: np.ndarray, sizes: np.ndarray, resamples: int, chance: np.random.Generator
) -> np.ndarray:
    """The mean score of each resample of classes, of which the sums and the sizes are given.

    How often each kind of class is drawn is multinomial.
    """
    together = len(sizes) > MANY_CLASSES
    if together:
        kinds, numbers = np.unique(np.column_stack((sums, sizes)), axis=0, return_counts=True)
    at_a_time = max(1, MOST_DRAWN // len(kinds if together else sizes))
    means = []
    for first in range(0, resamples, at_a_time):
        rows = min(at_a_time, resamples - first)
        if together:
            totals = chance.multinomial(len(sizes), numbers / len(sizes), rows) @ kinds
            means.append(totals[:, 0] / totals[:, 1])
        else:
            drawn = chance.integers(len(sizes), size=(rows, len(sizes)))
            means.append(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1))
    return np.concatenate(means)


def class_bootstrap(
    scores: Sequence[float] | np.ndarray,
    classes: Sequence[int] | np.ndarray,
    resamples: int = RESAMPLES,
    bounds: Interval = SHARES,
) -> Interval:
    """The 95 % interval of the mean score, from whole classes that are drawn anew.

    `classes` has the class of each score, 0 upward; no score lies beyond `bounds`.
    These are the answer where there are fewer than two classes, since one class
    shows no spread. A percentile interval cannot leave the range of the classes'
    means, so that it would hold the truth too seldom with few of them: below
    FEW_CLASSES it is one of the t distribution. Where all classes have the same
    mean nothing else can be drawn: it is `share_interval` for the effective number then, or
    the bounds where classes are few and neither side took everything.
    Source: Davison and Hinkley 1997, "Bootstrap methods and their application".
    """
    _, members = np.unique(np.asarray(classes, dtype=np.int64), return_inverse=True)
    sizes = np.bincount(members)
    if len(sizes) < 2:
        return bounds
    number = effective_number(classes)
    sums = np.bincount(members, weights=np.asarray(scores, dtype=np.float64))
    mean, width = float(sums.sum() / sizes.sum()), bounds.high - bounds.low
    if np.ptp(sums / sizes) <= ALIKE * width:
        share = (mean - bounds.low) / width
        if number < FEW_CLASSES and 0.0 < share < 1.0:
            return bounds
        ends = share_interval(share, number)
        return Interval(*(bounds.low + width * end for end in ends))
    if number < FEW_CLASSES:
        error = math.sqrt(float(((sums - mean * sizes) ** 2).sum())) / float(sizes.sum())
        half = few_classes_factor(number) * error
        return Interval(max(bounds.low, mean - half), min(bounds.high, mean + half))
    means = _draw(sums, sizes, resamples, np.random.default_rng(BOOTSTRAP_SEED))
    tail = 100 * bootstrap_tail(number)
    low, high = np.percentile(means, [tail, 100 - tail])
    return Interval(float(low), float(high))


def few_classes_factor(number: float) -> float:
    """Half a 95 % interval over the standard deviation of resamples of so many classes, above 1.

    Resamples vary less than the mean does, as a sample does around its own mean.
    """
    return t_quantile(max(number - 1, LEAST_FREEDOM)) * math.sqrt(number / (number - 1))


def bootstrap_tail(number: float) -> float:
    """The share of resamples below a 95 % percentile interval that rests on so many classes.

    Less than 2.5 %: a resample spreads as if the mean were known, and its
    percentiles are those of a normal distribution where a t distribution is due;
    with few classes the interval would be too narrow.
    Source: Hesterberg 2014, "What teachers should know about the bootstrap".
    """
    from scipy.special import ndtr

    freedom = max(number - 1, LEAST_FREEDOM)
    return float(ndtr(-t_quantile(freedom) * math.sqrt((freedom + 1) / freedom)))


def design_effect(
    scores: Sequence[float] | np.ndarray, classes: Sequence[int] | np.ndarray
) -> float:
    """How many times the mean of the scores varies as it would were they independent; at least 1.

    Scores from openings of one class vary together. Source: Kish 1965, "Survey sampling".
    """
    if not len(scores):
        return 1.0
    aside = np.asarray(scores, dtype=np.float64)
    aside = aside - aside.mean()
    alone = float(aside @ aside)
    _, members = np.unique(np.asarray(classes, dtype=np.int64), return_inverse=True)
    together = float((np.bincount(members, weights=aside) ** 2).sum())
    return max(1.0, together / alone) if alone > 0 else 1.0


def class_votes(
    scores: Sequence[float] | np.ndarray, classes: Sequence[int] | np.ndarray
) -> PairCount:
    """How many classes A won, tied and lost, by the sum of the scores of each.

    Pairs from openings of one class may be copies: each class has one vote.
    """
    _, members = np.unique(np.asarray(classes, dtype=np.int64), return_inverse=True)
    sums = np.bincount(members, weights=np.asarray(scores, dtype=np.float64) - 0.5)
    won, lost = int((sums > ALIKE).sum()), int((sums < -ALIKE).sum())
    return PairCount(won, len(sums) - won - lost, lost)


def sign_test(count: PairCount) -> float:
    """The probability of votes as uneven as these, or more, between equals.

    Exact and two-sided; ties are left out. Source: Dixon and Mood 1946.
    """
    from scipy.special import bdtr

    decisive = count.won + count.lost
    fewer = min(count.won, count.lost)
    return min(1.0, 2 * float(bdtr(fewer, decisive, 0.5))) if decisive else 1.0


def share_interval(share: float, number: float) -> Interval:
    """The 95 % interval of a share of `number` independent trials: `wilson`.

    Where all or none were won it has one end, whose bound is exact. Source: Clopper and Pearson
    1934; with as many successes as trials their beta quantile is a power.
    """
    if number == 0:
        return Interval(0.0, 1.0)
    if not 0.0 < share < 1.0:
        bound = (1 - CONFIDENCE) ** (1 / number)
        return Interval(bound, 1.0) if share > 0.5 else Interval(0.0, 1 - bound)
    return wilson(share, number)


def elo(score: float) -> float:
    """The rating difference at which this share of the points is expected; infinite at 0 and 1.

    Source: Elo 1978, the logistic form.
    """
    if score <= 0.0 or score >= 1.0:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def elo_interval(interval: Interval) -> Interval:
    """The rating differences at both ends of an interval of scores."""
    return Interval(elo(max(0.0, interval.low)), elo(min(1.0, interval.high)))
