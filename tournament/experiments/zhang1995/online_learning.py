"""On-line learning of edge costs: why it works on random trees and fails in Othello.

Zhang 1995 leaves it open and supposes that learning is local and that costs are correlated. Both
are measured on games of Othello and on random trees of the same branching.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tournament.experiments.runner import Experiment, Result, Runner, Table
from tournament.experiments.runner.arguments import of_trials, plot
from tournament.experiments.runner.output import percent
from tournament.experiments.zhang1995 import online_trials as trials
from tournament.page import plots

GROUNDS = (trials.OTHELLO, trials.TREES)
STAGES = ((4, 15), (16, 27), (28, 39), (40, 51), (52, 63))
DISTANCES = (1, 2, 4, 8)


def drift_rows(game: str, results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return by stage the span of the learned extremes, and its changes."""
    parts = []
    for result in results:
        values = np.array(result["moves"], float)  # by position and depth: nodes, low, high
        if len(values) < 2:
            continue
        spans = values[:, :, 2] - values[:, :, 1]
        final, game_span = spans[:-1, -1], values[:, -1, 2].max() - values[:, -1, 1].min()
        columns = {"stage": np.array(result["stages"][:-1]), "span": final / 2}
        columns["change"] = 100 * abs(spans[1:, -1] / final - 1)
        columns["share"] = 100 * final / game_span
        for depth in (1, 2, 4):
            early = spans[:-1, min(depth, spans.shape[1]) - 1]
            columns[f"depth{depth}"] = 100 * early / final
        parts.append(columns)
    columns = {name: np.concatenate([each[name] for each in parts]) for name in parts[0]}
    stages = columns.pop("stage")
    rows = []
    for low, high in (*STAGES, (STAGES[0][0], STAGES[-1][1])):
        chosen = (stages >= low) & (stages <= high)
        if chosen.any():
            means = {name: float(values[chosen].mean()) for name, values in columns.items()}
            named = {"game": game, "stage": f"{low}-{high}", "positions": int(chosen.sum())}
            rows.append(named | means)
    return rows


def line_row(game: str, results: Sequence[dict[str, Any]], span: float) -> dict[str, Any]:
    """Return the correlation of edge costs along random lines.

    The variance ratio of d plies is that of the sum of d edge costs to d times
    that of one: 1 for independent edges, less if a line turns back.
    """
    all_lines = (line for result in results for line in result["lines"])
    lines = [line for line in all_lines if len(line) > trials.LEARNED_LINE]
    values = np.array(lines, float)
    edges = np.diff(values, axis=1)
    variance = edges.var()
    row = {
        "game": game,
        "lines": len(lines),
        "deviation": float(np.sqrt(variance)),
        "deviation_of_span": float(100 * np.sqrt(variance) / span),
        "lag1": float(np.corrcoef(edges[:, :-1].ravel(), edges[:, 1:].ravel())[0, 1]),
        "lag2": float(np.corrcoef(edges[:, :-2].ravel(), edges[:, 2:].ravel())[0, 1]),
    }
    for distance in DISTANCES:
        sums = values[:, distance:] - values[:, :-distance]
        row[f"ratio{distance}"] = float(sums.var() / (distance * variance))
    return row


