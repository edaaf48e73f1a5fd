"""The shape of alpha-beta's trees in Othello: claims of the paper on alpha-beta.

Measured in one position from a game of each of the 244 openings. Shares leave out passes and nodes
with a single move.
"""

from typing import Any

import numpy as np

from othello.cli.parser import natural, whole
from othello.evaluation.plain import Mobility
from othello.game import Game
from othello.openings import four_move_openings
from othello.position import Position
from players.budget import LEAVES, NODES, start
from players.limits import LARGEST_DEPTH
from players.models.tree_shape import new_tree_shape, shaped_search
from players.registry import make
from players.search.alphabeta import new_search
from players.search.bounds import CUT, PV
from players.search.conventions import SearchedOnly
from players.search.deepening import FULL_WINDOW
from players.search.ordering import ByHashMove, ByHashMoveThenValue, ByValue, Order
from players.search.table import new_table
from tournament.experiments.runner import Experiment, Runner
from tournament.experiments.runner.arguments import as_json, option
from tournament.experiments.runner.output import Table, percent

GUIDE = "alphabeta:depth=4,evaluator=mobility"
PLY = 20
TABLE_BITS = 18
WAYS: dict[str, tuple[Any, bool]] = {
    "no order": (Order(), False),
    "static value": (ByValue(), False),
    "deepening, table move": (ByHashMove(), True),
    "deepening, table move, value": (ByHashMoveThenValue(), True),
}
"""Ways to search by name: the order, and True for iterative deepening with a table."""


def sample() -> list[Position]:
    """Return the positions at PLY of a game of each opening by GUIDE, except where it ended."""
    player, positions = make(GUIDE), []
    for opening in four_move_openings():
        game = Game.from_transcript(opening.transcript)
        while not game.over and len(game.moves) < PLY:
            game.play(player.choose(game.position).move)
        if not game.over:
            positions.append(game.position)
    return positions


def search_all(way: str, positions: list[Position], depth: int) -> dict[str, Any]:
    """Return the claimed shares in trees of `depth`, of the last iteration if there are several."""
    order, deepening = WAYS[way]
    parts: dict[str, Any] = {"table": new_table(TABLE_BITS)} if deepening else {}
    shape, unread = new_tree_shape(), new_tree_shape()
    search = new_search(Mobility(), order, counting=SearchedOnly(), **parts)
    counted = np.zeros_like(search.budget.counters)
    for position in positions:
        search.table.clear()
        for iteration in range(1, depth) if deepening else ():
            shaped_search(position, FULL_WINDOW, iteration, 0, PV, search, unread)
        start(search.budget)
        shaped_search(position, FULL_WINDOW, depth, 0, PV, search, shape)
        counted += search.budget.counters
    kinds, first = shape.kinds.sum(axis=0), shape.first_best.sum(axis=0)
    by_kind = kinds.sum(axis=0)
    return {
        "way": way,
        "depth": depth,
        "nodes": int(counted[NODES]),
        "leaves": percent(counted[LEAVES], counted[NODES]),
        "cut_single": percent(first[CUT], by_kind[CUT]),
        "pv_first": percent(first[PV], by_kind[PV]),
        "predicted": percent(np.trace(kinds), kinds.sum()),
    }


def measure(run: Runner) -> dict[str, Any]:
    """Return every way at every depth."""
    positions = sample()[: run.options.positions]
    pairs = [(way, depth) for depth in range(2, run.options.max_depth + 1) for way in WAYS]
    rows = [
        search_all(way, positions, depth)
        for way, depth in run.with_progress(pairs, "ways of search")
    ]
    return {"positions": len(positions), "ply": PLY, "rows": rows}


EXPERIMENT = Experiment(
    name="tree-shape",
    summary="claims of the alpha-beta paper: kinds of nodes, their order and the leaves",
    options=(
        option("--positions", "positions (default %(default)s, all)", natural, 244),
        option("--max-depth", "deepest search (default %(default)s)", whole(2, LARGEST_DEPTH), 8),
        as_json,
    ),
    measure=measure,
    tables=Table(
        "depth {depth:d} | search {way} | nodes {nodes:,d}"
        " | leaves % {leaves:.1f} | cut: single % {cut_single:.1f}"
        " | pv: first best % {pv_first:.1f} | predicted % {predicted:.1f}",
        "Trees of alpha-beta in {positions} positions of Othello at ply {ply}",
        "leaves: share of the nodes visited; "
        "cut: single: cut nodes whose first successor cut; pv: first best: pv nodes whose first"
        " successor was best; predicted: share of nodes whose parent's kind predicts their kind",
    ),
)
