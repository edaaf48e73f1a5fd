"""Forward estimation against alpha-beta at equal CPU time for a move, modern conditions.

Both have a table, principal variation search and iterative deepening, and the
same time limit. A limit in seconds makes every game depend on the machine and
on its load: another run plays other games. With `--jobs` of no more than the
idle cores the load is least.
"""

from collections.abc import Sequence
from typing import Any

from tournament.experiments.runner import arguments, contests, plots
from tournament.experiments.runner.contests import (
    BEST,
    BILL_ALPHABETA,
    CHALLENGER,
    CONDITIONS,
    MODERN,
)
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Found, Size
from tournament.experiments.runner.output import Column, Table, with_interval

BESIDE = 1.02
"""How much further right each setting is drawn, so that intervals do not hide each other."""


def row_of(setting: str, limit: float, told: dict[str, Any]) -> dict[str, Any]:
    """What a table shows of one match."""
    row = {"setting": setting, "milliseconds": 1000 * limit, **contests.row_of(told)}
    for key, side in (("alphabeta", told["a"]), ("forward", told["b"])):
        row[f"{key}_move_ms"] = 1000 * side["cpu_seconds"] / max(1, side["moves"])
    return row


def _draw_setting(axes: Any, rows: Sequence[dict[str, Any]], setting: str, number: int) -> None:
    """Win rate against time for one setting."""
    mine = [row for row in rows if row["setting"] == setting]
    errors = plots.bars(mine, "win_rate")
    x = [row["milliseconds"] * BESIDE**number for row in mine]
    y = [row["win_rate"] for row in mine]
    style = {"color": plots.COLORS[number % len(plots.COLORS)], "marker": "o", "ms": 4, "lw": 1.2}
    axes.errorbar(x, y, yerr=errors, capsize=2, label=setting, **style)


def draw(found: Found) -> Any:
    """Win rate against time, a line for each setting."""
    figure = plots.new_figure(*plots.PANEL_INCHES)
    axes = figure.add_subplot()
    for number, setting in enumerate(found["settings"]):
        _draw_setting(axes, found["rows"], setting, number)
    axes.axhline(50, color="grey", lw=0.8)
    axes.set(
        title=TITLE.format_map(found),
        xlabel="CPU time a move of either, ms",
        ylabel="pairs won by forward estimation, %",
        xscale="log",
    )
    marks = sorted({row["milliseconds"] for row in found["rows"]})
    axes.set_xticks(marks, [f"{mark:g}" for mark in marks])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    return figure


def measure(run: ExperimentRun) -> dict[str, Any]:
    """The matches of each setting at each limit."""
    rows = []
    for setting in run.options.settings:
        for limit in run.options.seconds:
            conditions = f"seconds={limit},{CONDITIONS[MODERN]}"
            a = contests.spec(BILL_ALPHABETA, conditions)
            b = contests.spec(CHALLENGER, setting, conditions)
            rows.append(row_of(setting, limit, run.match(a, b)))
    pairs = sum(rows[0]["pairs_won_tied_lost"])
    return {"conditions": CONDITIONS[MODERN], "pairs": pairs, "rows": rows}


TITLE = "Forward estimation against alpha-beta at equal time, {pairs} pairs"


EXPERIMENT = Experiment(
    name="forward-equal-time",
    summary="forward estimation plays alpha-beta at equal CPU time, modern conditions",
    size=Size(30, 90, "--seconds 0.002 --openings 12"),
    examples=(
        "--plot equal-time.png",
        "--settings quantile=0.9 rule=likely",
        "--openings 20 --seconds 0.005",
        "--json",
    ),
    options=(
        arguments.of_matches(),
        arguments.plot(),
        arguments.option(
            "--settings",
            nargs="+",
            default=[BEST],
            metavar="OPTIONS",
            help=f"how forward estimation prunes (default: {BEST})",
        ),
        arguments.move_seconds((0.005, 0.02, 0.1)),
    ),
    measure=measure,
    tables=(
        Table(
            (
                Column("setting", "setting"),
                Column("ms a move", "milliseconds", "{:g}"),
                *with_interval("FE wins pairs %", "win_rate", "{:.1f}"),
                Column("points %", "points", "{:.1f}"),
                Column("nodes FE/AB", "node_ratio", "{:.2f}"),
                Column("AB ms used", "alphabeta_move_ms", "{:.2f}"),
                Column("FE ms used", "forward_move_ms", "{:.2f}"),
            ),
            TITLE,
            "FE: forward estimation; AB: alpha-beta; from, to: 95 % interval over the"
            " classes of openings;"
            " ms used: CPU time a move",
        ),
    ),
    aside=("pairs",),
    draw=draw,
)
