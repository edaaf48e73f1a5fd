"""The rules of Othello on two words: the side to move's discs and the other's."""

import numpy as np

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
def final_score(own: np.uint64, opp: np.uint64) -> int:
    """The result of a finished game for the side holding `own`, in hundredths of a disc.

    The empties go to the winner, as tournament rules have it.
    """
    difference = count(own) - count(opp)
    if difference > 0:
        difference = 64 - 2 * count(opp)
    elif difference < 0:
        difference = 2 * count(own) - 64
    return SCORE_SCALE * difference


@jit("UniTuple(uint64, 2)(uint64, uint64, int64)")
def discs_after(own: np.uint64, opp: np.uint64, square: int) -> tuple[np.uint64, np.uint64]:
    """The discs of the other side and of the one holding `own`, after it plays a legal square."""
    flipped = flips(own, opp, square)
    return opp ^ flipped, own | flipped | bit(square)


@jit("UniTuple(uint64, 3)(uint64, uint64, int64)")
def turn(own: np.uint64, opp: np.uint64, square: int) -> tuple[np.uint64, np.uint64, np.uint64]:
    """What follows where the side holding `own` plays a legal square: a whole ply in one call.

    The discs of the side then to move, those of the other, and where the former may play.
    """
    mover, other = discs_after(own, opp, square)
    return mover, other, legal_moves(mover, other)
