"""The options for what the paper on forward estimation leaves open."""

import argparse

from tournament.arguments import natural
from tournament.experiments.tree_trials import GENERATIONS, LEARNING, OFF, Conventions

DEFAULT = Conventions()


def add_conventions(parser: argparse.ArgumentParser, learning: bool = False) -> None:
    """The options that try other conventions than those that reproduce the paper's Table 1.

    With `learning` that of on-line learned margins is among them.
    """
    group = parser.add_argument_group("conventions, those that reproduce Table 1 unless given")
    group.add_argument(
        "--generation",
        choices=tuple(GENERATIONS),
        default=DEFAULT.generation,
        help="children at once, but one by one where they are the horizon (lazy); all at once"
        " (full); only those searched are counted (searched); default: %(default)s",
    )
    group.add_argument(
        "--cut-depth",
        type=natural,
        default=DEFAULT.cut_depth,
        metavar="N",
        help="condition (1) is tried at nodes so many plies above the horizon or more"
        " (default: %(default)s)",
    )
    group.add_argument(
        "--mirror-depth",
        type=natural,
        default=DEFAULT.mirror_depth,
        metavar="N",
        help="its mirror image, for the side that fails low, likewise (default: %(default)s)",
    )
    group.add_argument(
        "--mirror",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="whether the mirror image is tried at all (default: it is)",
    )
    if not learning:
        return
    group.add_argument(
        "--learned",
        choices=tuple(LEARNING),
        default=DEFAULT.learned,
        help="on-line margins from the largest cost of either sign, or from the lowest and the"
        " highest cost apart (default: %(default)s)",
    )


def conventions_of(options: argparse.Namespace) -> Conventions:
    """The conventions that the options name."""
    mirror_depth = options.mirror_depth if options.mirror else OFF
    learned = getattr(options, "learned", DEFAULT.learned)
    return Conventions(options.generation, options.cut_depth, mirror_depth, learned)
