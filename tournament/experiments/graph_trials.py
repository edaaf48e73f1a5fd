"""Trials on graphs with cycles: searches with each table, compared with the true values.

This file holds only what decides the stored results: any change here repeats all trials.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from players.budget import NODES, STOPPED, start
from players.limits import Limits
from players.models import graphs
from players.models.graphs import new_range_search, range_search
from players.search.alphabeta import alphabeta, new_search
from players.search.bounds import INFINITY, Window
from players.search.conventions import SearchedOnly
from players.search.ordering import Order
from players.search.table import new_table

NAIVE, PUBLISHED, CORRECTED = "naive", "published", "corrected"
FULL_WINDOW, NARROW = "full window", "null windows"


class Graphs(NamedTuple):
    """Random graphs of one kind; a search stops at `most_nodes`."""

    size: int
    density: int
    most_nodes: int


class NaiveTableSearch:
    """Alpha-beta with a table of scores by position, successors in the order of their numbers."""

    def __init__(self) -> None:
        self._table = table = graphs.AnyDepth(new_table(graphs.NODE_BITS))
        self._search = new_search(graphs.Drawn(), Order(), counting=SearchedOnly(), table=table)
        self.budget = self._search.budget

    def score(self, root: graphs.GraphPosition, window: Window) -> int:
        """Return the score of a search to the end of every line."""
        depth = int(root.plies_left())
        return int(alphabeta(root, window, depth, 0, self._search)[0])

    def bounds(self, size: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the table's bounds of all nodes, int64[size] each; infinite if unknown."""
        entries = self._table.table.entries[:size]
        used = entries["used"] == 1
        lower = np.where(used, entries["lower"], -INFINITY)
        return lower, np.where(used, entries["upper"], INFINITY)


class SearchForRanges:
    """Contingency minimax, successors in the order of their numbers."""

    def __init__(self, rule: Any) -> None:
        self._search = new_range_search(rule)
        self.budget = self._search.budget

    def score(self, root: graphs.GraphPosition, window: Window) -> int:
        """Return the score of a search to the end of every line."""
        return int(range_search(root, window, 0, self._search).score)

    def bounds(self, size: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the table's bounds of all nodes."""
        return self._search.ranges.lower[:size], self._search.ranges.upper[:size]


SEARCHES: dict[str, Callable[[], Any]] = {
    NAIVE: NaiveTableSearch,
    PUBLISHED: lambda: SearchForRanges(graphs.Published()),
    CORRECTED: lambda: SearchForRanges(graphs.Corrected()),
}
"""Factories of fresh searches, by name."""


def full_window(search: Any, root: graphs.GraphPosition) -> int:
    """Return the value of one search with an infinite window."""
    return search.score(root, Window(-INFINITY, INFINITY))


def null_windows(search: Any, root: graphs.GraphPosition) -> int:
    """Return the value on which null-window searches with one table converge.

    Contradictory bounds, as a wrong table gives, end it too.
    Source: Plaat, Schaeffer, Pijls and de Bruin 1996, MTD(f).
    """
    lower, upper, beta = -INFINITY, INFINITY, 0
    while lower < upper:
        score = search.score(root, Window(beta - 1, beta))
        if score >= beta:
            lower = score
        else:
            upper = score
        beta = max(score, lower + 1)
    return lower


WINDOWS = {FULL_WINDOW: full_window, NARROW: null_windows}
"""Ways to find the value of the root, by name."""


def judge(
    name: str, windows: str, root: graphs.GraphPosition, truth: np.ndarray, most_nodes: int
) -> dict[str, Any] | None:
    """Return the errors and the cost of one search; None if it stopped at `most_nodes`.

    `root_wrong` is 0 or 1; `entries` counts the nodes with finite bounds in the table,
    `entries_wrong` those whose bounds exclude the true value.
    """
    search = SEARCHES[name]()
    start(search.budget, Limits(nodes=most_nodes))
    value = WINDOWS[windows](search, root)
    if search.budget.counters[STOPPED]:
        return None
    lower, upper = search.bounds(truth.size)
    bounded = (lower > -INFINITY) | (upper < INFINITY)
    return {
        "root_wrong": int(value != truth[root.node]),
        "entries": int(bounded.sum()),
        "entries_wrong": int((bounded & ((lower > truth) | (upper < truth))).sum()),
        "nodes": int(search.budget.counters[NODES]),
    }


def graph_trial(settings: Graphs, seed: int) -> dict[str, Any]:
    """Return the results of all searches on one graph: by windows, then by name; see `judge`."""
    graph = graphs.random_graph(seed, settings.size, settings.density)
    truth = graphs.true_values(graph)
    root = graphs.start_of(graph)
    return {
        windows: {name: judge(name, windows, root, truth, settings.most_nodes) for name in SEARCHES}
        for windows in WINDOWS
    }
