"""Transposition table: what earlier visits proved about a position.

An entry holds a lower and an upper bound of the value at one depth, and the
best move. Bounds of another depth are never used: the value of a search with
the table is the value without it.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods
from players.bounds import INFINITY, LOWER, UPPER

NO_MOVE = -2
"""Neither a square nor a pass: the table knows no move here."""

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("lower", np.int32),
        ("upper", np.int32),
        ("depth", np.int16),
        ("move", np.int16),
        ("used", np.int32),
    ]
)
LARGEST_BITS = 28


class Stored(NamedTuple):
    """What the table says of a position at one depth: lower <= value <= upper."""

    lower: int
    upper: int
    move: int


@jitmethods
class NoTable(NamedTuple):
    """Remembers nothing."""

    size: int = 0

    def probe(self, state, depth):
        """Nothing known."""
        return Stored(-INFINITY, INFINITY, NO_MOVE)

    def store(self, state, depth, score, bound, move):
        """Nothing kept."""

    def clear(self):
        """Nothing to forget."""


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
        entry = self.entries[key & np.uint64(self.entries.size - 1)]
        if entry["used"] == 0 or entry["key"] != key:
            return Stored(-INFINITY, INFINITY, NO_MOVE)
        if entry["depth"] != depth:
            return Stored(-INFINITY, INFINITY, np.int64(entry["move"]))
        return Stored(np.int64(entry["lower"]), np.int64(entry["upper"]), np.int64(entry["move"]))

    def store(self, state, depth, score, bound, move):
        """Keep what a search of `state` at `depth` proved, beside what was known before."""
        key = state.key()
        entry = self.entries[key & np.uint64(self.entries.size - 1)]
        if entry["used"] == 0 or entry["key"] != key or entry["depth"] != depth:
            entry["used"] = 1
            entry["key"] = key
            entry["depth"] = depth
            entry["lower"] = -INFINITY
            entry["upper"] = INFINITY
        entry["move"] = move
        if bound != UPPER:
            entry["lower"] = max(np.int64(entry["lower"]), score)
        if bound != LOWER:
            entry["upper"] = min(np.int64(entry["upper"]), score)

    def clear(self):
        """Forget everything."""
        self.entries["used"] = 0


def new_table(bits: int) -> Table:
    """An empty table of 2 ** bits entries, 24 bytes each; ValueError outside 1 to 28."""
    if not 1 <= bits <= LARGEST_BITS:
        raise ValueError(f"a table has 2**1 to 2**{LARGEST_BITS} entries, not 2**{bits}")
    return Table(np.zeros(2**bits, ENTRY))
