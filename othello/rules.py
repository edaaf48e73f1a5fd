"""The rules of Othello on two words: the side to move's discs and the other's."""

from othello import rules_scalar, rules_vector
from othello.bits import bit, count
from othello.jit import jit

SCORE_SCALE = 100
"""Every score is in hundredths of a disc."""

PATH = "vector" if rules_vector.AVAILABLE else "scalar"
"""The module that moves and flips come from, chosen by the features of the CPU."""

legal_moves = rules_vector.legal_moves if PATH == "vector" else rules_scalar.legal_moves
flips = rules_vector.flips if PATH == "vector" else rules_scalar.flips


@jit("int64(uint64, uint64)")
def final_score(own, opp):
    """The result of a finished game for the side holding `own`, in hundredths of a disc.

    The empties go to the winner, as tournament rules have it.
    """
    difference = count(own) - count(opp)
    if difference > 0:
        difference = 64 - 2 * count(opp)
    elif difference < 0:
        difference = 2 * count(own) - 64
    return SCORE_SCALE * difference


@jit("UniTuple(uint64, 3)(uint64, uint64, int64)")
def turn(own, opp, square):
    """What follows where the side holding `own` plays a legal square: a whole ply in one call.

    The discs of the side then to move, those of the other, and where the former may play.
    """
    flipped = flips(own, opp, square)
    mover, other = opp ^ flipped, own | flipped | bit(square)
    return mover, other, legal_moves(mover, other)
