"""The positions of many games as hashes that are the same for all images of a position."""

import numpy as np

from othello.bits import ONE, count
from othello.jit import jit
from othello.position import hash_of
from othello.rules import flips, legal_moves
from othello.symmetry import canonical_turn, transform

COLUMNS = 61
"""A position stands in the column of its number of discs, less the four of the start."""

_START_DISCS = 4


@jit("uint64(uint64, uint64, int64)")
def hash_of_image(own, opp, turn):
    """The hash of a position's image under a symmetry."""
    return hash_of(transform(own, turn), transform(opp, turn))


@jit("void(uint8[:,::1], uint64[:,::1], uint8[::1], uint64[:,::1], uint8[:,::1], uint64[::1],"
     " uint8[::1])")  # fmt: skip
def index_games(moves, starts, black_starts, hashes, turns, blacks, lengths):
    """Play all games and note each of their positions, in which the side that can move is to.

    Given are `moves` uint8[games, 60], passes left out, of which `lengths` uint8[games] are played;
    `starts` uint64[games, 2], the discs of who is to move and of the other; and whether that is
    black. Noted are, in the column of a position, its hash in `hashes` uint64[COLUMNS, games], the
    symmetry that leads to what is hashed in `turns`, and whether black is to move in a bit of
    `blacks`; what no game reaches is left as it is. `lengths` become the numbers of moves before
    the first one against the rules. A position of fewer than four discs is not noted.
    """
    for game in range(len(moves)):
        own, opp = starts[game, 0], starts[game, 1]
        black = black_starts[game] != 0
        column = count(own | opp) - _START_DISCS
        ply = 0
        while True:
            legal = legal_moves(own, opp)
            if not legal:
                passed = legal_moves(opp, own)
                if passed:
                    own, opp, black, legal = opp, own, not black, passed
            if column >= 0:
                turn = canonical_turn(own, opp)
                hashes[column, game] = hash_of_image(own, opp, turn)
                turns[column, game] = turn
                if black:
                    blacks[game] |= ONE << np.uint64(column)
            if ply == lengths[game]:
                break
            square = np.uint64(moves[game, ply])
            if square > np.uint64(63) or not legal >> square & ONE:
                break
            turned = flips(own, opp, np.int64(square))
            own, opp = opp ^ turned, own | turned | ONE << square
            black = not black
            column += 1
            ply += 1
        lengths[game] = ply
