"""What each of Bill's features is worth: left out, refitted, and played against them all.

The weights without a feature are made by
`python -m players.learning.bill --leave-out FEATURE` from the same games as
the shipped ones and lie in the folder --weights as without_FEATURE.npz.
"""

import argparse
from pathlib import Path

from players.learning.bill.fit import HAND_SET
from tournament.experiments.runner import contests
from tournament.experiments.runner.contests import SEARCH_ONLY, SERIES_COLUMNS, Pairing
from tournament.experiments.runner.output import print_result

SUMMARY = "Bill's evaluation against itself with a feature left out and the rest refitted"
DEPTH = 4


def pairings(folder: Path) -> list[Pairing]:
    """Every match of the series; FileNotFoundError for weights that are not there."""
    found = []
    for feature in HAND_SET:
        path = folder / f"without_{feature}.npz"
        if not path.is_file():
            raise FileNotFoundError(f"{path}: made by learn --leave-out {feature}")
        player = f"alphabeta:depth={DEPTH},{SEARCH_ONLY},evaluator=bill"
        found.append(Pairing(f"all against all but {feature}", player, f"{player}@{path}"))
    return found


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    parser.add_argument(
        "--weights", type=Path, default=Path(), metavar="FOLDER", help="of without_FEATURE.npz"
    )
    contests.add_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    rows = contests.play(pairings(options.weights), options)
    result = {"experiment": "bill-ablation", "depth": DEPTH, "rows": rows}
    caption = "pair win rate of A, who has all features, with its 95 % interval"
    print_result(
        result, SERIES_COLUMNS, f"Ablation at depth {DEPTH}", caption, as_json=options.json
    )
    return 0
