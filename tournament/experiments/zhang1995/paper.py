"""What Zhang 1995 printed in Table 1 and of the figures; options for what it leaves open."""

import argparse
import math

from players.search_players import GENERATIONS
from tournament.experiments.runner.arguments import Option, count, option
from tournament.experiments.runner.output import Measured
from tournament.experiments.zhang1995.tree_trials import LEARNING, NEVER_PRUNED, Interpretation

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


def interpretation_options(learning: bool = False) -> Option:
    """The options that try other conventions than those that reproduce the paper's Table 1.

    With `learning` that of on-line learned margins is among them.
    """
    options = [
        option(
            "--generation",
            "children at once, but one by one where they are the horizon (lazy); all at once"
            " (full); only those searched are counted (searched); default: %(default)s",
            default=DEFAULT.generation,
            choices=tuple(GENERATIONS),
        ),
        count(
            "--cut-depth",
            DEFAULT.cut_depth,
            "condition (1) is tried at nodes so many plies above the horizon or more",
        ),
        count(
            "--mirror-depth",
            DEFAULT.mirror_depth,
            "its mirror image, for the side that fails low, likewise",
        ),
        option(
            "--mirror",
            "whether the mirror image is tried at all (default: it is)",
            default=True,
            action=argparse.BooleanOptionalAction,
        ),
    ]
    if learning:
        words = (
            "on-line margins from the largest cost of either sign, or from the lowest and the"
            " highest cost apart (default: %(default)s)"
        )
        options.append(option("--learned", words, default=DEFAULT.learned, choices=tuple(LEARNING)))

    def add(parser: argparse.ArgumentParser) -> None:
        group = parser.add_argument_group("conventions, those that reproduce Table 1 unless given")
        for one in options:
            one(group)

    return add


def interpretation_of(options: argparse.Namespace) -> Interpretation:
    """The interpretation that the options name."""
    mirror_depth = options.mirror_depth if options.mirror else NEVER_PRUNED
    learned = getattr(options, "learned", DEFAULT.learned)
    return Interpretation(options.generation, options.cut_depth, mirror_depth, learned)
