"""Players at equal CPU time for a move: a rated round robin, and solving against searching the end.

In the round robin alpha-beta, forward estimation and interest search play everyone against
everyone. In the other, alpha-beta and forward estimation play themselves without a solver; the one
that solves does so where the default of the option `solve` says. A limit in seconds makes every
game depend on the machine and on its load.
"""

from itertools import chain
from typing import Any

from othello.parser import seconds
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, contests, plots
from tournament.experiments.runner.arguments import (
    evaluator_option,
    move_seconds,
    of_matches,
    option,
    plot,
)
from tournament.experiments.runner.contests import SEARCH_ONLY, WIN_COLUMNS, Pairing

PLAYERS = contests.MODERN_PLAYERS
LEVELS = (0.002, 0.005, 0.01)
SOLVERS = ("alpha-beta", "forward estimation")


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


def solving(limit: float, evaluator: str) -> list[Pairing]:
    """Each of SOLVERS, A, against itself without a solver, with one limit in seconds."""
    found, told = [], {"milliseconds": 1000 * limit}
    for name in SOLVERS:
        a = contests.spec(PLAYERS[name], f"seconds={limit:g}", f"evaluator={evaluator}")
        found.append(Pairing(name, a, contests.spec(a, SEARCH_ONLY), told))
    return found


def measure_solving(run: Runner) -> dict[str, Any]:
    """The matches at each limit, with the CPU time that either side used for a move."""
    asked = (solving(limit, run.options.evaluator) for limit in run.options.seconds)
    rows = run.play(chain.from_iterable(asked))
    rows = [row | contests.move_ms(row["match"], "a", "b") for row in rows]
    return {"rows": rows}


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
SOLVING = Experiment(
    name="solve-equal-time",
    summary="solving the end of the game against searching it, at equal CPU time for a move",
    size=Size(30, 90, "--seconds 0.002 --openings 12"),
    examples="; --openings 61 --seconds 0.005; --json",
    options=(of_matches(), evaluator_option("of both"), move_seconds((0.005, 0.02))),
    measure=measure_solving,
    tables=Table(
        f"A solves, B does not {{name}} | ms a move {{milliseconds:g}} | {WIN_COLUMNS}"
        " | A ms used {a_move_ms:.2f} | B ms used {b_move_ms:.2f}",
        "{summary}",
        "from, to: 95 % interval of the pairs over the classes of openings; ms used: CPU time a"
        " move; nodes: of the solver, moves played",
    ),
    asked=("evaluator",),
)
