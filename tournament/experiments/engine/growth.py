"""How much stronger the engine is with twice the CPU time for a move, from short to long.

A limit in seconds makes every game depend on the machine and on its load.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tournament.experiments.runner import contests, plots
from tournament.experiments.runner.contests import GAIN_CAPTION, GAIN_COLUMNS, Pairing
from tournament.experiments.runner.output import Column, print_result
from tournament.experiments.runner.plots import Curve, Panel

SUMMARY = "how much stronger the engine is with twice the CPU time for a move"
EXAMPLES = (
    "python -m tournament experiment engine-growth --plot engine-growth.png",
    "python -m tournament experiment engine-growth --seconds 0.01 0.02 0.04 --openings all",
    "python -m tournament experiment engine-growth --json",
)
SECONDS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32)
OPENINGS = "classes"
COLUMNS = (
    Column("B's ms", "milliseconds", "{:g}"),
    *GAIN_COLUMNS,
)
CAPTION = f"A has twice the time of B for a move; {GAIN_CAPTION}"


def pairings(limits: Sequence[float]) -> list[Pairing]:
    """Twice each limit against that limit, from the shortest on."""
    return [
        Pairing(
            f"{2000 * limit:g} ms against {1000 * limit:g} ms",
            contests.spec("engine", f"seconds={2 * limit:g}"),
            contests.spec("engine", f"seconds={limit:g}"),
        )
        for limit in sorted(set(limits))
    ]


def draw(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Elo a doubling against the time that is doubled, where it is finite."""
    finite = [row for row in rows if None not in (row["elo"], row["elo_low"], row["elo_high"])]
    errors = [(row["elo_high"] - row["elo_low"]) / 4 for row in finite]
    limits = [row["milliseconds"] for row in finite]
    curve = Curve("engine", limits, [row["elo"] for row in finite], errors)
    marks = [row["milliseconds"] for row in rows]
    axes = {"xlabel": "ms a move, doubled", "ylabel": "Elo gained", "xscale": "log"}
    names = [f"{mark:g}" for mark in marks]
    settings = {**axes, "xticks": marks, "xticklabels": names}
    plots.draw([Panel([curve], settings)], path, SUMMARY)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    contests.add_arguments(parser)
    parser.set_defaults(openings=OPENINGS)
    contests.add_seconds(parser, SECONDS)
    plots.add_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    plots.check(options.plot)
    limits = sorted(set(options.seconds))
    played = contests.play(pairings(limits), options)
    rows = [
        {**contests.with_gain(row), "milliseconds": 1000 * limit}
        for limit, row in zip(limits, played, strict=True)
    ]
    result = {"experiment": "engine-growth", "rows": rows}
    print_result(result, COLUMNS, SUMMARY, CAPTION, as_json=options.json)
    if options.plot is not None:
        draw(rows, options.plot)
    return 0
