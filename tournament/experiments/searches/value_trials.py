"""Trials of static values and those of deeper searches: at a node, its successors and theirs.

What is measured, and how, decides the stored results.
"""

import random
from typing import Any, NamedTuple

from othello import evaluation
from othello.bits import squares
from othello.position import Position
from players.limits import Limits
from players.models.random_trees import Cost, random_tree
from players.search.alphabeta import new_search
from players.search.deepening import SearchResult, fixed_depth
from tournament.experiments.positions import game_of

RANDOM_TREES = "random trees"
MOVES_OF_A_TREE, TREE_DEPTH = 8, 20
FEWEST_LEFT = 12
"""Positions have so many empty squares at the least, so that no search comes to the end."""
SUCCESSORS = 3
"""Successors that are looked at."""


class Values(NamedTuple):
    """Whose values: an evaluator's or those of RANDOM_TREES; and to which depth."""

    source: str
    depth: int


def position_of(chance: random.Random, seed: int) -> Position:
    """A position of a game of chance and greed, with two moves or more."""
    while True:
        game = game_of(seed)
        plies = chance.randint(4, 40)
        for _ in range(plies):
            if game.over:
                break
            moves = game.legal()
            if len(moves) > 1 and chance.random() < 0.75:
                moves = sorted(moves, key=lambda move: _replies(game.position, move))[:2]
            game.play(chance.choice(moves))
        position = game.position
        enough = position.plies_left() >= FEWEST_LEFT and len(squares(position.legal())) > 1
        if enough and not game.over:
            return position


def _replies(position: Position, move: int) -> int:
    """How many moves the other side has after a move."""
    return len(squares(position.play(move).legal()))


def values(asked: Values, seed: int) -> dict[str, Any]:
    """The values at depth 0, 1, ... of a node, and of some successors, turned; lines of the node.

    All for the side to move at the node; the first successor is the best by its static value. The
    lines are principal variations, from depth 1 on.
    """
    chance = random.Random(seed)
    root: Any
    if asked.source == RANDOM_TREES:
        root, evaluator = random_tree(seed, MOVES_OF_A_TREE, TREE_DEPTH, uniform=True), Cost()
    else:
        root, evaluator = position_of(chance, seed), evaluation.named(asked.source)
    search = new_search(evaluator)

    def searched(state: Any, deepest: int) -> list[SearchResult]:
        return [fixed_depth(state, search, Limits(depth=depth + 1)) for depth in range(deepest)]

    def by_depth(state: Any, found: list[SearchResult]) -> list[int]:
        return [int(evaluator.value(state)), *(one.score for one in found)]

    moves = squares(root.legal())
    moves.sort(key=lambda move: int(evaluator.value(root.play(move))))
    drawn = [moves[0], *chance.sample(moves[1:], min(SUCCESSORS - 1, len(moves) - 1))]
    found = searched(root, asked.depth)
    below = [root.play(move) for move in drawn]
    children = [[-score for score in by_depth(one, searched(one, asked.depth))] for one in below]
    lines = [[int(move) for move in one.line] for one in found]
    return {"node": by_depth(root, found), "lines": lines, "children": children}
