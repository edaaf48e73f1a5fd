"""Trials on graphs with cycles: one graph, searched with each table, judged by the truth.

What is searched and how decides the stored results, and nothing else is in this
file: a change here measures everything anew.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from players.models import graphs
from players.models.contingency_minimax import new_range_search, range_search
from players.search.alphabeta import alphabeta, new_search
from players.search.bounds import INFINITY, Window
from players.search.conventions import SearchedOnly
from players.search.ordering import Unordered
from players.search.table import NoTable
from players.search.workspace import NODES, STOPPED, start

NAIVE, PUBLISHED, MENDED, NO_TABLE = "naive", "published", "mended", "no table"
FULL_WINDOW, NARROW = "full window", "null windows"


class Graphs(NamedTuple):
    """Random graphs of one kind; a search that generates `most_nodes` is given up."""

    size: int
    density: int
    most_nodes: int


class PlainSearch:
    """Alpha-beta, successors in the order of their numbers, without a table."""

    def __init__(self, table: Any = NoTable()) -> None:  # noqa: B008 - immutable
        self._table = table
        self._search = new_search(graphs.Drawn(), Unordered(), counting=SearchedOnly(), table=table)
        self.workspace = self._search.workspace

    def score(self, root: graphs.GraphPosition, window: Window) -> int:
        """What a search to the end of every line returns."""
        depth = int(root.plies_left())
        return int(alphabeta(root, window, depth, 0, self._search)[0])

    def kept(self, size: int) -> tuple[np.ndarray, np.ndarray]:
        """The bounds that the table has of all `size` nodes for the side to move: int64[n] both.

        Infinite ones: there is no table.
        """
        return np.full(size, -INFINITY), np.full(size, INFINITY)


class NaiveTableSearch(PlainSearch):
    """The same with a table that keeps scores by position."""

    def __init__(self) -> None:
        super().__init__(graphs.naive_table())

    def kept(self, size: int) -> tuple[np.ndarray, np.ndarray]:
        """What the table says of the nodes."""
        entries = self._table.table.entries[:size]
        used = entries["used"] == 1
        lower = np.where(used, entries["lower"], -INFINITY)
        return lower, np.where(used, entries["upper"], INFINITY)


class SearchForRanges:
    """Contingency minimax, successors in the order of their numbers."""

    def __init__(self, rule: Any) -> None:
        self._search = new_range_search(rule)
        self.workspace = self._search.workspace

    def score(self, root: graphs.GraphPosition, window: Window) -> int:
        """What a search to the end of every line returns."""
        return int(range_search(root, window, 0, self._search).score)

    def kept(self, size: int) -> tuple[np.ndarray, np.ndarray]:
        """What the table says of the nodes."""
        return self._search.ranges.lower[:size], self._search.ranges.upper[:size]


SEARCHES: dict[str, Callable[[], Any]] = {
    NAIVE: NaiveTableSearch,
    PUBLISHED: lambda: SearchForRanges(graphs.Published()),
    MENDED: lambda: SearchForRanges(graphs.Mended()),
    NO_TABLE: PlainSearch,
}
"""What makes a search that knows nothing yet, by name."""


def full_window(search: Any, root: graphs.GraphPosition) -> int:
    """The value that one search finds which no bound restricts."""
    return search.score(root, Window(-INFINITY, INFINITY))


def null_windows(search: Any, root: graphs.GraphPosition) -> int:
    """The value on which searches with the narrowest windows close in, one table for all.

    Bounds that contradict each other, as a wrong table gives, end it too.
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
"""How the value of the root is sought, by name."""


def judged(
    name: str, windows: str, root: graphs.GraphPosition, truth: np.ndarray, most_nodes: int
) -> dict[str, Any] | None:
    """What one search got wrong and what it took; None if it was given up.

    `root_wrong` is 0 or 1; `entries` counts the nodes of which the table says
    anything, `entries_wrong` those of them whose bounds exclude the truth.
    """
    search = SEARCHES[name]()
    start(search.workspace, most_nodes)
    value = WINDOWS[windows](search, root)
    if search.workspace.counters[STOPPED]:
        return None
    lower, upper = search.kept(truth.size)
    says = (lower > -INFINITY) | (upper < INFINITY)
    return {
        "root_wrong": int(value != truth[root.node]),
        "entries": int(says.sum()),
        "entries_wrong": int((says & ((lower > truth) | (upper < truth))).sum()),
        "nodes": int(search.workspace.counters[NODES]),
    }


def graph_trial(asked: Graphs, seed: int) -> dict[str, Any]:
    """What each search makes of one graph: by windows, then by name; see `judged`."""
    graph = graphs.random_graph(seed, asked.size, asked.density)
    truth = graphs.true_values(graph)
    root = graphs.start_of(graph)
    return {
        windows: {name: judged(name, windows, root, truth, asked.most_nodes) for name in SEARCHES}
        for windows in WINDOWS
    }
