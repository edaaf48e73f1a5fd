"""Games for learning: shallow searches with noise, and positions drawn from the games.

Games are uint8[games, 60]: the squares played without passes, END after the last move.
Random numbers come from `state`, uint64[1], so that a seed repeats everything.
"""

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.bits import NONE, ONE, count, lowest, squares
from othello.jit import jit, step
from othello.position import START, Position, mixed
from othello.rules import flips, legal_moves

FAR = np.int64(1 << 20)
END = np.uint8(255)
"""Follows the last move of a game."""
GAME_PLIES = 60
_FIRST, _SECOND = START
_SIXTEEN_BITS = np.uint64(0xFFFF)


@jit("uint64(uint64[::1])")
def next_random(state):
    """Return the next random word; `state` is uint64[1].

    Source: Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators".
    """
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    return mixed(state[0])


@jit("int64(uint64[::1], int64)")
def below(state, limit):
    """Return a number from 0 to limit - 1, almost uniform."""
    return np.int64((next_random(state) >> np.uint64(32)) % np.uint64(limit))


@jit("int64(uint64[::1], int64)")
def noise(state, deviation):
    """Return an approximately normal number with mean 0: the sum of four uniform integers."""
    word = next_random(state)
    total = np.int64(0)
    for place in range(4):
        total += np.int64((word >> np.uint64(16 * place)) & _SIXTEEN_BITS)
    # the sum of four uniform integers has the deviation 65536 / sqrt(3)
    return (total - 2 * 65535) * deviation // 37837


@step
def _played(own, opp, move):
    """Return the two bitboards after a move, the other side's first."""
    turned = flips(own, opp, move)
    return opp ^ turned, own | turned | (ONE << np.uint64(move))


@jit
def searched(own, opp, evaluator, goal, alpha, beta):
    """Return the fail-soft value of a search that ends at `goal` discs, in hundredths of a disc.

    The few plies need no move ordering.
    """
    if count(own | opp) >= goal:
        return np.int64(evaluator.value(Position(own, opp)))
    moves = legal_moves(own, opp)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return np.int64(Position(own, opp).final())
        return -searched(opp, own, evaluator, goal, -beta, -alpha)
    best = np.int64(-FAR)
    while moves != NONE and best < beta:
        move = lowest(moves)
        moves &= moves - ONE
        after_own, after_opp = _played(own, opp, move)
        score = -searched(after_own, after_opp, evaluator, goal, -beta, -max(alpha, best))
        best = max(best, score)
    return best


@jit
def play_soft_game(evaluator, depth, soft_plies, deviation, state, moves):
    """Play a game into `moves`, uint8[GAME_PLIES], END after the last move.

    The first `soft_plies` moves maximise the static value plus noise of this standard deviation,
    in hundredths of a disc; the others are the best of a search of `depth` plies.
    """
    own, opp = _FIRST, _SECOND
    for ply in range(GAME_PLIES):
        legal = legal_moves(own, opp)
        if legal == NONE:
            own, opp = opp, own
            legal = legal_moves(own, opp)
            if legal == NONE:
                moves[ply] = END
                return
        discs = count(own | opp)
        # the best move by search, or by noisy static values
        soft = ply < soft_plies
        goal = discs + 1 if soft else min(discs + depth, np.int64(64))
        best, best_move = np.int64(-FAR * 4), np.int64(0)
        while legal != NONE:
            move = lowest(legal)
            legal &= legal - ONE
            after_own, after_opp = _played(own, opp, move)
            beta = FAR if soft else -best
            score = -searched(after_own, after_opp, evaluator, goal, -FAR, beta)
            if soft:
                score += noise(state, deviation)
            if score > best:
                best, best_move = score, move
        moves[ply] = np.uint8(best_move)
        own, opp = _played(own, opp, best_move)


@jit
def play_games(evaluator, depth, fewest, most, deviations, state, moves):
    """Play a game into each row of `moves`, uint8[games, GAME_PLIES].

    Each game draws `fewest` to `most` soft plies and one of the `deviations`, int64[n].
    """
    for game in range(len(moves)):
        soft_plies = fewest + below(state, most - fewest + 1)
        deviation = deviations[below(state, len(deviations))]
        play_soft_game(evaluator, depth, soft_plies, deviation, state, moves[game])


def position_with(moves: np.ndarray, discs: int) -> Position | None:
    """Return the position of a game with `discs` discs and a move; None if no position fits."""
    position = START
    for move in moves:
        position = position if position.legal() else position.passed()
        if not position.legal():
            return None
        if position.stage() == discs:
            return position
        position = position.play(int(move))
    return None


def wander(position: Position, plies: int, state: np.ndarray) -> Position:
    """Return the position after `plies` random moves; fewer if neither side can move."""
    for _ in range(plies):
        if position.over():
            return position
        position = position if position.legal() else position.passed()
        legal = squares(position.legal())
        position = position.play(legal[below(state, len(legal))])
    return position


def draw_positions(
    games: np.ndarray, first: int, last: int, state: np.ndarray
) -> Iterator[Position]:
    """Yield a position of each game with `first` to `last` discs, unless the game ends before.

    Half are positions of the game, the others one or two random moves off it.
    """
    for moves in games:
        discs = first + below(state, last - first + 1)
        aside = min(max(below(state, 4) - 1, 0), discs - 4)
        position = position_with(moves, discs - aside)
        if position is not None:
            position = wander(position, aside, state)
            if position.stage() == discs:
                yield position


class GamesRecipe(NamedTuple):
    """Parameters of `play_games`: deviations in hundredths of a disc; batch: games."""

    depth: int = 2
    fewest: int = 8
    most: int = 32
    deviations: tuple[int, ...] = (150, 400, 800)
    batch: int = 5000


def seeded(*numbers: int) -> np.ndarray:
    """Return the random state that belongs to these numbers: uint64[1]."""
    text = " ".join(map(str, numbers))
    return np.frombuffer(hashlib.sha256(text.encode()).digest()[:8], np.uint64).copy()


def games_batch(evaluator: Any, recipe: GamesRecipe, seed: int, number: int) -> np.ndarray:
    """Return the games of batch `number`, uint8[games, 60]."""
    moves = np.full((recipe.batch, GAME_PLIES), END, np.uint8)
    play_games(
        evaluator,
        np.int64(recipe.depth),
        np.int64(recipe.fewest),
        np.int64(recipe.most),
        np.array(recipe.deviations, np.int64),
        seeded(seed, number),
        moves,
    )
    return moves


def one_of_each_game(
    evaluator: str, recipe: GamesRecipe, discs: tuple[int, int], seed: int, number: int
) -> list[Position]:
    """Return a random position of each game of a batch, with a disc count in `discs`.

    discs: the fewest and the most. A game gives none if it ends earlier, or if the drawn position
    has no move.
    """
    games = games_batch(evaluation.named(evaluator), recipe, seed, number)
    drawn = draw_positions(games, *discs, seeded(seed, number, discs[0]))
    return [position for position in drawn if position.legal()]
