"""Ratings of several players from their results against each other.

choix and scipy are imported inside functions, since that is slow.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from othello.intervals import Interval
from tournament.games.openings import class_numbers
from tournament.statistics.pairs import (
    BOOTSTRAP_SEED,
    FEW_CLASSES,
    Pair,
    alike_interval,
    bootstrap_tail,
    effective_number,
    few_classes_factor,
)

ELO = 400 / math.log(10)

DRAWN_GAMES = 1
"""Drawn games credited to every two players who met, so that no rating is infinite."""

MOST_STEPS = 10_000
TOLERANCE = 1e-6
"""Tolerance of the iteration: in natural units of strength, summed over the players."""

RATING_RESAMPLES = 500


class OpeningShare(NamedTuple):
    """The share of game points of player `a` against `b` in games of one class of openings."""

    a: int
    b: int
    share: float
    board_class: int
    games: int = 2


class Rating(NamedTuple):
    """A rating, or a difference of two, in Elo, and its 95 % interval; the mean of all is 0."""

    elo: float
    low: float
    high: float


class Ratings(NamedTuple):
    """The rating of each player, and the lead of the first in rating over the second."""

    players: list[Rating]
    lead: Rating


def who_met(points: np.ndarray) -> np.ndarray:
    """Return True for each two players who met: bool[players, players]."""
    return (points + points.T) > 0


def chains_of(met: np.ndarray) -> np.ndarray:
    """Return a number for each player, equal for players connected by a chain of games."""
    from scipy.sparse.csgraph import connected_components

    return connected_components(met, directed=False)[1]


def ratings_of(
    points: np.ndarray, near: np.ndarray | None = None, met: np.ndarray | None = None
) -> np.ndarray:
    """Return the likeliest ratings in Elo; points[a, b] are the points of a against b.

    `points` is float64[players, players], and a drawn game is half a point for both. Players who
    `met`, by default those with points against each other, are credited with a draw. The mean is
    0, among the players of each chain of games. The iteration begins at the ratings `near`.
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
    """Return the points of each player against each other: float64[classes, players, players]."""
    classes = np.array([one.board_class for one in shares], dtype=np.int64)
    names, members = np.unique(classes, return_inverse=True)
    by_class = np.zeros((len(names), players, players))
    for member, one in zip(members, shares, strict=True):
        by_class[member, one.a, one.b] += one.games * one.share
        by_class[member, one.b, one.a] += one.games * (1 - one.share)
    return by_class


def _resample(by_class: np.ndarray, near: np.ndarray) -> np.ndarray:
    """Return the ratings of each resample of classes: float64[RATING_RESAMPLES, players]."""
    met = who_met(by_class.sum(axis=0))
    rng = np.random.default_rng(BOOTSTRAP_SEED)
    number = len(by_class)
    drawn = rng.multinomial(number, np.full(number, 1 / number), RATING_RESAMPLES)
    different, times = np.unique(drawn, axis=0, return_counts=True)  # few if there are few classes
    found = [ratings_of(np.tensordot(row, by_class, 1), near, met) for row in different]
    return np.repeat(found, times, axis=0)


def _steady(by_class: np.ndarray, number: float) -> np.ndarray:
    """Return True for players with about the same share of points in every class: bool[players].

    The spread between classes then reaches less far than `alike_interval`.
    """
    taken = by_class.sum(axis=2)
    games = taken + by_class.sum(axis=1)
    whole = np.maximum(games.sum(axis=0), 1)
    shares = taken.sum(axis=0) / whole
    errors = np.sqrt(((taken - shares * games) ** 2).sum(axis=0)) / whole
    reach = np.maximum(shares, 1 - shares) * alike_interval(0.0, number).high
    return few_classes_factor(number) * errors < reach


