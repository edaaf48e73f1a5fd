"""Trials of cuts: nodes that a search settled by estimates, searched again at full width.

What is measured, and how, decides the stored results.
"""

import random
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.jit import jitmethods
from othello.position import Position
from players.forward.depth_errors import probcut
from players.limits import Limits
from players.search.alphabeta import Search, alphabeta, new_search
from players.search.bounds import EXACT, INFINITY, LOWER, PV
from players.search.conventions import Scout
from players.search.deepening import fixed_depth
from players.search.node import Window
from players.search.ordering import ByTableMoveThenValue
from players.search.table import new_table
from players.search.workspace import NODES, PRUNED, start
from tournament.experiments.searches.value_trials import position_of

MOST_CUTS = 2**16
CUT_FIELDS = 6
"""Discs of either side, depth, alpha, beta and the kind of bound, LOWER or UPPER."""
SAMPLED = 12
TABLE_BITS = 16


@jitmethods
class Recorded(NamedTuple):
    """A probe of players.search.variable_depth, whose cuts are noted.

    cuts: int64[MOST_CUTS, CUT_FIELDS], the latest; number: int64[1], of all.
    """

    probe: Any
    cuts: np.ndarray
    number: np.ndarray

    def reads_statics(self):
        """As the probe says."""
        return self.probe.reads_statics()

    def estimates(self):
        """As the probe says."""
        return self.probe.estimates()

    def checks(self):
        """As the probe says."""
        return self.probe.checks()

    def shallow(self, check, state, static, window, depth, cutoff):
        """As the probe says."""
        return self.probe.shallow(check, state, static, window, depth, cutoff)

    def settle(self, check, state, score, window, depth, cutoff):
        """As the probe says; a cut is noted."""
        score, bound = self.probe.settle(check, state, score, window, depth, cutoff)
        if bound != EXACT:
            row = self.cuts[self.number[0] % self.cuts.shape[0]]
            row[0], row[1] = np.int64(state.own), np.int64(state.opp)
            row[2], row[3], row[4], row[5] = depth, window.alpha, window.beta, bound
            self.number[0] += 1
        return score, bound


class Cutting(NamedTuple):
    """ProbCut by searches of so many plies, in searches of a depth with an evaluator."""

    evaluator: str
    plies: int
    several: bool
    quantile: float
    depth: int


def wrong_by(state: Position, window: Window, bound: int, depth: int, search: Search) -> int:
    """How far the value of a node at full width lies within a window that it was cut off from.

    In hundredths of a disc, 0 for a right cut. The search has a window that holds every value:
    what a narrow one answers is a bound, which would understate this.
    """
    start(search.workspace)
    search.table.clear()
    value, _ = alphabeta(state, Window(-INFINITY, INFINITY), depth, 0, PV, search)
    return max(0, int(window.beta - value if bound == LOWER else value - window.alpha))


def cuts(asked: Cutting, seed: int) -> dict[str, Any]:
    """Nodes with cuts and without, and of sampled cuts the depth and what they are wrong by.

    Wrong by: see `wrong_by`.
    """
    chance = random.Random(seed)
    evaluator, position = evaluation.named(asked.evaluator), position_of(chance, seed)
    probe = probcut(asked.evaluator, asked.quantile, asked.plies, asked.several, gated=True)
    noted = np.zeros((MOST_CUTS, CUT_FIELDS), np.int64), np.zeros(1, np.int64)
    table, order = new_table(TABLE_BITS), ByTableMoveThenValue()
    selective = new_search(
        evaluator, order, scout=Scout(), table=table, probe=Recorded(probe, *noted)
    )
    found = fixed_depth(position, selective, Limits(depth=asked.depth))
    counted = {"nodes": int(selective.workspace.counters[NODES])}
    counted["cuts"] = int(selective.workspace.counters[PRUNED])
    table.clear()
    whole = new_search(evaluator, order, scout=Scout(), table=table)
    full = fixed_depth(position, whole, Limits(depth=asked.depth))
    counted["full_nodes"] = int(whole.workspace.counters[NODES])
    changed = {"same_move": found.line[0] == full.line[0], "change": found.score - full.score}
    wrong = []
    number = min(int(noted[1][0]), MOST_CUTS)
    for row in chance.sample(range(number), min(SAMPLED, number)):
        own, opp, depth, alpha, beta, bound = (int(value) for value in noted[0][row])
        state = Position(np.uint64(own % 2**64), np.uint64(opp % 2**64))
        wrong.append([depth, wrong_by(state, Window(alpha, beta), bound, depth, whole)])
    return {**counted, **changed, "wrong": wrong}
