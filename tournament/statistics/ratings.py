"""Ratings of many players from what they scored against each other.

choix is imported where it is used, since that is slow.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from othello.intervals import Interval
from tournament.games.openings import class_numbers
from tournament.statistics.pairs import (
    ALIKE,
    BOOTSTRAP_SEED,
    FEW_CLASSES,
    Pair,
    bootstrap_tail,
    effective_number,
    few_classes_factor,
    share_interval,
)

ELO = 400 / math.log(10)

DRAWN_GAMES = 1
"""Drawn games that every two players who met are credited with: no rating is infinite then."""

MOST_STEPS = 10_000
TOLERANCE = 1e-6
"""Of the iteration: in natural units of strength, summed over the players."""

RATING_RESAMPLES = 500
NO_SPREAD = 1e-3
"""Elo: ratings of resamples that vary less are alike but for the end of the iteration."""


class OpeningShare(NamedTuple):
    """The share of game points that player `a` took from `b` over one opening, and its class."""

    a: int
    b: int
    share: float
    board_class: int


class Rating(NamedTuple):
    """A rating, or a difference of two, in Elo, and its 95 % interval; the mean of all is 0."""

    elo: float
    low: float
    high: float


class Ratings(NamedTuple):
    """The rating of each player, and that of the first above that of the second.

    `lead` is of the two who are rated highest, whichever they are.
    """

    players: list[Rating]
    lead: Rating


def who_met(points: np.ndarray) -> np.ndarray:
    """Who took a point from whom, or gave one: bool[players, players]."""
    return (points + points.T) > 0


def chains_of(met: np.ndarray) -> np.ndarray:
    """A number for each player, the same where a chain of games leads from one to the other."""
    from scipy.sparse.csgraph import connected_components

    return connected_components(met, directed=False)[1]


def ratings_of(
    points: np.ndarray, near: np.ndarray | None = None, met: np.ndarray | None = None
) -> np.ndarray:
    """The ratings in Elo that make results likeliest; points[a, b] is what a took from b.

    float64[players, players], a drawn game being half a point for both; the mean is 0.
    Those who `met` are credited with a draw: who has points against whom, unless it is given.
    Where no chain of games leads from some players to others, those of each chain have the
    mean 0 among themselves. The iteration begins `near` other ratings, if there are any.
    Source: Bradley and Terry 1952; Maystre and Grossglauser 2015, "Fast and accurate
    inference of Plackett-Luce models", for the iteration.
    """
    import choix

    met = who_met(points) if met is None else met
    credited = np.where(met, points + DRAWN_GAMES / 2, 0.0)
    np.fill_diagonal(credited, 0.0)
    chains = chains_of(met)
    ratings = np.zeros(len(points))
    for chain in np.unique(chains):
        places = np.flatnonzero(chains == chain)
        if len(places) < 2:
            continue
        first = None if near is None else near[places] / ELO
        among = credited[np.ix_(places, places)]
        strengths = choix.ilsr_pairwise_dense(among, 0.0, first, MOST_STEPS, TOLERANCE)
        ratings[places] = ELO * (strengths - strengths.mean())
    return ratings


def _points_by_class(shares: Sequence[OpeningShare], players: int) -> np.ndarray:
    """The points that each player took from each other one: float64[classes, players, players]."""
    classes = np.array([one.board_class for one in shares], dtype=np.int64)
    names, members = np.unique(classes, return_inverse=True)
    by_class = np.zeros((len(names), players, players))
    for member, one in zip(members, shares, strict=True):
        by_class[member, one.a, one.b] += 2 * one.share
        by_class[member, one.b, one.a] += 2 * (1 - one.share)
    return by_class


def _resampled(by_class: np.ndarray, near: np.ndarray) -> np.ndarray:
    """The ratings of each resample of the classes: float64[RATING_RESAMPLES, players]."""
    met = who_met(by_class.sum(axis=0))
    chance = np.random.default_rng(BOOTSTRAP_SEED)
    number = len(by_class)
    drawn = chance.multinomial(number, np.full(number, 1 / number), RATING_RESAMPLES)
    different, times = np.unique(drawn, axis=0, return_counts=True)  # few where classes are few
    found = [ratings_of(np.tensordot(row, by_class, 1), near, met) for row in different]
    return np.repeat(found, times, axis=0)


def _alike(by_class: np.ndarray) -> np.ndarray:
    """Whose share of the points is the same in every class: bool[players].

    No resample of them can vary, but for what others took from each other.
    """
    taken = by_class.sum(axis=2)
    games = taken + by_class.sum(axis=1)
    shares = np.divide(taken, games, out=np.full_like(taken, np.nan), where=games > 0)
    most = np.fmax.reduce(shares, axis=0)
    least = np.fmin.reduce(shares, axis=0)
    return np.nan_to_num(most - least) <= ALIKE


class _Evidence(NamedTuple):
    """Points, ratings, those of resamples, and the effective number of classes.

    `alike` says whose share of the points is the same in every class.
    """

    points: np.ndarray
    alike: np.ndarray
    ratings: np.ndarray
    resampled: np.ndarray
    number: float

    def at_the_ends(self, player: int) -> list[np.ndarray]:
        """All ratings where a player's shares are at either end of their intervals."""
        games = self.points[player] + self.points[:, player]
        others = np.flatnonzero(games)
        shares = self.points[player, others] / games[others]
        ends = np.array([share_interval(share, self.number) for share in shares])
        found = []
        for taken in ends.T:
            changed = self.points.copy()
            changed[player, others] = taken * games[others]
            changed[others, player] = (1 - taken) * games[others]
            found.append(ratings_of(changed, self.ratings, who_met(self.points)))
        return found

    def interval(self, weights: np.ndarray, player: int) -> Interval:
        """That of a weighted sum of the ratings, in which `player` has the weight 1."""
        elo, values = float(self.ratings @ weights), self.resampled @ weights
        spread = float(values.std())
        alike = self.alike[player] or spread < NO_SPREAD
        took, gave = self.points[player].any(), self.points[:, player].any()
        if alike and (self.number >= FEW_CLASSES or not (took and gave)):
            low, high = (float(one @ weights) for one in self.at_the_ends(player))
            return Interval(low if took else -math.inf, high if gave else math.inf)
        if self.number < FEW_CLASSES:
            half = math.inf if alike else few_classes_factor(self.number) * spread
            return Interval(elo - half, elo + half)
        tail = 100 * bootstrap_tail(self.number)
        low, high = np.percentile(values, [tail, 100 - tail])
        return Interval(float(low), float(high))

    def rating(self, player: int, above: int | None = None) -> Rating:
        """The rating of a player, or what it is above that of another one."""
        chains = chains_of(who_met(self.points))
        weights = np.zeros(len(self.points))
        weights[player] = 1.0
        if above is not None:
            weights[above] = -1.0
        ends = Interval(-math.inf, math.inf)
        alone = np.count_nonzero(chains == chains[player]) == 1
        if not alone and (above is None or chains[player] == chains[above]):
            ends = self.interval(weights, player)
        return Rating(float(self.ratings @ weights), *ends)


