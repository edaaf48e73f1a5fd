"""The last ply of a search on the pattern evaluation: all moves of a position, one value.

The children of a position are near it and near each other, so that together they cost less than
one by one.
"""


from othello.bits import NONE, ONE, bit, lowest
from othello.evaluation.patterns import estimate
from othello.jit import jit
from othello.rules import final_score, flips, legal_moves

LOWEST = -(1 << 20)
"""Below every value."""


@jit
def last_ply(own, opp, moves, beta, weights, counters, evaluations):
    """The best value for the side to move after one of `moves`, which are legal and not empty.

    A move's value is what `Patterns.value` says of the position after it, in hundredths of a
    disc, for the side that made it. Ends at the first one not below `beta`, whose value it is.
    `counters` is uint64[::1], and the children that it valued are added to the one numbered
    `evaluations`.
    """
    best = LOWEST
    while moves != NONE and best < beta:
        move = lowest(moves)
        moves ^= bit(move)
        flipped = flips(own, opp, move)
        after_own, after_opp = opp ^ flipped, own | flipped | bit(move)
        replies, again = legal_moves(after_own, after_opp), legal_moves(after_opp, after_own)
        counters[evaluations] += ONE
        if replies == NONE and again == NONE:
            value = final_score(after_own, after_opp)
        else:
            value = estimate(after_own, after_opp, replies, again, weights)
        best = max(best, -value)
    return best
