"""Ratings of people from their games of the WTHOR database: how they scored against each other.

A player has one rating for all years. Programs, which have their author in brackets behind their
names, and players without a name are left out.
"""

import functools
from pathlib import Path
from typing import NamedTuple

import numpy as np

from othello import fingerprint
from othello.formats import wthor
from othello.formats.reading import FormatError

FEWEST_GAMES = 20
"""A player of fewer games against others who are rated has no rating."""
AVERAGE = 1500.0
"""The mean rating of all who are rated, each counted once."""
ELO = 400 / np.log(10)
CREDITED = 1.0
"""Drawn games against an average player with which everybody is credited."""
STEPS = 50
CLOSE_ENOUGH = 1e-9
NO_NAME = "???"


class HumanGames(NamedTuple):
    """Games between rated people: records of WTHOR, and the ratings of both players of each.

    records: RECORD[n]. ratings: float64[n, 2], black's first. players: how many people there are.
    digest: of the files that were read.
    """

    records: np.ndarray
    ratings: np.ndarray
    players: int
    digest: str


def bradley_terry(pairs: np.ndarray, points: np.ndarray, players: int) -> np.ndarray:
    """The ratings, float64[players], that make results likeliest, of mean AVERAGE.

    pairs: int64[n, 2]. points: float64[n], what the first of a pair won of 1. Everybody is credited
    with CREDITED draws against the average. Source: Bradley and Terry 1952; Newton's method.
    """
    strengths, at = np.zeros(players), np.arange(players)
    first, second = pairs.T
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(strengths[second] - strengths[first]))
        credit = 1 / (1 + np.exp(-strengths))
        more = points - expected
        slope = CREDITED * (0.5 - credit) + np.bincount(first, more, players)
        slope = slope - np.bincount(second, more, players)
        weight = expected * (1 - expected)
        met = np.bincount(first * players + second, weight, players * players)
        curvature = -met.reshape(players, players)
        curvature = curvature + curvature.T
        curvature[at, at] = -curvature.sum(axis=1) + CREDITED * credit * (1 - credit)
        step = np.linalg.solve(curvature, slope)
        strengths += np.clip(step, -1, 1)
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    return np.asarray(AVERAGE + ELO * (strengths - strengths.mean()))


def _people(names: list[str]) -> np.ndarray:
    """Which names are people's: bool[names]."""
    return np.array(["(" not in name and name.strip() not in ("", NO_NAME) for name in names])


def _often(records: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Those of the players `known`, bool[players], who met each other FEWEST_GAMES times."""
    while True:
        both = known[records["black"]] & known[records["white"]]
        met = np.concatenate([records[name][both] for name in ("black", "white")])
        often = known & (np.bincount(met, minlength=len(known)) >= FEWEST_GAMES)
        if (often == known).all():
            return known
        known = often


@functools.lru_cache(maxsize=1)
def read_human_games(folder: str) -> HumanGames:
    """The complete games of rated people in a folder of WTHOR's files, with its .JOU file.

    FormatError, in one line, for a folder without such files, or without games of rated people.
    """
    files = sorted(Path(folder).iterdir())
    games = [path for path in files if path.suffix.lower() == ".wtb"]
    lists = [path for path in files if path.suffix.lower() == ".jou"]
    if not games or not lists:
        missing = ".wtb file of games" if not games else ".jou file of players"
        raise FormatError(f"{folder}: no {missing} of the WTHOR database is there")
    known = _people(wthor.read_names(lists[0]))
    records = np.concatenate([wthor.read_records(path)[0] for path in games])
    for name in ("black", "white"):
        if (records[name] >= len(known)).any():
            raise FormatError(f"{lists[0]}: {len(known)} names, but games refer to more")
    known = _often(records, known)
    records = records[known[records["black"]] & known[records["white"]]]
    if not len(records):
        raise FormatError(f"{folder}: no player met others {FEWEST_GAMES} times")
    places = np.cumsum(known) - 1
    pairs = places[np.stack([records["black"], records["white"]], axis=1)]
    black = records["black_discs"].astype(float)
    points = np.where(black == 32, 0.5, black > 32)
    players = int(known.sum())
    ratings = bradley_terry(pairs, points, players)[pairs]
    digest = fingerprint.digest(b"".join(path.read_bytes() for path in (lists[0], *games)))
    return HumanGames(records, ratings, players, digest)
