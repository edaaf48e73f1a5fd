"""The stored games of a tournament in columns: sums over a hundred thousand need no records."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tournament.games.endings import FINISHED
from tournament.games.openings import (
    CanonicalColumns,
    canonical_columns,
    class_numbers,
)
from tournament.games.repeats import distinct_courses, moves_after, outcome_numbers
from tournament.statistics.pairs import Pair, PairCount


class PairColumns(NamedTuple):
    """Pairs as `statistics.Pair` has them, and the class of each, 0 upward: int64[n]."""

    a_first: np.ndarray
    b_first: np.ndarray
    classes: np.ndarray

    @property
    def scores(self) -> np.ndarray:
        """A's score of each pair, float64[n]."""
        return _shares(self.a_first - self.b_first)

    @property
    def shares(self) -> np.ndarray:
        """A's share of the game points of each pair, float64[n]."""
        return (_shares(self.a_first) + _shares(-self.b_first)) / 2

    @property
    def margins(self) -> np.ndarray:
        """A's disc difference in each pair, float64[n]."""
        return (self.a_first - self.b_first) / 2

    @property
    def pair_count(self) -> PairCount:
        """The pairs counted by who won them."""
        lost, tied, won = _count_shares(self.scores, 2)
        return PairCount(won, tied, lost)

    @property
    def pentanomial(self) -> tuple[int, int, int, int, int]:
        """How many pairs gave A 0, 1/2, 1, 3/2 and 2 game points."""
        zero, half, one, three_halves, two = _count_shares(self.shares, 4)
        return zero, half, one, three_halves, two


def _shares(differences: np.ndarray) -> np.ndarray:
    return 0.5 + 0.5 * np.sign(differences)


def _count_shares(shares: np.ndarray, parts: int) -> list[int]:
    """How many are 0, 1 / parts, 2 / parts and so on to 1."""
    return np.bincount((parts * shares).astype(np.int64), minlength=parts + 1).tolist()


def columns_of(pairs: Sequence[Pair]) -> PairColumns:
    """The columns of pairs."""
    results = np.array([pair[1:] for pair in pairs], np.int64).reshape(-1, 2)
    classes = np.array(class_numbers(pair.opening for pair in pairs), np.int64)
    return PairColumns(results[:, 0], results[:, 1], classes)


class GameColumns(NamedTuple):
    """What the games of a tournament say together.

    Their complete pairs, how many games do not repeat another one but for a symmetry of the
    board, how often each cause of a forfeit appears, and how often each type of an ending.
    """

    pairs: PairColumns
    distinct: int
    forfeits: Counter[str]
    endings: Counter[str]


def _class_numbers(canonical: CanonicalColumns) -> np.ndarray:
    """`openings.class_numbers` of openings with these canonical positions, int64[n]."""
    words = np.column_stack((canonical.own, canonical.opp))
    _, first, members = np.unique(words, axis=0, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[members.ravel()]


def game_columns(rows: Sequence[tuple[Any, ...]]) -> GameColumns:
    """What these rows of `Store.plain_rows` say."""
    openings = list(dict.fromkeys(row[0] for row in rows))
    number = {opening: place for place, opening in enumerate(openings)}
    places = np.array([number[row[0]] for row in rows], np.int64)
    a_black = np.array([row[1] for row in rows], np.int64)
    results = np.array([row[2] for row in rows], np.int64)
    canonical = canonical_columns(openings)
    pairs = _pairs(places, a_black, results, canonical)
    begun = CanonicalColumns(*(column[places] for column in canonical))
    moves = [moves_after(row[3], row[7] + row[10]) for row in rows]
    distinct = distinct_courses(outcome_numbers(results, a_black), begun, moves)
    return GameColumns(pairs, distinct, *count_endings((row[11], row[4]) for row in rows))


def count_endings(told: Iterable[tuple[str, str]]) -> tuple[Counter[str], Counter[str]]:
    """How often each cause of a forfeit and each type of an ending appear, of types and causes."""
    forfeits: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    for (kind, cause), games in Counter(told).items():
        endings[kind] += games
        if cause != FINISHED:
            forfeits[cause] += games
    return forfeits, endings


def _pairs(
    places: np.ndarray, a_black: np.ndarray, results: np.ndarray, canonical: CanonicalColumns
) -> PairColumns:
    """The pairs of which both games are there, one behind the other."""
    first = np.flatnonzero((places[1:] == places[:-1]) & (a_black[1:] < a_black[:-1]))
    # classes are numbered as they appear among the complete pairs
    complete = CanonicalColumns(*(column[places[first]] for column in canonical))
    return PairColumns(results[first], results[first + 1], _class_numbers(complete))
