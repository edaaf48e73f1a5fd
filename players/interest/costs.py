"""What makes a move interesting, what it costs, and the budgets and the rule that end a line.

Terms are named integers that describe a move. Weights, learned and shipped or set by hand, turn
them into its utility, and that into a cost in thousandths: of a natural logarithm if learned.
Source: Rollason 2014, "Interest search", for the kinds of terms; those of Othello are ours.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from othello import evaluation
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
from othello.cli.errors import UserError
from othello.evaluation.lines import edge_sum, ternary_digits
from othello.evaluation.tables import load_arrays, tables
from othello.files import data_file, data_name_for
from othello.jit import jit, jitmethods, step
from othello.position import STAGES

RUN = 6
"""Steps along an edge from a corner to the square before the other corner."""

HAND_SET_COSTS = {
    "table_move": 100.0,
    "killer": 60.0,
    "reply": 100.0,
    "follow_up": 50.0,
    "corner": 200.0,
    "replies": -10.0,
    "pass": 300.0,
    "quiet": 50.0,
    "parity": 20.0,
    "stable": 20.0,
    "x_square": -120.0,
    "c_square": -60.0,
    "edge_gain": 0.1,
    "static_gain": 0.2,
    "static_root": 0.0,
    "static_rank": 0.0,
    "similar": -40.0,
}
"""Interest by term in the paper's style, where a killer or the best reply adds 100.

Set by hand for Othello and not tuned.
"""
TERMS = tuple(HAND_SET_COSTS)
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


COST_UNIT = 1000
BASE = 500
"""Least cost of a move with alternatives, in thousandths of a natural logarithm."""
LARGEST_COST = 1_000_000
"""Largest cost of a move: a thousand logarithms."""
DISC = 100
"""A disc in the unit of static values."""
EITHER_SIDE = -1
"""The parity of searches whose lines may end at every ply."""

WEIGHTS = "interest_weights.npz"
SHAPE = (2, STAGES, len(TERMS))
"""Weights with and without the terms that compare static values, by disc count, by term."""
LARGEST_WEIGHT = 1 << 40
"""Larger weights could overflow sums of 64 bits."""

HAND_SET_MOVES = 1000
"""Interest that the moves of a node share: HAND_SET_MOVES / number of moves each."""


class Budgets(NamedTuple):
    """Amounts that the side to move and its opponent may still spend, and the plies left."""

    mine: int
    theirs: int
    depth: int


@step
def budgets_after(budgets, spent):
    """Budgets after a move, for the side that moves then; each side pays for its own moves."""
    return Budgets(budgets.theirs, budgets.mine - spent, budgets.depth - 1)


@step
def line_may_end(parity, ply):
    """True if lines may end at `ply`.

    `parity` is 0 for plies where the root's side moves, 1 for the others, EITHER_SIDE for all.
    Static values with different sides to move compare badly.
    """
    return parity < 0 or (ply & 1) == parity


@jitmethods
class LineRule(NamedTuple):
    """Rule that ends a line whose static value is far from the expected score, if `slope` is not 0.

    To continue costs `slope` for every disc of that distance. `expected` is the score of an
    earlier iteration, for the root's side, so that window and path play no part. `other` is that
    of an iteration whose lines ended with the other side to move; static values at such plies are
    compared with it. They may cost `longer` more, since the line must go on.
    """

    slope: int
    longer: int
    expected: int
    other: int

    def expect(self, expected, other):
        """The same rule for these expected scores; no line ends early if `expected` is None."""
        if expected is None:
            return self._replace(slope=0)
        return self._replace(expected=expected, other=expected if other is None else other)

    def expected_at(self, ply, ending):
        """Expected score at `ply`, for the side to move; `ending`: lines end at such plies."""
        score = self.expected if ending else self.other
        return score if ply & 1 == 0 else -score

    def price(self, static, ply, ending):
        """Cost to continue a line with this static value."""
        distance = abs(static - self.expected_at(ply, ending))
        return self.slope * distance // DISC - (0 if ending else self.longer)

    def ends_line(self, static, left, ply, ending):
        """True if a mover with a budget of `left` cannot pay to continue."""
        return left < self.price(static, ply, ending)

    def line_value(self, static, ply, ending):
        """Value of a line that ends here, as if the usual side were to move."""
        if ending:
            return static
        shift = self.expected - self.other
        return static + shift if ply & 1 == 0 else static - shift


@jitmethods
class LearnedCosts(NamedTuple):
    """`base` plus `scale` percent of minus the logarithm of the move's probability.

    The probability is that of a conditional logit over the utilities of the node's moves. With
    `scale` 0 all moves cost the same, as in a search by depth.

    Source: Tsuruoka, Yokoyama and Chikayama 2002, "Game-tree search algorithm based on realization
    probability"; McFadden 1974 for the logit.
    """

    base: int
    scale: int

    def share(self, utility, best):
        """Weight of a move in the sum over its node; 1 for the best."""
        return np.exp((utility - best) / COST_UNIT)

    def common(self, size, best, shares):
        """Logarithm of the sum, which all costs of the node have in common."""
        return best + int(np.rint(COST_UNIT * np.log(shares)))

    def cost(self, utility, common):
        """Cost of a move."""
        return self.base + self.scale * (common - utility) // 100


@jitmethods
class HandSetCosts(NamedTuple):
    """1 / interest: `moves` / number of moves plus the sum of the weighted terms.

    `unit` is the cost at interest 1, `least` the smallest interest. Source: Rollason 2014.
    """

    unit: int
    least: int
    moves: int

    def share(self, utility, best):
        """0: interest does not depend on other moves."""
        return 0.0

    def common(self, size, best, shares):
        """Interest that every move of the node starts with."""
        return self.moves // size

    def cost(self, utility, common):
        """Cost of a move."""
        return self.unit // max(self.least, common + utility)


def hand_set() -> np.ndarray:
    """Hand-set interest of the terms as weights: int64[2, STAGES, len(TERMS)]."""
    row = np.array([HAND_SET_COSTS[term] for term in TERMS]) * WEIGHT_UNIT
    weights = np.broadcast_to(np.rint(row), SHAPE).astype(np.int64).copy()
    weights[CHEAP, :, OWN_TERMS:] = 0
    return weights


def learned(path: Path | None = None, evaluator: str = "bill") -> np.ndarray:
    """Learned weights from `path`, or those shipped for this evaluator; UserError for a bad file.

    They are int64[2, STAGES, len(TERMS)].
    """
    if path is None:
        with data_file(data_name_for(WEIGHTS, evaluation.kind_of(evaluator))) as shipped:
            return learned(shipped)
    weights = load_arrays(path, {"othello": SHAPE})["othello"]
    if np.abs(weights).max() > LARGEST_WEIGHT:
        raise UserError(f"{path}: 'othello' has weights beyond {LARGEST_WEIGHT}")
    return np.ascontiguousarray(np.rint(weights), np.int64)
