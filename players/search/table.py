"""Transposition table: bounds and best moves of earlier visits.

An entry holds a lower and an upper bound of the value at one depth, and the hash move. Bounds of
another depth are never used: without estimates, the table does not change the value of a search.
A bound that rests on an estimate is tagged; only searches with estimates use it.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jit, jitmethods
from players.protocol import LOWER, UPPER
from players.search.bounds import INFINITY

NO_MOVE = -2
"""Neither a square nor a pass: the table has no move."""

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("lower", np.int32),
        ("upper", np.int32),
        ("depth", np.int16),
        ("move", np.int16),
        ("used", np.int16),
        ("lower_estimated", np.int8),
        ("upper_estimated", np.int8),
    ]
)
LARGEST_BITS = 28


class Stored(NamedTuple):
    """Bounds of a position at one depth, and its hash move: lower <= value <= upper.

    A flag is 1 where a bound rests on an estimate, 0 where it is proven.
    """

    lower: int
    upper: int
    move: int
    lower_estimated: int
    upper_estimated: int


def new_entries(bits: int, entry: np.dtype) -> np.ndarray:
    """Empty table of 2 ** bits entries; ValueError outside 1 to LARGEST_BITS."""
    if not 1 <= bits <= LARGEST_BITS:
        raise ValueError(f"a table has 2**1 to 2**{LARGEST_BITS} entries, not 2**{bits}")
    return np.zeros(2**bits, entry)


@jit
def slot(entries, key):
    """Index of the entry for a key; compiled code would give Python a copy of the entry itself."""
    return key & np.uint64(entries.size - 1)


@jit
def open_bounds(entry):
    """Set the bounds of an entry to infinity."""
    entry["lower"] = -INFINITY
    entry["upper"] = INFINITY


@jit
def narrow_bounds(entry, score, bound):
    """Tighten the bounds of an entry by a score and its bound."""
    if bound != UPPER:
        entry["lower"] = max(entry["lower"], score)
    if bound != LOWER:
        entry["upper"] = min(entry["upper"], score)


@jit
def unknown(move):
    """Infinite bounds and a hash move, or NO_MOVE."""
    return Stored(-INFINITY, INFINITY, move, 0, 0)


@jit
def _raise_lower(entry, score, estimated):
    """Raise the lower bound of an entry if the score is tighter, or as tight and proven.

    Drops a contradicting upper bound: one of the two rests on an estimate.
    """
    if score > entry["lower"] or (score == entry["lower"] and estimated == 0):
        entry["lower"] = score
        entry["lower_estimated"] = estimated
    if score > entry["upper"]:
        entry["upper"] = INFINITY
        entry["upper_estimated"] = 0


@jit
def _reduce_upper(entry, score, estimated):
    """Reduce the upper bound of an entry; the mirror image of `_raise_lower`."""
    if score < entry["upper"] or (score == entry["upper"] and estimated == 0):
        entry["upper"] = score
        entry["upper_estimated"] = estimated
    if score < entry["lower"]:
        entry["lower"] = -INFINITY
        entry["lower_estimated"] = 0


@jitmethods
class NoTable(NamedTuple):
    """No table."""

    def probe(self, state, depth):
        """Infinite bounds and NO_MOVE."""
        return unknown(np.int64(NO_MOVE))

    def store(self, state, depth, score, bound, move, estimated):
        """No-op."""

    def clear(self):
        """No-op."""


@jitmethods
class Table(NamedTuple):
    """One entry per slot, always replaced.

    `entries` is ENTRY[2 ** bits]; the low bits of the key choose the slot, and the whole key must
    match. The hash move is returned at any depth.
    """

    entries: np.ndarray

    def probe(self, state, depth):
        """Bounds of `state` at `depth`, infinite if unknown, and its hash move."""
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        if entry["used"] == 0 or entry["key"] != key:
            return unknown(np.int64(NO_MOVE))
        if entry["depth"] != depth:
            return unknown(np.int64(entry["move"]))
        return Stored(
            np.int64(entry["lower"]),
            np.int64(entry["upper"]),
            np.int64(entry["move"]),
            np.int64(entry["lower_estimated"]),
            np.int64(entry["upper_estimated"]),
        )

    def store(self, state, depth, score, bound, move, estimated):
        """Merge a search result into the entry; `estimated` is 1 if it rests on an estimate."""
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        if entry["used"] == 0 or entry["key"] != key or entry["depth"] != depth:
            entry["used"] = 1
            entry["key"] = key
            entry["depth"] = depth
            open_bounds(entry)
            entry["lower_estimated"] = 0
            entry["upper_estimated"] = 0
        entry["move"] = move
        if bound != UPPER:
            _raise_lower(entry, score, estimated)
        if bound != LOWER:
            _reduce_upper(entry, score, estimated)

    def clear(self):
        """Empty the table."""
        self.entries["used"] = 0


def new_table(bits: int) -> Table:
    """Empty table of 2 ** bits entries, 24 bytes each; ValueError outside 1 to 28."""
    return Table(new_entries(bits, ENTRY))
