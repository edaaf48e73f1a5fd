"""Best-first minimax against alpha-beta of each depth in Othello, at equal nodes for a move.

How many nodes alpha-beta of a depth generates is measured first, in whole games; a move of
best-first minimax has as many. Nobody solves the end of the game.
"""

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import numpy as np

from othello.cli.parser import natural
from othello.intervals import Interval
from tournament.experiments.korf1996.node_trials import Depths, nodes_of_game
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, contests, plots
from tournament.experiments.runner.arguments import (
    count,
    evaluators_option,
    of_matches,
    option,
    plot,
)
from tournament.experiments.runner.contests import SEARCH_ONLY, WIN_COLUMNS, Pairing
from tournament.experiments.runner.output import grouped
from tournament.games.openings import class_numbers
from tournament.statistics.pairs import class_bootstrap

KINDS = {
    "plain": "bestfirst:",
    "table, completion": "bestfirst:table=true,completion=true",
    "hybrid": "bestfirst:hybrid=2",
}
"""Best-first minimax as published, with what this program adds, and with searched leaves."""


def mean_nodes(found: Sequence[dict[str, Any]], deepest: int) -> list[int]:
    """The mean nodes for a move at each depth from 1 on."""
    moves = sum(one["moves"] for one in found)
    return [round(sum(one["nodes"][place] for one in found) / moves) for place in range(deepest)]


def pairings(evaluator: str, kinds: Sequence[str], nodes: Sequence[int]) -> list[Pairing]:
    """Each kind against alpha-beta of each depth, with its nodes."""
    told, shared = [], (f"evaluator={evaluator}", SEARCH_ONLY)
    for kind, (depth, limit) in product(kinds, enumerate(nodes, start=1)):
        a = contests.spec(KINDS[kind], f"nodes={max(1, limit)}", *shared)
        b = contests.spec(f"alphabeta:depth={depth}", *shared)
        row = {"evaluator": evaluator, "kind": kind, "depth": depth, "nodes": limit}
        told.append(Pairing(f"{kind}, {evaluator}, depth {depth}", a, b, row))
    return told


def class_means(run: Runner, rows: Sequence[Found]) -> np.ndarray:
    """The share of pairs that A wins in these matches, in percent, by class of openings."""
    pairs = [pair for row in rows for pair in run.pairs(row)]
    classes = class_numbers(pair.opening for pair in pairs)
    scores = [100 * pair.score for pair in pairs]
    return np.bincount(classes, scores) / np.bincount(classes)


def means(run: Runner, rows: Sequence[Found]) -> list[dict[str, Any]]:
    """Each kind's share of pairs in all matches of depth 2 or more, and how evaluations differ."""
    found = []
    for kind, matches in grouped([row for row in rows if row["depth"] > 1], "kind").items():
        shares = {
            evaluator: class_means(run, of_evaluator)
            for evaluator, of_evaluator in grouped(matches, "evaluator").items()
        }
        bounds = dict.fromkeys(shares, Interval(0, 100))
        for one, other in combinations(tuple(shares), 2):
            shares[f"{other} - {one}"] = shares[other] - shares[one]
        for evaluation, share in shares.items():
            ends = bounds.get(evaluation, Interval(-100, 100))
            low, high = class_bootstrap(share, range(len(share)), bounds=ends)
            told = {"mean": float(share.mean()), "low": low, "high": high}
            found.append({"kind": kind, "evaluation": evaluation, **told})
    return found


def measure(run: Runner) -> dict[str, Any]:
    """The nodes of each depth, then all matches."""
    options, asked = run.options, []
    for evaluator in options.evaluators:
        depths = Depths(evaluator, options.max_depth)
        found = run.trials(nodes_of_game, depths, options.games, f"nodes, {evaluator}", "nodes")
        asked += pairings(evaluator, options.kinds, mean_nodes(found, options.max_depth))
    rows = run.play(asked)
    return {"rows": rows, "means": means(run, rows)}


def draw(found: Found) -> list[plots.Panel]:
    """A panel for each evaluator: pairs won against alpha-beta's depth."""
    panels = []
    for evaluator, rows in grouped(found["rows"], "evaluator").items():
        curves = plots.curves_by(rows, "kind", "depth", "win_rate")
        axes = {"title": evaluator, "xlabel": "depth of alpha-beta", "ylim": (0, 100)}
        panels.append(plots.Panel(curves, {**axes, "ylabel": "pairs won, %"}, level=50))
    return panels


EXPERIMENT = Experiment(
    name="korf1996",
    summary="best-first minimax plays alpha-beta of each depth at equal nodes",
    size=Size(60, 240, "--max-depth 3 --openings 4 --games 2 --kinds plain"),
    paper="Korf and Chickering 1996",
    examples="--plot korf1996.png; --evaluators bill --max-depth 9 --openings 30; --json",
    options=(
        of_matches("classes"),
        plot(),
        evaluators_option("of both"),
        option("--kinds KIND...", "of best-first", default=tuple(KINDS), choices=tuple(KINDS)),
        count("--max-depth", 7, "plies of alpha-beta, at the most", natural),
        count("--games", 8, "games in which the nodes of each depth are counted"),
    ),
    measure=measure,
    tables=(
        Table(
            f"best-first {{kind}} | evaluation {{evaluator}} | AB depth {{depth:d}}"
            f" | nodes {{nodes:,d}} | {WIN_COLUMNS}",
            "{summary}",
            "A: best-first minimax; from, to: 95 % interval over the classes of openings; nodes: of"
            " a move of A, the mean of alpha-beta of that depth in {games} games",
        ),
        Table(
            "best-first {kind} | evaluation {evaluation} | A wins pairs % {mean:.1f}"
            " | from {low:.1f} | to {high:.1f}",
            "The mean of alpha-beta's depths from 2 on",
            "from, to: 95 %, classes of openings drawn anew",
            rows="means",
        ),
    ),
    asked=("games",),
    draw=draw,
)
