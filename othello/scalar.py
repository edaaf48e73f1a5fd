"""Moves and flips on plain 64-bit words: the path for every CPU."""

import numpy as np

from othello.bits import NONE, bit
from othello.jit import jit

INNER_FILES = np.uint64(0x7E7E7E7E7E7E7E7E)  # b to g: a step sideways cannot wrap
# east, southwest, south, southeast
STRIDES = (np.uint64(1), np.uint64(7), np.uint64(8), np.uint64(9))


@jit("uint64(uint64, uint64, uint64)")
def _beyond(own, line, stride):
    """Squares one `stride`, either way, beyond a run of `line` that starts next to `own`."""
    up = line & (own << stride)
    down = line & (own >> stride)
    up |= line & (up << stride)
    down |= line & (down >> stride)
    pair_up = line & (line << stride)
    pair_down = line & (line >> stride)
    double = stride + stride
    up |= pair_up & (up << double)
    down |= pair_down & (down >> double)
    up |= pair_up & (up << double)
    down |= pair_down & (down >> double)
    return (up << stride) | (down >> stride)


@jit("uint64(uint64, uint64)")
def legal_moves(own, opp):
    """Squares where the side holding `own` may play.

    Source: the parallel-prefix fill of chessprogramming.org/Kogge-Stone_Algorithm,
    cut to runs of six.
    """
    inner = opp & INNER_FILES
    reached = _beyond(own, inner, STRIDES[0])
    reached |= _beyond(own, inner, STRIDES[1])
    reached |= _beyond(own, opp, STRIDES[2])
    reached |= _beyond(own, inner, STRIDES[3])
    return reached & ~(own | opp)


@jit("uint64(uint64, uint64, uint64, uint64)")
def _bracketed(own, line, move, stride):
    """Discs of `line` between `move` and the next `own`, along `stride` both ways."""
    up = line & (move << stride)
    down = line & (move >> stride)
    up |= line & (up << stride)
    down |= line & (down >> stride)
    pair_up = line & (line << stride)
    pair_down = line & (line >> stride)
    double = stride + stride
    up |= pair_up & (up << double)
    down |= pair_down & (down >> double)
    up |= pair_up & (up << double)
    down |= pair_down & (down >> double)
    closed_up = NONE - np.uint64((own & (up << stride)) != NONE)
    closed_down = NONE - np.uint64((own & (down >> stride)) != NONE)
    return (up & closed_up) | (down & closed_down)


@jit("uint64(uint64, uint64, int64)")
def flips(own, opp, square):
    """Discs of `opp` that turn when the side holding `own` plays `square`, 0 to 63.

    `square` is assumed empty; the empty set means that the move is not legal.
    """
    move = bit(square)
    inner = opp & INNER_FILES
    flipped = _bracketed(own, inner, move, STRIDES[0])
    flipped |= _bracketed(own, inner, move, STRIDES[1])
    flipped |= _bracketed(own, opp, move, STRIDES[2])
    flipped |= _bracketed(own, inner, move, STRIDES[3])
    return flipped
