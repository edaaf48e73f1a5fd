"""Games of shallow searches with noise, and positions drawn from them.

Games are uint8[games, 60]: the squares played, passes left out, 255 after the last move.
"""

import hashlib
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.bits import squares
from othello.position import Position
from players.learning.patterns import kernels
from players.learning.patterns.kernels import END, GAME_PLIES


class GamesRecipe(NamedTuple):
    """How games are played: see `kernels.play_games`.

    deviations in hundredths of a disc. batch: how many games.
    """

    depth: int = 2
    fewest: int = 8
    most: int = 32
    deviations: tuple[int, ...] = (150, 400, 800)
    batch: int = 5000


def seeded(*numbers: int) -> np.ndarray:
    """uint64[1]: the state of chance that belongs to these numbers."""
    text = " ".join(map(str, numbers))
    return np.frombuffer(hashlib.sha256(text.encode()).digest()[:8], np.uint64).copy()


def new_keys() -> np.ndarray:
    """int64[65, 64]: the room in which a search orders moves, a row for each number of discs."""
    return np.zeros((65, 64), np.int64)


def games_batch(evaluator: Any, recipe: GamesRecipe, seed: int, number: int) -> np.ndarray:
    """The games of batch `number`, uint8[games, 60]."""
    moves = np.full((recipe.batch, GAME_PLIES), END, np.uint8)
    kernels.play_games(
        evaluator,
        np.int64(recipe.depth),
        np.int64(recipe.fewest),
        np.int64(recipe.most),
        np.array(recipe.deviations, np.int64),
        seeded(seed, number),
        new_keys(),
        moves,
    )
    return moves


def one_of_each_game(
    evaluator: str, recipe: GamesRecipe, discs: tuple[int, int], seed: int, number: int
) -> list[Position]:
    """A position of each game of a batch, drawn by chance from those of `discs` discs.

    discs: the fewest and the most. A game that ends before, or in which the position drawn has no
    move, gives none.
    """
    games = games_batch(evaluation.named(evaluator), recipe, seed, number)
    drawn = np.zeros((len(games), 2), np.uint64)
    kernels.positions_of(games, *discs, seeded(seed, number, discs[0]), drawn)
    there = [Position(own, opp) for own, opp in drawn if own | opp]
    return [position for position in there if squares(position.legal())]
