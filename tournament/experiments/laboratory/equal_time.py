"""A rated round robin of alpha-beta, forward estimation and interest search at equal CPU time.

A limit in seconds makes every game depend on the machine and on its load.
"""

from typing import Any

from othello.cli.parser import seconds
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, contests, plots
from tournament.experiments.runner.arguments import (
    evaluator_option,
    of_matches,
    option,
    plot,
)

PLAYERS = contests.MODERN_PLAYERS
LEVELS = (0.002, 0.005, 0.01)


def players(limit: float, evaluator: str) -> dict[str, str]:
    """The players at one limit in seconds, by name; SpecError for a bad evaluator."""
    return contests.specs(PLAYERS, f"seconds={limit:g}", f"evaluator={evaluator}")


def draw(found: Found) -> list[plots.Panel]:
    """Ratings against time."""
    axes = {"xlabel": "CPU seconds a move", "xscale": "log"}
    return plots.panels_of(found["rows"], "player", "seconds", {"elo": "Elo"}, **axes)


def measure(run: Runner) -> dict[str, Any]:
    """The matches of each level, and the ratings that follow."""
    options, rows, matches = run.options, [], []
    for limit in options.seconds:
        found = run.round_robin(players(limit, options.evaluator), seconds=limit)
        rows += found["rows"]
        matches += found["matches"]
    return {"rows": rows, "matches": matches}


EXPERIMENT = Experiment(
    name="round-robin",
    summary="alpha-beta, forward estimation, interest search at equal CPU time, rated",
    size=Size(25, 60, "--seconds 0.001 --openings 12"),
    examples="--json; --plot round-robin.png; --seconds 0.002 --openings 12;"
    " --evaluator patterns --seconds 0.005 0.02",
    options=(
        of_matches(),
        option("--seconds S...", "CPU seconds a move, a level each (%(default)s)", seconds, LEVELS),
        evaluator_option("of all three"),
        plot("draw the ratings"),
    ),
    measure=measure,
    tables=Table(
        "seconds {seconds:g} | player {player} | Elo {elo:+.0f} | from {low:+.0f} | to {high:+.0f}",
        "{summary}",
        "Bradley-Terry from game points, mean 0 at each level; 95 % over classes of openings",
    ),
    asked=("evaluator",),
    draw=draw,
)
