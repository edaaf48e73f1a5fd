"""What a shallow search adds to the static value: ProbCut by searches of 0, 1, ... plies.

All play plain alpha-beta that may generate as many nodes for a move. By no plies ProbCut is forward
estimation by quantile. The quantile is the same for all.
"""

from itertools import product
from typing import Any

from othello.parser import natural, whole
from players.forward.depth_errors import MOST_PLIES_BEFORE
from tournament.experiments.runner import Experiment, Found, Size, Table, contests, plots
from tournament.experiments.runner.arguments import evaluator_option, of_matches, option, plot
from tournament.experiments.runner.contests import SEARCH_ONLY, WIN_COLUMNS, Pairing

KINDS = {"one": "several=false", "several": "several=true"}
"""Whether a node is settled by its deepest shallow search alone, or by each in turn."""


def pairings(options: Any) -> list[Pairing]:
    """Every match; SpecError for an evaluator without margins."""
    shared = f"evaluator={options.evaluator},driver=pvs,table=18,{SEARCH_ONLY}"
    found = []
    for quantile, plies, kind, nodes in product(
        options.quantiles, options.plies, KINDS, options.nodes
    ):
        if plies > 1 or kind == "one":  # to 1 ply no node has several
            words = f"shallow={plies}", f"quantile={quantile:g}", KINDS[kind], f"nodes={nodes}"
            a = contests.spec("probcut", *words, shared)
            b = contests.spec("alphabeta", f"nodes={nodes}", shared)
            told = {"quantile": quantile, "plies": plies, "searches": kind, "nodes": nodes}
            found.append(Pairing(f"{plies} plies, {kind}, {quantile:g}", a, b, told))
    return found


def draw(found: Found) -> list[plots.Panel]:
    """Pairs won against the plies of the deepest shallow search."""
    rows = [
        {**row, "label": f"{row['searches']}, {row['nodes']:,} nodes, {row['quantile']:g}"}
        for row in found["rows"]
    ]
    shown, label = {"win_rate": "pairs won, %"}, "plies of the shallow search"
    return plots.panels_of(rows, "label", "plies", shown, xlabel=label)


EXPERIMENT = Experiment(
    name="probcut-series",
    summary="ProbCut against alpha-beta at equal nodes, by the plies of its shallow searches",
    size=Size(20, 90, "--plies 0 2 --nodes 1000 --openings 4"),
    examples="--plot probcut-series.png; --evaluator bill --quantiles 0.9 0.98; --json",
    options=(
        of_matches("classes"),
        plot(),
        option(
            "--plies N...",
            "of the shallow searches (default: %(default)s)",
            whole(0, MOST_PLIES_BEFORE),
            tuple(range(MOST_PLIES_BEFORE + 1)),
        ),
        option("--quantiles Q...", "of margins (default: %(default)s)", float, (0.95,)),
        option("--nodes N...", "for a move (default: %(default)s)", natural, (10_000,)),
        evaluator_option("of both", "patterns"),
    ),
    measure=lambda run: {"rows": run.play(pairings(run.options))},
    tables=Table(
        "plies {plies:d} | searches {searches} | quantile {quantile:g} | nodes {nodes:,d}"
        f" | {WIN_COLUMNS}",
        "{summary}, evaluation {evaluator}",
        "A: ProbCut; from, to: 95 % interval of its pairs over the classes of openings",
    ),
    asked=("evaluator",),
    draw=draw,
)
