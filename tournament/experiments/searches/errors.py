"""How often each search chooses a best move of scored problems at equal nodes, and what it loses.

The problems are of games of the program's own, each move scored by a deep search:
`python -m players.learning.problems`. Nodes of all but UCT are positions generated.
"""

from typing import Any

from othello.parser import natural
from tournament.experiments.patterns import best_moves
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, plots
from tournament.experiments.runner.arguments import (
    evaluator_option,
    of_results,
    option,
    plot,
    some_of,
)
from tournament.experiments.searches.line_agreement import agreement
from tournament.experiments.searches.rated import CONTENDERS, specs_of
from tournament.games.tournament import code_version

NODES = (300, 1000, 3000, 10_000, 30_000)


def measure(run: Runner) -> dict[str, Any]:
    """What each search chooses with each limit, and how far its lines are those of the first."""
    options, rows = run.options, []
    number, problems = best_moves.asked_of(options)
    for limit in sorted(set(options.nodes)):
        specs, lines = specs_of(options.only, options.evaluator, f"nodes={limit}"), []
        for name, spec in specs.items():
            asked = problems._replace(player=spec, weights=code_version((), (spec,)))
            found = run.trials(best_moves.chosen, asked, number, f"{name}, {limit} nodes")
            lines.append([one["line"] for one in found])
            found_row = best_moves.measures(found) | agreement(lines[-1], lines[0])
            spent = found_row.pop("nodes")
            rows.append({"player": name, "spec": spec, "nodes": limit, "spent": spent, **found_row})
    first = options.only[0]
    return {"file": options.file.name, "positions": number, "first": first, "rows": rows}


def draw(found: Found) -> list[plots.Panel]:
    """Both measures against nodes."""
    marks = plots.named_ticks("x", (row["nodes"] for row in found["rows"]))
    axes = {"xlabel": "nodes a move", "xscale": "log", **marks}
    return plots.panels_of(
        found["rows"], "player", "nodes", best_moves.DRAWN, plots.OWN_ENDS, **axes
    )


EXPERIMENT = Experiment(
    name="searches-errors",
    summary="how often each search chooses a best move of problems at equal nodes",
    size=Size(10, 60, "--nodes 300 --positions 20 --only alpha-beta best-first"),
    examples="problems.obf --plot searches-errors.png; problems.obf --json",
    options=(
        best_moves.file_option,
        option("--nodes N...", "for a move (default: %(default)s)", natural, NODES),
        evaluator_option("of all", "patterns"),
        some_of("--only SEARCH...", CONTENDERS),
        best_moves.first_option,
        of_results(),
        plot(),
    ),
    measure=measure,
    tables=Table(
        f"nodes {{nodes:,d}} | search {{player}} | {best_moves.MEASURES}"
        " | nodes spent {spent:,.0f} | same move % {same_move:.1f} | from {same_move_low:.1f}"
        " | to {same_move_high:.1f} | plies in common {common:.2f}",
        "Moves chosen in {positions} positions of {file}, evaluation {evaluator}",
        "from, to: 95 % intervals, positions drawn anew; nobody solves the end of the game; same"
        " move, plies in common: of the principal variations and those of {first}",
    ),
    asked=("evaluator",),
    draw=draw,
)
