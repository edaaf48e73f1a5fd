"""Transposition table: what earlier visits proved about a position.

An entry holds a lower and an upper bound of the value at one depth, and the
best move. Bounds of another depth are never used: the value of a search that
prunes nothing by estimate is with the table what it is without it. A bound that
rests on an estimate is tagged, and only a search that makes estimates uses it.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jit, jitmethods
from players.search.bounds import INFINITY, LOWER, UPPER

NO_MOVE = -2
"""Neither a square nor a pass: the table knows no move here."""

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
    """What the table says of a position at one depth: lower <= value <= upper.

    Each bound is proven at this depth, unless it is said to rest on an estimate.
    """

    lower: int
    upper: int
    move: int
    lower_estimated: int
    upper_estimated: int


def new_entries(bits: int, entry: np.dtype) -> np.ndarray:
    """2 ** bits empty entries of a table; ValueError outside 1 to LARGEST_BITS."""
    if not 1 <= bits <= LARGEST_BITS:
        raise ValueError(f"a table has 2**1 to 2**{LARGEST_BITS} entries, not 2**{bits}")
    return np.zeros(2**bits, entry)


@jit
def slot(entries, key):
    """The index of the entry that a key falls to, whatever it holds.

    Not the entry: called from Python, compiled code would give a copy of it.
    """
    return key & np.uint64(entries.size - 1)


@jit
def open_bounds(entry):
    """Set the bounds of an entry to infinite ones."""
    entry["lower"] = -INFINITY
    entry["upper"] = INFINITY


@jit
def narrow_bounds(entry, score, bound):
    """Tighten the bounds of an entry by a score that is a bound of this kind."""
    if bound != UPPER:
        entry["lower"] = max(entry["lower"], score)
    if bound != LOWER:
        entry["upper"] = min(entry["upper"], score)


@jit
def _unknown(move):
    """What the table says of a position of which it knows a move at most."""
    return Stored(-INFINITY, INFINITY, move, 0, 0)


@jit
def _open(entry):
    """Set the bounds of an entry to infinite ones that rest on no estimate."""
    open_bounds(entry)
    entry["lower_estimated"] = 0
    entry["upper_estimated"] = 0


@jit
def _raise_lower(entry, score, estimated):
    """Put a lower bound into an entry, if it is tighter, or as tight and proven.

    An upper bound that it contradicts is dropped: one of the two rests on an estimate.
    """
    if score > entry["lower"] or (score == entry["lower"] and estimated == 0):
        entry["lower"] = score
        entry["lower_estimated"] = estimated
    if score > entry["upper"]:
        entry["upper"] = INFINITY
        entry["upper_estimated"] = 0


@jit
def _reduce_upper(entry, score, estimated):
    """Put an upper bound into an entry, as `_raise_lower` does a lower one."""
    if score < entry["upper"] or (score == entry["upper"] and estimated == 0):
        entry["upper"] = score
        entry["upper_estimated"] = estimated
    if score < entry["lower"]:
        entry["lower"] = -INFINITY
        entry["lower_estimated"] = 0


@jitmethods
class NoTable(NamedTuple):
    """No table: stores nothing."""

    size: int = 0

    def probe(self, state, depth):
        """Infinite bounds and NO_MOVE: nothing is stored."""
        return _unknown(NO_MOVE)

    def store(self, state, depth, score, bound, move, estimated):
        """No-op: stores nothing."""

    def clear(self):
        """No-op: stores nothing."""


@jitmethods
class Table(NamedTuple):
    """Remembers one position per slot, the latest one.

    `entries` is ENTRY[2 ** bits]; the slot is the key's low bits, and the
    whole key must agree. The best move is offered whatever its depth.
    """

    entries: np.ndarray

    def probe(self, state, depth):
        """Bounds of the value of `state` at `depth`, infinite if unknown, and a move."""
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        if entry["used"] == 0 or entry["key"] != key:
            return _unknown(np.int64(NO_MOVE))
        if entry["depth"] != depth:
            return _unknown(np.int64(entry["move"]))
        return Stored(
            np.int64(entry["lower"]),
            np.int64(entry["upper"]),
            np.int64(entry["move"]),
            np.int64(entry["lower_estimated"]),
            np.int64(entry["upper_estimated"]),
        )

    def store(self, state, depth, score, bound, move, estimated):
        """Keep what a search of `state` at `depth` found, beside what was known before.

        `estimated` is 1 if it rests on an estimate, 0 if it is proven.
        """
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        if entry["used"] == 0 or entry["key"] != key or entry["depth"] != depth:
            entry["used"] = 1
            entry["key"] = key
            entry["depth"] = depth
            _open(entry)
        entry["move"] = move
        if bound != UPPER:
            _raise_lower(entry, score, estimated)
        if bound != LOWER:
            _reduce_upper(entry, score, estimated)

    def clear(self):
        """Empty the table."""
        self.entries["used"] = 0


def new_table(bits: int) -> Table:
    """An empty table of 2 ** bits entries, 24 bytes each; ValueError outside 1 to 28."""
    return Table(new_entries(bits, ENTRY))
