"""Moves and flips with a line in each of four 64-bit lanes: the path for CPUs with AVX2.

LLVM does not turn the scalar form into vectors by itself, so these are written
as vector instructions. Eight lanes, a ray in each, measured slower.
"""

import numpy as np

from othello import rules_scalar
from othello.bits import EVERY_SQUARE, INNER_FILES
from othello.jit import COMPILED, cpu_has, intrinsic, ir, jit, types
from othello.rules_scalar import RAYS, STRIDES
from othello.vectors import BIT, WORD, call, constant, spread

AVAILABLE = COMPILED and cpu_has("avx2")
"""Whether this module has code of its own; without, its functions are the scalar ones."""

COUNTS_ZEROS = cpu_has("avx512cd", "avx512vl")
"""Whether one instruction counts the leading zeros of every lane."""

FOUR_WORDS = ir.VectorType(WORD, len(STRIDES))


def _lines(words):
    """A constant with one word per line."""
    return constant(WORD, words)


def _same(word):
    """A constant with `word` in every lane."""
    return _lines([word] * FOUR_WORDS.count)


def _strides(steps):
    """The shift that takes each line `steps` squares along."""
    return _lines([steps * int(stride) for stride in STRIDES])


def _union(builder, lines):
    """The union of the lanes, as one word."""
    return call(builder, "llvm.vector.reduce.or.v4i64", WORD, lines)


def _rays(builder, square, name, rows):
    """The row of `rows`, uint64[64, 4], that belongs to `square`."""
    table = builder.module.globals.get(name)
    if table is None:
        kind = ir.ArrayType(FOUR_WORDS, len(rows))
        table = ir.GlobalVariable(builder.module, kind, name)
        table.initializer = ir.Constant(kind, [_lines(row) for row in rows])
        table.linkage, table.global_constant, table.align = "internal", True, 32
    row = builder.gep(table, [WORD(0), square], inbounds=True)
    return builder.load(row, align=table.align)


@intrinsic
def _legal_moves(typing_context, own, opp):
    """The fill of rules_scalar.legal_moves, four lines at once."""

    def generate(context, builder, signature, arguments):
        own, opp = arguments
        step, double = _strides(1), _strides(2)
        inner = _lines([EVERY_SQUARE if stride == 8 else INNER_FILES for stride in STRIDES])
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


def _bracketed_up(builder, own, free, ray):
    """Discs up to the first `own` on rays of rising squares; `free` is what opp does not hold."""
    stops = builder.and_(ray, free)
    lowest = builder.and_(stops, builder.sub(_same(0), stops))
    bracket = builder.and_(lowest, own)
    below = builder.sub(bracket, _same(1))
    unbounded = builder.icmp_unsigned("==", bracket, _same(0))
    return builder.select(unbounded, _same(0), builder.and_(ray, below))


def _highest_by_counting(builder, ray, free):
    """The highest stop of each ray, or a1 for none, from the number of zeros above it."""
    stops = builder.or_(builder.and_(ray, free), _same(1))
    zeros = call(builder, "llvm.ctlz.v4i64", FOUR_WORDS, stops, BIT(1))
    return builder.lshr(_same(rules_scalar.H8), zeros)


def _highest_by_smearing(builder, ray, free):
    """The highest stop of each ray, by a fill from all stops down their lines."""
    stops = builder.and_(ray, free)
    smeared = stops
    for steps in (1, 2, 4):
        smeared = builder.or_(smeared, builder.lshr(smeared, _strides(steps)))
    return builder.and_(stops, builder.not_(builder.lshr(smeared, _strides(1))))


def _flips(builder, arguments, highest):
    """Instructions for the flips, with `highest` to find where a ray of falling squares stops."""
    word, other, square = arguments
    own, free = spread(builder, word, FOUR_WORDS), spread(builder, builder.not_(other), FOUR_WORDS)
    up = _rays(builder, square, "rays_up", RAYS[:, :4])
    down = _rays(builder, square, "rays_down", RAYS[:, 4:])
    rising = _bracketed_up(builder, own, free, up)
    stop = highest(builder, down, free)
    bracket = builder.and_(builder.and_(stop, own), down)
    above = builder.sub(_same(0), builder.add(bracket, bracket))
    return _union(builder, builder.or_(rising, builder.and_(down, above)))


@intrinsic
def flips_by_counting(typing_context, own, opp, square):
    """Flips where lanes count zeros in one instruction (AVX-512)."""

    def generate(context, builder, signature, arguments):
        return _flips(builder, arguments, _highest_by_counting)

    return types.uint64(types.uint64, types.uint64, types.int64), generate


@intrinsic
def flips_by_smearing(typing_context, own, opp, square):
    """Flips where counting zeros in lanes takes many instructions (AVX2)."""

    def generate(context, builder, signature, arguments):
        return _flips(builder, arguments, _highest_by_smearing)

    return types.uint64(types.uint64, types.uint64, types.int64), generate


_fast_flips = flips_by_counting if COUNTS_ZEROS else flips_by_smearing

if AVAILABLE:

    @jit("uint64(uint64, uint64)")
    def legal_moves(own: np.uint64, opp: np.uint64) -> np.uint64:
        """Squares where the side holding `own` may play.

        Source: as rules_scalar.legal_moves, in lanes as in Edax 4.5 (Okuhara), board_sse.c.
        """
        return _legal_moves(own, opp)

    @jit("uint64(uint64, uint64, int64)")
    def flips(own: np.uint64, opp: np.uint64, square: int) -> np.uint64:
        """Discs of `opp` that turn when the side holding `own` plays `square`, 0 to 63.

        `square` is assumed empty; the empty set means that the move is not legal.
        Source: Edax 4.5 (Okuhara), flip_avx512cd.c.
        """
        return _fast_flips(own, opp, square)

else:
    legal_moves = rules_scalar.legal_moves
    flips = rules_scalar.flips
