"""The engine against the other searches at equal CPU time, each with either evaluation.

The others play with what makes them strongest: principal variation search and a table. All
solve the end of the game. A limit in seconds makes every game depend on the machine and on its
load.
"""

from collections.abc import Sequence

from tournament.experiments.runner import arguments, contests
from tournament.experiments.runner.contests import BEST, SERIES_COLUMNS, Pairing
from tournament.experiments.runner.experiment import Experiment, Size
from tournament.experiments.runner.output import Column, Table

MODERN_OPTIONS = "driver=pvs,table=18"
OPPONENTS = {
    "alpha-beta": f"alphabeta:{MODERN_OPTIONS}",
    "forward estimation": f"forward:{BEST},{MODERN_OPTIONS}",
    "interest": "interest:",
}
EVALUATORS = ("patterns", "bill")


def pairings(limits: Sequence[float], evaluators: Sequence[str]) -> list[Pairing]:
    """Every match; SpecError for an evaluator that one cannot use."""
    return [
        Pairing(
            f"{name}, {evaluator}",
            contests.spec("engine", f"seconds={limit:g}"),
            contests.spec(player, f"seconds={limit:g}", f"evaluator={evaluator}"),
            {"milliseconds": 1000 * limit},
        )
        for limit in limits
        for evaluator in evaluators
        for name, player in OPPONENTS.items()
    ]


EXPERIMENT = Experiment(
    name="engine-matches",
    summary="the engine plays the other searches at equal CPU time, with either evaluation",
    size=Size(90, 240, "--seconds 0.002 --openings 4"),
    examples=(
        "",
        "--seconds 0.05 0.5 --openings 30",
        "--evaluators patterns --openings all",
        "--json",
    ),
    options=(
        arguments.of_matches("classes"),
        arguments.move_seconds((0.05,)),
        arguments.option(
            "--evaluators",
            nargs="+",
            default=list(EVALUATORS),
            metavar="NAME",
            help=f"of the others (default: {' '.join(EVALUATORS)})",
        ),
    ),
    measure=lambda run: {"rows": run.play(pairings(run.options.seconds, run.options.evaluators))},
    tables=(
        Table(
            (
                Column("engine against", "name"),
                Column("ms", "milliseconds", "{:g}"),
                *SERIES_COLUMNS[1:],
            ),
            "{summary}",
            "pairs won by the engine, A, with their 95 % interval over the classes of"
            " openings, game"
            " points, and what the other spent over what it spent; nodes of the two are not"
            " of a kind",
        ),
    ),
)
