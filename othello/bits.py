"""Sets of squares as bitboards, 64-bit words: bit 0 is a1, bit 7 is h1, bit 63 is h8.

Also the parts of functions that are written in LLVM's vector instructions.
"""

import numpy as np

from othello.jit import COMPILED, intrinsic, ir, jit, overload, types

Word = int | np.uint64
"""A set of squares as an argument.

Results are annotated as numpy.uint64; Python gets a plain integer from compiled code.
"""

NONE = np.uint64(0)
ONE = np.uint64(1)
EVERY_SQUARE = np.uint64(0xFFFFFFFFFFFFFFFF)
NOT_A_FILE = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_H_FILE = np.uint64(0x7F7F7F7F7F7F7F7F)
INNER_FILES = NOT_A_FILE & NOT_H_FILE
"""The files b to g: a step sideways from there cannot wrap."""
ENDS_OF_ROWS = np.uint64(0x8181818181818181)
ENDS_OF_COLUMNS = np.uint64(0xFF000000000000FF)
RIM = ENDS_OF_ROWS | ENDS_OF_COLUMNS
CORNERS = np.uint64(0x8100000000000081)
X_SQUARES = np.uint64(0x0042000000004200)
C_SQUARES = np.uint64(0x4281000000008142)
EDGE_SQUARES = np.uint64(0x3C0081818181003C)
"""The A- and B-squares: the middle of the edges."""
QUADRANTS = tuple(np.uint64(0x0F0F0F0F << shift) for shift in (0, 4, 32, 36))
"""The quarters of the board, the lower ranks first."""

RANK = np.uint64(8)
"""The step from a square to the one below it."""


def _count(word: Word) -> int:
    return int(word).bit_count()


def _lowest(word: Word) -> int:
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
def count(word: Word) -> int:
    """Return the number of squares in a set."""
    return _count(word)


@jit("int64(uint64)")
def lowest(word: Word) -> int:
    """Return the lowest square, 0 to 63, of a set that is not empty."""
    return _lowest(word)


@jit("uint64(int64)")
def bit(square: int | np.int64) -> np.uint64:
    """Return the set that holds only `square`, 0 to 63."""
    return ONE << np.uint64(square)


@jit("uint64(uint64)")
def beside(word: np.uint64) -> np.uint64:
    """Return the squares next to a set in its rows and columns."""
    sideways = ((word << ONE) & NOT_A_FILE) | ((word >> ONE) & NOT_H_FILE)
    return sideways | (word << RANK) | (word >> RANK)


@jit("uint64(uint64)")
def around(word: np.uint64) -> np.uint64:
    """Return a set and the squares next to it in all eight directions."""
    word |= ((word << ONE) & NOT_A_FILE) | ((word >> ONE) & NOT_H_FILE)
    return word | (word << RANK) | (word >> RANK)


@jit("uint64(uint64)")
def x_squares_of(word: np.uint64) -> np.uint64:
    """Return the X-squares next to the corners in a set."""
    corners = word & CORNERS
    return (
        (corners << np.uint64(9))
        | (corners << np.uint64(7))
        | (corners >> np.uint64(7))
        | (corners >> np.uint64(9))
    ) & X_SQUARES


@jit("uint64(uint64)")
def c_squares_of(word: np.uint64) -> np.uint64:
    """Return the C-squares next to the corners in a set."""
    return beside(word & CORNERS) & C_SQUARES


_RANKS = tuple(
    [[8 * rank + file for file in range(8) if members >> file & 1] for members in range(256)]
    for rank in range(8)
)
"""The squares of each rank by its byte in a bitboard."""


def squares(word: Word) -> list[int]:
    """Return the squares of a set, lowest first; for Python, not for kernels.

    Written out rank by rank: a loop over 64 squares takes ten times as long.
    """
    a, b, c, d, e, f, g, h = int(word).to_bytes(8, "little")
    first, second, third, fourth, fifth, sixth, seventh, eighth = _RANKS
    return [
        *(*first[a], *second[b], *third[c], *fourth[d]),
        *(*fifth[e], *sixth[f], *seventh[g], *eighth[h]),
    ]


# Vector instructions

BIT, SHORT, NUMBER, WORD = (ir.IntType(bits) for bits in (1, 16, 32, 64))


def constant(kind, numbers):
    """Return a constant vector of `numbers`, integers of the type `kind`."""
    lanes = [ir.Constant(kind, int(number)) for number in numbers]
    return ir.Constant(ir.VectorType(kind, len(lanes)), lanes)


def call(builder, name, result, *arguments):
    """Call the LLVM intrinsic `name`, which returns the type `result`."""
    function = builder.module.globals.get(name)
    if function is None:
        kind = ir.FunctionType(result, [argument.type for argument in arguments])
        function = ir.Function(builder.module, kind, name)
    return builder.call(function, arguments)


def spread(builder, number, kind):
    """Return a vector of the type `kind` with `number` in every lane."""
    first = builder.insert_element(ir.Constant(kind, ir.Undefined), number, NUMBER(0))
    zeros = ir.Constant(ir.VectorType(NUMBER, kind.count), None)
    return builder.shuffle_vector(first, first, zeros)


def total(builder, parts):
    """Return the sum of vectors or numbers of one type, added up in pairs."""
    while len(parts) > 1:
        pairs = [builder.add(*parts[place : place + 2]) for place in range(0, len(parts) - 1, 2)]
        parts = pairs + parts[2 * len(pairs) :]
    return parts[0]
