"""Figure 3 of Zhang 1995: forward estimation against alpha-beta (a) on trees, (b) in Othello.

Both are ladders, see tournament.contests.rungs: (a) by nodes, (b) by CPU time. Rates are forward
estimation's, in percent, ratios its cost over alpha-beta's. All matches of (a) use the same trees,
each twice with sides changed. The paper does not say how long learned edge costs last: here for
one search.
"""

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

from othello.cli.errors import UserError
from othello.cli.parser import plies, seconds
from tournament.contests.rungs import LESS, MORE, Depths, Goal, climb_rungs, curves_of, rows_on
from tournament.experiments.runner import (
    BEST,
    SEARCH_ONLY,
    Experiment,
    Result,
    Runner,
    match_row,
    spec,
)
from tournament.experiments.runner.arguments import (
    count,
    evaluator_option,
    of_matches,
    of_trials,
    option,
    some_of,
)
from tournament.experiments.runner.output import Table, grouped
from tournament.experiments.zhang1995 import table1 as paper
from tournament.experiments.zhang1995 import tree_trials as trials
from tournament.page import plots
from tournament.statistics.pairs import Pair, class_bootstrap

STYLES = {MORE: ("--", 1, 6, 0.05), LESS: ("-", 0, -12, 0.0)}
"""A curve's line, color number, height of its labels, and shift to the right."""

Row = dict[str, Any]


def _curve(rows: Sequence[Row], curve: str) -> plots.Curve:
    """Return the points of a curve with intervals, and the cost ratio and lead at each."""
    line, color, above, right = STYLES[curve]
    x, y = [row["depth"] + right for row in rows], [row["win_rate"] for row in rows]
    notes = [f"{row['cost_ratio']:.2f} ({row['forward_depth'] - row['depth']:+d})" for row in rows]
    errors = plots.bars(rows, "win_rate")
    return plots.Curve(curve, x, y, errors, color, line=line, notes=notes, above=above)


def _panel(rows: Sequence[Row], title: str) -> plots.Panel:
    """Return MORE and LESS of one series."""
    deepest = max(row["depth"] for row in rows)
    axes = {
        "title": title,
        "xlabel": "alpha-beta search horizon",
        "ylabel": "pairs won by forward estimation, %",
        "xlim": (0.5, deepest + 0.9),
        "xticks": range(1, deepest + 1),
        "ylim": (-6, 110),
        "yticks": range(0, 101, 10),
    }
    on_curves = {name: rows_on(rows, name, "depth") for name in STYLES}
    curves = [_curve(points, name) for name, points in on_curves.items() if points]
    return plots.Panel(curves, axes, level=50)


def draw(result: Result) -> list[plots.Panel]:
    """Return a panel per series."""
    return [_panel(own, series) for series, own in grouped(result["rows"], "series").items()]


def table_of(costs: str, title: str, caption: str) -> Table:
    """Return the table of tournaments; `costs` are the columns that follow those of wins."""
    columns = "series {series} | AB depth {depth:d} | FE depth {forward_depth:d} | curve {curve}"
    wins = "FE wins pairs % {win_rate:.1f} | from {low:.1f} | to {high:.1f}"
    return Table(f"{columns} | {wins} | {costs}", title, caption)


TREE_DEPTH = 100


def tree_row(results: Sequence[dict[str, Any]]) -> Row:
    """Return the row of one tournament on trees."""
    pairs = [Pair(number, *result["outcomes"]) for number, result in enumerate(results)]
    scores = [1 - pair.score for pair in pairs]
    low, high = class_bootstrap(scores, range(len(scores)))
    a_nodes, b_nodes = (sum(result["nodes"][side] for result in results) for side in (0, 1))
    games = 2 * len(pairs)
    return {
        "pairs_won_tied_lost": [scores.count(value) for value in (1.0, 0.5, 0.0)],
        "win_rate": 100 * sum(scores) / len(scores),
        "low": 100 * low,
        "high": 100 * high,
        "alphabeta_nodes": a_nodes / games,
        "forward_nodes": b_nodes / games,
        "cost_ratio": b_nodes / a_nodes,
    }


def climb(run: Runner, delta: float) -> list[Row]:
    """Return all tournaments of one series, in their order."""
    rows: list[Row] = []
    interpretation = paper.interpretation_of(run.options)
    name = f"FE-{delta:.1f}" if round(delta, 1) == delta else f"FE-{delta:g}"
    learner = trials.Algorithm(trials.LEARNED_BOUNDS, delta, interpretation)

    def play(depths: Depths) -> tuple[float, float]:
        match = trials.TreeMatch(
            trials.Trees(paper.BRANCHING, TREE_DEPTH),
            trials.TreePlayer(trials.Algorithm(interpretation=interpretation), depths.a),
            trials.TreePlayer(learner, depths.b),
        )
        title = f"figure3a: {name} at depth {depths.b} against alpha-beta at {depths.a}"
        row = tree_row(run.trials(trials.play_pair, match, title=title))
        rows.append({"series": name, "depth": depths.a, "forward_depth": depths.b, **row})
        return row["alphabeta_nodes"], row["forward_nodes"]

    taken = curves_of(list(climb_rungs(Goal(a_max_depth=run.options.max_depth), play)))
    return [row | {"curve": curve} for row, curve in zip(rows, taken, strict=True)]


def share(text: str) -> float:
    """Parse a number more than 0 and at most 1."""
    value = seconds(text)
    if value > 1:
        raise argparse.ArgumentTypeError(f"{text} is more than 1")
    return value


TREE_TITLE = "Games on random trees, {trials:,} pairs; after Zhang 1995, Figure 3(a)"


