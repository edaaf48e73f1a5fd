"""Ratings of many players from what they scored against each other.

choix is imported where it is used, since that is slow.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tournament.statistics import BOOTSTRAP_SEED, bootstrap_tail, effective_number

ELO = 400 / math.log(10)

DRAWN_GAMES = 1
"""Drawn games that every two players are credited with, so that no rating is infinite."""

MOST_STEPS = 10_000
TOLERANCE = 1e-6
"""Of the iteration: in natural units of strength, summed over the players."""

RESAMPLES = 500


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


def ratings_of(points: np.ndarray, near: np.ndarray | None = None) -> np.ndarray:
    """The ratings in Elo that make results likeliest; points[a, b] is what a took from b.

    float64[players, players], a drawn game being half a point for both; the mean is 0.
    The iteration begins `near` other ratings, if there are any.
    Source: Bradley and Terry 1952; Maystre and Grossglauser 2015, "Fast and accurate
    inference of Plackett-Luce models", for the iteration.
    """
    import choix

    credited = points + DRAWN_GAMES / 2
    np.fill_diagonal(credited, 0.0)
    first = None if near is None else near / ELO
    strengths = choix.ilsr_pairwise_dense(credited, 0.0, first, MOST_STEPS, TOLERANCE)
    return ELO * (strengths - strengths.mean())


def rated(shares: Sequence[OpeningShare], players: int, seed: int = BOOTSTRAP_SEED) -> list[Rating]:
    """The ratings of players 0 to `players` - 1; intervals draw whole classes of openings anew.

    Without any result all ratings are 0, and every interval is open.
    """
    if not shares:
        return [Rating(0.0, -math.inf, math.inf)] * players
    classes = [one.board_class for one in shares]
    names, members = np.unique(classes, return_inverse=True)
    by_class = np.zeros((len(names), players, players))
    for member, one in zip(members, shares, strict=True):
        by_class[member, one.a, one.b] += 2 * one.share
        by_class[member, one.b, one.a] += 2 * (1 - one.share)
    ours = ratings_of(by_class.sum(axis=0))
    chance = np.random.default_rng(seed)
    drawn = chance.multinomial(len(names), np.full(len(names), 1 / len(names)), RESAMPLES)
    different, times = np.unique(drawn, axis=0, return_counts=True)  # few where classes are few
    found = [ratings_of(np.tensordot(row, by_class, 1), ours) for row in different]
    tail = 100 * bootstrap_tail(effective_number(classes))
    low, high = np.percentile(np.repeat(found, times, axis=0), [tail, 100 - tail], axis=0)
    return [Rating(*map(float, ends)) for ends in zip(ours, low, high, strict=True)]
