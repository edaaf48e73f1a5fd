import random
from typing import NamedTuple

import naive_search
import numpy as np
import pytest
from naive_search import Ties
from samples import random_position, small_tree

from othello import evaluation
from othello.jit import COMPILED, jitmethods
from players.alphabeta import Window, alphabeta, new_search
from players.bounds import EXACT, INFINITY, LOWER, PV, UPPER
from players.conventions import Above, AtLeast, FullWindow, Scout
from players.forward_estimation import (
    ForwardEstimation,
    NoPruning,
    PerPly,
    running,
)
from players.minimax import minimax
from players.ordering import ByTableMoveThenValue, ByValue, Unordered
from players.random_trees import EDGE_COST_HIGHEST, EDGE_COST_LOWEST, Cost, random_tree
from players.table import NoTable, new_table
from players.workspace import ESTIMATED, MOST_PLIES, NODES, PRUNED, start

FULL = Window(-INFINITY, INFINITY)
TREES = 10_000 if COMPILED else 100
EXACT_EDGES = PerPly(EDGE_COST_LOWEST, EDGE_COST_HIGHEST)


def run(state, search, depth, window=FULL):
    start(search.workspace)
    search.table.clear()
    score, bound = alphabeta(state, window, depth, 0, PV, search)
    return int(score), int(bound)


def holds(score, bound, truth):
    return {EXACT: truth == score, LOWER: truth >= score, UPPER: truth <= score}[bound]


@pytest.mark.parametrize("cutoff", [AtLeast(), Above()])
@pytest.mark.parametrize("scout", [FullWindow(), Scout()])
@pytest.mark.parametrize("bits", [0, 12])
def test_exact_extremes_give_the_minimax_value_for_all_windows(cutoff, scout, bits):
    chance = random.Random(f"{cutoff} {scout} {bits}")
    search = new_search(
        Cost(),
        ByTableMoveThenValue() if bits else ByValue(),
        cutoff,
        scout=scout,
        table=new_table(bits) if bits else NoTable(),
        rule=ForwardEstimation(EXACT_EDGES, cut_depth=1),
    )
    pruned = 0
    for seed in range(TREES // 8):
        depth = 2 + seed % 4
        tree = random_tree(seed, 4, depth, uniform=seed % 2 == 0)
        truth = int(minimax(tree, depth, Cost()))
        assert run(tree, search, depth) == (truth, EXACT)
        pruned += search.workspace.counters[PRUNED]
        alpha = truth + chance.randint(-60_000, 60_000)
        window = Window(alpha, alpha + chance.choice((1, 1000, 50_000)))
        score, bound = run(tree, search, depth, window)
        assert holds(score, bound, truth)
        if window.alpha < truth < window.beta:
            assert score == truth
    assert pruned > 0
