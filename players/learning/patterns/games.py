"""Games for learning: shallow searches with noise, and positions drawn from the games.

Games are uint8[games, 60]: the squares played without passes, END after the last move.
Random numbers come from `state`, uint64[1], so that a seed repeats everything.
"""

import hashlib
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


@jit("uint64(uint64, int64)")
def nth(squares_left, index):
    """Return the square number `index` of a set, as a bitboard."""
    for _ in range(index):
        squares_left &= squares_left - ONE
    return squares_left & (NONE - squares_left)


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
def play_game(evaluator, depth, soft_plies, deviation, state, moves):
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
        play_game(evaluator, depth, soft_plies, deviation, state, moves[game])


@jit("boolean(uint8[::1], int64, uint64[::1])")
def replay(moves, discs, board):
    """Write the position of a game with `discs` discs to `board`, uint64[2]; True if it exists.

    The side to move has a move there.
    """
    own, opp = _FIRST, _SECOND
    for ply in range(GAME_PLIES):
        legal = legal_moves(own, opp)
        if legal == NONE:
            own, opp = opp, own
            legal = legal_moves(own, opp)
            if legal == NONE:
                return False
        if 4 + ply == discs:
            board[0], board[1] = own, opp
            return True
        move = np.int64(moves[ply])
        own, opp = _played(own, opp, move)
    return False


@jit("void(uint64[::1], int64, uint64[::1])")
def wander(board, plies, state):
    """Play `plies` random moves from a position in place; fewer if neither side can move."""
    own, opp = board[0], board[1]
    for _ in range(plies):
        legal = legal_moves(own, opp)
        if legal == NONE:
            if legal_moves(opp, own) == NONE:
                return
            own, opp = opp, own
            legal = legal_moves(own, opp)
        move = lowest(nth(legal, below(state, np.int64(count(legal)))))
        own, opp = _played(own, opp, move)
        board[0], board[1] = own, opp


@jit("void(uint8[:, ::1], int64, int64, uint64[::1], uint64[:, ::1])")
def draw_positions(games, first, last, state, positions):
    """Write a position of each game with `first` to `last` discs to `positions`, uint64[n, 2].

    Half are positions of the game, the others one or two random moves off it. Rows without a
    position are zeros.
    """
    for game in range(len(games)):
        row = positions[game]
        discs = first + below(state, last - first + 1)
        aside = max(below(state, np.int64(4)) - 1, np.int64(0))
        aside = min(aside, discs - 4)
        if replay(games[game], discs - aside, row):
            wander(row, aside, state)
            if count(row[0] | row[1]) != discs:
                row[0], row[1] = NONE, NONE
        else:
            row[0], row[1] = NONE, NONE


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
    drawn = np.zeros((len(games), 2), np.uint64)
    draw_positions(games, *discs, seeded(seed, number, discs[0]), drawn)
    positions = [Position(own, opp) for own, opp in drawn if own | opp]
    return [position for position in positions if squares(position.legal())]
