"""Pairs of games, the two ways to score them, and how sure a result is.

A pair are the two games from one opening, colours swapped. A pair win rate and a share of
game points are different numbers; every function here says which one it takes. scipy is
imported where it is used, since that is slow.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from tournament.match import GameRecord
from tournament.openings import Opening
from tournament.schedule import Fixture

RESAMPLES = 10_000
CONFIDENCE = 0.95
BOOTSTRAP_SEED = 244

ELO = 400 / np.log(10)
RATING_STEPS = 500
RATING_TOLERANCE = 1e-9
RATING_PRIOR = 0.5
"""Game points that both of two opponents are credited with, so that no rating is infinite."""
RATING_RESAMPLES = 1000


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


def count_pairs(pairs: Iterable[Pair]) -> PairCount:
    """The pairs counted by who won them."""
    scores = [pair.score for pair in pairs]
    return PairCount(scores.count(1.0), scores.count(0.5), scores.count(0.0))


def pentanomial(pairs: Iterable[Pair]) -> tuple[int, int, int, int, int]:
    """How many pairs gave A 0, 1/2, 1, 3/2 and 2 game points."""
    points = [pair.points for pair in pairs]
    zero, half, one, three_halves, two = (points.count(value / 2) for value in range(5))
    return zero, half, one, three_halves, two


class Interval(NamedTuple):
    """The ends of a confidence interval."""

    low: float
    high: float


def effective_number(classes: Sequence[int]) -> float:
    """How many equally large classes would carry the weight of these: (sum n)^2 / sum n^2.

    Pairs from openings of one class are copies or near copies of each other, so
    this, and not the number of pairs, is what an interval rests on; the 244
    openings count as 59.1. Source: Kish 1965, "Survey sampling".
    """
    sizes = np.bincount(np.asarray(classes, dtype=np.int64))
    return float(sizes.sum() ** 2 / (sizes**2).sum()) if len(classes) else 0.0


def class_bootstrap(
    scores: Sequence[float],
    classes: Sequence[int],
    resamples: int = RESAMPLES,
    seed: int = BOOTSTRAP_SEED,
) -> Interval:
    """The 95 % percentile interval of the mean score when whole classes are drawn anew.

    `classes` has the class of each score, 0 upward. The interval is [0, 1]
    where there are fewer than two classes, since one class shows no spread.
    Source: Davison and Hinkley 1997, "Bootstrap methods and their application".
    """
    _, members = np.unique(np.asarray(classes, dtype=np.int64), return_inverse=True)
    sizes = np.bincount(members)
    if len(sizes) < 2:
        return Interval(0.0, 1.0)
    sums = np.bincount(members, weights=np.asarray(scores, dtype=np.float64))
    drawn = np.random.default_rng(seed).integers(len(sizes), size=(resamples, len(sizes)))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(means, [tail, 100 - tail])
    return Interval(float(low), float(high))


def sign_test(count: PairCount) -> float:
    """The probability of pairs decided as unevenly as these, or more, between equals.

    Exact and two-sided; ties are left out. Source: Dixon and Mood 1946.
    """
    from scipy.stats import binomtest

    decisive = count.won + count.lost
    return float(binomtest(count.won, decisive).pvalue) if decisive else 1.0


def share_interval(share: float, number: int) -> Interval:
    """The 95 % interval of a share of `number` independent trials. Source: Wilson 1927."""
    if number == 0:
        return Interval(0.0, 1.0)
    z = _normal_quantile()
    centre = (share + z * z / (2 * number)) / (1 + z * z / number)
    spread = share * (1 - share) / number + z * z / (4 * number * number)
    half = z / (1 + z * z / number) * math.sqrt(spread)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def wilson(count: PairCount) -> Interval:
    """The 95 % interval of the pair win rate were all pairs independent, ties half a win."""
    return share_interval(count.win_rate, count.pairs)


def _normal_quantile() -> float:
    """What a standard normal value stays within, on both sides, with 95 %."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


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


class Pentanomial(NamedTuple):
    """What the counts of pairs by game points say, all for A.

    `mean` is the share of game points and `variance` that of a pair's share;
    `normalised_elo` is Elo per standard deviation of a game; `superiority` is
    the likelihood that A is the stronger.
    """

    mean: float
    variance: float
    standard_error: float
    normalised_elo: float
    superiority: float

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the mean, were all pairs independent."""
        half = _normal_quantile() * self.standard_error
        return Interval(self.mean - half, self.mean + half)


def pentanomial_statistics(counts: Sequence[int]) -> Pentanomial:
    """The statistics of pairs counted by A's game points: 0, 1/2, 1, 3/2 and 2.

    Without any spread the error is 0 and the normalised rating infinite, or 0
    for an even score. Source: Van den Bergh, "Normalized Elo".
    """
    total = sum(counts)
    if total == 0:
        return Pentanomial(0.5, 0.0, 0.0, 0.0, 0.5)
    shares = np.arange(5) / 4
    frequencies = np.asarray(counts) / total
    mean = float(frequencies @ shares)
    variance = float(frequencies @ (shares - mean) ** 2)
    error = math.sqrt(variance / total)
    ahead = mean - 0.5
    if error == 0.0:
        sign = (ahead > 0) - (ahead < 0)
        return Pentanomial(mean, 0.0, 0.0, sign * math.inf if sign else 0.0, 0.5 + sign / 2)
    rating = 800 / math.log(10) * ahead / math.sqrt(2 * variance)
    superiority = 0.5 * math.erfc(-ahead / error / math.sqrt(2))
    return Pentanomial(mean, variance, error, rating, superiority)


class OpeningShare(NamedTuple):
    """The share of game points that player `a` took from `b` over one opening, and its class."""

    a: int
    b: int
    share: float
    board_class: int


class Rating(NamedTuple):
    """A rating in Elo, the mean of all players being 0, and its 95 % interval."""

    elo: float
    low: float
    high: float


def bradley_terry(points: np.ndarray) -> np.ndarray:
    """The ratings in Elo that make results likeliest; points[a, b] is what a took from b.

    Source: Bradley and Terry 1952; Hunter 2004 for the iteration.
    """
    points = points + RATING_PRIOR * ((points + points.T) > 0)
    games = points + points.T
    strength = np.ones(len(points))
    for _ in range(RATING_STEPS):
        met = games / (strength[:, None] + strength[None, :])
        latest = points.sum(axis=1) / met.sum(axis=1)
        latest /= np.exp(np.log(latest).mean())
        done = np.abs(latest / strength - 1).max() < RATING_TOLERANCE
        strength = latest
        if done:
            break
    return ELO * np.log(strength)


def rated(shares: Sequence[OpeningShare], players: int, seed: int = 0) -> list[Rating]:
    """The ratings of players 0 to `players` - 1; intervals draw whole classes of openings anew."""
    names, members = np.unique([one.board_class for one in shares], return_inverse=True)
    by_class = np.zeros((len(names), players, players))
    for member, one in zip(members, shares, strict=True):
        by_class[member, one.a, one.b] += one.share
        by_class[member, one.b, one.a] += 1 - one.share
    chance = np.random.default_rng(seed)
    drawn = chance.integers(len(names), size=(RATING_RESAMPLES, len(names)))
    resampled = [bradley_terry(by_class[rows].sum(axis=0)) for rows in drawn]
    low, high = np.percentile(resampled, [2.5, 97.5], axis=0)
    ours = bradley_terry(by_class.sum(axis=0))
    return [Rating(*map(float, ends)) for ends in zip(ours, low, high, strict=True)]
