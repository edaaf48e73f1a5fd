"""Table 1 of Zhang 1995: nodes generated and decision quality on random trees.

Random trees of depth 10 and mean branching 5, whose root has 5 children, are
searched to every depth from 1 to 10. The quality of a depth is the share of
trees in which its first move is that of the full depth. So far the column of
alpha-beta; those of forward estimation follow with that player.
"""

import argparse
import math
from typing import Any, NamedTuple

import numpy as np

from players.alphabeta import Search, new_search
from players.deepening import search_depth
from players.random_trees import Cost, random_tree
from players.workspace import NODES, start
from tournament.arguments import natural
from tournament.experiments.output import Column, print_result

SUMMARY = "Zhang 1995, Table 1: nodes and decision quality on random trees"
BRANCHING = 5
DEPTH = 10
TRIALS = 1000

PUBLISHED_NODES = (
    5.0,
    16.872,
    64.934,
    162.410,
    481.141,
    1100.197,
    2993.929,
    6591.826,
    17226.045,
    37402.340,
)
PUBLISHED_QUALITY = (39.3, 52.5, 61.4, 67.3, 71.6, 76.4, 79.8, 82.2, 87.0, 100.0)


class Measured(NamedTuple):
    """A mean over trees and its standard error."""

    mean: float
    standard_error: float


def measured(values: np.ndarray) -> Measured:
    """The mean of a sample and its standard error; nan for a sample of one."""
    error = values.std(ddof=1) / math.sqrt(values.size) if values.size > 1 else math.nan
    return Measured(float(values.mean()), float(error))


def errors_apart(ours: Measured, published: float) -> float:
    """How many standard errors lie between our mean and the published one; 0 if equal.

    The paper's mean is from as many trees, so that the difference of the two
    varies by our standard error times the square root of 2.
    """
    if ours.mean == published:
        return 0.0
    if not ours.standard_error > 0:
        return math.nan
    return (ours.mean - published) / (math.sqrt(2) * ours.standard_error)


def one_tree(seed: int, search: Search) -> tuple[list[int], list[int]]:
    """The nodes generated at each depth from 1 on, and the first moves."""
    root = random_tree(seed, BRANCHING, DEPTH)
    nodes, moves = [], []
    for depth in range(1, DEPTH + 1):
        start(search.workspace)
        result = search_depth(root, search, depth)
        assert result is not None  # no limit was set
        nodes.append(int(search.workspace.counters[NODES]))
        moves.append(result.line[0])
    return nodes, moves


def measure(trials: int, first_seed: int) -> list[dict[str, Any]]:
    """The rows of the table, one per depth."""
    search = new_search(Cost())
    trees = [one_tree(seed, search) for seed in range(first_seed, first_seed + trials)]
    nodes = np.array([tree[0] for tree in trees], float)
    moves = np.array([tree[1] for tree in trees])
    rows = []
    for index in range(DEPTH):
        generated = measured(nodes[:, index])
        quality = measured(100.0 * (moves[:, index] == moves[:, -1]))
        rows.append(
            {
                "depth": index + 1,
                "alphabeta_nodes": generated.mean,
                "alphabeta_nodes_standard_error": generated.standard_error,
                "published_nodes": PUBLISHED_NODES[index],
                "nodes_errors_apart": errors_apart(generated, PUBLISHED_NODES[index]),
                "alphabeta_quality": quality.mean,
                "alphabeta_quality_standard_error": quality.standard_error,
                "published_quality": PUBLISHED_QUALITY[index],
                "quality_errors_apart": errors_apart(quality, PUBLISHED_QUALITY[index]),
            }
        )
    return rows


COLUMNS = (
    Column("depth", "depth", "{:d}"),
    Column("nodes", "alphabeta_nodes", "{:.3f}"),
    Column("± SE", "alphabeta_nodes_standard_error", "{:.3f}"),
    Column("paper", "published_nodes", "{:.3f}"),
    Column("apart", "nodes_errors_apart", "{:+.1f}"),
    Column("quality %", "alphabeta_quality", "{:.1f}"),
    Column("± SE", "alphabeta_quality_standard_error", "{:.1f}"),
    Column("paper", "published_quality", "{:.1f}"),
    Column("apart", "quality_errors_apart", "{:+.1f}"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    parser.add_argument(
        "--trials", type=natural, default=TRIALS, help="trees (default %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the first tree (default 0)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    result = {
        "experiment": "table1",
        "trials": options.trials,
        "seed": options.seed,
        "branching": BRANCHING,
        "depth": DEPTH,
        "rows": measure(options.trials, options.seed),
    }
    title = f"Alpha-beta on {options.trials} random trees, mean branching 5; after Zhang 1995"
    caption = (
        "nodes: positions generated, the last ply lazily; quality: same first move as depth 10; "
        "apart: difference to the paper in standard errors of a difference"
    )
    print_result(result, COLUMNS, title, caption, as_json=options.json)
    return 0
