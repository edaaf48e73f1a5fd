"""Tables as a program would keep them that is not aware of what its values rest on.

They are for measuring what the tags of `players.search.table` and the budgets of
`players.interest.table` are worth, and otherwise the same: as many entries, the latest
position in a slot, both bounds.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods
from players.interest.table import Recalled
from players.search.bounds import INFINITY
from players.search.table import (
    ENTRY,
    NO_MOVE,
    Stored,
    narrow_bounds,
    new_entries,
    open_bounds,
    slot,
)

LIMIT_ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("lower", np.int32),
        ("upper", np.int32),
        ("limit", np.int32),
        ("move", np.int16),
        ("used", np.int16),
    ]
)


@jitmethods
class UntaggedTable(NamedTuple):
    """The table of alpha-beta without tags: an entry answers if it is at least as deep as asked.

    `Table` differs in four ways: it answers at equal depth alone; it says which bounds
    rest on an estimate, so that a search that makes none leaves them; of two bounds as tight it
    prefers the proven one; and it drops a bound that a later one contradicts, while
    here both stand. `entries` is ENTRY[2 ** bits], whose tags are not read.
    """

    entries: np.ndarray

    def probe(self, state, depth):
        """Bounds of the value of `state` from `depth` plies or more, and a move."""
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        if entry["used"] == 0 or entry["key"] != key:
            return Stored(-INFINITY, INFINITY, np.int64(NO_MOVE), 0, 0)
        if entry["depth"] < depth:
            return Stored(-INFINITY, INFINITY, np.int64(entry["move"]), 0, 0)
        lower, upper = np.int64(entry["lower"]), np.int64(entry["upper"])
        return Stored(lower, upper, np.int64(entry["move"]), 0, 0)

    def store(self, state, depth, score, bound, move, estimated):
        """Keep what a search of `state` found, beside what was found at this very depth before."""
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        if entry["used"] == 0 or entry["key"] != key or entry["depth"] != depth:
            entry["used"] = 1
            entry["key"] = key
            entry["depth"] = depth
            open_bounds(entry)
        entry["move"] = move
        narrow_bounds(entry, score, bound)

    def clear(self):
        """Empty the table."""
        self.entries["used"] = 0


@jitmethods
class UntaggedBudgetTable(NamedTuple):
    """The table of interest search by position alone: an entry answers whatever the budgets.

    It need only be of an iteration with the same limit or a larger one: else the first
    iteration would answer all later ones. `BudgetTable` asks that each side have no
    more to spend than it had, that the line may last the same number of plies, and that
    lines end with the same side to move.
    `entries` is LIMIT_ENTRY[2 ** bits]; `limit` is that of the iteration under way.
    """

    entries: np.ndarray
    limit: int = 0

    def with_limit(self, limit):
        """The same table for an iteration with this limit."""
        return self._replace(limit=limit)

    def recall(self, state, budgets, ending):
        """Bounds of the value of `state` under any budgets, and a move."""
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        if entry["used"] == 0 or entry["key"] != key:
            return Recalled(-INFINITY, INFINITY, np.int64(NO_MOVE))
        if entry["limit"] < self.limit:
            return Recalled(-INFINITY, INFINITY, np.int64(entry["move"]))
        return Recalled(np.int64(entry["lower"]), np.int64(entry["upper"]), np.int64(entry["move"]))

    def keep(self, state, budgets, ending, score, bound, move):
        """Keep what a search of `state` found, beside what was found under this very limit."""
        key = state.key()
        entry = self.entries[slot(self.entries, key)]
        if entry["used"] == 0 or entry["key"] != key or entry["limit"] != self.limit:
            entry["used"] = 1
            entry["key"] = key
            entry["limit"] = self.limit
            open_bounds(entry)
        entry["move"] = move
        narrow_bounds(entry, score, bound)

    def clear(self):
        """Empty the table."""
        self.entries["used"] = 0


def new_untagged_table(bits: int) -> UntaggedTable:
    """An empty table of 2 ** bits entries, 24 bytes each; ValueError outside 1 to 28."""
    return UntaggedTable(new_entries(bits, ENTRY))


def new_untagged_budget_table(bits: int) -> UntaggedBudgetTable:
    """An empty table of 2 ** bits entries, 24 bytes each; ValueError outside 1 to 28."""
    return UntaggedBudgetTable(new_entries(bits, LIMIT_ENTRY))
