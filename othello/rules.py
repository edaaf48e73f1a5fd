"""Rules of Othello on two bitboards: the discs of the side to move and those of the other side.

Moves and flips are written twice: on plain 64-bit words for every CPU, and with one axis (row,
column, two diagonals) in each of four 64-bit lanes for CPUs with AVX2. LLVM does not turn the
scalar code into vector code by itself.
"""

import numpy as np

from othello.bits import (
    BIT,
    EVERY_SQUARE,
    INNER_FILES,
    NONE,
    ONE,
    WORD,
    bit,
    call,
    constant,
    count,
    lowest,
    spread,
)
from othello.jit import COMPILED, cpu_has, intrinsic, ir, jit, overload, types

SCORE_SCALE = 100
"""Scores are in hundredths of a disc."""
MOST_PLIES = 128
"""Room for a line. A move needs two discs, so at most 62 follow; no two passes follow each other
and none ends a line: 124 plies, 125 positions."""
MOST_MOVES = 64
"""Room for a node's moves, one for each square. No board has more than 50: each own disc ends at
most eight lines to a move, each disc of the opponent has eight neighbours, and a move needs an
empty square: moves <= min(8 own, 8 opp, 64 - own - opp)."""

VECTORS = COMPILED and cpu_has("avx2")
"""True if moves and flips use vector instructions."""
COUNTS_ZEROS = cpu_has("avx512cd", "avx512vl")
"""True if one instruction counts the leading zeros of every lane."""

H8 = np.uint64(1 << 63)
# east, southwest, south, southeast
STRIDES = (np.uint64(1), np.uint64(7), np.uint64(8), np.uint64(9))


def _ray(square, stride):
    """Return the squares from `square` to the board's rim by `stride`, without `square`, as int."""
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
        """Return LLVM's count of leading zeros; undefined for the empty word."""

        def generate(context, builder, signature, arguments):
            return builder.ctlz(arguments[0], context.get_constant(types.boolean, True))

        return types.uint64(types.uint64), generate

    @overload(_leading_zeros)
    def _overload_leading_zeros(word):
        return lambda word: _ctlz(word)


@jit("uint64(uint64, uint64, uint64)")
def _beyond(own, propagator, stride):
    """Return the squares one `stride` beyond a run of `propagator` next to `own`, both ways."""
    up = propagator & (own << stride)
    down = propagator & (own >> stride)
    up |= propagator & (up << stride)
    down |= propagator & (down >> stride)
    pair_up = propagator & (propagator << stride)
    pair_down = pair_up >> stride
    double = stride + stride
    up |= pair_up & (up << double)
    down |= pair_down & (down >> double)
    up |= pair_up & (up << double)
    down |= pair_down & (down >> double)
    return (up << stride) | (down >> stride)


