"""What each part of interest search is worth: the variants, and every term left out.

Against the shipped player at equal CPU time. A term is left out of the learned weights by
a fit without it, see `python -m players.learning.interest`.
"""

import argparse
from typing import Any

from players.interest.costs import SWITCHES
from tournament.experiments.runner import contests, plots
from tournament.experiments.runner.contests import SEARCH_ONLY, SERIES_COLUMNS, Pairing
from tournament.experiments.runner.output import print_result
from tournament.options import seconds

SUMMARY = "interest search against itself with a part changed or a term left out"
EXAMPLES = (
    "python -m tournament experiment interest-ablation --json",
    "python -m tournament experiment interest-ablation --seconds 0.02",
    "python -m tournament experiment interest-ablation --openings 12 --only variants",
)
VARIANTS = {
    "single tally": "tally=single",
    "siblings charged 25 %": "skip=true,charged=25",
    "siblings inherited 25 %": "inherited=25",
    "siblings charged and inherited 25 %": "skip=true,charged=25,inherited=25",
    "dear moves skipped": "skip=true",
    "lines never decided": "slope=0",
    "paper's rules, learned costs, 25 %": "skip=true,slope=0,charged=25,inherited=25,end=either",
    "as in the paper": "costs=handset,skip=true,slope=0,charged=100,inherited=100,end=either",
    "order alone: 1, 2, 3": "costs=order",
    "hand-set interest": "costs=handset",
    "all costs equal": "costs=flat",
    "lines end with either side": "end=either",
    "second look": "second=200",
}
LINE_INCHES = 0.27
"""How much of the plot's height a match takes."""


def pairings(limit: float, only: str | None) -> list[Pairing]:
    """Every match of the series; `only` is "variants", "terms" or None for both."""
    whole = f"interest:seconds={limit:g},{SEARCH_ONLY}"
    found = []
    if only != "terms":
        found += [Pairing(name, whole, f"{whole},{spec}") for name, spec in VARIANTS.items()]
    if only != "variants":
        found += [
            Pairing(f"without {term}", whole, f"{whole},leave_out={term}") for term in SWITCHES
        ]
    return found


def draw(rows: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """The pair win rate of the whole player over each other one, a line each."""
    width, least = plots.PANEL_INCHES
    figure = plots.new_figure(width, max(least, LINE_INCHES * (len(rows) + 4)))
    axes = figure.add_subplot()
    places, x = range(len(rows)), [row["win_rate"] for row in rows]
    errors = plots.bars(rows, "win_rate")
    style = {"color": plots.COLORS[0], "fmt": "o", "ms": 3.5, "lw": 1.2, "capsize": 2}
    axes.errorbar(x, places, xerr=errors, **style)
    axes.axvline(50, color="grey", lw=0.8)
    axes.set_yticks(places, [row["name"] for row in rows])
    axes.set(xlabel="pairs won by the whole player, %", ylim=(len(rows) - 0.5, -0.5))
    axes.grid(alpha=0.3)
    figure.suptitle(SUMMARY, fontsize="medium")
    plots.save(figure, options.plot)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    contests.add_arguments(parser)
    parser.add_argument(
        "--seconds", type=seconds, default=0.02, help="CPU seconds a move (%(default)s)"
    )
    parser.add_argument("--only", choices=("variants", "terms"), help="half of the series")
    plots.add_argument(parser, "draw the result")


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    plots.check(options.plot)
    rows = contests.play(pairings(options.seconds, options.only), options)
    result = {"experiment": "interest-ablation", "seconds": options.seconds, "rows": rows}
    caption = (
        "pair win rate of A, the whole player, against the changed one, with its 95 % interval"
    )
    print_result(result, SERIES_COLUMNS, SUMMARY, caption, as_json=options.json)
    if options.plot is not None:
        draw(rows, options)
    return 0
