"""Terms of interest: what makes a move interesting, as named integers.

Weights turn the terms of a move into its utility, and players.interest.costs turns that into a
cost. Source: Rollason 2014, "Interest search", for the kinds of terms; those of Othello are ours.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import (
    CORNERS,
    NONE,
    RIM,
    X_SQUARES,
    around,
    beside,
    bit,
    c_squares_of,
    count,
    x_squares_of,
)
from othello.evaluation.lines import edge_sum, ternary_digits
from othello.evaluation.tables import tables
from othello.jit import jit, jitmethods

RUN = 6
"""Steps along an edge from a corner to the square before the other corner."""

TERMS = (
    "table_move",
    "killer",
    "reply",
    "follow_up",
    "corner",
    "replies",
    "pass",
    "quiet",
    "parity",
    "stable",
    "x_square",
    "c_square",
    "edge_gain",
    "static_gain",
    "static_root",
    "static_rank",
    "similar",
)
"""Names of the terms in the order of their columns; docs/interest-search.md explains each.

`edge_gain` is in thousandths of the best edge, `static_gain` in hundredths of a disc,
`static_root` in tenths, `static_rank` in thousandths.
"""
(
    TABLE_MOVE, KILLER, REPLY, FOLLOW_UP, CORNER, REPLIES, PASSES, QUIET, PARITY, STABLE,
    X_SQUARE, C_SQUARE, EDGE_GAIN, STATIC_GAIN, STATIC_ROOT, STATIC_RANK, SIMILAR,
) = np.arange(len(TERMS), dtype=np.uint64)  # fmt: skip

STABLE_BEFORE, EDGES_BEFORE = np.uint64(len(TERMS)), np.uint64(len(TERMS) + 1)
"""Columns of the values before the move, behind those of the terms."""
ROOM = len(TERMS) + 2

COMPARING = ("static_gain", "static_root", "static_rank", "similar")
"""Terms that compare the static values of all moves: the last ones."""
OWN_TERMS = len(TERMS) - len(COMPARING)
WEIGHT_UNIT = 1000
"""Weights are in millionths of a natural logarithm, utilities in thousandths."""
FULL, CHEAP = range(2)
"""Index of the weights with and without COMPARING terms."""

QUADRANT = np.uint64(0x000000000F0F0F0F)
LOG_PLACES = np.rint(1000 * np.log1p(np.arange(64))).astype(np.int64)
ROOT_SCALE = 100.0


@jit("uint64(uint64)")
def anchored(discs):
    """Discs on the rim in unbroken runs from own corners, which are stable."""
    rim = discs & RIM
    runs = rim & CORNERS
    if runs == NONE:
        return NONE
    for _ in range(RUN):
        runs |= rim & beside(runs)
    return runs


class Hints(NamedTuple):
    """Moves to prefer; NO_MOVE for none."""

    table_move: int
    killer: int
    second_killer: int
    countermove: int
    follow_up: int


@jitmethods
class OthelloTerms(NamedTuple):
    """The terms of a move in Othello.

    `weights` is int64[2, STAGES, len(TERMS)], FULL and CHEAP, by disc count. `values` is
    int64[ROOM]: the terms of one move. `digits` and `edges` are tables of `edge_sum`.
    """

    weights: np.ndarray
    values: np.ndarray
    digits: np.ndarray
    edges: np.ndarray

    def prepare(self, state):
        """Measure the position before the moves of a node."""
        self.values[: len(TERMS)] = 0
        self.values[STABLE_BEFORE] = count(anchored(state.own))
        self.values[EDGES_BEFORE] = edge_sum(state.own, state.opp, self.digits, self.edges)

    def measure(self, state, move, child, hints):
        """Write the terms of a move that need no static value."""
        values = self.values
        # Memory of the search.
        values[TABLE_MOVE] = move == hints.table_move
        values[KILLER] = move == hints.killer or move == hints.second_killer
        values[REPLY] = move == hints.countermove
        values[FOLLOW_UP] = move == hints.follow_up
        # Square, flips and mobility.
        square = bit(move)
        empty = ~(state.own | state.opp)
        flips = state.opp ^ child.own
        replies = count(child.legal())
        values[CORNER] = (square & CORNERS) != NONE
        values[REPLIES] = replies
        values[PASSES] = replies == 0
        values[QUIET] = (around(flips) & empty & ~square) == NONE
        quadrant = (empty >> np.uint64(move & (4 + 32))) & QUADRANT
        values[PARITY] = count(quadrant) & 1
        values[X_SQUARE] = (square & x_squares_of(empty)) != NONE
        values[C_SQUARE] = (square & c_squares_of(empty)) != NONE
        # Rim and edges, only if they change.
        values[STABLE] = 0
        values[EDGE_GAIN] = 0
        changed = flips | square
        if changed & RIM != NONE:
            values[STABLE] = count(anchored(child.opp)) - values[STABLE_BEFORE]
        if changed & (RIM | X_SQUARES) != NONE:
            after = edge_sum(child.opp, child.own, self.digits, self.edges)
            values[EDGE_GAIN] = after - values[EDGES_BEFORE]

    def compare(self, gap, place, similar):
        """Write the terms that compare static values.

        `gap` to the best move, at most 0; `place` in their order; `similar`: next to a better move.
        """
        self.values[STATIC_GAIN] = gap
        self.values[STATIC_ROOT] = -int(np.sqrt(-ROOT_SCALE * gap))
        self.values[STATIC_RANK] = LOG_PLACES[np.uint64(place)]
        self.values[SIMILAR] = similar


def othello_terms(weights: np.ndarray) -> OthelloTerms:
    """The terms of Othello with these weights, int64[2, STAGES, len(TERMS)]."""
    return OthelloTerms(weights, np.zeros(ROOM, np.int64), ternary_digits(), tables().edges)
