"""What share of cuts is wrong, and what a wrong one costs, by the plies of the shallow search."""

from itertools import product
from typing import Any

import numpy as np

from othello.parser import natural, whole
from players.forward.depth_errors import probcut
from tournament.contests.contest import refused_in_a_line
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, plots
from tournament.experiments.runner.arguments import count, evaluators_option, of_trials, option
from tournament.experiments.runner.output import measured_ratio, values_of
from tournament.experiments.searches.cut_trials import Cutting, cuts
from tournament.statistics.bootstrap import mean, with_interval

DISC = 100.0


def row_of(asked: Cutting, found: list[dict[str, Any]]) -> dict[str, Any]:
    """What the searches of one setting say, in percent and discs, with standard errors."""
    wrong = np.array([sum(by > 0 for _, by in one["wrong"]) for one in found], float)
    looked = np.array([len(one["wrong"]) for one in found], float)
    losses = [by / DISC for one in found for _, by in one["wrong"] if by > 0]
    share = measured_ratio(wrong, looked)
    nodes = values_of(found, "nodes").sum()
    return {
        **asked._asdict(),
        "searches": "several" if asked.several else "one",
        "wrong": 100 * share.mean,
        "wrong_error": 100 * share.standard_error,
        **with_interval("cost", mean, np.array(losses)[:, np.newaxis]),
        "cuts_per_node": 100 * float(values_of(found, "cuts").sum() / nodes),
        "node_ratio": float(nodes / values_of(found, "full_nodes").sum()),
        "same_move": 100 * float(values_of(found, "same_move").mean()),
        "change": float(np.abs(values_of(found, "change")).mean()) / DISC,
        "looked": int(looked.sum()),
    }


def measure(run: Runner) -> dict[str, Any]:
    """A row for each evaluator and each kind of shallow searches."""
    options, rows = run.options, []
    with refused_in_a_line():
        for evaluator in options.evaluators:
            probcut(evaluator, options.quantile, 0, False, gated=True)
    for evaluator, plies, several in product(options.evaluators, options.plies, (False, True)):
        if plies > 1 or not several:
            asked = Cutting(evaluator, plies, several, options.quantile, options.depth)
            title = f"{evaluator}, {plies} plies, {'several' if several else 'one'}"
            rows.append(row_of(asked, run.trials(cuts, asked, title=title)))
    return {"rows": rows}


def draw(found: Found) -> list[plots.Panel]:
    """Wrong cuts and saved nodes against the plies of the shallow search."""
    rows = [{**row, "label": f"{row['evaluator']}, {row['searches']}"} for row in found["rows"]]
    wrong = plots.panels_of(
        rows, "label", "plies", {"wrong": "wrong cuts, %"}, "{}_error", xlabel="plies"
    )
    saved = plots.panels_of(
        rows, "label", "plies", {"node_ratio": "nodes / alpha-beta's"}, None, xlabel="plies"
    )
    return [*wrong, *saved]


EXPERIMENT = Experiment(
    name="searches-cuts",
    summary="what share of cuts is wrong, and what a wrong one costs, by the shallow search",
    size=Size(5, 30, "--trials 10 --depth 4 --plies 0 2"),
    examples="--plot searches-cuts.png; --evaluators patterns --depth 8; --json",
    options=(
        evaluators_option("of searches"),
        option(
            "--plies N...",
            "of shallow searches (default: %(default)s)",
            whole(0, 5),
            (0, 1, 2, 3, 4),
        ),
        option("--quantile Q", "of the margins (default: %(default)s)", float, 0.95),
        count("--depth", 7, "plies of the searches", natural),
        of_trials(200),
    ),
    measure=measure,
    tables=Table(
        "evaluation {evaluator} | plies {plies:d} | searches {searches} | wrong cuts % {wrong:.1f}"
        " | +- {wrong_error:.1f} | discs a wrong one {cost:.2f} | from {cost_low:.2f}"
        " | to {cost_high:.2f} | cuts / 100 nodes"
        " {cuts_per_node:.1f} | nodes / AB {node_ratio:.2f} | same move % {same_move:.1f}"
        " | score changes by {change:.2f}",
        "{summary}, depth {depth}, quantile {quantile}",
        "wrong: at full width the node's value lies inside the window, so many discs; from, to:"
        " 95 %, wrong cuts drawn anew",
    ),
    asked=("trials", "seed", "depth", "quantile"),
    draw=draw,
)
