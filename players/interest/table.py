"""Transposition table of interest search: bounds with the budgets of their search.

A stored bound is used if neither side has a larger budget than then and the depth is equal: the
earlier search looked at least as far. The value may differ from that of a new search, which would
see less or expect another score. Lines must also end with the same side to move. A slot holds the
latest position and its latest budgets.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods
from players.protocol import LOWER, UPPER
from players.search.bounds import INFINITY
from players.search.table import NO_MOVE, narrow_bounds, new_entries, open_bounds, slot

BUDGET_ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("lower", np.int32),
        ("upper", np.int32),
        ("mine", np.int32),
        ("theirs", np.int32),
        ("move", np.int16),
        ("depth", np.int16),
        ("used", np.int16),
        ("ending", np.int16),
    ]
)


class StoredBounds(NamedTuple):
    """Bounds of a position under some budgets, and its hash move: lower <= value <= upper."""

    lower: int
    upper: int
    move: int


@jitmethods
class NoBudgetTable(NamedTuple):
    """No table."""

    size: int = 0

    def probe_budgets(self, state, budgets, ending):
        """Infinite bounds and NO_MOVE."""
        return StoredBounds(-INFINITY, INFINITY, NO_MOVE)

    def store_budgets(self, state, budgets, ending, score, bound, move):
        """No-op."""

    def clear(self):
        """No-op."""


@jitmethods
class BudgetTable(NamedTuple):
    """One entry per slot, always replaced.

    `entries` is BUDGET_ENTRY[2 ** bits]; the low bits of the key choose the slot, and the whole
    key must match. The hash move is returned for any budgets. `ending`: lines may end at this ply.
    """

    entries: np.ndarray

    def probe_budgets(self, state, budgets, ending):
        """Bounds of `state` under these budgets, infinite if unknown, and its hash move."""
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        if entry["used"] == 0 or entry["key"] != key:
            return StoredBounds(-INFINITY, INFINITY, np.int64(NO_MOVE))
        enough = entry["mine"] >= budgets.mine and entry["theirs"] >= budgets.theirs
        if not enough or entry["depth"] != budgets.depth or entry["ending"] != ending:
            return StoredBounds(-INFINITY, INFINITY, np.int64(entry["move"]))
        return StoredBounds(
            np.int64(entry["lower"]), np.int64(entry["upper"]), np.int64(entry["move"])
        )

    def store_budgets(self, state, budgets, ending, score, bound, move):
        """Merge a search result into an entry with equal budgets, or replace another entry.

        Drops a contradicting bound: its search expected another score.
        """
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        current = entry["used"] != 0 and entry["key"] == key and entry["depth"] == budgets.depth
        same = entry["mine"] == budgets.mine and entry["theirs"] == budgets.theirs
        if not current or not same or entry["ending"] != ending:
            entry["used"] = 1
            entry["key"] = key
            entry["mine"] = budgets.mine
            entry["theirs"] = budgets.theirs
            entry["depth"] = budgets.depth
            entry["ending"] = ending
            open_bounds(entry)
        entry["move"] = move
        narrow_bounds(entry, score, bound)
        if entry["lower"] > entry["upper"]:
            entry["lower"] = -INFINITY if bound == UPPER else score
            entry["upper"] = INFINITY if bound == LOWER else score

    def clear(self):
        """Empty the table."""
        self.entries["used"] = 0


def new_budget_table(bits: int) -> BudgetTable:
    """Empty table of 2 ** bits entries, 32 bytes each; ValueError outside 1 to 28."""
    return BudgetTable(new_entries(bits, BUDGET_ENTRY))
