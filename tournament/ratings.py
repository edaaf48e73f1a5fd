"""Ratings of several players from their matches, with intervals over classes of openings."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

ELO = 400 / np.log(10)
STEPS = 500
CLOSE = 1e-9
PRIOR = 0.5
"""Game points that both of two opponents are credited with, so that no rating is infinite."""
RESAMPLES = 1000


class Result(NamedTuple):
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
    points = points + PRIOR * ((points + points.T) > 0)
    games = points + points.T
    strength = np.ones(len(points))
    for _ in range(STEPS):
        met = games / (strength[:, None] + strength[None, :])
        latest = points.sum(axis=1) / met.sum(axis=1)
        latest /= np.exp(np.log(latest).mean())
        done = np.abs(latest / strength - 1).max() < CLOSE
        strength = latest
        if done:
            break
    return ELO * np.log(strength)


def rated(results: Sequence[Result], players: int, seed: int = 0) -> list[Rating]:
    """The ratings of players 0 to `players` - 1; intervals draw whole classes of openings anew."""
    names, members = np.unique([result.board_class for result in results], return_inverse=True)
    by_class = np.zeros((len(names), players, players))
    for member, result in zip(members, results, strict=True):
        by_class[member, result.a, result.b] += result.share
        by_class[member, result.b, result.a] += 1 - result.share
    chance = np.random.default_rng(seed)
    drawn = chance.integers(len(names), size=(RESAMPLES, len(names)))
    resampled = [bradley_terry(by_class[rows].sum(axis=0)) for rows in drawn]
    low, high = np.percentile(resampled, [2.5, 97.5], axis=0)
    ours = bradley_terry(by_class.sum(axis=0))
    return [Rating(*map(float, ends)) for ends in zip(ours, low, high, strict=True)]
