"""Sets of squares as 64-bit words: bit 0 is a1, bit 7 is h1, bit 63 is h8."""

import numpy as np

from othello.jit import COMPILED, intrinsic, jit, overload, types

NONE = np.uint64(0)
ONE = np.uint64(1)
EVERY_SQUARE = np.uint64(0xFFFFFFFFFFFFFFFF)


def _count(word):
    return int(word).bit_count()


def _lowest(word):
    return (int(word) & -int(word)).bit_length() - 1


if COMPILED:

    @intrinsic
    def _ctpop(typing_context, word):
        """LLVM's population count."""

        def generate(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def _cttz(typing_context, word):
        """LLVM's count of trailing zeros; undefined for the empty word."""

        def generate(context, builder, signature, arguments):
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.uint64), generate

    @overload(_count)
    def _overload_count(word):
        return lambda word: _ctpop(word)

    @overload(_lowest)
    def _overload_lowest(word):
        return lambda word: _cttz(word)


@jit("int64(uint64)")
def count(word):
    """How many squares are in the set."""
    return _count(word)


@jit("int64(uint64)")
def lowest(word):
    """The lowest square, 0 to 63, of a set that is not empty."""
    return _lowest(word)


@jit("uint64(int64)")
def bit(square):
    """The set that holds `square`, 0 to 63, alone."""
    return ONE << np.uint64(square)


def squares(word: int) -> list[int]:
    """The squares of a set, lowest first; for Python, not for kernels."""
    members = int(word)
    return [square for square in range(64) if members >> square & 1]
