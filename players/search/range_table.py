"""The table of what is proven of positions: ranges, which depend on no window, budget or margin.

Source: Muller 2007, "contingency minimax", has the idea that a
table must hold what is true of the position.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods
from players.search.bounds import INFINITY
from players.search.table import new_entries, slot

RANGE_ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("lower", np.int32),
        ("upper", np.int32),
        ("used", np.int64),
    ]
)


class Range(NamedTuple):
    """Bounds of a value for the side to move: lower <= value <= upper."""

    lower: int
    upper: int


@jitmethods
class RangeTable(NamedTuple):
    """Remembers the range of one position per slot, the latest one.

    `entries` is RANGE_ENTRY[2 ** bits]; the slot is the key's low bits, and the whole key must
    agree.
    """

    entries: np.ndarray

    def recall_range(self, state):
        """The range of the result of `state`, infinite if unknown."""
        key = np.uint64(state.key())  # asked from Python it is an int, which may not fit int64
        entry = self.entries[slot(self.entries, key)]
        if entry["used"] == 0 or entry["key"] != key:
            return Range(-INFINITY, INFINITY)
        return Range(np.int64(entry["lower"]), np.int64(entry["upper"]))

    def keep_range(self, state, lower, upper):
        """Keep a range, which lies within what was known of `state` before."""
        key = np.uint64(state.key())
        entry = self.entries[slot(self.entries, key)]
        entry["used"] = 1
        entry["key"] = key
        entry["lower"] = lower
        entry["upper"] = upper

    def clear(self):
        """Empty the table."""
        self.entries["used"] = 0


def new_range_table(bits: int) -> RangeTable:
    """An empty table of 2 ** bits entries, 24 bytes each; ValueError outside 1 to 28."""
    return RangeTable(new_entries(bits, RANGE_ENTRY))
