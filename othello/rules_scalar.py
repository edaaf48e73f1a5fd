"""Moves and flips on plain 64-bit words: the path for every CPU."""

import numpy as np

from othello.bits import INNER_FILES, NONE, ONE
from othello.jit import COMPILED, intrinsic, jit, overload, types

H8 = np.uint64(1 << 63)
# east, southwest, south, southeast
STRIDES = (np.uint64(1), np.uint64(7), np.uint64(8), np.uint64(9))


def _ray(square, stride):
    """The squares beyond `square`, one `stride` after the other to the board's edge, as an int."""
    ray = 0
    while True:
        file = square % 8
        square += stride
        if not 0 <= square < 64 or abs(square % 8 - file) > 1:
            return ray
        ray |= 1 << square


RAYS = np.array(
    [
        [_ray(square, sense * int(stride)) for sense in (1, -1) for stride in STRIDES]
        for square in range(64)
    ],
    np.uint64,
)
"""uint64[64, 8]: the rays from each square, four along STRIDES and four against them."""


def _leading_zeros(word):
    return np.uint64(64 - int(word).bit_length())


if COMPILED:

    @intrinsic
    def _ctlz(typing_context, word):
        """LLVM's count of leading zeros; undefined for the empty word."""

        def generate(context, builder, signature, arguments):
            return builder.ctlz(arguments[0], context.get_constant(types.boolean, True))

        return types.uint64(types.uint64), generate

    @overload(_leading_zeros)
    def _overload_leading_zeros(word):
        return lambda word: _ctlz(word)


@jit("uint64(uint64, uint64, uint64)")
def _beyond(own, line, stride):
    """Squares one `stride`, either way, beyond a run of `line` that starts next to `own`."""
    up = line & (own << stride)
    down = line & (own >> stride)
    up |= line & (up << stride)
    down |= line & (down >> stride)
    pair_up = line & (line << stride)
    pair_down = pair_up >> stride
    double = stride + stride
    up |= pair_up & (up << double)
    down |= pair_down & (down >> double)
    up |= pair_up & (up << double)
    down |= pair_down & (down >> double)
    return (up << stride) | (down >> stride)


@jit("uint64(uint64, uint64)")
def legal_moves(own: np.uint64, opp: np.uint64) -> np.uint64:
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


@jit("uint64(uint64, uint64, uint64)")
def _bracketed_up(own, opp, ray):
    """Discs of `opp` up to the first `own` on a ray of rising squares."""
    stops = ray & ~opp
    bracket = stops & (NONE - stops) & own
    return ray & (bracket - np.uint64(bracket != NONE))


@jit("uint64(uint64, uint64, uint64)")
def _bracketed_down(own, opp, ray):
    """Discs of `opp` down to the first `own` on a ray of falling squares."""
    stops = (ray & ~opp) | ONE  # never empty; where a1 is no stop, the next line drops it
    bracket = (H8 >> _leading_zeros(stops)) & own & ray
    return ray & (NONE - (bracket + bracket))


@jit("uint64(uint64, uint64, int64)")
def flips(own: np.uint64, opp: np.uint64, square: int) -> np.uint64:
    """Discs of `opp` that turn when the side holding `own` plays `square`, 0 to 63.

    `square` is assumed empty; the empty set means that the move is not legal.
    Source: the lowest and highest stop on a ray, as in Edax 4.5 (Delorme,
    Okuhara), flip_avx512cd.c.
    """
    rays = RAYS[np.uint64(square)]
    flipped = _bracketed_up(own, opp, rays[0]) | _bracketed_down(own, opp, rays[4])
    flipped |= _bracketed_up(own, opp, rays[1]) | _bracketed_down(own, opp, rays[5])
    flipped |= _bracketed_up(own, opp, rays[2]) | _bracketed_down(own, opp, rays[6])
    flipped |= _bracketed_up(own, opp, rays[3]) | _bracketed_down(own, opp, rays[7])
    return flipped
