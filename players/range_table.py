"""A table of what is proven of a position, whatever window, budgets or margins proved it."""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods
from players.bounds import INFINITY
from players.table import new_entries, slot

RANGE_ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("lower", np.int32),
        ("upper", np.int32),
        ("reference", np.int32),
        ("used", np.int32),
    ]
)


class Range(NamedTuple):
    """Bounds of a value for the side to move: lower <= value <= upper."""

    lower: int
    upper: int


@jitmethods
class NoRangeTable(NamedTuple):
    """Remembers nothing."""

    size: int = 0

    def recall_range(self, state, reference):
        """Nothing known."""
        return Range(-INFINITY, INFINITY)

    def keep_range(self, state, reference, lower, upper):
        """Nothing kept."""

    def clear(self):
        """Nothing to forget."""


@jitmethods
class RangeTable(NamedTuple):
    """Remembers the range of one position per slot, the latest one.

    `entries` is RANGE_ENTRY[2 ** bits]; the slot is the key's low bits, and the whole key and
    the reference, the number of plies that the value looks ahead, must agree.
    """

    entries: np.ndarray

    def recall_range(self, state, reference):
        """The range of the value of `state`, infinite if unknown."""
        key = state.key()
        entry = slot(self.entries, key)
        if entry["used"] == 0 or entry["key"] != key or entry["reference"] != reference:
            return Range(-INFINITY, INFINITY)
        return Range(np.int64(entry["lower"]), np.int64(entry["upper"]))

    def keep_range(self, state, reference, lower, upper):
        """Keep a range, which lies within what was known of `state` before."""
        key = state.key()
        entry = slot(self.entries, key)
        entry["used"] = 1
        entry["key"] = key
        entry["reference"] = reference
        entry["lower"] = lower
        entry["upper"] = upper

    def clear(self):
        """Forget everything."""
        self.entries["used"] = 0


def new_range_table(bits: int) -> RangeTable:
    """An empty table of 2 ** bits entries, 24 bytes each; ValueError outside 1 to 28."""
    return RangeTable(new_entries(bits, RANGE_ENTRY))
