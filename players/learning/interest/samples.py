"""What interest search learns from: nodes of its own searches, and what a deeper one prefers."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from othello import evaluation
from othello.game import Game
from othello.position import START, Position
from players.interest.costs import hand_set
from players.interest.kernel import InterestSearch
from players.interest.moves import HINTS, new_samples
from players.interest.player import FLAT, deepen, new_interest_search
from players.interest.terms import othello_terms
from players.learning.batches import Batches, joined
from players.limits import Limits
from players.search import deepening
from players.search.alphabeta import fast_search

BATCH = 10
"""Games in one file of a working folder: what a kill can cost."""
MOST_SAMPLES = 1 << 16
TABLE_BITS = 16
STRAY = 0.03
"""The share of moves after the first that are random too, so that games differ."""


class Recipe(NamedTuple):
    """How nodes are found and labelled.

    nodes: of each search that is sampled. one_in: of its interior nodes, a power of two.
    depth: plies of the alpha-beta search that says which move is preferred. fewest, most: random
    first plies. seed: of the first batch.
    """

    evaluator: str = "bill"
    nodes: int = 4000
    one_in: int = 256
    depth: int = 6
    fewest: int = 4
    most: int = 14
    seed: int = 0


def play_game(chance: random.Random, recipe: Recipe, search: InterestSearch) -> None:
    """Play a game for the nodes that its searches visit."""
    random_plies = chance.randint(recipe.fewest, recipe.most)
    limits = Limits(nodes=recipe.nodes)
    search.table.clear()
    game = Game()
    while not game.over:
        if game.position.stage() < START.stage() + random_plies or chance.random() < STRAY:
            move = chance.choice(game.legal())
        else:
            search.memory.forget()
            move = deepen(game.position, search, limits).line[0]
        game.play(move)


def make_batch(recipe: Recipe, batch: int, games: int = BATCH) -> dict[str, np.ndarray]:
    """The nodes of one batch: boards uint64[n, 2], hints int64[n, HINTS], preferred int64[n]."""
    chance = random.Random(f"{recipe.seed} {batch}")
    evaluator = evaluation.named(recipe.evaluator)
    variant = FLAT._replace(skip=True, cheap=0)
    plain = new_interest_search(evaluator, othello_terms(hand_set()), variant)
    samples = new_samples(MOST_SAMPLES, recipe.one_in)
    for _ in range(games):
        play_game(chance, recipe, plain._replace(samples=samples))
    size = int(samples.size[0])
    boards, hints = samples.boards[:size].copy(), samples.hints[:size].copy()
    return {"boards": boards, "hints": hints, "preferred": preferred(boards, recipe)}


def preferred(boards: np.ndarray, recipe: Recipe) -> np.ndarray:
    """The move that alpha-beta to `recipe.depth` plies prefers on each board: int64[n]."""
    search = fast_search(evaluation.named(recipe.evaluator), TABLE_BITS)
    moves = np.zeros(len(boards), np.int64)
    for row, (own, opp) in enumerate(boards):
        search.table.clear()
        result = deepening.deepen(Position(own, opp), search, Limits(depth=recipe.depth))
        moves[row] = result.line[0]
    return moves


NODE_BATCHES = Batches("nodes", ".npz", BATCH, make_batch, (__name__,))


def read_nodes(paths: Sequence[Path]) -> tuple[list[np.ndarray], np.ndarray]:
    """Boards, hints and preferred moves of kept batches, and the batch of each node.

    ValueError names a damaged file.
    """
    return joined(paths, {"boards": ("n", 2), "hints": ("n", HINTS), "preferred": ("n",)})
