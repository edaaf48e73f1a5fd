"""One search by the common kernel, from an empty table, and whether what it claims is true."""

from naive import forward as naive_forward

from players.search.alphabeta import alphabeta
from players.search.bounds import EXACT, INFINITY, LOWER, PV, UPPER
from players.search.node import Window
from players.search.workspace import NODES, PRUNED, start

FULL = Window(-INFINITY, INFINITY)


def run(state, search, depth, window=FULL):
    """Score and bound of a search in a window."""
    start(search.workspace)
    search.table.clear()
    score, bound = alphabeta(state, window, depth, 0, PV, search)
    return int(score), int(bound)


def holds(score, bound, truth):
    """Whether the claim `bound` of `score` is true."""
    return {EXACT: truth == score, LOWER: truth >= score, UPPER: truth <= score}[bound]


def pruned_by_both(state, search, depth, conditions, alpha):
    """How many nodes are pruned, in the full and in a null window, by a search as by its twin."""
    pruned = 0
    for window in (FULL, Window(alpha, alpha + 1)):
        tally, evaluator = naive_forward.Tally(), search.evaluator
        value = naive_forward.search(state, window, depth, True, conditions, evaluator, tally)
        counters = search.workspace.counters
        assert run(state, search, depth, window)[0] == value
        assert (counters[NODES], counters[PRUNED]) == (tally.nodes, tally.pruned)
        pruned += tally.pruned
    return pruned
