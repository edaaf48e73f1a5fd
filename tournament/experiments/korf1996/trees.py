"""Best-first minimax on random trees at equal nodes: best moves found, and games won."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from othello.parser import natural
from tournament.contests.contest import RequestError
from tournament.experiments.korf1996 import tree_trials as trials
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, plots
from tournament.experiments.runner.arguments import count, of_trials, option
from tournament.experiments.runner.output import grouped, measured, measured_share

DEPTHS = {2: 20, 3: 13, 4: 10, 6: 8, 8: 7}
"""How deep trees of each branching are: about a million leaves."""
COMPARED = (trials.ALPHA_BETA, trials.BEST_FIRST, trials.HYBRID)


def row_of(branching: int, depth: int, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Shares of best moves in percent with standard errors, and nodes, at one depth."""
    row: dict[str, Any] = {"branching": branching, "depth": depth}
    for name in COMPARED:
        key = name.replace("-", "_")
        lost = np.array([one["lost"][name][depth - 1] for one in found], float)
        share = measured_share(100.0 * (lost == 0))
        nodes = measured(np.array([one["nodes"][name][depth - 1] for one in found], float))
        row |= {key: share.mean, f"{key}_error": share.standard_error}
        row |= {f"{key}_lost": float(lost.mean()), f"{key}_nodes": nodes.mean}
    right = np.array(
        [
            [one["lost"][name][depth - 1] == 0 for name in (trials.BEST_FIRST, trials.ALPHA_BETA)]
            for one in found
        ],
        float,
    )
    gain = measured(100.0 * (right[:, 0] - right[:, 1]))
    return row | {"gain": gain.mean, "gain_error": gain.standard_error}


def games_row(asked: trials.TreeGames, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Pairs of games won in percent, a tie being half of one, and nodes, at one depth."""
    gained = np.array([one["gained"] for one in found], float)
    share = measured_share(50.0 * (np.sign(gained) + 1))
    spent = sum(one["spent"] for one in found) / sum(one["allowed"] for one in found)
    row = {"won": share.mean, "won_error": share.standard_error, "spent": 100 * spent}
    return {"branching": asked.branching, "depth": asked.depth, "search": asked.name, **row}


def measure_games(run: Runner) -> list[dict[str, Any]]:
    """A row for each branching, search and depth."""
    options, rows = run.options, []
    for branching, name in product(options.branching, (trials.BEST_FIRST, trials.HYBRID)):
        for depth in range(1, options.games_depth + 1):
            asked = trials.TreeGames(name, branching, options.length, depth, options.hybrid)
            title = f"games, {name}, branching {branching}, depth {depth}"
            found = run.trials(trials.pair_on_a_tree, asked, title=title, kind="korf1996-games")
            rows.append(games_row(asked, found))
    return rows


def measure(run: Runner) -> dict[str, Any]:
    """All branchings, each to as deep as is asked for."""
    rows = []
    for branching in run.options.branching:
        if branching not in DEPTHS:
            raise RequestError(f"--branching {branching}: one of {', '.join(map(str, DEPTHS))}")
        deepest = min(run.options.max_depth, DEPTHS[branching] - 1)
        asked = trials.Decisions(branching, DEPTHS[branching], deepest, run.options.hybrid)
        found = run.trials(trials.decisions, asked, title=f"branching {branching}")
        rows += [row_of(branching, depth, found) for depth in range(1, deepest + 1)]
    return {"rows": rows, "games": measure_games(run)}


def draw(found: Found) -> plots.Drawing:
    """A panel for each branching: best moves against alpha-beta's depth; below it games won."""
    panels = []
    for branching, rows in grouped(found["rows"], "branching").items():
        keys = {name: name.replace("-", "_") for name in COMPARED}
        curves = plots.curves_of(rows, "depth", keys, "{}_error")
        axes = {"title": f"branching {branching}", "xlabel": "depth of alpha-beta"}
        panels.append(plots.Panel(curves, {**axes, "ylabel": "best moves, %"}))
    across = len(panels)
    for rows in grouped(found["games"], "branching").values():
        curves = plots.curves_by(rows, "search", "depth", "won", "won_error")
        axes = {"xlabel": "depth of alpha-beta", "ylabel": "pairs of games won, %"}
        panels.append(plots.Panel(curves, axes, level=50))
    return plots.Drawing(panels, across)


EXPERIMENT = Experiment(
    name="korf1996-trees",
    summary="best-first minimax and alpha-beta on random trees at equal nodes",
    size=Size(2, 20, "--branching 4 --max-depth 5 --games-depth 3 --trials 20"),
    paper="Korf and Chickering 1996",
    examples="--plot korf1996-trees.png; --branching 2 8 --trials 200; --json",
    options=(
        option("--branching N...", "some of 2 3 4 6 8 (default: %(default)s)", natural, (2, 4, 8)),
        count("--max-depth", 9, "plies of alpha-beta, at the most"),
        count("--hybrid", 2, "plies of the searches that value the hybrid's leaves"),
        count("--games-depth", 6, "plies of alpha-beta in games, at the most"),
        count("--length", 40, "moves of a game"),
        of_trials(300),
    ),
    measure=measure,
    tables=(
        Table(
            "branching {branching:d} | AB depth {depth:d} | nodes {alpha_beta_nodes:,.0f}"
            " | AB right % {alpha_beta:.1f} | best-first % {best_first:.1f} | hybrid % {hybrid:.1f}"
            " | gain {gain:+.1f} | +- {gain_error:.1f}",
            "{summary}, {trials} trees",
            "right: a best move of the whole tree; gain: best-first over alpha-beta on the same"
            " trees, with its standard error; all but alpha-beta have the nodes that it took",
        ),
        Table(
            "search {search} | branching {branching:d} | AB depth {depth:d}"
            " | wins pairs % {won:.1f} | +- {won_error:.1f} | nodes spent % {spent:.0f}",
            "Games of {length} moves on random trees against alpha-beta, {trials} pairs each",
            "nodes spent: of those that alpha-beta took in the same states",
            "games",
        ),
    ),
    asked=("trials", "seed", "hybrid", "length"),
    draw=draw,
)
