"""What a score range holds of a position, and the table of what is proven of it.

A range depends on no window, budget or margin. Before any search a reference, which is a type,
knows some range of every position, wide or narrow.

Source: Muller 2007, "contingency minimax", has the idea that a
table must hold what is true of the position.
"""

from typing import Any, NamedTuple

import numpy as np

from othello.jit import jitmethods
from othello.stability import result_bounds
from players.search.bounds import EXACT, INFINITY, LOWER, UPPER
from players.search.table import new_entries, slot

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
    """No table: stores nothing."""

    size: int = 0

    def recall_range(self, state, reference):
        """The infinite range: nothing is stored."""
        return Range(-INFINITY, INFINITY)

    def keep_range(self, state, reference, lower, upper):
        """No-op: stores nothing."""

    def clear(self):
        """No-op: stores nothing."""


@jitmethods
class RangeTable(NamedTuple):
    """Remembers the range of one position per slot, the latest one.

    `entries` is RANGE_ENTRY[2 ** bits]; the slot is the key's low bits, and the whole key and
    the reference, the number of plies that the value looks ahead, must agree.
    """

    entries: np.ndarray

    def recall_range(self, state, reference):
        """The range of the value of `state`, infinite if unknown."""
        key = np.uint64(state.key())  # asked from Python it is an int, which may not fit int64
        entry = self.entries[slot(self.entries, key)]
        if entry["used"] == 0 or entry["key"] != key or entry["reference"] != reference:
            return Range(-INFINITY, INFINITY)
        return Range(np.int64(entry["lower"]), np.int64(entry["upper"]))

    def keep_range(self, state, reference, lower, upper):
        """Keep a range, which lies within what was known of `state` before."""
        key = np.uint64(state.key())
        entry = self.entries[slot(self.entries, key)]
        entry["used"] = 1
        entry["key"] = key
        entry["reference"] = reference
        entry["lower"] = lower
        entry["upper"] = upper

    def clear(self):
        """Empty the table."""
        self.entries["used"] = 0


def new_range_table(bits: int) -> RangeTable:
    """An empty table of 2 ** bits entries, 24 bytes each; ValueError outside 1 to 28."""
    return RangeTable(new_entries(bits, RANGE_ENTRY))


@jitmethods
class FinalResult(NamedTuple):
    """The result of the game under perfect play, in Othello; `horizon` is no depth.

    A static value says nothing of it, stable discs do.
    """

    horizon: int = 0

    def is_result(self):
        """Whether the value is the result of the game."""
        return True

    def plies(self, state, depth):
        """How many plies the value looks ahead: one number for all, since it goes to the end."""
        return self.horizon

    def bare(self, state, depth, evaluator):
        """What is known of `state` without a search."""
        lower, upper = result_bounds(state.own, state.opp)
        return Range(lower, upper)

    def bare_leaf(self, state, static, depth):
        """What is known of `state`, whose static value is `static`, where the search ends."""
        lower, upper = result_bounds(state.own, state.opp)
        return Range(lower, upper)

    def answer(self, lower, upper, window, cutoff):
        """Whether a range settles a node with this window, with which score and bound.

        A single point alone: the static values around it are estimates of the same result,
        and a known result is better than any. A bound would answer some
        windows and leave others to static values, so that the value hung on the window.
        """
        return lower == upper, lower, EXACT


@jitmethods
class FullWidth(NamedTuple):
    """The value of a search by depth that leaves nothing out, with the same evaluator.

    `margins`: see players.forward.rules; they must be true extremes, as those of random
    trees are. In Othello one edge was seen to cost from -113 to +106 discs, which says nothing.
    The depth is what is left to the node, or to the end of the game if that is nearer.
    """

    margins: Any

    def is_result(self):
        """Whether the value is the result of the game."""
        return False

    def plies(self, state, depth):
        """How many plies the value looks ahead."""
        return min(depth, state.plies_left())

    def bare(self, state, depth, evaluator):
        """What is known of `state` without a search."""
        return self.bare_leaf(state, evaluator.value(state), depth)

    def bare_leaf(self, state, static, depth):
        """What is known of `state`, whose static value is `static`, where the search ends."""
        plies = min(depth, state.plies_left())
        if plies <= 0:
            return Range(static, static)
        return Range(
            static - self.margins.below(state, plies), static + self.margins.above(state, plies)
        )

    def answer(self, lower, upper, window, cutoff):
        """Whether a range settles a node with this window, with which score and bound.

        Either bound does: it is one of the value that the search is after.
        """
        if lower == upper:
            return True, lower, EXACT
        if cutoff.cuts(lower, window.beta):
            return True, lower, LOWER
        return cutoff.cuts(-upper, -window.alpha), upper, UPPER
