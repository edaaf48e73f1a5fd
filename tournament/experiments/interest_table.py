"""The table of Rollason's "Interest search" in Othello: interest on against off.

A row each for the same iterations, for equal strength, and for equal time. Off is
alpha-beta with the same evaluation, table and iterative deepening, and the same program
in which every move costs the same. Equal strength is sought by bisection on the CPU time
of interest search, between a fraction of alpha-beta's and a multiple of it.
"""

import argparse
import math
from pathlib import Path
from typing import Any

from players.interest_costs import COST_UNIT
from players.interest_variants import BASE
from tournament.experiments import plots, series
from tournament.experiments.output import Column, print_result
from tournament.experiments.plots import Curve, Panel
from tournament.experiments.series import Pairing

SUMMARY = "Rollason's table in Othello: interest search on against off"
EXAMPLES = (
    "python -m tournament experiment interest-table --json",
    "python -m tournament experiment interest-table --seconds 0.02 --plot interest-table.png",
    "python -m tournament experiment interest-table --openings 12 --seconds 0.002 --steps 1",
)
OFF = "evaluator=bill,driver=pvs,table=18"
FLAT = "costs=flat,slope=0"
"""Interest switched off: every move costs the same, and no line is decided."""
DEPTHS = (4, 6)
WIDEST = 8.0
"""The bisection begins with time ratios from 1 / WIDEST to WIDEST."""

COLUMNS = (
    Column("A against B", "name"),
    Column("A wins pairs %", "win_rate", "{:.1f}"),
    Column("from", "low", "{:.1f}"),
    Column("to", "high", "{:.1f}"),
    Column("points %", "points", "{:.1f}"),
    Column("nodes B/A", "node_ratio", "{:.2f}"),
    Column("CPU B/A", "cpu_ratio", "{:.2f}"),
)


def limit_of(depth: int) -> float:
    """The limit that pays for so many plies at the least cost: as many iterations as depth."""
    return depth * (BASE // 2) / COST_UNIT


def same_iterations() -> list[Pairing]:
    """Interest search against both ways of switching it off, as many iterations each."""
    found = []
    for depth in DEPTHS:
        on, limit = f"interest:limit={limit_of(depth):g}", limit_of(depth)
        off = f"alphabeta:depth={depth},deepening=true,{OFF}"
        found.append(Pairing(f"same iterations, {depth}: alpha-beta", on, off))
        flat = f"interest:limit={limit:g},{FLAT}"
        found.append(Pairing(f"same iterations, {depth}: costs flat", on, flat))
    return found


def equal_time(seconds: float, ratio: float = 1.0) -> Pairing:
    """Interest search with the seconds of alpha-beta divided by `ratio`."""
    name = "equal time: alpha-beta" if ratio == 1.0 else f"alpha-beta with {ratio:.2f} x the time"
    on = f"interest:seconds={seconds / ratio:.6g}"
    return Pairing(name, on, f"alphabeta:seconds={seconds:g},{OFF}")


def flat_time(seconds: float) -> Pairing:
    """The same program with interest on and off at equal time."""
    on = f"interest:seconds={seconds:g}"
    return Pairing("equal time: costs flat", on, f"{on},{FLAT}")


def bisect(options: argparse.Namespace) -> list[dict[str, Any]]:
    """The matches of the search for the speed-up at which both are equally strong."""
    low, high = 1 / WIDEST, WIDEST
    rows = []
    for _ in range(options.steps):
        ratio = math.sqrt(low * high)
        row = series.play([equal_time(options.seconds, ratio)], options)[0]
        rows.append({**row, "speed_up": ratio})
        low, high = (ratio, high) if row["win_rate"] > 50 else (low, ratio)
    return rows


def draw(rows: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """The pair win rate against the speed-up, with what 95 % allow."""
    rows = sorted(rows, key=lambda row: row["speed_up"])
    errors = [(row["high"] - row["low"]) / 4 for row in rows]
    found = [row["speed_up"] for row in rows]
    curve = Curve("interest search", found, [row["win_rate"] for row in rows], errors)
    axes = {"xlabel": "alpha-beta's time / interest search's", "ylabel": "pairs won, %"}
    plots.draw([Panel([curve], {**axes, "xscale": "log"})], options.plot, SUMMARY)


def positive(text: str) -> float:
    """A number more than 0."""
    value = float(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not more than 0")
    return value


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    series.add_arguments(parser)
    parser.add_argument(
        "--seconds", type=positive, default=0.02, help="CPU seconds a move (%(default)s)"
    )
    parser.add_argument("--steps", type=int, default=5, help="of the bisection (%(default)s)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the bisection")


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    plots.check(options.plot)
    rows = series.play(
        [*same_iterations(), equal_time(options.seconds), flat_time(options.seconds)], options
    )
    steps = bisect(options)
    result = {
        "experiment": "interest-table",
        "seconds": options.seconds,
        "rows": [*rows, *steps],
        "bisection": steps,
    }
    caption = "pair win rate of A, interest search, with its 95 % interval over classes of openings"
    print_result(result, COLUMNS, SUMMARY, caption, as_json=options.json)
    if options.plot is not None and steps:
        draw(steps, options)
    return 0
