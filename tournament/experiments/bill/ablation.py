"""What each of Bill's features is worth: left out, refitted, and played against them all.

The weights without a feature are made by
`python -m players.learning.bill --leave-out FEATURE` from the same games as
the shipped ones and lie in the folder --weights as without_FEATURE.npz.
"""

from pathlib import Path
from typing import Any

from players.learning.bill.fit import HAND_SET
from tournament.experiments.runner import arguments
from tournament.experiments.runner.contests import SEARCH_ONLY, SERIES_COLUMNS, Pairing
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Size
from tournament.experiments.runner.output import Table

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


def measure(run: ExperimentRun) -> dict[str, Any]:
    """The matches of all features against each one left out."""
    return {"depth": DEPTH, "rows": run.play(pairings(run.options.weights))}


EXPERIMENT = Experiment(
    name="bill-ablation",
    paper="Lee and Mahajan 1990",
    summary="Bill's evaluation against itself with a feature left out and the rest refitted",
    size=Size(2, 20, "--openings 12"),
    options=(
        arguments.option(
            "--weights", type=Path, default=Path(), metavar="FOLDER", help="of without_FEATURE.npz"
        ),
        arguments.of_matches(),
    ),
    measure=measure,
    tables=(
        Table(
            SERIES_COLUMNS,
            "Ablation at depth {depth}",
            "pair win rate of A, who has all features, with its 95 % interval",
        ),
    ),
)