@jit("uint64(uint64, uint64)")
def scalar_legal_moves(own: np.uint64, opp: np.uint64) -> np.uint64:
    """Return the squares where the side holding `own` may play.

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
    """Return the discs of `opp` up to the first `own` on a ray of rising squares.

    A stop is a square of the ray without a disc of `opp`.
    """
    stops = ray & ~opp
    bracket = stops & (NONE - stops) & own
    return ray & (bracket - np.uint64(bracket != NONE))


@jit("uint64(uint64, uint64, uint64)")
def _bracketed_down(own, opp, ray):
    """Return the discs of `opp` down to the first `own` on a ray of falling squares."""
    stops = (ray & ~opp) | ONE  # not empty; the next line removes a1 unless it brackets
    bracket = (H8 >> _leading_zeros(stops)) & own & ray
    return ray & (NONE - (bracket + bracket))


@jit("uint64(uint64, uint64, int64)")
def scalar_flips(own: np.uint64, opp: np.uint64, square: int) -> np.uint64:
    """Return the discs of `opp` that turn when the side holding `own` plays `square`, 0 to 63.

    `square` must be empty; the result is empty if the move is not legal.
    Source: the lowest and highest stop on a ray, as in Edax 4.5 (Delorme,
    Okuhara), flip_avx512cd.c.
    """
    rays = RAYS[np.uint64(square)]
    flipped = _bracketed_up(own, opp, rays[0]) | _bracketed_down(own, opp, rays[4])
    flipped |= _bracketed_up(own, opp, rays[1]) | _bracketed_down(own, opp, rays[5])
    flipped |= _bracketed_up(own, opp, rays[2]) | _bracketed_down(own, opp, rays[6])
    flipped |= _bracketed_up(own, opp, rays[3]) | _bracketed_down(own, opp, rays[7])
    return flipped


FOUR_WORDS = ir.VectorType(WORD, len(STRIDES))


def _lanes(words):
    """Return a vector constant with a word for each lane."""
    return constant(WORD, words)


def _splat(word):
    """Return a vector constant with `word` in every lane."""
    return _lanes([word] * FOUR_WORDS.count)


def _strides(steps):
    """Return the shifts by `steps` squares along each line."""
    return _lanes([steps * int(stride) for stride in STRIDES])


def _union(builder, lines):
    """Return the union of the lanes as one word."""
    return call(builder, "llvm.vector.reduce.or.v4i64", WORD, lines)


def _rays(builder, square, name, rows):
    """Load the row of `rows`, uint64[64, 4], for `square`."""
    table = builder.module.globals.get(name)
    if table is None:
        kind = ir.ArrayType(FOUR_WORDS, len(rows))
        table = ir.GlobalVariable(builder.module, kind, name)
        table.initializer = ir.Constant(kind, [_lanes(row) for row in rows])
        table.linkage, table.global_constant, table.align = "internal", True, 32
    row = builder.gep(table, [WORD(0), square], inbounds=True)
    return builder.load(row, align=table.align)


@intrinsic
def _legal_moves(typing_context, own, opp):
    """Fill as in scalar_legal_moves, four lines at once."""

    def generate(context, builder, signature, arguments):
        own, opp = arguments
        step, double = _strides(1), _strides(2)
        inner = _lanes([EVERY_SQUARE if stride == 8 else INNER_FILES for stride in STRIDES])
        line, start = (
            builder.and_(spread(builder, opp, FOUR_WORDS), inner),
            spread(builder, own, FOUR_WORDS),
        )
        pair_up = builder.and_(line, builder.shl(line, step))
        pair_down = builder.lshr(pair_up, step)
        up = builder.and_(line, builder.shl(start, step))
        down = builder.and_(line, builder.lshr(start, step))
        for run_up, run_down, stride in (
            (line, line, step),
            (pair_up, pair_down, double),
            (pair_up, pair_down, double),
        ):
            up = builder.or_(up, builder.and_(run_up, builder.shl(up, stride)))
            down = builder.or_(down, builder.and_(run_down, builder.lshr(down, stride)))
        beyond = builder.or_(builder.shl(up, step), builder.lshr(down, step))
        empty = builder.not_(builder.or_(own, opp))
        return builder.and_(_union(builder, beyond), empty)

    return types.uint64(types.uint64, types.uint64), generate


def _vector_bracketed_up(builder, own, not_opp, ray):
    """Return the discs up to the first `own` on rising rays; `not_opp` includes empty squares."""
    stops = builder.and_(ray, not_opp)
    lowest = builder.and_(stops, builder.sub(_splat(0), stops))
    bracket = builder.and_(lowest, own)
    below = builder.sub(bracket, _splat(1))
    unbounded = builder.icmp_unsigned("==", bracket, _splat(0))
    return builder.select(unbounded, _splat(0), builder.and_(ray, below))


def _highest_by_counting(builder, ray, not_opp):
    """Return the highest stop of each ray, or a1, from the number of zeros above it."""
    stops = builder.or_(builder.and_(ray, not_opp), _splat(1))
    zeros = call(builder, "llvm.ctlz.v4i64", FOUR_WORDS, stops, BIT(1))
    return builder.lshr(_splat(H8), zeros)


def _highest_by_smearing(builder, ray, not_opp):
    """Return the highest stop of each ray, by a fill from all stops down their lines."""
    stops = builder.and_(ray, not_opp)
    smeared = stops
    for steps in (1, 2, 4):
        smeared = builder.or_(smeared, builder.lshr(smeared, _strides(steps)))
    return builder.and_(stops, builder.not_(builder.lshr(smeared, _strides(1))))


def _flips(builder, arguments, highest):
    """Return the flips; `highest` finds the highest stop of each falling ray."""
    word, other, square = arguments
    own = spread(builder, word, FOUR_WORDS)
    not_opp = spread(builder, builder.not_(other), FOUR_WORDS)
    up = _rays(builder, square, "rays_up", RAYS[:, :4])
    down = _rays(builder, square, "rays_down", RAYS[:, 4:])
    rising = _vector_bracketed_up(builder, own, not_opp, up)
    stop = highest(builder, down, not_opp)
    bracket = builder.and_(builder.and_(stop, own), down)
    above = builder.sub(_splat(0), builder.add(bracket, bracket))
    return _union(builder, builder.or_(rising, builder.and_(down, above)))


@intrinsic
def flips_by_counting(typing_context, own, opp, square):
    """Return the flips where one instruction counts the zeros of all lanes (AVX-512)."""

    def generate(context, builder, signature, arguments):
        return _flips(builder, arguments, _highest_by_counting)

    return types.uint64(types.uint64, types.uint64, types.int64), generate


@intrinsic
def flips_by_smearing(typing_context, own, opp, square):
    """Return the flips where counting zeros in lanes takes many instructions (AVX2)."""

    def generate(context, builder, signature, arguments):
        return _flips(builder, arguments, _highest_by_smearing)

    return types.uint64(types.uint64, types.uint64, types.int64), generate


_flips_in_lanes = flips_by_counting if COUNTS_ZEROS else flips_by_smearing

if VECTORS:

    @jit("uint64(uint64, uint64)")
    def legal_moves(own: np.uint64, opp: np.uint64) -> np.uint64:
        """Return the squares where the side holding `own` may play.

        Source: as scalar_legal_moves, in lanes as in Edax 4.5 (Okuhara), board_sse.c.
        """
        return _legal_moves(own, opp)

    @jit("uint64(uint64, uint64, int64)")
    def flips(own: np.uint64, opp: np.uint64, square: int) -> np.uint64:
        """Return the discs of `opp` that turn when the side holding `own` plays `square`, 0 to 63.

        `square` must be empty; the result is empty if the move is not legal.
        Source: Edax 4.5 (Okuhara), flip_avx512cd.c.
        """
        return _flips_in_lanes(own, opp, square)

else:
    legal_moves = scalar_legal_moves
    flips = scalar_flips


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
    """Return the discs of the other side and of the mover after a legal move of `own`."""
    flipped = flips(own, opp, square)
    return opp ^ flipped, own | flipped | bit(square)


@jit("UniTuple(uint64, 3)(uint64, uint64, int64)")
def turn(own: np.uint64, opp: np.uint64, square: int) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return the position after a legal move, and its legal moves: a whole ply in one call.

    The discs of the side then to move come first, then those of the other side.
    """
    next_own, next_opp = discs_after(own, opp, square)
    return next_own, next_opp, legal_moves(next_own, next_opp)


