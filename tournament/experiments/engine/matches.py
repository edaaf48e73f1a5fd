"""The engine against the other searches at equal CPU time, each with either evaluation.

The others play with what makes them strongest: principal variation search and a table. All
solve the end of the game. A limit in seconds makes every game depend on the machine and on its
load.
"""

import argparse
from typing import Any

from tournament.experiments.runner import contests
from tournament.experiments.runner.contests import BEST, SERIES_COLUMNS, Pairing
from tournament.experiments.runner.output import Column, print_result

SUMMARY = "the engine plays the other searches at equal CPU time, with either evaluation"
EXAMPLES = (
    "python -m tournament experiment engine-matches",
    "python -m tournament experiment engine-matches --seconds 0.05 0.5 --openings 30",
    "python -m tournament experiment engine-matches --evaluators patterns --openings all",
    "python -m tournament experiment engine-matches --json",
)
MODERN = "driver=pvs,table=18"
OPPONENTS = {
    "alpha-beta": f"alphabeta:{MODERN}",
    "forward estimation": f"forward:{BEST},{MODERN}",
    "interest": "interest:",
}
EVALUATORS = ("patterns", "bill")
SECONDS = (0.05,)
OPENINGS = "classes"
COLUMNS = (
    Column("engine against", "name"),
    Column("ms", "milliseconds", "{:g}"),
    *SERIES_COLUMNS[1:],
)
CAPTION = (
    "pairs won by the engine, A, with their 95 % interval over the classes of openings, game"
    " points, and what the other spent over what it spent; nodes of the two are not of a kind"
)


def pairings(limit: float, evaluators: list[str]) -> list[Pairing]:
    """Every match with one limit in seconds; SpecError for an evaluator that one cannot use."""
    timed = f"seconds={limit:g}"
    engine = contests.spec("engine", timed)
    return [
        Pairing(f"{name}, {evaluator}", engine, spec)
        for evaluator in evaluators
        for name, player in OPPONENTS.items()
        for spec in [contests.spec(player, timed, f"evaluator={evaluator}")]
    ]


def rows_at(limit: float, options: argparse.Namespace) -> list[dict[str, Any]]:
    """The rows of one limit."""
    played = contests.play(pairings(limit, options.evaluators), options)
    return [{**row, "milliseconds": 1000 * limit} for row in played]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    contests.add_arguments(parser)
    parser.set_defaults(openings=OPENINGS)
    contests.add_seconds(parser, SECONDS)
    parser.add_argument(
        "--evaluators",
        nargs="+",
        default=list(EVALUATORS),
        metavar="NAME",
        help=f"of the others (default: {' '.join(EVALUATORS)})",
    )


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    for limit in options.seconds:
        pairings(limit, options.evaluators)  # what cannot be made is said before any game
    rows = [row for limit in options.seconds for row in rows_at(limit, options)]
    result = {"experiment": "engine-matches", "rows": rows}
    print_result(result, COLUMNS, SUMMARY, CAPTION, as_json=options.json)
    return 0
