"""Budgets of a line, costs of moves, and the rule that ends a line.

Costs are integers in thousandths: of a natural logarithm if learned. The weights of the terms are
learned and shipped, or set by hand in one table.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from othello import evaluation
from othello.cli.errors import UserError
from othello.evaluation.tables import load_arrays
from othello.files import data_file, data_name_for
from othello.jit import jitmethods, step
from othello.position import STAGES
from players.interest.terms import CHEAP, OWN_TERMS, TERMS, WEIGHT_UNIT

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
    """Rule that ends a line whose static value is far from the expected score, if `active`.

    To continue costs `slope` for every disc of that distance. `expected` is the score of an
    earlier iteration, for the root's side, so that window and path play no part. `other` is that
    of an iteration whose lines ended with the other side to move; static values at such plies are
    compared with it. They may cost `longer` more, since the line must go on.
    """

    active: bool
    slope: int
    longer: int
    expected: int
    other: int

    def expect(self, expected, other):
        """The same rule for these expected scores; no line ends early if `expected` is None.

        If `other` is None it equals `expected`.
        """
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
    """Learned weights: int64[2, STAGES, len(TERMS)].

    From `path`, or the shipped file for this evaluator; UserError, in one line, for a bad file.
    """
    if path is not None:
        return _read_weights(path)
    with data_file(data_name_for(WEIGHTS, evaluation.kind_of(evaluator))) as shipped:
        return _read_weights(shipped)


def _read_weights(path: Path) -> np.ndarray:
    weights = load_arrays(path, {"othello": SHAPE})["othello"]
    if np.abs(weights).max() > LARGEST_WEIGHT:
        raise UserError(f"{path}: 'othello' has weights beyond {LARGEST_WEIGHT}")
    return np.ascontiguousarray(np.rint(weights), np.int64)
