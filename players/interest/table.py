"""The table of interest search: with which budgets a position's bounds were found.

A stored bound is used where each side has no more to spend than it had when the
bound was found, and the same number of plies at most: a search with more to spend looked at
least as far. The value may then differ from what a search would give that
saw less, or that expected another score. Where lines end with one side to move, it
must be the same side: values of lines that end with different sides to move compare
badly. A slot keeps the latest position, and of one position the latest budgets:
what was found last will be asked for next.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods
from players.search.bounds import INFINITY, LOWER, UPPER
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


class Recalled(NamedTuple):
    """What the table says of a position under some budgets: lower <= value <= upper."""

    lower: int
    upper: int
    move: int


@jitmethods
class NoBudgetTable(NamedTuple):
    """No table: stores nothing."""

    size: int = 0

    def recall(self, state, budgets, ending):
        """Infinite bounds and NO_MOVE: nothing is stored."""
        return Recalled(-INFINITY, INFINITY, NO_MOVE)

    def keep(self, state, budgets, ending, score, bound, move):
        """No-op: stores nothing."""

    def clear(self):
        """No-op: stores nothing."""


@jitmethods
class BudgetTable(NamedTuple):
    """Remembers one position per slot, the latest one.

    `entries` is BUDGET_ENTRY[2 ** bits]; the slot is the key's low bits, and the whole
    key must agree. The best move is offered whatever the budgets. `ending` is whether
    lines end with the side to move at the node to move.
    """

    entries: np.ndarray

    def recall(self, state, budgets, ending):
        """Bounds of the value of `state` under these budgets, infinite if unknown, and a move."""
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        if entry["used"] == 0 or entry["key"] != key:
            return Recalled(-INFINITY, INFINITY, np.int64(NO_MOVE))
        enough = entry["mine"] >= budgets.mine and entry["theirs"] >= budgets.theirs
        if not enough or entry["depth"] != budgets.depth or entry["ending"] != ending:
            return Recalled(-INFINITY, INFINITY, np.int64(entry["move"]))
        return Recalled(np.int64(entry["lower"]), np.int64(entry["upper"]), np.int64(entry["move"]))

    def keep(self, state, budgets, ending, score, bound, move):
        """Keep what a search of `state` found, beside what these very budgets gave before.

        A bound that it contradicts is dropped: that was found where another score was expected.
        """
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        known = entry["used"] != 0 and entry["key"] == key and entry["depth"] == budgets.depth
        same = entry["mine"] == budgets.mine and entry["theirs"] == budgets.theirs
        if not known or not same or entry["ending"] != ending:
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
    """An empty table of 2 ** bits entries, 32 bytes each; ValueError outside 1 to 28."""
    return BudgetTable(new_entries(bits, BUDGET_ENTRY))
