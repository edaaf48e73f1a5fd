"""All searches at equal CPU time, with one evaluation: a rated round robin.

A limit in seconds makes every game depend on the machine and its load. Use no more --jobs than
idle cores.
"""

from collections.abc import Sequence
from typing import Any

from othello.cli.parser import seconds
from tournament.experiments.runner import BEST, SEARCH_ONLY, Experiment, Result, Runner, spec
from tournament.experiments.runner.arguments import evaluator_option, of_matches, option
from tournament.experiments.runner.output import WIN_COLUMNS, Table
from tournament.page import plots

SECONDS = (0.005, 0.02)
PLAYERS = {
    "alpha-beta": "alphabeta:driver=pvs,table=18",
    "forward estimation": f"forward:{BEST},driver=pvs,table=18",
    "interest": "interest:",
    "best-first": "bestfirst:table=true,completion=true",
}
"""All searches with their best options, apart from limits and evaluators."""


def specs_of(evaluator: str, limit: str) -> dict[str, str]:
    """Return the specifications of all searches; SpecError if one lacks what it needs."""
    options = f"evaluator={evaluator}", limit, SEARCH_ONLY
    return {name: spec(player, *options) for name, player in PLAYERS.items()}


def cost_per_move(spec: str, matches: Sequence[Result]) -> dict[str, float]:
    """Return nodes and CPU milliseconds per move of a player, in all its matches."""
    sides = [row["match"][side] for row in matches for side in "ab" if row[side] == spec]
    nodes, cpu, moves = (
        sum(one[key] for one in sides) for key in ("nodes", "cpu_seconds", "moves")
    )
    return {"nodes": nodes / max(1, moves), "cpu_ms": 1000 * cpu / max(1, moves)}


def measure(run: Runner) -> dict[str, Any]:
    """Return matches of everyone with everyone at each limit, and the ratings."""
    options, rows, matches = run.options, [], []
    for limit in options.seconds:
        specs = specs_of(options.evaluator, f"seconds={limit:g}")
        result = run.round_robin(specs, seconds=limit, milliseconds=1000 * limit)
        for row in result["rows"]:
            rows.append(row | cost_per_move(specs[row["player"]], result["matches"]))
        matches += result["matches"]
    return {"rows": rows, "matches": matches}


def draw(result: Result) -> list[plots.Panel]:
    """Draw ratings against time."""
    marks = plots.named_ticks("x", (row["milliseconds"] for row in result["rows"]))
    axes = {"xlabel": "CPU ms a move", "ylabel": "Elo", "xscale": "log", **marks}
    curves = plots.curves_by(result["rows"], "player", "milliseconds", "elo")
    return [plots.Panel(curves, axes)]


EXPERIMENT = Experiment(
    name="searches",
    summary="all searches on one evaluation at equal CPU time: a rated round robin",
    options=(
        of_matches("classes"),
        option("--seconds S...", "CPU seconds per move (default: %(default)s)", seconds, SECONDS),
        evaluator_option("evaluator of all", "patterns"),
    ),
    measure=measure,
    tables=(
        Table(
            "ms a move {milliseconds:g} | search {player} | Elo {elo:+.0f} | from {low:+.0f}"
            " | to {high:+.0f} | nodes a move {nodes:,.0f} | CPU ms a move {cpu_ms:.2f}",
            "{summary}, evaluation {evaluator}",
            "Bradley-Terry from game points, mean 0 at each limit; 95 % over classes of openings",
        ),
        Table(
            f"ms a move {{milliseconds:g}} | A - B {{name}} | {WIN_COLUMNS}",
            "All matches, evaluation {evaluator}",
            "from, to: 95 % interval of A's pairs over the classes of openings",
            rows="matches",
        ),
    ),
    echoed=("evaluator",),
    draw=draw,
    drawing_title="All searches at equal CPU time, evaluation {evaluator}; bars: 95 %",
)
