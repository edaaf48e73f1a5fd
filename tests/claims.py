"""What the alpha-beta kernel claims of a state, from an empty table, and whether that is true."""

from players.search.alphabeta import alphabeta
from players.search.bounds import EXACT, INFINITY, LOWER, UPPER, Window
from players.search.workspace import start

FULL = Window(-INFINITY, INFINITY)


def run(state, search, depth, window=FULL):
    """Score and bound of a search of so many plies."""
    start(search.workspace)
    search.table.clear()
    score, bound = alphabeta(state, window, depth, 0, search)
    return int(score), int(bound)


def holds(score, bound, truth):
    """Whether the claim `bound` of `score` is true."""
    return {EXACT: truth == score, LOWER: truth >= score, UPPER: truth <= score}[bound]
