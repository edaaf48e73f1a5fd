"""Best-first minimax against alpha-beta of each depth in Othello, at equal nodes per move.

The nodes of alpha-beta are measured first, in whole games; they are the budget of best-first
minimax.

Source: Korf and Chickering 1996, "Best-first minimax search".
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from othello.cli.parser import plies
from othello.game import Game
from othello.intervals import Interval
from othello.openings import four_move_openings
from players.limits import Limits
from players.protocol import Player
from players.registry import make
from tournament.experiments.runner import SEARCH_ONLY, Experiment, Pairing, Result, Runner, spec
from tournament.experiments.runner.arguments import count, of_matches
from tournament.experiments.runner.output import WIN_COLUMNS, Table, grouped
from tournament.page import plots
from tournament.statistics.pairs import class_bootstrap, pair_scores

EVALUATORS = ("bill", "patterns")


class DepthRange(NamedTuple):
    """Depths of alpha-beta with an evaluator, from 1 to `deepest`."""

    evaluator: str
    deepest: int


def nodes_of_game(depths: DepthRange, seed: int) -> dict[str, Any]:
    """Return the nodes for all moves of a game by alpha-beta at depth 2, by depth from 1 on."""
    player: Player = make(f"alphabeta:evaluator={depths.evaluator},solve=0")
    openings = four_move_openings()
    game = Game.from_transcript(openings[seed % len(openings)].transcript)
    nodes, moves = [0] * depths.deepest, 0
    while not game.over:
        choices = [player.choose(game.position, Limits(depth=n + 1)) for n in range(depths.deepest)]
        nodes = [before + one.nodes for before, one in zip(nodes, choices, strict=True)]
        moves += 1
        move = choices[min(1, depths.deepest - 1)].move
        assert move is not None  # the game is not over
        game.play(move)
    return {"nodes": nodes, "moves": moves}


def mean_nodes(games: Sequence[dict[str, Any]], deepest: int) -> list[int]:
    """Return the mean nodes per move at each depth from 1 on."""
    moves = sum(game["moves"] for game in games)
    return [round(sum(game["nodes"][place] for game in games) / moves) for place in range(deepest)]


def pairings(evaluator: str, nodes: Sequence[int]) -> list[Pairing]:
    """Return best-first minimax against alpha-beta of each depth, with its nodes."""
    matches, shared = [], (f"evaluator={evaluator}", SEARCH_ONLY)
    for depth, limit in enumerate(nodes, start=1):
        a = spec("bestfirst:", f"nodes={max(1, limit)}", *shared)
        b = spec(f"alphabeta:depth={depth}", *shared)
        row = {"evaluator": evaluator, "depth": depth, "nodes": limit}
        matches.append(Pairing(f"{evaluator}, depth {depth}", a, b, row))
    return matches


def means(run: Runner, rows: Sequence[Result]) -> list[dict[str, Any]]:
    """Return the share of pairs at depth 2 or more with each evaluation."""
    mean_rows, bounds = [], Interval(0, 100)
    for evaluator, matches in grouped(
        [row for row in rows if row["depth"] > 1], "evaluator"
    ).items():
        pairs = pair_scores([pair for row in matches for pair in run.pairs(row)])
        share = 100 * np.bincount(pairs.classes, pairs.scores) / np.bincount(pairs.classes)
        low, high = class_bootstrap(share, range(len(share)), bounds=bounds)
        row = {"mean": float(share.mean()), "low": low, "high": high}
        mean_rows.append({"evaluation": evaluator, **row})
    return mean_rows


def measure(run: Runner) -> dict[str, Any]:
    """Return the matches at each depth's nodes, which are measured first."""
    options, matches = run.options, []
    for evaluator in EVALUATORS:
        depths = DepthRange(evaluator, options.max_depth)
        games = run.trials(nodes_of_game, depths, options.games, f"nodes, {evaluator}")
        matches += pairings(evaluator, mean_nodes(games, options.max_depth))
    rows = run.play(matches)
    return {"rows": rows, "means": means(run, rows)}


def draw(result: Result) -> list[plots.Panel]:
    """Draw the pairs won against alpha-beta's depth, a curve per evaluator."""
    curves = plots.curves_by(result["rows"], "evaluator", "depth", "win_rate")
    axes = {"xlabel": "depth of alpha-beta", "ylabel": "pairs won, %", "ylim": (0, 100)}
    return [plots.Panel(curves, axes, level=50)]


EXPERIMENT = Experiment(
    name="korf1996",
    summary="best-first minimax plays alpha-beta of each depth at equal nodes",
    paper="Korf and Chickering 1996",
    options=(
        of_matches("classes"),
        count("--max-depth", 7, "deepest search of alpha-beta, in plies", plies),
        count("--games", 8, "games in which each depth's nodes are counted"),
    ),
    measure=measure,
    tables=(
        Table(
            f"evaluation {{evaluator}} | AB depth {{depth:d}} | nodes {{nodes:,d}} | {WIN_COLUMNS}",
            "{summary}",
            "A: best-first minimax; from, to: 95 % interval over the classes of openings; nodes: of"
            " a move of A, the mean of alpha-beta of that depth in {games} games",
        ),
        Table(
            "evaluation {evaluation} | A wins pairs % {mean:.1f} | from {low:.1f} | to {high:.1f}",
            "The mean of alpha-beta's depths from 2 on",
            "from, to: 95 %, classes of openings resampled",
            rows="means",
        ),
    ),
    echoed=("games",),
    draw=draw,
    drawing_title="Best-first minimax against alpha-beta at equal nodes; bars: 95 %",
)
