"""Games that programs play against themselves, and positions drawn from them."""

import hashlib
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from othello.bits import squares
from othello.formats.wthor import END, MOST_MOVES
from othello.game import Game
from othello.position import Position, mixed
from players.search.ordering import minimax


def random_opening(rng: random.Random, plies: int) -> Game:
    """Return a game of `plies` random moves, fewer if it ends before."""
    return play_out(Game(), lambda game: rng.choice(game.legal()), plies)


def play_out(game: Game, choose: Callable[[Game], int], most: int = MOST_MOVES) -> Game:
    """Play a game to its end, or until it has `most` moves; `choose` returns each move."""
    while not game.over and len(game.nodes) < most:
        game.play(choose(game))
    return game


def self_play_game(
    rng: random.Random, fewest: int, most: int, choose: Callable[[Game], int]
) -> tuple[Game, int]:
    """Return a game and the number of its random first plies, `fewest` to `most`."""
    game = random_opening(rng, rng.randint(fewest, most))
    random_plies = len(game.nodes)
    return play_out(game, choose), random_plies


def moves_of(games: Sequence[Game]) -> np.ndarray:
    """Return the moves of games without passes, uint8[games, 60] with END after the last."""
    moves = np.full((len(games), MOST_MOVES), END, np.uint8)
    for row, game in enumerate(games):
        moves[row, : len(game.nodes)] = [node.move for node in game.nodes]
    return moves


def seeded(*numbers: int) -> np.ndarray:
    """Return the random state that belongs to these numbers: uint64[1]."""
    text = " ".join(map(str, numbers))
    return np.frombuffer(hashlib.sha256(text.encode()).digest()[:8], np.uint64).copy()


def next_random(state: np.ndarray) -> int:
    """Return the next random word; `state` is uint64[1].

    Source: Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators".
    """
    state += np.uint64(0x9E3779B97F4A7C15)  # an array wraps around
    return int(mixed(state[0]))


def below(state: np.ndarray, limit: int) -> int:
    """Return a number from 0 to limit - 1, almost uniform."""
    return (next_random(state) >> 32) % limit


def noise(state: np.ndarray, deviation: int) -> int:
    """Return an approximately normal number with mean 0: the sum of four uniform integers."""
    word = next_random(state)
    total = sum((word >> 16 * place) & 0xFFFF for place in range(4))
    # the sum of four uniform integers has the deviation 65536 / sqrt(3)
    return (total - 2 * 65535) * deviation // 37837


def noisy_game(
    evaluator: Any, depth: int, soft_plies: tuple[int, int], deviations: Sequence[int], state: Any
) -> Game:
    """Return a game of searches of `depth` plies after noisy first moves.

    The game draws the number of noisy moves, between the ends of `soft_plies`, and one of the
    `deviations`: a noisy move maximises the static value plus noise of this standard deviation.
    """
    fewest, most = soft_plies
    noisy = fewest + below(state, most - fewest + 1)
    deviation = deviations[below(state, len(deviations))]

    def choose(game: Game) -> int:
        position, soft = game.position, len(game.nodes) < noisy
        plies = np.int64(0 if soft else depth - 1)

        def value(move: int) -> int:
            score = -int(minimax(position.play(move), plies, evaluator))
            return score + (noise(state, deviation) if soft else 0)

        return max(game.legal(), key=value)

    return play_out(Game(), choose)


def position_with(game: Game, discs: int) -> Position | None:
    """Return the position with `discs` discs before a move of the game, or None."""
    return next((node.before for node in game.nodes if node.before.stage() == discs), None)


def wander(position: Position, plies: int, state: np.ndarray) -> Position:
    """Return the position after `plies` random moves; fewer if neither side can move."""
    for _ in range(plies):
        if position.over():
            return position
        position = position if position.legal() else position.passed()
        legal = squares(position.legal())
        position = position.play(legal[below(state, len(legal))])
    return position
