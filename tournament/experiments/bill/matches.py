"""Bill's evaluation against others at equal depth, over all openings."""

import argparse

from tournament.experiments.runner import contests
from tournament.experiments.runner.contests import SEARCH_ONLY, SERIES_COLUMNS, Pairing
from tournament.experiments.runner.output import print_result

SUMMARY = "Bill's evaluation against mobility, IAGO's formula and its own other weights"
FIRST = "bill@data/bill_weights_first.npz"
"""The first generation of weights; the path is seen from the project's folder."""
OPPONENTS = ("mobility", "iago", "bill-linear", "bill-quadratic", FIRST)
DEPTHS = (2, 4, 6)


def pairings() -> list[Pairing]:
    """Every match of the series."""
    return [
        Pairing(
            f"bill against {opponent}, depth {depth}",
            f"alphabeta:depth={depth},evaluator=bill,{SEARCH_ONLY}",
            f"alphabeta:depth={depth},evaluator={opponent},{SEARCH_ONLY}",
        )
        for opponent in OPPONENTS
        for depth in DEPTHS
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    contests.add_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    rows = contests.play(pairings(), options)
    result = {"experiment": "bill-matches", "rows": rows}
    caption = "pair win rate of A with its 95 % interval over the classes of openings"
    print_result(
        result, SERIES_COLUMNS, "Equal depth, plain alpha-beta", caption, as_json=options.json
    )
    return 0
