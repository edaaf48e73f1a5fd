"""What Zhang 1995 printed in Table 1 and of the figures; options for what it leaves open."""

import argparse
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tournament.experiments.runner import Runner
from tournament.experiments.runner.arguments import Option, count, option, together
from tournament.experiments.runner.output import Measured, measured, measured_share
from tournament.experiments.zhang1995 import tree_trials as trials
from tournament.experiments.zhang1995.tree_trials import GENERATIONS, Interpretation

BRANCHING = 5
PAPER_DEPTH = 10
PAPER_DEPTHS = range(1, PAPER_DEPTH + 1)
TRIALS = 1000

QUALITY = (39.3, 52.5, 61.4, 67.3, 71.6, 76.4, 79.8, 82.2, 87.0, 100.0)
"""Alpha-beta's and that of forward estimation with exact bounds, by depth, in percent."""
LEARNED_QUALITY = (39.3, 52.5, 61.5, *QUALITY[3:])

ALPHABETA_NODES = (
    *(5.0, 16.872, 64.934, 162.410, 481.141),
    *(1100.197, 2993.929, 6591.826, 17226.045, 37402.340),
)
EXACT_NODES = (
    *(5.0, 16.872, 49.445, 134.679, 318.996),
    *(767.819, 1689.049, 3856.462, 8192.156, 18387.580),
)
LEARNED_NODES = (
    *(5.0, 16.872, 48.903, 133.933, 317.857),
    *(766.321, 1687.089, 3854.028, 8188.984, 18383.889),
)
"""Positions generated, by depth, from 1 on."""

DEFAULT = Interpretation()


def errors_apart(ours: Measured, published: float) -> float:
    """How many standard errors lie between our mean and the published one; 0 if equal.

    The published mean is from TRIALS trees and varies as ours would with as many.
    """
    if ours.mean == published:
        return 0.0
    if not ours.standard_error > 0:
        return math.nan
    both = math.sqrt(1 + ours.trials / TRIALS)
    return (ours.mean - published) / (both * ours.standard_error)


class Searched(NamedTuple):
    """float[trees, algorithms, depths]: nodes, and 100 where the first move was right, else 0."""

    nodes: np.ndarray
    quality: np.ndarray

    def told(self, algorithm: int, depth: int) -> dict[str, Measured]:
        """The means of an algorithm at a depth, counted from 1, under the names of the fields."""
        nodes, quality = (values[:, algorithm, depth - 1] for values in self)
        return {"nodes": measured(nodes), "quality": measured_share(quality)}


def search_all(run: Runner, algorithms: Sequence[trials.Algorithm]) -> Searched:
    """The trees of the paper, searched to every depth; right is the first one's full-depth move."""
    asked = trials.Comparison(trials.Trees(BRANCHING, PAPER_DEPTH), tuple(algorithms))
    results = run.trials(trials.every_depth, asked)
    moves = np.array([result["move"] for result in results])
    nodes = np.array([result["nodes"] for result in results], float)
    return Searched(nodes, 100.0 * (moves == moves[:, :1, -1:]))


def interpretation_options(learning: bool = False) -> Option:
    """The options that try other conventions than those that reproduce the paper's Table 1.

    With `learning` that of on-line learned margins is among them.
    """
    generated = (
        "children at once, but one by one where they are the horizon (lazy); all at once"
        " (full); only those searched are counted (searched); default: %(default)s"
    )
    cut = "condition (1) is tried at nodes so many plies above the horizon or more"
    mirrored = "its mirror image, for the side that fails low, likewise"
    mirroring = "whether the mirror image is tried at all (default: it is)"
    margins = (
        "on-line margins from the largest cost of either sign, or from the lowest and the"
        " highest cost apart (default: %(default)s)"
    )
    options = (
        option("--generation", generated, default=DEFAULT.generation, choices=tuple(GENERATIONS)),
        count("--cut-depth", DEFAULT.cut_depth, cut),
        count("--mirror-depth", DEFAULT.mirror_depth, mirrored),
        option("--mirror", mirroring, default=True, action=argparse.BooleanOptionalAction),
        option("--learned", margins, default=DEFAULT.learned, choices=tuple(trials.LEARNING)),
    )
    title = "conventions, those that reproduce Table 1 unless given"
    return together(*(options if learning else options[:-1]), title=title)


def interpretation_of(options: argparse.Namespace) -> Interpretation:
    """The interpretation that the options name."""
    mirror_depth = options.mirror_depth if options.mirror else trials.NEVER_PRUNED
    learned = getattr(options, "learned", DEFAULT.learned)
    return Interpretation(options.generation, options.cut_depth, mirror_depth, learned)
