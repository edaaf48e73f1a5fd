"""What each part of interest search is worth: the variants, and every term left out.

Against the shipped player at equal CPU time. A term is left out of the learned weights by
a fit without it, see `python -m players.learn_interest`.
"""

import argparse
from pathlib import Path
from typing import Any

from players.interest_terms import TERMS
from tournament.experiments import plots, series
from tournament.experiments.interest_table import COLUMNS, positive
from tournament.experiments.output import print_result
from tournament.experiments.plots import Curve, Panel
from tournament.experiments.series import Pairing

SUMMARY = "interest search against itself with a part changed or a term left out"
EXAMPLES = (
    "python -m tournament experiment interest-ablation --json",
    "python -m tournament experiment interest-ablation --seconds 0.02",
    "python -m tournament experiment interest-ablation --openings 12 --only variants",
)
VARIANTS = {
    "single tally": "tally=single",
    "siblings charged": "skip=true,charged=25",
    "siblings inherited": "inherited=25",
    "siblings charged and inherited": "skip=true,charged=25,inherited=25",
    "dear moves skipped": "skip=true",
    "lines never decided": "slope=0",
    "as in the paper": "skip=true,slope=0,charged=25,inherited=25,end=either",
    "order alone: 1, 2, 3": "costs=order",
    "hand-set interest": "costs=handset",
    "all costs equal": "costs=flat",
    "lines end with either side": "end=either",
    "second look": "second=200",
}


def pairings(seconds: float, only: str | None) -> list[Pairing]:
    """Every match of the series; `only` is "variants", "terms" or None for both."""
    whole = f"interest:seconds={seconds:g}"
    found = []
    if only != "terms":
        found += [Pairing(name, whole, f"{whole},{spec}") for name, spec in VARIANTS.items()]
    if only != "variants":
        found += [Pairing(f"without {term}", whole, f"{whole},leave_out={term}") for term in TERMS]
    return found


def draw(rows: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """The pair win rate of the whole player over each other one."""
    places = list(range(len(rows)))
    errors = [(row["high"] - row["low"]) / 4 for row in rows]
    curve = Curve("whole against changed", [row["win_rate"] for row in rows], places, errors)
    swapped = curve._replace(x=places, y=curve.x)
    axes = {"ylabel": "pairs won by the whole player, %", "xticks": places}
    labels = {"xticklabels": [row["name"] for row in rows]}
    plots.draw([Panel([swapped], {**axes, **labels})], options.plot, SUMMARY)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    series.add_arguments(parser)
    parser.add_argument(
        "--seconds", type=positive, default=0.02, help="CPU seconds a move (%(default)s)"
    )
    parser.add_argument("--only", choices=("variants", "terms"), help="half of the series")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the result")


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    plots.check(options.plot)
    rows = series.play(pairings(options.seconds, options.only), options)
    result = {"experiment": "interest-ablation", "seconds": options.seconds, "rows": rows}
    caption = (
        "pair win rate of A, the whole player, against the changed one, with its 95 % interval"
    )
    print_result(result, COLUMNS, SUMMARY, caption, as_json=options.json)
    if options.plot is not None:
        draw(rows, options)
    return 0
