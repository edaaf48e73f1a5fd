"""The search kernel's rate: nodes per second on both games, with and without a table."""

import pytest

from othello.evaluation.plain import Mobility
from othello.position import START
from players.budget import NODES, start
from players.models.random_trees import Cost, random_tree
from players.search.alphabeta import new_search
from players.search.conventions import Scout
from players.search.deepening import search_depth
from players.search.ordering import ByHashMoveThenValue, ByValue
from players.search.table import new_table

CASES = {
    "othello": (START, 11, lambda: new_search(Mobility())),
    "othello-pvs": (START, 11, lambda: new_search(Mobility(), scouting=Scout())),
    "othello-table": (
        START,
        11,
        lambda: new_search(Mobility(), ByHashMoveThenValue(), table=new_table(20)),
    ),
    "random-tree": (random_tree(1, 5, 13), 13, lambda: new_search(Cost(), ByValue())),
}


@pytest.mark.parametrize("case", CASES)
def test_nodes_per_second(benchmark, case):
    state, depth, make = CASES[case]
    search = make()

    def run():
        search.table.clear()
        start(search.budget)
        return search_depth(state, search, depth)

    run()
    benchmark.pedantic(run, rounds=15, iterations=1)
    nodes = int(search.budget.counters[NODES])
    benchmark.extra_info["nodes"] = nodes
    benchmark.extra_info["million_nodes_per_second"] = nodes / benchmark.stats["median"] / 1e6
    print(f"\n{case}: {nodes / benchmark.stats['median'] / 1e6:.1f} M nodes/s, median")
