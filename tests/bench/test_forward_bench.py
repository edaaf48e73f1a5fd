"""What forward estimation costs where it prunes nothing: the overhead per node, in one run."""

import statistics
import time

import pytest

from othello import Game, evaluation
from players.budget import NODES, start
from players.forward.rules import ForwardEstimation, PerPly
from players.models.random_trees import Cost, random_tree
from players.search.alphabeta import new_search
from players.search.conventions import NoPruning
from players.search.deepening import search_depth

POSITION = Game.from_transcript("f5d6c3d3c4f4").position
NEVER = ForwardEstimation(PerPly(-1e6, 1e6))
CASES = {
    "othello, bill": (POSITION, 8, lambda: evaluation.named("bill")),
    "othello, mobility": (POSITION, 9, lambda: evaluation.named("mobility")),
    "random tree": (random_tree(3, 8, 10, uniform=True), 10, Cost),
}
ROUNDS = 25


def seconds_and_nodes(state, depth, search):
    """CPU seconds of one search and the nodes it generated."""
    start(search.budget)
    began = time.thread_time()
    search_depth(state, search, depth)
    return time.thread_time() - began, int(search.budget.counters[NODES])


@pytest.mark.parametrize("case", CASES)
def test_overhead_of_a_rule_that_never_fires(benchmark, case):
    state, depth, make = CASES[case]
    plain, never = (new_search(make(), rule=rule) for rule in (NoPruning(), NEVER))
    ratios = []
    for _ in range(ROUNDS):
        without, nodes = seconds_and_nodes(state, depth, plain)
        with_rule, same = seconds_and_nodes(state, depth, never)
        assert nodes == same
        ratios.append(with_rule / without)
    benchmark.pedantic(search_depth, (state, never, depth), rounds=3)
    benchmark.extra_info["overhead"] = statistics.median(ratios)
    print(f"\n{case}: {statistics.median(ratios):.3f} times alpha-beta's seconds per node, median")
