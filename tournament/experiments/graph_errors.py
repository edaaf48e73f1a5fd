"""How often searches of graphs with cycles were wrong, and what they cost, from their trials."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tournament.experiments.graph_trials import MENDED, NAIVE, NO_TABLE, PUBLISHED, WINDOWS
from tournament.experiments.sample import measured_ratio
from tournament.statistics import share_interval

TABLES = (NAIVE, PUBLISHED, MENDED)
SEARCHED = (*TABLES, NO_TABLE)
PRICES = ((MENDED, NAIVE), (MENDED, PUBLISHED), (NO_TABLE, MENDED))
"""The searches whose nodes are compared: the dearer one, as a rule, and the cheaper."""
EARLIER_SIZES = (12, 40)
"""The graphs of the earlier simulation; see `score_range.EARLIER`."""
TWO_SIDED = 1.96
"""Standard errors on either side of a mean that hold 95 %."""

Results = Sequence[dict[str, Any]]


def _finished(results: Results, windows: str, *names: str) -> list[list[dict[str, Any]]]:
    """For each name what its searches found, of the graphs that all of them finished."""
    rows = [[result[windows][name] for name in names] for result in results]
    kept = [row for row in rows if None not in row]
    return [[row[number] for row in kept] for number in range(len(names))]


def _counts(found: Results, key: str) -> np.ndarray:
    """One count of each search."""
    return np.array([one[key] for one in found], float)


def errors_of(found: Results) -> dict[str, Any]:
    """How often the searches with one table were wrong, in percent, with 95 % intervals.

    The entries of a graph hang together: their interval rests on graphs. Where no
    entry is wrong it is that of the share of graphs with a wrong one, which is larger.
    """
    graphs, wrong = len(found), int(_counts(found, "root_wrong").sum())
    share = wrong / graphs if graphs else math.nan
    low, high = share_interval(share, graphs)
    entries = measured_ratio(_counts(found, "entries_wrong"), _counts(found, "entries"))
    spoilt = sum(one["entries_wrong"] > 0 for one in found)
    half = TWO_SIDED * entries.standard_error
    ends = (max(0.0, entries.mean - half), entries.mean + half)
    if spoilt == 0:
        ends = share_interval(0.0, graphs)
    return {
        "graphs": graphs,
        "roots_wrong": wrong,
        "root": 100 * share,
        "root_interval": [100 * low, 100 * high],
        "entries_counted": int(_counts(found, "entries").sum()),
        "entries_wrong": int(_counts(found, "entries_wrong").sum()),
        "entries": 100 * entries.mean,
        "entries_interval": [100 * end for end in ends],
        "graphs_with_wrong_entries": spoilt,
    }


def row_of(results: Results, windows: str, size: str, density: str) -> dict[str, Any]:
    """All that is known of the graphs of one kind, searched in one way."""
    row: dict[str, Any] = {"windows": windows, "size": size, "density": density}
    row["graphs"] = len(results)
    for name in SEARCHED:
        (found,) = _finished(results, windows, name)
        row[name] = {"given_up": len(results) - len(found), **errors_of(found)}
    for name, found in zip(TABLES, _finished(results, windows, *TABLES), strict=True):
        row[name]["nodes"] = measured_ratio(_counts(found, "nodes"), np.ones(len(found))).mean
    for dear, cheap in PRICES:
        nodes = [_counts(found, "nodes") for found in _finished(results, windows, dear, cheap)]
        ratio = measured_ratio(*nodes)
        row[f"{dear} / {cheap}"] = [ratio.mean, ratio.standard_error]
    return row


def rows_of(cells: dict[tuple[int, int], Results]) -> list[dict[str, Any]]:
    """A row for each way and kind of graphs; then the sizes of the earlier simulation; then all."""
    low, high = EARLIER_SIZES
    rows = []
    for windows in WINDOWS:
        for (density, size), results in cells.items():
            rows.append(row_of(results, windows, str(size), str(density)))
        within = [one for (_, size), part in cells.items() if low <= size <= high for one in part]
        rows.append(row_of(within, windows, f"{low}-{high}", "all"))
        everything = [one for part in cells.values() for one in part]
        rows.append(row_of(everything, windows, "all", "all"))
    return rows
