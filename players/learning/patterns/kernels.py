"""What learning computes a million times: shallow searches, games, positions.

Nothing here reads a clock or a file; chance comes from a word that is passed on.
"""

import numpy as np

from othello.bits import NONE, ONE, count, lowest
from othello.jit import jit, step
from othello.position import START, Position, mixed
from othello.rules import flips, legal_moves

FAR = np.int64(1 << 20)
ORDER_MASK = np.int64(63)
END = np.uint8(255)
"""Stands after the last move of a game; passes are left out."""
GAME_PLIES = 60
_FIRST, _SECOND = START
_SIXTEEN_BITS = np.uint64(0xFFFF)


@jit("uint64(uint64[::1])")
def chance(state):
    """The next word of chance; `state` is uint64[1].

    Source: Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators".
    """
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    return mixed(state[0])


@jit("int64(uint64[::1], int64)")
def below(state, limit):
    """A number from 0 to limit - 1, all but equally likely."""
    return np.int64((chance(state) >> np.uint64(32)) % np.uint64(limit))


@jit("int64(uint64[::1], int64)")
def noise(state, deviation):
    """A number of about normal distribution around 0: the sum of four even ones.

    Of whole numbers alone, so that every machine draws the same.
    """
    word = chance(state)
    total = np.int64(0)
    for place in range(4):
        total += np.int64((word >> np.uint64(16 * place)) & _SIXTEEN_BITS)
    # four even ones have the deviation 65536 / sqrt(3)
    return (total - 2 * 65535) * deviation // 37837


@jit("uint64(uint64, int64)")
def nth(word, index):
    """The square, as a word, that stands at `index` in a set."""
    for _ in range(index):
        word &= word - ONE
    return word & (NONE - word)


@step
def _played(own, opp, move):
    """The two words after a move, as the other side sees them."""
    turned = flips(own, opp, move)
    return opp ^ turned, own | turned | (ONE << np.uint64(move))


@jit
def searched(own, opp, evaluator, goal, alpha, beta, keys):
    """The fail-soft value of a search that ends at `goal` discs, in hundredths of a disc.

    keys: int64[65, 64] of scratch.
    """
    discs = count(own | opp)
    if discs >= goal:
        return np.int64(evaluator.value(Position(own, opp)))
    moves = legal_moves(own, opp)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return np.int64(Position(own, opp).final())
        return -searched(opp, own, evaluator, goal, -beta, -alpha, keys)
    best = np.int64(-FAR)
    left = goal - discs
    if left == 1:
        while moves != NONE and best < beta:
            move = lowest(moves)
            moves &= moves - ONE
            after_own, after_opp = _played(own, opp, move)
            best = max(best, -np.int64(evaluator.value(Position(after_own, after_opp))))
        return best

    # the likely best first: by the other side's replies, higher up by value
    size = np.int64(0)
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        after_own, after_opp = _played(own, opp, move)
        if left == 2:
            key = np.int64(count(legal_moves(after_own, after_opp)))
        else:
            key = FAR + np.int64(evaluator.value(Position(after_own, after_opp)))
        place = size
        key = key * 64 + move
        while place > 0 and keys[discs, place - 1] > key:
            keys[discs, place] = keys[discs, place - 1]
            place -= 1
        keys[discs, place] = key
        size += 1
    for index in range(size):
        move = keys[discs, index] & ORDER_MASK
        after_own, after_opp = _played(own, opp, move)
        score = -searched(after_own, after_opp, evaluator, goal, -beta, -max(alpha, best), keys)
        best = max(best, score)
        if best >= beta:
            return best
    return best


@jit
def play_game(evaluator, depth, soft_plies, deviation, state, keys, moves):
    """Play a game into `moves`, uint8[GAME_PLIES], END after the last.

    The first `soft_plies` moves are the best of values one ply deep with noise of this standard
    deviation, in hundredths of a disc; the others are the best of a search of `depth` plies.
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
        soft = ply < soft_plies
        goal = discs + 1 if soft else min(discs + depth, np.int64(64))
        best, best_move = np.int64(-FAR * 4), np.int64(0)
        while legal != NONE:
            move = lowest(legal)
            legal &= legal - ONE
            after_own, after_opp = _played(own, opp, move)
            beta = FAR if soft else -best
            score = -searched(after_own, after_opp, evaluator, goal, -FAR, beta, keys)
            if soft:
                score += noise(state, deviation)
            if score > best:
                best, best_move = score, move
        moves[ply] = np.uint8(best_move)
        own, opp = _played(own, opp, best_move)


@jit
def play_games(evaluator, depth, fewest, most, deviations, state, keys, moves):
    """Play a game into each row of `moves`, uint8[games, GAME_PLIES].

    Each game has from `fewest` to `most` soft plies and one of the `deviations`, int64[n].
    """
    for game in range(len(moves)):
        soft_plies = fewest + below(state, most - fewest + 1)
        deviation = deviations[below(state, len(deviations))]
        play_game(evaluator, depth, soft_plies, deviation, state, keys, moves[game])


@jit("boolean(uint8[::1], int64, uint64[::1])")
def replay(moves, discs, found):
    """Put the position of a game with `discs` discs into `found`, uint64[2]; whether there is one.

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
            found[0], found[1] = own, opp
            return True
        move = np.int64(moves[ply])
        own, opp = _played(own, opp, move)
    return False


@jit("void(uint64[::1], int64, uint64[::1])")
def wander(found, plies, state):
    """Play `plies` random moves from a position in place; fewer if neither side can move."""
    own, opp = found[0], found[1]
    for _ in range(plies):
        legal = legal_moves(own, opp)
        if legal == NONE:
            if legal_moves(opp, own) == NONE:
                return
            own, opp = opp, own
            legal = legal_moves(own, opp)
        move = lowest(nth(legal, below(state, np.int64(count(legal)))))
        own, opp = _played(own, opp, move)
        found[0], found[1] = own, opp


@jit("void(uint8[:, ::1], int64, int64, uint64[::1], uint64[:, ::1])")
def positions_of(games, first, last, state, positions):
    """Put a position of each game with `first` to `last` discs into `positions`, uint64[n, 2].

    Half lie on the game, the others one or two random moves beside it. A row of zeros stands where
    there is none.
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
