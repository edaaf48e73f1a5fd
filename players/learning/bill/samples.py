"""Games that a search plays against itself, for learning: random first moves, an exact end."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from othello import evaluation
from othello.formats.wthor import END, MOST_MOVES
from othello.game import Game
from players.learning.batches import Batches, joined
from players.search.alphabeta import Search, new_search
from players.search.deepening import search_depth
from players.search.workspace import start

BATCH = 100
"""Games in one file of a working folder: what a kill can cost."""
SHAPES = {"moves": (BATCH, MOST_MOVES), "random_plies": (BATCH,)}
"""The arrays of a file."""


class Recipe(NamedTuple):
    """How the games are played.

    evaluator: a name. depth: plies of the search. exact: the empties from
    which the search goes to the end. fewest, most: random first plies, all
    numbers between them equally likely. seed: of the first batch.
    """

    evaluator: str = "mobility"
    depth: int = 4
    exact: int = 12
    fewest: int = 8
    most: int = 20
    seed: int = 0


def play_game(chance: random.Random, recipe: Recipe, search: Search) -> tuple[list[int], int]:
    """The moves of one game, passes left out, and how many of them were random."""
    random_plies = chance.randint(recipe.fewest, recipe.most)
    moves: list[int] = []
    game = Game()
    while not game.over:
        if len(moves) < random_plies:
            moves.append(chance.choice(game.legal()))
        else:
            left = game.position.plies_left()
            start(search.workspace)
            depth = left if left <= recipe.exact else recipe.depth
            result = search_depth(game.position, search, depth)
            assert result is not None  # no limit was set
            moves.append(result.line[0])
        game.play(moves[-1])
    return moves, min(random_plies, len(moves))


def play_batch(recipe: Recipe, batch: int, games: int = BATCH) -> dict[str, np.ndarray]:
    """The games of one batch: moves uint8[games, 60], END after the last, and random_plies."""
    chance = random.Random(f"{recipe.seed} {batch}")
    search = new_search(evaluation.named(recipe.evaluator))
    moves = np.full((games, MOST_MOVES), END, np.uint8)
    random_plies = np.zeros(games, np.uint8)
    for game in range(games):
        played, random_plies[game] = play_game(chance, recipe, search)
        moves[game, : len(played)] = played
    return {"moves": moves, "random_plies": random_plies}


GAMES = Batches("games", ".npz", BATCH, play_batch, (__name__,))


def read_games(paths: Sequence[Path]) -> tuple[np.ndarray, np.ndarray]:
    """Moves and random plies of kept batches; ValueError names a damaged file."""
    (moves, random_plies), _ = joined(paths, SHAPES)
    return moves, random_plies
