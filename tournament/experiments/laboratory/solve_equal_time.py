"""Players that solve the end of the game against themselves without that, at equal CPU time.

Alpha-beta and forward estimation with a table, principal variation search and a limit in
seconds; the one of each pair that solves does so where the default of the option `solve`
says. A limit in seconds makes every game depend on the machine and on its load.
"""

from typing import Any

from tournament.experiments.runner import arguments, contests
from tournament.experiments.runner.contests import BEST, SEARCH_ONLY, SERIES_COLUMNS, Pairing
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Size
from tournament.experiments.runner.output import Column, Table

MODERN_BILL = "evaluator=bill,driver=pvs,table=18"
PLAYERS = {
    "alpha-beta": f"alphabeta:{MODERN_BILL}",
    "forward estimation": f"forward:{BEST},{MODERN_BILL}",
}


def pairings(limit: float) -> list[Pairing]:
    """Every match with one limit in seconds."""
    found = []
    for name, player in PLAYERS.items():
        a = contests.spec(player, f"seconds={limit:g}")
        told = {"milliseconds": 1000 * limit}
        found.append(Pairing(name, a, contests.spec(a, SEARCH_ONLY), told))
    return found


def with_time_used(row: dict[str, Any]) -> dict[str, Any]:
    """A row of a series, and the CPU time that either side used for a move."""
    used = {
        f"{side}_move_ms": 1000 * told["cpu_seconds"] / max(1, told["moves"])
        for side, told in (("a", row["match"]["a"]), ("b", row["match"]["b"]))
    }
    return {**row, **used}


def measure(run: ExperimentRun) -> dict[str, Any]:
    """The matches at each limit."""
    limits = run.options.seconds
    rows = run.play([pairing for limit in limits for pairing in pairings(limit)])
    return {"conditions": MODERN_BILL, "rows": [with_time_used(row) for row in rows]}


EXPERIMENT = Experiment(
    name="solve-equal-time",
    summary="solving the end of the game against searching it, at equal CPU time for a move",
    size=Size(30, 90, "--seconds 0.002 --openings 12"),
    examples=("", "--openings 61 --seconds 0.005", "--json"),
    options=(arguments.of_matches(), arguments.move_seconds((0.005, 0.02))),
    measure=measure,
    tables=(
        Table(
            (
                Column("A solves, B does not", "name"),
                Column("ms a move", "milliseconds", "{:g}"),
                *SERIES_COLUMNS[1:],
                Column("A ms used", "a_move_ms", "{:.2f}"),
                Column("B ms used", "b_move_ms", "{:.2f}"),
            ),
            "{summary}",
            "from, to: 95 % interval of the pairs over the classes of openings; ms used: CPU"
            " time a move;"
            " nodes: of the solver, moves played",
        ),
    ),
)
