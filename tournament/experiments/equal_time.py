"""Searches at equal CPU time: forward estimation against alpha-beta, and rated round robins.

No player solves the end of the game. A limit in seconds makes every game depend on the machine
and its load: another run plays other games. Use no more --jobs than idle cores.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from othello.cli.errors import UserError
from tournament.experiments.runner import Experiment, Result, Runner, Size, Table, contests, plots
from tournament.experiments.runner.arguments import (
    evaluator_option,
    move_seconds,
    of_matches,
    option,
    plot,
    some_of,
)
from tournament.experiments.runner.contests import FORWARD_WINS

PLAYERS = contests.MODERN_PLAYERS
CONTENDERS = {
    **PLAYERS,
    "best-first": "bestfirst:table=true,completion=true",
    "best-first, hybrid": "bestfirst:hybrid=1,table=true,completion=true",
}
"""All searches with their best options, apart from limits and evaluators."""


def measure_forward(run: Runner) -> dict[str, Any]:
    """Return the matches of each setting at each limit."""
    conditions, rows = contests.CONDITIONS[contests.MODERN], []
    shared = conditions, f"evaluator={run.options.evaluator}"
    for setting, limit in product(run.options.settings, run.options.seconds):
        match = run.match(*contests.against(setting, f"seconds={limit}", *shared))
        row = {"setting": setting, "milliseconds": 1000 * limit, **contests.row_of(match)}
        rows.append(row | contests.move_ms(match, "alphabeta", "forward"))
    return {"conditions": conditions, "pairs": sum(rows[0]["pairs_won_tied_lost"]), "rows": rows}


def specs_of(names: Iterable[str], evaluator: str, limit: str) -> dict[str, str]:
    """Return the specifications of these searches; SpecError if one lacks what it needs."""
    chosen = {name: CONTENDERS[name] for name in names}
    return contests.specs(chosen, f"evaluator={evaluator}", limit)


def cost_per_move(spec: str, matches: Sequence[Result]) -> dict[str, float]:
    """Return nodes and CPU milliseconds per move of a player, in all its matches."""
    sides = [row["match"][side] for row in matches for side in "ab" if row[side] == spec]
    nodes, cpu, moves = (
        sum(one[key] for one in sides) for key in ("nodes", "cpu_seconds", "moves")
    )
    return {"nodes": nodes / max(1, moves), "cpu_ms": 1000 * cpu / max(1, moves)}


def rate(run: Runner, names: Iterable[str]) -> dict[str, Any]:
    """Return matches of everyone with everyone at each limit, and the ratings."""
    options, rows, matches = run.options, [], []
    for limit in options.seconds:
        specs = specs_of(names, options.evaluator, f"seconds={limit:g}")
        result = run.round_robin(specs, seconds=limit, milliseconds=1000 * limit)
        for row in result["rows"]:
            rows.append(row | cost_per_move(specs[row["player"]], result["matches"]))
        matches += result["matches"]
    return {"rows": rows, "matches": matches}


def measure_searches(run: Runner) -> dict[str, Any]:
    """Return the ratings of the searches asked for."""
    if len(run.options.only) < 2:
        raise UserError("--only: ratings need two searches or more")
    return rate(run, run.options.only)


def draw_ratings(result: Result) -> list[plots.Panel]:
    """Draw ratings against time."""
    marks = plots.named_ticks("x", (row["milliseconds"] for row in result["rows"]))
    axes: Mapping[str, Any] = {"xlabel": "CPU ms a move", "xscale": "log", **marks}
    return plots.panels_of(result["rows"], "player", "milliseconds", {"elo": "Elo"}, **axes)


RATING_COLUMNS = "Elo {elo:+.0f} | from {low:+.0f} | to {high:+.0f}"
RATING_CAPTION = (
    "Bradley-Terry from game points, mean 0 at each limit; 95 % over classes of openings"
)
FORWARD_TITLE = "Forward estimation, alpha-beta, equal time, {evaluator}, {pairs} pairs"

FORWARD = Experiment(
    name="forward-equal-time",
    summary="forward estimation plays alpha-beta at equal CPU time, modern conditions",
    size=Size(30, 90, "--seconds 0.002 --openings 12"),
    examples="--settings quantile=0.9 rule=likely; --openings 20 --seconds 0.005; --json",
    options=(
        of_matches(),
        evaluator_option("evaluator of both"),
        option(
            "--settings OPTIONS...",
            "options of forward estimation's pruning (default: %(default)s)",
            default=(contests.BEST,),
        ),
        move_seconds((0.005, 0.02, 0.1)),
    ),
    measure=measure_forward,
    tables=Table(
        f"setting {{setting}} | ms a move {{milliseconds:g}} | {FORWARD_WINS}"
        " | points % {points:.1f} | nodes FE/AB {node_ratio:.2f}"
        " | AB ms used {alphabeta_move_ms:.2f} | FE ms used {forward_move_ms:.2f}",
        FORWARD_TITLE,
        "FE: forward estimation; AB: alpha-beta; from, to: 95 % interval over the classes of"
        " openings; ms used: CPU time a move",
    ),
    echoed=("evaluator",),
    unprinted=("pairs",),
)
ROUND_ROBIN = Experiment(
    name="round-robin",
    summary="alpha-beta, forward estimation, interest search at equal CPU time, rated",
    size=Size(25, 60, "--seconds 0.001 --openings 12"),
    examples="--json; --plot round-robin.png; --seconds 0.002 --openings 12;"
    " --evaluator patterns --seconds 0.005 0.02",
    options=(
        of_matches(),
        move_seconds((0.002, 0.005, 0.01)),
        evaluator_option("evaluator of all"),
        plot(),
    ),
    measure=lambda run: rate(run, PLAYERS),
    tables=Table(
        f"seconds {{seconds:g}} | player {{player}} | {RATING_COLUMNS}",
        "{summary}",
        RATING_CAPTION,
    ),
    echoed=("evaluator",),
    draw=draw_ratings,
)
SEARCHES = Experiment(
    name="searches",
    summary="all searches on one evaluation at equal CPU time: a rated round robin",
    size=Size(600, 2400, "--seconds 0.001 --openings 4 --only alpha-beta best-first"),
    examples="--plot searches.png; --seconds 0.02 --evaluator bill; --json",
    options=(
        of_matches("classes"),
        move_seconds((0.005, 0.02, 0.1)),
        evaluator_option("evaluator of all", "patterns"),
        some_of("--only SEARCH...", CONTENDERS),
        plot(),
    ),
    measure=measure_searches,
    tables=(
        Table(
            f"ms a move {{milliseconds:g}} | search {{player}} | {RATING_COLUMNS}"
            " | nodes a move {nodes:,.0f} | CPU ms a move {cpu_ms:.2f}",
            "{summary}, evaluation {evaluator}",
            RATING_CAPTION,
        ),
        Table(
            f"ms a move {{milliseconds:g}} | A - B {{name}} | {contests.WIN_COLUMNS}",
            "All matches, evaluation {evaluator}",
            "from, to: 95 % interval of A's pairs over the classes of openings",
            rows="matches",
        ),
    ),
    echoed=("evaluator",),
    draw=draw_ratings,
)