class _Evidence(NamedTuple):
    """Points, ratings, resampled ratings, and the effective number of classes.

    `steady` is True for players with about the same share of points in every class.
    """

    points: np.ndarray
    steady: np.ndarray
    ratings: np.ndarray
    resampled: np.ndarray
    number: float

    def at_the_ends(self, player: int) -> list[np.ndarray]:
        """Return all ratings with a player's shares at either end of `alike_interval`."""
        games = self.points[player] + self.points[:, player]
        others = np.flatnonzero(games)
        shares = self.points[player, others] / games[others]
        ends = np.array([alike_interval(share, self.number) for share in shares])
        found = []
        for taken in ends.T:
            changed = self.points.copy()
            changed[player, others] = taken * games[others]
            changed[others, player] = (1 - taken) * games[others]
            found.append(ratings_of(changed, self.ratings, who_met(self.points)))
        return found

    def interval(self, weights: np.ndarray, player: int) -> Interval:
        """Return the interval of the rating of a player, or of its lead, with weights 1 and -1.

        It is open where a steady player took all points or none.
        """
        elo, values = float(self.ratings @ weights), self.resampled @ weights
        if self.number < FEW_CLASSES:
            half = few_classes_factor(self.number) * float(values.std())
            low, high = elo - half, elo + half
        else:
            tail = 100 * bootstrap_tail(self.number)
            low, high = map(float, np.percentile(values, [tail, 100 - tail]))
        if self.steady[player]:
            least, most = (float(one @ weights) for one in self.at_the_ends(player))
            low, high = min(low, least), max(high, most)
        for one in np.flatnonzero(weights * self.steady):
            if self.points[one].any() and self.points[:, one].any():
                continue
            if self.points[one].any() == (weights[one] > 0):
                high = math.inf
            else:
                low = -math.inf
        return Interval(low, high)

    def rating(self, player: int, above: int | None = None) -> Rating:
        """Return the rating of a player, or its difference to that of `above`."""
        if player == above:
            return Rating(0.0, 0.0, 0.0)
        chains = chains_of(who_met(self.points))
        weights = np.zeros(len(self.points))
        weights[player] = 1.0
        if above is not None:
            weights[above] = -1.0
        ends = Interval(-math.inf, math.inf)
        isolated = np.count_nonzero(chains == chains[player]) == 1
        if not isolated and (above is None or chains[player] == chains[above]):
            ends = self.interval(weights, player)
        return Rating(float(self.ratings @ weights), *ends)


def rate_players(
    shares: Sequence[OpeningShare], players: int, anchor: int | None = None
) -> Ratings:
    """Rate players 0 to `players` - 1; intervals come from resamples of whole classes of openings.

    With an `anchor`, ratings and intervals are differences to that player.

    Below FEW_CLASSES an interval is one of the t distribution. For a player with about the same
    share in every class, it reaches as far as `alike_interval`. The upper end is open for a player
    who took all points, the lower end for one who took none. Both are open for fewer than two
    classes, and for players without a chain of games between them. Without results all ratings
    are 0.
    """
    by_class = _points_by_class(shares, players)
    points = by_class.sum(axis=0)
    elos = ratings_of(points)
    if len(by_class) < 2:
        zero = 0.0 if anchor is None else elos[anchor]
        ratings = [Rating(float(elo - zero), -math.inf, math.inf) for elo in elos]
        first, second = sorted(elos, reverse=True)[:2]
        return Ratings(ratings, Rating(float(first - second), -math.inf, math.inf))
    number = effective_number([one.board_class for one in shares])
    evidence = _Evidence(points, _steady(by_class, number), elos, _resample(by_class, elos), number)
    best, next_best = map(int, np.argsort(-elos, kind="stable")[:2])
    rated = [evidence.rating(player, anchor) for player in range(players)]
    return Ratings(rated, evidence.rating(best, next_best))


def rate_matches(
    matches: Iterable[tuple[tuple[int, int], Sequence[Pair]]],
    players: int,
    anchor: int | None = None,
) -> Ratings:
    """Rate players as `rate_players`, from matches: the numbers of A and B, and the pairs."""
    found = [(a, b, pair) for (a, b), pairs in matches for pair in pairs]
    classes = class_numbers(pair.opening for *_, pair in found)
    shares = [
        OpeningShare(a, b, pair.points / 2, number)
        for (a, b, pair), number in zip(found, classes, strict=True)
    ]
    return rate_players(shares, players, anchor)


Points = Mapping[tuple[str, str], tuple[float, int]]
"""Game points of one player against another, and the games, by both specifications."""


def points_taken(results: Iterable[tuple[str, str, Sequence[int]]]) -> Points:
    """Return the points of both players of each match: A, B, and pairs by A's game points."""
    taken = {}
    for a, b, counts in results:
        games, points = 2 * sum(counts), sum(at * count for at, count in enumerate(counts)) / 2
        taken[a, b], taken[b, a] = (points, games), (games - points, games)
    return taken