@jit
def _leaves_of_last_ply(own, opp, pass_cost):
    """Return the number of leaves one ply below.

    A finished game counts as one leaf, and so does a pass if it costs a ply.
    """
    moves = legal_moves(own, opp)
    if moves == NONE and pass_cost == 0:
        moves = legal_moves(opp, own)
    return max(count(moves), 1)


@jit
def leaves(own, opp, depth, pass_cost):
    """Return the number of leaves `depth` plies below, at least 1; a game that ends earlier is one.

    `pass_cost`, 0 or 1, is the number of plies that a pass takes.
    """
    if depth == 1:
        return _leaves_of_last_ply(own, opp, pass_cost)
    moves = legal_moves(own, opp)
    if moves == NONE:
        if legal_moves(opp, own) == NONE:
            return 1
        return leaves(opp, own, depth - pass_cost, pass_cost)
    total = 0
    while moves != NONE:
        move = lowest(moves)
        moves ^= bit(move)
        flipped = flips(own, opp, move)
        after_own, after_opp = opp ^ flipped, own | flipped | bit(move)
        if depth == 2:  # not by recursion: the call costs a sixth of the speed
            total += _leaves_of_last_ply(after_own, after_opp, pass_cost)
        else:
            total += leaves(after_own, after_opp, depth - 1, pass_cost)
    return total
