"""How static values differ from deeper ones: spread, swing of parity, and what errors share.

The error of a static value is what a search of some depth says more. Best-first minimax compares
leaves of unequal depth, which a swing between odd and even depths misleads; errors that siblings
share cancel where they are compared; errors that a parent shares with its successors are not
mended by looking one ply deeper. In random trees the costs of edges are independent.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from othello import evaluation
from othello.parser import natural
from players.models.random_trees import EDGE_COST_HIGHEST
from tournament.contests.contest import refused_in_a_line
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, plots
from tournament.experiments.runner.arguments import count, of_trials, option
from tournament.experiments.searches.line_agreement import agreement
from tournament.experiments.searches.value_trials import (
    RANDOM_TREES,
    Values,
    values,
)
from tournament.statistics.bootstrap import correlation, mean, spread, with_interval

SOURCES = ("bill", "patterns", RANDOM_TREES)
DISC = 100.0


def row_of(source: str, depth: int, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the samples of one source say of searches of a depth.

    Spreads and swings in discs; on random trees in costs of the dearest edge.
    """
    unit = EDGE_COST_HIGHEST if source == RANDOM_TREES else DISC
    nodes = np.array([one["node"] for one in found], float)
    errors = nodes[:, depth] - nodes[:, 0]
    first = np.array([one["children"][0] for one in found], float)
    pairs = [one["children"] for one in found if len(one["children"]) > 2]
    siblings = np.array([[kid[depth] - kid[0] for kid in kids[1:3]] for kids in pairs], float)
    below = first[:, depth - 1] - first[:, 0]
    own = errors[:, np.newaxis] / unit
    row = {"source": source, "depth": depth, "trials": len(found)}
    row |= with_interval("spread", spread, own) | with_interval("lead", mean, own)
    row |= with_interval("siblings", correlation, siblings.reshape(-1, 2))
    row["kept"] = 100.0 * float((nodes[:, depth] == first[:, depth - 1]).mean())
    if depth == 1:  # a static value has no error, and no line
        return row
    row |= with_interval("parent_child", correlation, np.column_stack((errors, below)))
    lines = [[one["lines"][place] for one in found] for place in (depth - 1, depth - 2)]
    return row | agreement(*lines)


def measure(run: Runner) -> dict[str, Any]:
    """A row for each source and depth."""
    depth, rows = run.options.depth, []
    with refused_in_a_line():
        for source in run.options.sources:
            if source != RANDOM_TREES:
                evaluation.named(source)
    for source in run.options.sources:
        found = run.trials(values, Values(source, depth), title=source)
        rows += [row_of(source, one, found) for one in range(1, depth + 1)]
    return {"rows": rows, "deeper": [row for row in rows if row["depth"] > 1]}


def draw(found: Found) -> list[plots.Panel]:
    """Spread, lead and correlation of siblings against depth."""
    shown = {
        "spread": "spread of the error",
        "lead": "mean error",
        "siblings": "correlation of siblings' errors",
    }
    return plots.panels_of(found["rows"], "source", "depth", shown, plots.OWN_ENDS, xlabel="depth")


EXPERIMENT = Experiment(
    name="searches-values",
    summary="how static values differ from deeper ones, and what relatives' errors share",
    size=Size(3, 20, "--trials 40 --depth 4"),
    examples="--plot searches-values.png; --sources bill patterns --depth 8; --json",
    options=(
        option(
            "--sources NAME...", f"evaluators or '{RANDOM_TREES}' (default: all)", default=SOURCES
        ),
        count("--depth", 6, "plies of the deepest search", natural),
        of_trials(1000),
    ),
    measure=measure,
    tables=(
        Table(
            "values of {source} | depth {depth:d} | spread {spread:.2f} | from {spread_low:.2f}"
            " | to {spread_high:.2f} | mean {lead:+.2f} | from {lead_low:+.2f}"
            " | to {lead_high:+.2f} | r siblings {siblings:.2f} | from {siblings_low:.2f}"
            " | to {siblings_high:.2f} | line kept % {kept:.1f}",
            "{summary}",
            "error: what a search says more than the static value, in discs, on random trees in"
            " costs of the dearest edge; r: correlation of errors; line kept: the best successor"
            " by static value has the node's value; from, to: 95 %, positions drawn anew",
        ),
        Table(
            "values of {source} | depth {depth:d} | r parent, child {parent_child:.2f}"
            " | from {parent_child_low:.2f} | to {parent_child_high:.2f}"
            " | same move % {same_move:.1f} | from {same_move_low:.1f} | to {same_move_high:.1f}"
            " | plies in common {common:.2f} | from {common_low:.2f} | to {common_high:.2f}",
            "What a search of one ply less shares",
            "child: the best by its static value; same move, plies in common: of the principal"
            " variations of a depth and one ply less, from the root on",
            rows="deeper",
        ),
    ),
    asked=("trials", "seed"),
    aside=("deeper",),
    draw=draw,
)
