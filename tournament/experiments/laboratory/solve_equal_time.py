"""Players that solve the end of the game against themselves without that, at equal CPU time.

Alpha-beta and forward estimation with a table, principal variation search and a limit in
seconds; the one of each pair that solves does so where the default of the option `solve`
says. A limit in seconds makes every game depend on the machine and on its load.
"""

import argparse
from typing import Any

from tournament.experiments.runner import contests
from tournament.experiments.runner.contests import BEST, SEARCH_ONLY, SERIES_COLUMNS, Pairing
from tournament.experiments.runner.output import Column, print_result

SUMMARY = "solving the end of the game against searching it, at equal CPU time for a move"
EXAMPLES = (
    "python -m tournament experiment solve-equal-time",
    "python -m tournament experiment solve-equal-time --openings 61 --seconds 0.005",
    "python -m tournament experiment solve-equal-time --json",
)
MODERN = "evaluator=bill,driver=pvs,table=18"
PLAYERS = {
    "alpha-beta": f"alphabeta:{MODERN}",
    "forward estimation": f"forward:{BEST},{MODERN}",
}
SECONDS = (0.005, 0.02)
COLUMNS = (
    Column("A solves, B does not", "name"),
    Column("ms a move", "milliseconds", "{:g}"),
    *SERIES_COLUMNS[1:],
    Column("A ms used", "a_move_ms", "{:.2f}"),
    Column("B ms used", "b_move_ms", "{:.2f}"),
)
CAPTION = (
    "from, to: 95 % interval of the pairs over the classes of openings; ms used: CPU time a move;"
    " nodes: of the solver, moves played"
)


def pairings(limit: float) -> list[Pairing]:
    """Every match with one limit in seconds."""
    found = []
    for name, player in PLAYERS.items():
        a = contests.spec(player, f"seconds={limit:g}")
        found.append(Pairing(name, a, contests.spec(a, SEARCH_ONLY)))
    return found


def row_of(row: dict[str, Any], limit: float) -> dict[str, Any]:
    """What the table shows of one match of a series."""
    used = {
        f"{side}_move_ms": 1000 * told["cpu_seconds"] / max(1, told["moves"])
        for side, told in (("a", row["match"]["a"]), ("b", row["match"]["b"]))
    }
    return {**row, "milliseconds": 1000 * limit, **used}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    contests.add_arguments(parser)
    contests.add_seconds(parser, SECONDS)


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    rows = []
    for limit in options.seconds:
        rows += [row_of(row, limit) for row in contests.play(pairings(limit), options)]
    result = {"experiment": "solve-equal-time", "conditions": MODERN, "rows": rows}
    print_result(result, COLUMNS, SUMMARY, CAPTION, as_json=options.json)
    return 0
