"""What score ranges cost: the seconds per node with them and without, in one run."""

import statistics
import time

import pytest

from othello import Game, evaluation
from players.forward.edge_costs import load
from players.forward.rules import ForwardEstimation
from players.interest.costs import learned
from players.interest.deepening import deepen
from players.interest.player import InterestOptions, new_interest_search, pace_of
from players.interest.terms import othello_terms
from players.limits import Limits
from players.search.alphabeta import new_search
from players.search.conventions import Scout
from players.search.deepening import search_depth
from players.search.ordering import ByTableMoveThenValue
from players.search.score_range import NoRanges, new_ranges
from players.search.table import new_table
from players.search.workspace import NODES, start

POSITION = Game.from_transcript("f5d6c3d3c4f4").position
BITS = 18
ROUNDS = 15


def alphabeta_case(ranges):
    """Alpha-beta as the window's analyst has it, from empty tables."""
    table, bill = new_table(BITS), evaluation.named("bill")
    search = new_search(bill, ByTableMoveThenValue(), scout=Scout(), table=table, ranges=ranges)
    return search, lambda: search_depth(POSITION, search, 8)


def forward_case(ranges):
    """Forward estimation with margins by stage."""
    rule = ForwardEstimation(load(None, evaluator="bill").margins(0.95))
    search = alphabeta_case(ranges)[0]._replace(rule=rule)
    return search, lambda: search_depth(POSITION, search, 10)


def interest_case(ranges):
    """Interest search as players have it."""
    terms = othello_terms(learned())
    search = new_interest_search(evaluation.named("bill"), terms, InterestOptions())
    search = search._replace(ranges=ranges)
    return search, lambda: deepen(
        POSITION, search, Limits(interest=4.0), pace_of(InterestOptions())
    )


CASES = {"alphabeta": alphabeta_case, "forward": forward_case, "interest": interest_case}


def seconds_per_node(search, run):
    """CPU seconds of one search from empty tables, by the nodes it generated."""
    search.table.clear()
    search.ranges.clear()
    start(search.workspace)
    began = time.thread_time()
    run()
    return (time.thread_time() - began) / int(search.workspace.counters[NODES])


@pytest.mark.parametrize("case", CASES)
def test_overhead_of_score_ranges(benchmark, case):
    without, kept = CASES[case](NoRanges()), CASES[case](new_ranges(BITS))
    ratios = [seconds_per_node(*kept) / seconds_per_node(*without) for _ in range(ROUNDS + 1)]
    benchmark.pedantic(kept[1], rounds=3)
    benchmark.extra_info["overhead"] = statistics.median(ratios[1:])
    print(f"\n{case}: {statistics.median(ratios[1:]):.2f} times the seconds per node, median")
