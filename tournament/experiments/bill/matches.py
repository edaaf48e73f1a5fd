"""Bill's evaluation against others at equal depth."""

from tournament.experiments.runner import Experiment, Size, Table
from tournament.experiments.runner.arguments import of_matches
from tournament.experiments.runner.contests import SEARCH_ONLY, SERIES_COLUMNS, Pairing

FIRST = "bill@data/bill_weights_first.npz"
"""The first generation of weights; the path is seen from the project's folder."""
OPPONENTS = ("mobility", "bill-quadratic", FIRST)
DEPTHS = (2, 4, 6)


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


EXPERIMENT = Experiment(
    name="bill-matches",
    paper="Lee and Mahajan 1990",
    summary="Bill's evaluation against mobility and its own other weights",
    size=Size(2, 5, "--openings 12", measured=True),
    options=(of_matches(),),
    measure=lambda run: {"rows": run.play(pairings())},
    tables=Table(
        SERIES_COLUMNS,
        "Equal depth, plain alpha-beta",
        "pair win rate of A with its 95 % interval over the classes of openings",
    ),
)
