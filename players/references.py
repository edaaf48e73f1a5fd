"""What a score range holds, which no path, window or budget changes: each reference is a type.

Before any search a reference knows some range of every position, wide or narrow.

Source: Muller 2007, "contingency minimax" (papers/contingency-minimax.txt), has the idea
that a table must hold what is true of the position.
"""

from typing import Any, NamedTuple

from othello.jit import jitmethods
from othello.stability import result_bounds
from players.bounds import EXACT, LOWER, UPPER
from players.range_table import Range


@jitmethods
class FinalResult(NamedTuple):
    """The result of the game under perfect play, in Othello; `horizon` is no depth.

    A static value says nothing of it, stable discs do.
    """

    horizon: int = 0

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

    `margins`: see players.forward_estimation; they must be true extremes, as those of random
    trees are. In Othello one edge was seen to cost from -113 to +106 discs, which says nothing.
    The depth is what is left to the node, or to the end of the game if that is nearer.
    """

    margins: Any

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
