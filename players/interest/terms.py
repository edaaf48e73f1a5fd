"""What makes a move interesting: named terms, measured for each move of a node.

A term is a whole number. Weights turn the terms of a move into one number, its
utility, from which players.interest.costs makes what the move costs.

Sources: Rollason 2014, "Interest search", for the kinds of terms; what stands for
them in Othello is ours.
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
"""Steps from a corner to the far end of an edge that holds the other corner."""

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
"""The names of the terms, in the order of their columns.

The table's move; a killer of the ply; the best reply to the last move; the follow-up of
the own move two plies ago; a corner; how many replies the opponent has, and whether it has
none; a quiet move, whose flipped discs touch no empty square; a move into a quadrant
with an odd number of empties; the own discs on the rim that become stable; an X-square
and a C-square next to an empty corner; what the edges gain, in thousandths of the best
edge; how much worse the static value is than the best move's, in hundredths of a disc,
its root in tenths and the logarithm of its place in thousandths; and whether a better
move by static value lies on a neighbouring square.
"""
(
    TABLE_MOVE, KILLER, REPLY, FOLLOW_UP, CORNER, REPLIES, PASSES, QUIET, PARITY, STABLE,
    X_SQUARE, C_SQUARE, EDGE_GAIN, STATIC_GAIN, STATIC_ROOT, STATIC_RANK, SIMILAR,
) = np.arange(len(TERMS), dtype=np.uint64)  # fmt: skip

STABLE_BEFORE, EDGES_BEFORE = np.uint64(len(TERMS)), np.uint64(len(TERMS) + 1)
"""Where the room for terms also holds what a node's moves are measured against."""
ROOM = len(TERMS) + 2

COMPARING = ("static_gain", "static_root", "static_rank", "similar")
"""The terms that need the static value of every move: the last ones."""
OWN_TERMS = len(TERMS) - len(COMPARING)
IN_TREES = ("table_move", "killer", "static_gain", "static_root", "static_rank")
"""The terms that exist on random trees."""

WEIGHT_UNIT = 1000
"""Weights are in millionths of a natural logarithm, utilities in thousandths."""
FULL, CHEAP = range(2)
"""Which weights: with the terms that need static values, or without."""

QUADRANT = np.uint64(0x000000000F0F0F0F)
LOG_PLACES = np.rint(1000 * np.log1p(np.arange(64))).astype(np.int64)
ROOT_SCALE = 100.0
TREE_SCALE = 64
"""Costs of edges, up to 2**15, to what static values of Othello commonly are."""


@jit("uint64(uint64)")
def anchored(discs):
    """The discs on the rim that form runs from corners held, which nothing can turn."""
    rim = discs & RIM
    found = rim & CORNERS
    if found == NONE:
        return NONE
    for _ in range(RUN):
        found |= rim & beside(found)
    return found


class Hints(NamedTuple):
    """Moves that the search has reason to try first; NO_MOVE where it knows none."""

    table_move: int
    killer: int
    second_killer: int
    reply: int
    follow_up: int


@jit
def hint_terms(move, hints, found):
    """Write the terms that say what the search remembers of a move."""
    found[TABLE_MOVE] = move == hints.table_move
    found[KILLER] = move == hints.killer or move == hints.second_killer
    found[REPLY] = move == hints.reply
    found[FOLLOW_UP] = move == hints.follow_up


@jit
def static_terms(gap, place, similar, found):
    """Write the terms that compare static values."""
    found[STATIC_GAIN] = gap
    found[STATIC_ROOT] = -int(np.sqrt(-ROOT_SCALE * gap))
    found[STATIC_RANK] = LOG_PLACES[np.uint64(place)]
    found[SIMILAR] = similar


@jitmethods
class OthelloTerms(NamedTuple):
    """The terms of a move in Othello.

    `weights` is int64[2, STAGES, len(TERMS)], FULL and CHEAP, by number of discs.
    `found` is int64[ROOM], where the terms of one move are written. `digits` and
    `edges` are what `edge_sum` reads.
    """

    weights: np.ndarray
    found: np.ndarray
    digits: np.ndarray
    edges: np.ndarray

    def prepare(self, state):
        """Note what the moves of a node are measured against."""
        self.found[: len(TERMS)] = 0
        self.found[STABLE_BEFORE] = count(anchored(state.own))
        self.found[EDGES_BEFORE] = edge_sum(state.own, state.opp, self.digits, self.edges)

    def measure(self, state, move, child, hints):
        """Write every term of a move that needs no static value."""
        found = self.found
        hint_terms(move, hints, found)
        square = bit(move)
        empty = ~(state.own | state.opp)
        flipped = state.opp ^ child.own
        replies = count(child.legal())
        found[CORNER] = (square & CORNERS) != NONE
        found[REPLIES] = replies
        found[PASSES] = replies == 0
        found[QUIET] = (around(flipped) & empty & ~square) == NONE
        quadrant = (empty >> np.uint64(move & (4 + 32))) & QUADRANT
        found[PARITY] = count(quadrant) & 1
        found[X_SQUARE] = (square & x_squares_of(empty)) != NONE
        found[C_SQUARE] = (square & c_squares_of(empty)) != NONE
        found[STABLE] = 0
        found[EDGE_GAIN] = 0
        changed = flipped | square
        if changed & RIM != NONE:
            found[STABLE] = count(anchored(child.opp)) - found[STABLE_BEFORE]
        if changed & (RIM | X_SQUARES) != NONE:
            after = edge_sum(child.opp, child.own, self.digits, self.edges)
            found[EDGE_GAIN] = after - found[EDGES_BEFORE]

    def compare(self, gap, place, similar):
        """Write the terms of a move that compare static values."""
        static_terms(gap, place, similar, self.found)


def othello_terms(weights: np.ndarray) -> OthelloTerms:
    """The terms of Othello with these weights, int64[2, STAGES, len(TERMS)]."""
    return OthelloTerms(weights, np.zeros(ROOM, np.int64), ternary_digits(), tables().edges)


@jitmethods
class TreeTerms(NamedTuple):
    """The terms of a move in a random tree: those of IN_TREES.

    `weights` and `found` as in OthelloTerms; costs of edges are `scale` times what
    a hundredth of a disc is.
    """

    weights: np.ndarray
    found: np.ndarray
    scale: int

    def prepare(self, state):
        """Set every term to zero, as for a node of which nothing is measured."""
        self.found[: len(TERMS)] = 0

    def measure(self, state, move, child, hints):
        """Write every term of a move that needs no static value."""
        hint_terms(move, hints, self.found)
        self.found[REPLY] = 0
        self.found[FOLLOW_UP] = 0

    def compare(self, gap, place, similar):
        """Write the terms of a move that compare static values."""
        static_terms(gap // self.scale, place, 0, self.found)


def tree_terms(weights: np.ndarray) -> TreeTerms:
    """The terms of random trees with these weights, int64[2, STAGES, len(TERMS)]."""
    return TreeTerms(weights, np.zeros(ROOM, np.int64), TREE_SCALE)
