"""Runs of the alpha-beta kernel with an empty table, and checks of its bounds."""

from players.budget import start
from players.protocol import EXACT, LOWER, UPPER
from players.search.alphabeta import alphabeta
from players.search.bounds import INFINITY, Window

FULL = Window(-INFINITY, INFINITY)


def run(state, search, depth, window=FULL):
    """Score and bound of a search of `depth` plies."""
    start(search.budget)
    search.table.clear()
    score, bound = alphabeta(state, window, depth, 0, search)
    return int(score), int(bound)


def holds(score, bound, truth):
    """True if `score` is such a bound of `truth`."""
    return {EXACT: truth == score, LOWER: truth >= score, UPPER: truth <= score}[bound]
