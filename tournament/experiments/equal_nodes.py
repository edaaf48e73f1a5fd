"""What decision quality so many nodes buy, read off curves of quality against nodes.

Between two depths of an algorithm the quality is interpolated in the logarithm
of the nodes; beyond its last depth more nodes buy nothing. Errors come from
drawing the trees anew with replacement: all algorithms search the same trees,
so that their differences vary less than their qualities.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tournament.experiments.output import Column, Shown

BUDGETS = (20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000)
"""Nodes, about evenly spread in their logarithm."""
RESAMPLES = 400


class Searched(NamedTuple):
    """float[trees, algorithms, depths]: nodes, and 100 where the first move was right, else 0."""

    nodes: np.ndarray
    right: np.ndarray


class Quality(NamedTuple):
    """float[algorithms, budgets]: the quality; and the same of each resample of the trees."""

    quality: np.ndarray
    resampled: np.ndarray

    def less(self, number: int) -> "Quality":
        """By how much each algorithm is better than one of them."""
        return Quality(
            self.quality - self.quality[number],
            self.resampled - self.resampled[:, number : number + 1],
        )

    def mean(self) -> "Quality":
        """The mean over the budgets, as if it were the only budget."""
        return Quality(
            self.quality.mean(axis=1, keepdims=True), self.resampled.mean(axis=2, keepdims=True)
        )

    @property
    def standard_error(self) -> np.ndarray:
        """float[algorithms, budgets]: of the quality."""
        return self.resampled.std(axis=0, ddof=1)


def _interpolated(nodes: np.ndarray, quality: np.ndarray, budgets: Sequence[float]) -> np.ndarray:
    """float[algorithms, budgets]: the quality from means of shape [algorithms, depths]."""
    wanted = np.log(budgets)
    pairs = zip(np.log(nodes), quality, strict=True)
    return np.array([np.interp(wanted, known, told) for known, told in pairs])


def at_equal_nodes(searched: Searched, budgets: Sequence[float], seed: int = 0) -> Quality:
    """The quality of each algorithm with each of the budgets, in nodes."""
    trees = len(searched.nodes)
    random = np.random.default_rng(seed)
    weights = random.multinomial(trees, np.full(trees, 1 / trees), RESAMPLES) / trees
    nodes = np.einsum("rt,tad->rad", weights, searched.nodes)
    right = np.einsum("rt,tad->rad", weights, searched.right)
    resampled = [_interpolated(*means, budgets) for means in zip(nodes, right, strict=True)]
    ours = _interpolated(searched.nodes.mean(axis=0), searched.right.mean(axis=0), budgets)
    return Quality(ours, np.array(resampled))


def budget_rows(
    quality: Quality, keys: Sequence[str], labels: Sequence[str]
) -> list[dict[str, Any]]:
    """A row for each of BUDGETS: the quality of every algorithm, and which is best.

    `keys` begin the algorithms' entries, `labels` name them; gains are over the
    first one.
    """
    gain = quality.less(0)
    rows = []
    for index, nodes in enumerate(BUDGETS):
        row: dict[str, Any] = {"nodes": nodes}
        for number, key in enumerate(keys):
            row[f"{key}_quality"] = float(quality.quality[number, index])
            row[f"{key}_gain"] = float(gain.quality[number, index])
            row[f"{key}_gain_standard_error"] = float(gain.standard_error[number, index])
        best = int(np.argmax(quality.quality[:, index]))
        row["best"] = labels[best]
        for told in ("gain", "gain_standard_error"):
            row[f"best_{told}"] = row[f"{keys[best]}_{told}"]
        rows.append(row)
    return rows


def budget_table(
    rows: Sequence[dict[str, Any]], keys: Sequence[str], labels: Sequence[str]
) -> Shown:
    """The same rows for people."""
    columns = [
        Column("nodes", "nodes", "{:,d}"),
        *(
            Column(label, f"{key}_quality", "{:.1f}")
            for key, label in zip(keys, labels, strict=True)
        ),
        Column("best", "best"),
        Column(f"over {labels[0]}", "best_gain", "{:+.1f}"),
        Column("± SE", "best_gain_standard_error", "{:.1f}"),
    ]
    caption = (
        f"{labels[0]}: alpha-beta; the others: by delta; interpolated between depths in the "
        "logarithm of the nodes; what depth 10 does not use up buys nothing more"
    )
    return Shown(rows, columns, "Quality at equal nodes, %", caption)
