"""What each part of interest search is worth: the variants, and every term left out.

Against the shipped player at equal CPU time. A term is left out of the learned weights by
a fit without it, see `python -m players.learning.interest`.
"""

from typing import Any

from players.interest.costs import SWITCHES
from tournament.experiments.runner import arguments, plots
from tournament.experiments.runner.contests import SEARCH_ONLY, SERIES_COLUMNS, Pairing
from tournament.experiments.runner.experiment import Experiment, Found, Size
from tournament.experiments.runner.output import Table
from tournament.options import seconds

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


def draw(found: Found) -> Any:
    """The pair win rate of the whole player over each other one, a line each."""
    rows = found["rows"]
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
    figure.suptitle(found["summary"], fontsize="medium")
    return figure


EXPERIMENT = Experiment(
    name="interest-ablation",
    paper="Rollason 2014",
    summary="interest search against itself with a part changed or a term left out",
    size=Size(60, 240, "--seconds 0.001 --only variants --openings 4"),
    examples=("--json", "--seconds 0.02", "--openings 12 --only variants"),
    options=(
        arguments.of_matches(),
        arguments.option(
            "--seconds", type=seconds, default=0.02, help="CPU seconds a move (%(default)s)"
        ),
        arguments.option("--only", choices=("variants", "terms"), help="half of the series"),
        arguments.plot("draw the result"),
    ),
    measure=lambda run: {"rows": run.play(pairings(run.options.seconds, run.options.only))},
    tables=(
        Table(
            SERIES_COLUMNS,
            "{summary}",
            "pair win rate of A, the whole player, against the changed one, with its 95 % interval",
        ),
    ),
    asked=("seconds",),
    draw=draw,
)
