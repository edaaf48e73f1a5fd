"""What a move costs, by type: learned, or hand-set in the paper's style.

Costs are whole thousandths: of a natural logarithm where they are learned. The weights of
the terms are set by hand in one table, or learned and shipped.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from othello import evaluation
from othello.evaluation.tables import DataError, load_arrays
from othello.files import data_file, data_name_for
from othello.jit import jitmethods
from othello.position import STAGES
from players.interest.terms import CHEAP, OWN_TERMS, TERMS, WEIGHT_UNIT

COST_UNIT = 1000
BASE = 500
"""What a move with alternatives costs at least, in thousandths of a natural logarithm."""
LARGEST_COST = 1_000_000
"""What a move costs at most, a thousand logarithms."""

WEIGHTS = "interest_weights.npz"
SHAPE = (2, STAGES, len(TERMS))
"""Of every set: with and without the terms that compare static values, by discs, by term."""
LARGEST_WEIGHT = 1 << 40
"""Weights beyond would leave no room in sums of 64 bits."""

HAND_SET_MOVES = 1000
"""The interest of a move without an alternative, which alternatives share."""
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
"""Interest in the paper's style, to which HAND_SET_MOVES / moves is added.

After its list, where "+100" is what a killer or the best reply is worth; set by hand for
Othello and not tuned.
"""


@jitmethods
class LearnedCosts(NamedTuple):
    """`base`, and `scale` percent of minus the logarithm of the move's probability.

    The probability is that of a conditional logit over the utilities of the node's
    moves. With `scale` 0 every move costs the same, and the search is one by depth.

    Source: Tsuruoka, Yokoyama and Chikayama 2002, "Game-tree search algorithm based
    on realization probability"; McFadden 1974 for the logit.
    """

    base: int
    scale: int

    def share(self, utility, best):
        """What a move weighs in the sum over its node; 1 for the best one."""
        return np.exp((utility - best) / COST_UNIT)

    def common(self, size, best, shares):
        """What the costs of all moves of a node are reckoned from."""
        return best + int(np.rint(COST_UNIT * np.log(shares)))

    def cost(self, utility, common):
        """The cost of a move."""
        return self.base + self.scale * (common - utility) // 100


@jitmethods
class HandSetCosts(NamedTuple):
    """1 / interest: `moves` / number of moves plus the sum of the weighted terms.

    `unit` is the cost at interest 1, `least` an interest that none is below.
    Source: Rollason 2014, "Interest search".
    """

    unit: int
    least: int
    moves: int

    def share(self, utility, best):
        """0: a move's interest does not depend on the others' utilities."""
        return 0.0

    def common(self, size, best, shares):
        """The interest that every move of a node has to begin with."""
        return self.moves // size

    def cost(self, utility, common):
        """The cost of a move."""
        return self.unit // max(self.least, common + utility)


def hand_set() -> np.ndarray:
    """The hand-set interest of the terms, as weights: int64[2, STAGES, len(TERMS)]."""
    row = np.array([HAND_SET_COSTS[term] for term in TERMS]) * WEIGHT_UNIT
    weights = np.broadcast_to(np.rint(row), SHAPE).astype(np.int64).copy()
    weights[CHEAP, :, OWN_TERMS:] = 0
    return weights


def learned(name: str = "othello", path: Path | None = None, evaluator: str = "bill") -> np.ndarray:
    """Learned weights, "othello" or "trees": int64[2, STAGES, len(TERMS)].

    From the file at `path`, or the shipped one, of this evaluator if there is one of its own;
    DataError, in one line, for a bad file.
    """
    if path is not None:
        return _checked(load_arrays(path, {name: SHAPE})[name], name, path)
    with data_file(data_name_for(WEIGHTS, evaluation.kind_of(evaluator))) as shipped:
        return _checked(load_arrays(shipped, {name: SHAPE})[name], name, shipped)


def _checked(weights: np.ndarray, name: str, path: Path) -> np.ndarray:
    """Weights as kernels take them; DataError if they would not fit."""
    if np.abs(weights).max() > LARGEST_WEIGHT:
        raise DataError(f"{path}: {name!r} has weights beyond {LARGEST_WEIGHT}")
    return np.ascontiguousarray(np.rint(weights), np.int64)