def audit_rows(game: str, results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return each rule's savings and errors."""
    audits = [result["audits"] for result in results]
    plain = sum(each[trials.ALPHABETA_SEARCH]["nodes"] for each in audits)
    rows = []
    for rule in audits[0]:
        nodes = sum(each[rule]["nodes"] for each in audits)
        counts = np.sum([each[rule]["counts"] for each in audits], axis=0)
        total = counts.sum(axis=0)
        row = {
            "game": game,
            "rule": rule,
            "nodes": 100 * nodes / plain,
            "pruned": 1000 * float(total[trials.PRUNED]) / nodes,
            "checked": int(total[trials.CHECKED]),
            "wrong": percent(total[trials.WRONG], total[trials.CHECKED]),
            "outside": percent(total[trials.OUTSIDE], total[trials.CHECKED]),
        }
        for depth in range(1, 6):
            at_depth = counts[depth] if depth < len(counts) else np.zeros(4)
            row[f"wrong{depth}"] = percent(at_depth[trials.WRONG], at_depth[trials.CHECKED])
        rows.append(row)
    return rows


def draw(result: Result) -> list[plots.Panel]:
    """Draw the span that one search learns, by stage, and the error rates of rules.

    Dashed for margins known beforehand.
    """
    drift, audits = [], []
    for number, game in enumerate(GROUNDS):
        rows = [row for row in result["drift"] if row["game"] == game][:-1]
        discs = [float(np.mean([int(end) for end in row["stage"].split("-")])) for row in rows]
        drift.append(plots.Curve(game, discs, [row["share"] for row in rows], color=number))
    for row in result["audits"]:
        if row["game"] == trials.OTHELLO and row["checked"]:
            color = [str(delta) for delta in trials.LEARNED_DELTAS].index(row["rule"].split()[-1])
            depths = [depth for depth in range(1, 6) if row[f"wrong{depth}"] is not None]
            wrong = [row[f"wrong{depth}"] for depth in depths]
            line = "--" if row["rule"].startswith("known") else "-"
            audits.append(plots.Curve(row["rule"], depths, wrong, color=color, line=line))
    spans = {"xlabel": "discs", "ylabel": "span that a search sees, % of the game's"}
    plies = {"xlabel": "plies left", "xticks": range(1, 6), "ylabel": "wrong prunes in Othello, %"}
    return [plots.Panel(drift, spans), plots.Panel(audits, plies)]


def measure(run: Runner) -> dict[str, Any]:
    """Return the rows of the three tables, for both kinds of games."""
    results = {}
    for game in GROUNDS:
        settings = trials.AuditedGame(game)
        results[game] = run.trials(trials.game_trial, settings, title=f"{game}: games")
    drift = {game: drift_rows(game, of_game) for game, of_game in results.items()}
    return {
        "drift": sum(drift.values(), []),
        "lines": [line_row(game, results[game], drift[game][-1]["span"]) for game in results],
        "audits": [row for game in results for row in audit_rows(game, results[game])],
    }


EXPERIMENT = Experiment(
    name="online-learning",
    paper="Zhang 1995",
    summary="why on-line learning of edge costs works on random trees and fails in Othello",
    options=(of_trials(122), plot()),
    measure=measure,
    tables=(
        Table(
            "game {game} | discs {stage} | positions {positions:,d} | span per ply {span:,.0f}"
            " | next move's differs % {change:.1f} | share of game's % {share:.1f}"
            " | of it after depth 1 % {depth1:.1f} | 2 % {depth2:.1f} | 4 % {depth4:.1f}",
            "The extremes that a search of a position learns",
            "span: half the distance of the extremes; differs: from the span of the next position's"
            " search; share: of the span over the whole game; after depth d: by a search of"
            " d plies",
            "drift",
        ),
        Table(
            "game {game} | lines {lines:,d} | deviation of an edge {deviation:,.0f}"
            " | of span % {deviation_of_span:.1f} | correlation of neighbours {lag1:+.2f}"
            " | next but one {lag2:+.2f} | variance ratio, 2 plies {ratio2:.2f}"
            " | variance ratio, 4 plies {ratio4:.2f} | variance ratio, 8 plies {ratio8:.2f}",
            "Edge costs along random lines, as the side that began counts them",
            "variance ratio: of the sum over d plies to d times that of one edge; 1 if independent",
            "lines",
        ),
        Table(
            "game {game} | rule {rule} | nodes of alpha-beta % {nodes:.1f}"
            " | pruned / 1000 nodes {pruned:.1f} | checked {checked:,d} | wrong % {wrong:.1f}"
            " | 1 left % {wrong1:.1f} | 2 left % {wrong2:.1f} | 3 left % {wrong3:.1f}"
            " | 4 left % {wrong4:.1f} | 5 left % {wrong5:.1f} | beyond bound % {outside:.1f}",
            "Nodes that a rule pruned, searched after all",
            "wrong: on the other side of the window; beyond bound: value beyond the estimated one",
            "audits",
        ),
    ),
    echoed=("trials", "seed"),
    draw=draw,
    drawing_title="On-line learning of edge costs",
)