def rate_players(shares: Sequence[OpeningShare], players: int) -> Ratings:
    """The ratings of players 0 to `players` - 1; intervals draw whole classes of openings anew.

    Below FEW_CLASSES an interval is that of a t distribution with the standard deviation of
    the resamples. Where a player's points do not vary, its shares are put to the ends of
    `share_interval`. Both ends are open for fewer than two classes, for few that do not vary unless
    a player took or gave all points, and where no chain of games connects players; the upper one
    for a player who took all points, the lower one for one who gave all. Without results all
    ratings are 0.
    """
    by_class = _points_by_class(shares, players)
    if len(by_class) < 2:
        ours = ratings_of(by_class.sum(axis=0))
        found = [Rating(elo, -math.inf, math.inf) for elo in map(float, ours)]
        highest, next_to_it = sorted(ours, reverse=True)[:2]
        return Ratings(found, Rating(float(highest - next_to_it), -math.inf, math.inf))
    points = by_class.sum(axis=0)
    ours = ratings_of(points)
    number = effective_number([one.board_class for one in shares])
    evidence = _Evidence(points, _alike(by_class), ours, _resampled(by_class, ours), number)
    first, second = map(int, np.argsort(-ours, kind="stable")[:2])
    return Ratings([*map(evidence.rating, range(players))], evidence.rating(first, second))


def rate_matches(
    matches: Iterable[tuple[tuple[int, int], Sequence[Pair]]], players: int
) -> Ratings:
    """The ratings of players from who met whom, as A and B, and the pairs of each match."""
    found = [(a, b, pair) for (a, b), pairs in matches for pair in pairs]
    classes = class_numbers(pair.opening for *_, pair in found)
    shares = [
        OpeningShare(a, b, pair.points / 2, number)
        for (a, b, pair), number in zip(found, classes, strict=True)
    ]
    return rate_players(shares, players)


Points = Mapping[tuple[str, str], tuple[float, int]]
"""What one player took from another, by both specifications: game points, and of how many games."""


def points_taken(results: Iterable[tuple[str, str, Sequence[int]]]) -> Points:
    """The points of both players of each match: A, B, and its pairs counted by A's game points.

    The pairs are those that gave A 0, 1/2, 1, 3/2 and 2 points.
    """
    taken = {}
    for a, b, counts in results:
        games, points = 2 * sum(counts), sum(at * count for at, count in enumerate(counts)) / 2
        taken[a, b], taken[b, a] = (points, games), (games - points, games)
    return taken
