"""All searches on one evaluation at equal CPU time: a rated round robin.

Nobody solves the end of the game. The settings were tuned on other openings. A limit in seconds
makes every game depend on the machine and on its load.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from othello.cli.errors import UserError
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, contests, plots
from tournament.experiments.runner.arguments import (
    evaluator_option,
    move_seconds,
    of_matches,
    plot,
    some_of,
)

CONTENDERS = {
    **contests.MODERN_PLAYERS,
    "best-first": "bestfirst:table=true,completion=true",
    "best-first, hybrid": "bestfirst:hybrid=1,table=true,completion=true",
}
"""The searches at their strongest, but for what ends them and the evaluation."""


def specs_of(names: Iterable[str], evaluator: str, limit: str) -> dict[str, str]:
    """The specifications of these searches; SpecError for one that lacks what it needs."""
    chosen = {name: CONTENDERS[name] for name in names}
    return contests.specs(chosen, f"evaluator={evaluator}", limit)


def spent(spec: str, matches: Sequence[Found]) -> dict[str, float]:
    """Nodes and CPU milliseconds a move, in all matches, of the player with a specification."""
    sides = [row["match"][side] for row in matches for side in "ab" if row[side] == spec]
    nodes, cpu, moves = (
        sum(one[what] for one in sides) for what in ("nodes", "cpu_seconds", "moves")
    )
    return {"nodes": nodes / max(1, moves), "cpu_ms": 1000 * cpu / max(1, moves)}


def measure_ratings(run: Runner) -> dict[str, Any]:
    """Everyone against everyone at each level, and the ratings that follow."""
    options, rows, matches = run.options, [], []
    if len(options.only) < 2:
        raise UserError("--only: ratings need two searches or more")
    for limit in options.seconds:
        specs = specs_of(options.only, options.evaluator, f"seconds={limit:g}")
        found = run.round_robin(specs, milliseconds=1000 * limit)
        rows += [row | spent(specs[row["player"]], found["matches"]) for row in found["rows"]]
        matches += found["matches"]
    return {"rows": rows, "matches": matches}


def draw_ratings(found: Found) -> list[plots.Panel]:
    """Ratings against time."""
    marks = plots.named_ticks("x", (row["milliseconds"] for row in found["rows"]))
    axes = {"xlabel": "CPU ms a move", "xscale": "log", **marks}
    return plots.panels_of(found["rows"], "player", "milliseconds", {"elo": "Elo"}, **axes)


_only = some_of("--only SEARCH...", CONTENDERS)
_evaluator = evaluator_option("of all", "patterns")

EXPERIMENT = Experiment(
    name="searches",
    summary="all searches on one evaluation at equal CPU time: a rated round robin",
    size=Size(600, 2400, "--seconds 0.001 --openings 4 --only alpha-beta best-first"),
    examples="--plot searches.png; --seconds 0.02 --evaluator bill; --json",
    options=(of_matches("classes"), move_seconds((0.005, 0.02, 0.1)), _evaluator, _only, plot()),
    measure=measure_ratings,
    tables=(
        Table(
            "ms a move {milliseconds:g} | search {player} | Elo {elo:+.0f} | from {low:+.0f}"
            " | to {high:+.0f} | nodes a move {nodes:,.0f} | CPU ms a move {cpu_ms:.2f}",
            "{summary}, evaluation {evaluator}",
            "Bradley-Terry from game points, mean 0 at each level; 95 % over classes of openings",
        ),
        Table(
            f"ms a move {{milliseconds:g}} | A - B {{name}} | {contests.WIN_COLUMNS}",
            "All matches, evaluation {evaluator}",
            "from, to: 95 % interval of A's pairs over the classes of openings",
            rows="matches",
        ),
    ),
    asked=("evaluator",),
    draw=draw_ratings,
)
