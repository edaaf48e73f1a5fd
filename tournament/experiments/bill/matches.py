"""Bill's evaluation against others, and against itself without a feature, at equal depth.

The weights without a feature are made by `python -m players.learning.bill --leave-out FEATURE`
from the same games as the shipped ones and lie in the folder --weights as without_FEATURE.npz.
"""

from pathlib import Path

from players.learning.bill.fit import HAND_SET
from tournament.experiments.runner import Experiment, Size, Table
from tournament.experiments.runner.arguments import of_matches, option
from tournament.experiments.runner.contests import SEARCH_ONLY, SERIES_COLUMNS, Pairing

FIRST = "bill@data/bill_weights_first.npz"
"""The first generation of weights; the path is seen from the project's folder."""
OPPONENTS = ("mobility", "iago", "bill-linear", "bill-quadratic", FIRST)
DEPTHS = (2, 4, 6)
ABLATION_DEPTH = 4


def pairings() -> list[Pairing]:
    """Bill's evaluation against every other at each depth."""
    return [
        Pairing(
            f"bill against {opponent}, depth {depth}",
            f"alphabeta:depth={depth},evaluator=bill,{SEARCH_ONLY}",
            f"alphabeta:depth={depth},evaluator={opponent},{SEARCH_ONLY}",
        )
        for opponent in OPPONENTS
        for depth in DEPTHS
    ]


def ablations(folder: Path) -> list[Pairing]:
    """All features against each one left out; FileNotFoundError for weights that are missing."""
    player, found = f"alphabeta:depth={ABLATION_DEPTH},{SEARCH_ONLY},evaluator=bill", []
    for feature in HAND_SET:
        path = folder / f"without_{feature}.npz"
        if not path.is_file():
            raise FileNotFoundError(f"{path}: made by learn --leave-out {feature}")
        found.append(Pairing(f"all against all but {feature}", player, f"{player}@{path}"))
    return found


EXPERIMENT = Experiment(
    name="bill-matches",
    paper="Lee and Mahajan 1990",
    summary="Bill's evaluation against mobility, IAGO's formula and its own other weights",
    size=Size(2, 5, "--openings 12", measured=True),
    options=(of_matches(),),
    measure=lambda run: {"rows": run.play(pairings())},
    tables=Table(
        SERIES_COLUMNS,
        "Equal depth, plain alpha-beta",
        "pair win rate of A with its 95 % interval over the classes of openings",
    ),
)
ABLATION = Experiment(
    name="bill-ablation",
    paper="Lee and Mahajan 1990",
    summary="Bill's evaluation against itself with a feature left out and the rest refitted",
    size=Size(2, 20, "--openings 12"),
    options=(option("--weights FOLDER", "of without_FEATURE.npz", Path, Path()), of_matches()),
    measure=lambda run: {"depth": ABLATION_DEPTH, "rows": run.play(ablations(run.options.weights))},
    tables=Table(
        SERIES_COLUMNS,
        "Ablation at depth {depth}",
        "pair win rate of A, who has all features, with its 95 % interval",
    ),
)
