"""Legal moves by plain numpy operations, without compiled code."""

import numpy as np

INNER = np.uint64(0x7E7E7E7E7E7E7E7E)
EVERY = np.uint64(0xFFFFFFFFFFFFFFFF)


def numpy_legal_moves(own, opp):
    """Return the squares where the side to move may play, by runs from its discs; uint64[n]."""
    moves = np.zeros_like(own)
    for stride, mask in ((1, INNER), (7, INNER), (8, EVERY), (9, INNER)):
        for shift in (np.left_shift, np.right_shift):
            step = np.uint64(stride)
            run = shift(own, step) & opp & mask
            for _ in range(5):
                run |= shift(run, step) & opp & mask
            moves |= shift(run, step)
    return moves & ~(own | opp)