ON_TREES = Experiment(
    name="figure3a",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 3(a): forward estimation plays alpha-beta on random trees",
    options=(
        of_trials(100),
        count("--max-depth", 10, "deepest search of alpha-beta", plies),
        option("--delta D...", "shares of the bounds (default: %(default)s)", share, (1.0, 0.5)),
        paper.generation_option(),
    ),
    measure=lambda run: {
        "conventions": paper.interpretation_of(run.options)._asdict(),
        "rows": [row for delta in run.options.delta for row in climb(run, delta)],
    },
    tables=table_of(
        "AB nodes/game {alphabeta_nodes:,.0f} | FE nodes/game {forward_nodes:,.0f}"
        " | FE/AB {cost_ratio:.2f}",
        TREE_TITLE,
        "AB: alpha-beta; FE: forward estimation with that delta; from, to: 95 % interval over"
        " pairs; MORE: the first rung where FE is deeper and costs more, LESS: FE one less deep",
    ),
    echoed=("trials", "seed"),
    draw=draw,
    drawing_title=f"{TREE_TITLE}; at each point: nodes FE/AB (plies deeper)",
)
TEN_GAMES = {
    "bill": "data/edge_costs_10_games.npz",
    "patterns": "data/edge_costs_10_games_patterns.npz",
}
"""Shipped edge costs from as many games as the paper's."""


class LadderSeries(NamedTuple):
    """Options of forward estimation's pruning, and a description."""

    options: str
    description: str
    ten_games: bool = False

    def players(self, evaluator: str) -> tuple[str, str]:
        """Return both players; UserError if the evaluator has no edge costs."""
        if self.ten_games and evaluator not in TEN_GAMES:
            raise UserError(f"there are no edge costs of ten games with {evaluator}")
        costs = f",costs={TEN_GAMES[evaluator]}" if self.ten_games else ""
        shared = SEARCH_ONLY, f"evaluator={evaluator}"
        forward = spec("forward", f"{self.options}{costs}", *shared)
        return spec("alphabeta", *shared), forward


SERIES = {
    "paper": LadderSeries("rule=likely", "condition (2), 10 games", True),
    "shipped": LadderSeries("rule=likely", "condition (2), the shipped edge costs"),
    "quantile": LadderSeries(BEST, f"margins by disc count and depth, {BEST}"),
}
SERIES_TEXT = "".join(f"\n{name}: {one.description}" for name, one in SERIES.items())


def rung_row(rung: Result) -> Row:
    """Return the row of a match in Othello; nodes and CPU time are per game."""
    (low, high), (least, most) = rung["interval"], rung["game_points_interval"]
    games, sides = max(1, rung["games"]), {"alphabeta": rung["a"], "forward": rung["b"]}
    ratios = {key: match_row(rung)[key] for key in ("node_ratio", "cpu_ratio")}
    return {
        "depth": rung["a_depth"],
        "forward_depth": rung["b_depth"],
        **{key: rung[key] for key in ("curve", "tournament", "forfeits")},
        **{name: side["spec"] for name, side in sides.items()},
        "pairs_won_tied_lost": rung["pairs_won_tied_lost"][::-1],
        "win_rate": 100 * (1 - rung["pair_win_rate"]),
        "low": 100 * (1 - high),
        "high": 100 * (1 - low),
        "points": 100 * (1 - rung["game_points_share"]),
        "points_low": 100 * (1 - most),
        "points_high": 100 * (1 - least),
        **{f"{name}_nodes": side["nodes"] / games for name, side in sides.items()},
        **{f"{name}_cpu_ms": 1000 * (side["cpu_seconds"] / games) for name, side in sides.items()},
        **ratios,
        "cost_ratio": ratios["cpu_ratio"],
    }


def measure_othello(run: Runner) -> dict[str, Any]:
    """Return the ladders of the chosen series."""
    rows: list[Row] = []
    evaluator = run.options.evaluator
    players = {name: SERIES[name].players(evaluator) for name in run.options.series}
    for name, (a, b) in players.items():
        ladder = run.ladder(a, b, Goal(a_max_depth=run.options.max_depth))
        rows += [{"series": name, **rung_row(rung)} for rung in ladder["rows"]]
    return {
        "series": {name: {"a": a, "b": b} for name, (a, b) in players.items()},
        "rows": rows,
        "pairs": sum(rows[0]["pairs_won_tied_lost"]),
    }


OTHELLO_TITLE = (
    "Othello with the evaluation {evaluator}, {pairs} pairs; after Zhang 1995, Figure 3(b)"
)

IN_OTHELLO = Experiment(
    name="figure3b",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 3(b): forward estimation plays alpha-beta in Othello",
    options=(
        of_matches(),
        evaluator_option("evaluator of both"),
        some_of("--series NAME...", SERIES),
        count("--max-depth", 8, "last depth of alpha-beta", plies),
    ),
    measure=measure_othello,
    tables=table_of(
        "points % {points:.1f} | nodes FE/AB {node_ratio:.2f} | CPU FE/AB {cpu_ratio:.2f}"
        " | AB ms {alphabeta_cpu_ms:,.2f} | FE ms {forward_cpu_ms:,.2f}",
        OTHELLO_TITLE,
        "AB: alpha-beta; FE: forward estimation; ms: CPU time a game; from, to: 95 % interval"
        " over the classes of openings; MORE: the first rung where FE is deeper and takes more"
        f" CPU time, LESS: FE one less deep{SERIES_TEXT}",
    ),
    echoed=("evaluator",),
    draw=draw,
    drawing_title=f"{OTHELLO_TITLE}; at each point: CPU FE/AB (plies deeper)",
)
