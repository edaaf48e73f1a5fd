"""Games that a search plays against itself after random first plies."""

import random
from collections.abc import Callable, Sequence

import numpy as np

from othello.formats.wthor import END, MOST_MOVES
from othello.game import Game


def self_play_game(
    rng: random.Random, fewest: int, most: int, choose: Callable[[Game], int]
) -> tuple[Game, int]:
    """Return a game and the number of its random first plies, `fewest` to `most`.

    `choose` returns the moves after those; it is called once for each.
    """
    random_plies = rng.randint(fewest, most)
    game = Game()
    while not game.over:
        is_random = len(game.nodes) < random_plies
        game.play(rng.choice(game.legal()) if is_random else choose(game))
    return game, min(random_plies, len(game.nodes))


def moves_of(games: Sequence[Game]) -> np.ndarray:
    """Return the moves of games without passes, uint8[games, 60] with END after the last."""
    moves = np.full((len(games), MOST_MOVES), END, np.uint8)
    for row, game in enumerate(games):
        moves[row, : len(game.nodes)] = [node.move for node in game.nodes]
    return moves
