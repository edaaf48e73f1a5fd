"""The pattern evaluation: a sum of learned weights, one for each pattern's state on the board.

A pattern is a set of squares, and its state what stands on them. Each pattern lies on the board
in all its images under the eight symmetries, which share its weights, so that a position and its
images have one value. What is counted besides, above all both sides' moves, has a weight for each
number. Weights are kept for stages of the game.

Sources: Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
Othello"; Buro 1998, "From simple features to sophisticated evaluation functions".
"""

from typing import NamedTuple

import numpy as np

from othello.bits import CORNERS, NONE, ONE, QUADRANTS, X_SQUARES, around, count
from othello.jit import COMPILED, cpu_has, intrinsic, ir, jit, jitmethods, step, types
from othello.rules import SCORE_SCALE
from othello.symmetry import (
    MIRROR_FILES,
    MIRROR_RANKS,
    SYMMETRIES,
    TRANSPOSE,
    transform,
    transform_square,
)

_NAMED_SQUARES = {
    "corner of 9": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "corner of 10": "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "corner 2x5": "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "edge and X-squares": "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "edge block": "a1 c1 d1 e1 f1 h1 c2 d2 e2 f2",
    "second row": "a2 b2 c2 d2 e2 f2 g2 h2",
    "third row": "a3 b3 c3 d3 e3 f3 g3 h3",
    "fourth row": "a4 b4 c4 d4 e4 f4 g4 h4",
    "diagonal of 8": "a1 b2 c3 d4 e5 f6 g7 h8",
    "diagonal of 7": "b1 c2 d3 e4 f5 g6 h7",
    "diagonal of 6": "c1 d2 e3 f4 g5 h6",
    "diagonal of 5": "d1 e2 f3 g4 h5",
    "diagonal of 4": "e1 f2 g3 h4",
}


def _number(name: str) -> int:
    """The number of a square such as "c2"."""
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


PATTERNS = {
    name: tuple(_number(square) for square in text.split()) for name, text in _NAMED_SQUARES.items()
}
"""The squares of each pattern, in ascending order, where it lies as it is named."""

MOST_SQUARES = 10
ENDS = np.cumsum([3 ** len(squares) for squares in PATTERNS.values()])
"""Where the states of each pattern end among all entries."""
PATTERN_ENTRIES = int(ENDS[-1])
COUNTS = {
    "own moves": 65,
    "opp moves": 65,
    "own moves alone": 65,
    "opp moves alone": 65,
    "own potential": 65,
    "opp potential": 65,
    "corner moves": 25,
    "X-square moves": 25,
    "odd quadrants": 5,
    "discs": 65,
}
"""What is counted besides, and how many entries that has: the legal moves of each side, those
that the other side has not, the empty squares beside the other side's discs, moves to corners
and to X-squares, five times the own ones and the other side's, quadrants with an odd number of
empty squares, and discs."""
COUNT_STARTS = tuple(
    PATTERN_ENTRIES + sum(list(COUNTS.values())[:place]) for place in range(len(COUNTS))
)
ENTRIES = PATTERN_ENTRIES + sum(COUNTS.values())
"""The entries of a stage: states of patterns, then numbers of what is counted."""

HIGHEST = 64 * SCORE_SCALE


def entries_of(name: str) -> slice:
    """The entries of what PATTERNS or COUNTS call so; KeyError for another name."""
    if name in PATTERNS:
        end = int(ENDS[list(PATTERNS).index(name)])
        return slice(end - 3 ** len(PATTERNS[name]), end)
    start = COUNT_STARTS[list(COUNTS).index(name)] if name in COUNTS else 0
    return slice(start, start + COUNTS[name])


class Instance(NamedTuple):
    """A pattern's place on the board.

    It lies where the symmetry `symmetry` takes `squares`, in this order, to the pattern's own
    squares; its state is a number in base 3 with the first square's digit lowest, 0 for an empty
    square, 1 for an own disc, 2 for one of the other side, and its entry `offset` more.
    """

    pattern: str
    symmetry: int
    squares: tuple[int, ...]
    offset: int


def _instances() -> tuple[Instance, ...]:
    """All places of all patterns, by symmetry; each set of squares once."""
    found = []
    for (name, squares), end in zip(PATTERNS.items(), ENDS, strict=True):
        there: set[frozenset[int]] = set()
        for symmetry in (0, 2, 4, 6, 1, 3, 5, 7):  # those first that cost the least
            source = {int(transform_square(place, symmetry)): place for place in range(64)}
            taken = tuple(source[square] for square in squares)
            if frozenset(taken) not in there:
                there.add(frozenset(taken))
                found.append(Instance(name, symmetry, taken, int(end) - 3 ** len(squares)))
    return tuple(sorted(found, key=lambda instance: instance.symmetry))


INSTANCES = _instances()
LANES = 64
"""The instances, and room to fill vectors."""
FEATURES = len(INSTANCES) + len(COUNTS)

_MASKS = np.array(
    [sum(1 << square for square in PATTERNS[instance.pattern]) for instance in INSTANCES], np.uint64
)
OFFSETS = np.array([instance.offset for instance in INSTANCES], np.uint64)
_STARTS = tuple(
    sum(instance.symmetry < symmetry for instance in INSTANCES)
    for symmetry in range(SYMMETRIES + 1)
)
_TERNARY = np.array(
    [
        sum(3**place for place in range(MOST_SQUARES) if bits >> place & 1)
        for bits in range(1 << MOST_SQUARES)
    ],
    np.uint16,
)
"""The number whose digits in base 3 are the bits of another one."""
_2 = np.uint64(2)
_COUNT_STARTS = tuple(np.uint64(start) for start in COUNT_STARTS)
_5 = np.uint64(5)


def columns() -> np.ndarray:
    """int32[ENTRIES]: which of the distinct weights, numbered from 0, each entry has.

    States that a symmetry of the board carries into each other share one.
    """
    result = np.arange(ENTRIES, dtype=np.int32)
    for squares, end in zip(PATTERNS.values(), ENDS, strict=True):
        least = states = np.arange(3 ** len(squares), dtype=np.int32)
        for symmetry in range(1, SYMMETRIES):
            image = [int(transform_square(square, symmetry)) for square in squares]
            if set(image) == set(squares):
                moved = np.zeros(1, np.int32)
                for square in reversed(image):  # the lowest digit changes fastest: it comes last
                    digit = np.int32(3 ** squares.index(square))
                    moved = (moved[:, None] + digit * np.arange(3, dtype=np.int32)).ravel()
                least = np.minimum(least, moved)
        result[end - len(states) : end] = end - len(states) + least
    kept = result == np.arange(ENTRIES)
    return (np.cumsum(kept, dtype=np.int32) - 1)[result]


if COMPILED:

    @jit("void(int16[:, ::1], int32[::1], int16[:, ::1])")
    def expand(distinct, column_of, entries):
        """Put the weight of each entry into a row of `entries` for each stage."""
        for stage in range(len(distinct)):
            for entry in range(len(column_of)):
                entries[stage, entry] = distinct[stage, column_of[entry]]

else:

    def expand(distinct, column_of, entries):
        """Put the weight of each entry into a row of `entries` for each stage."""
        np.take(distinct, column_of, axis=1, out=entries)


def row_numbers() -> np.ndarray:
    """uint16[8, 256, LANES]: what own discs on each rank add to the instances' states."""
    added = np.zeros((8, 256, LANES), np.uint16)
    for lane, instance in enumerate(INSTANCES):
        for place, square in enumerate(instance.squares):
            rank, file = divmod(square, 8)
            held = np.flatnonzero(np.arange(256) >> file & 1)
            added[rank, held, lane] += 3**place
    return added


PEXT = COMPILED and cpu_has("bmi2")
"""Whether the states are read by the instruction that gathers bits, or else rank by rank.

On processors before Zen 3 that instruction is slow: there NUMBA_CPU_FEATURES without bmi2 helps.
"""

if COMPILED:

    @intrinsic
    def _pext(typing_context, word, mask):
        """The bits of a word under a mask, side by side: the instruction of BMI2."""

        def generate(context, builder, signature, arguments):
            number = ir.IntType(64)
            kind = ir.FunctionType(number, [number, number])
            name = "llvm.x86.bmi.pext.64"
            function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
            return builder.call(function, arguments)

        return types.uint64(types.uint64, types.uint64), generate

    @intrinsic
    def _byte_swap(typing_context, word):
        """A word with its bytes in reverse order: the board with its ranks reversed."""

        def generate(context, builder, signature, arguments):
            return builder.bswap(arguments[0])

        return types.uint64(types.uint64), generate


BYTE = np.uint64(255)


@jit("uint64(uint64)")
def odd_quadrants(empties):
    """How many quarters of the board have an odd number of the squares in `empties`."""
    odd = NONE
    for quadrant in QUADRANTS:
        odd += np.uint64(count(empties & quadrant)) & ONE
    return odd


class Weights(NamedTuple):
    """Learned weights, and what they are read with.

    entries: int16[stages, ENTRIES], hundredths of a disc. rows: uint64[65], the stage
    of each number of discs. added: `row_numbers()` and numbers: uint16[LANES] are for processors
    without PEXT; `numbers` is written by every evaluation there, so that one search at a
    time may use it.
    """

    entries: np.ndarray
    rows: np.ndarray
    added: np.ndarray
    numbers: np.ndarray


@step
def _rank(word, rank):
    """A rank of a word, 0 to 7, as a byte."""
    return (word >> np.uint64(8 * rank)) & BYTE


if COMPILED:

    @jit
    def read_states(own, opp, added, numbers):
        """Write the state of every instance to `numbers`, rank by rank.

        Without a branch in the loop, which LLVM turns into vector additions.
        """
        for lane in range(LANES):
            ones = twos = np.uint16(0)
            for rank in range(8):
                ones += added[rank, _rank(own, rank), lane]
                twos += added[rank, _rank(opp, rank), lane]
            numbers[lane] = ones + twos + twos

else:

    def read_states(own, opp, added, numbers):
        """Write the state of every instance to `numbers`, rank by rank."""
        ranks = np.arange(8)
        shifts = np.uint64(8) * ranks.astype(np.uint64)
        own_bytes = ((own >> shifts) & BYTE).astype(int)
        opp_bytes = ((opp >> shifts) & BYTE).astype(int)
        ones, twos = added[ranks, own_bytes], added[ranks, opp_bytes]
        numbers[:] = (ones + 2 * twos).sum(axis=0, dtype=np.uint16)


if PEXT:

    @step
    def _on_one_board(own, opp, symmetry, row, entries):
        """The sum of the weights of the instances of one symmetry, on its image of the board."""
        total = np.int64(0)
        for lane in range(_STARTS[symmetry], _STARTS[symmetry + 1]):
            mask = _MASKS[lane]
            state = np.uint64(_TERNARY[_pext(own, mask)])
            state += _2 * np.uint64(_TERNARY[_pext(opp, mask)])
            total += entries[row, OFFSETS[lane] + state]
        return total

    @step
    def _on_two_boards(own, opp, symmetry, row, entries):
        """The same for a symmetry and for what it is with the ranks reversed."""
        total = _on_one_board(own, opp, symmetry, row, entries)
        turned = _byte_swap(own), _byte_swap(opp)
        return total + _on_one_board(*turned, symmetry | MIRROR_RANKS, row, entries)

    @jit
    def sum_of_patterns(own, opp, row, weights):
        """The sum of the weights of all instances, in hundredths of a disc."""
        total = np.int64(0)
        for symmetry in (0, MIRROR_FILES, TRANSPOSE, TRANSPOSE | MIRROR_FILES):
            seen = transform(own, symmetry), transform(opp, symmetry)
            total += _on_two_boards(*seen, symmetry, row, weights.entries)
        return total

else:

    @jit
    def sum_of_patterns(own, opp, row, weights):
        """The sum of the weights of all instances, in hundredths of a disc."""
        read_states(own, opp, weights.added, weights.numbers)
        total = np.int64(0)
        for lane in range(len(INSTANCES)):
            state = OFFSETS[lane] + np.uint64(weights.numbers[lane])
            total += np.int64(weights.entries[row, state])
        return total


@jit("UniTuple(uint64, 10)(uint64, uint64, uint64, uint64)")
def counts_of(own, opp, moves, replies):
    """The entries of what is counted, in the order of COUNTS.

    `moves` are legal for the side to move, `replies` for the other side.
    """
    occupied = own | opp
    corners = _5 * np.uint64(count(moves & CORNERS)) + np.uint64(count(replies & CORNERS))
    x_squares = _5 * np.uint64(count(moves & X_SQUARES)) + np.uint64(count(replies & X_SQUARES))
    return (
        _COUNT_STARTS[0] + np.uint64(count(moves)),
        _COUNT_STARTS[1] + np.uint64(count(replies)),
        _COUNT_STARTS[2] + np.uint64(count(moves & ~replies)),
        _COUNT_STARTS[3] + np.uint64(count(replies & ~moves)),
        _COUNT_STARTS[4] + np.uint64(count(around(opp) & ~occupied)),
        _COUNT_STARTS[5] + np.uint64(count(around(own) & ~occupied)),
        _COUNT_STARTS[6] + corners,
        _COUNT_STARTS[7] + x_squares,
        _COUNT_STARTS[8] + odd_quadrants(~occupied),
        _COUNT_STARTS[9] + np.uint64(count(occupied)),
    )


@jit
def estimate(own, opp, moves, replies, weights):
    """The expected result of a position in hundredths of a disc, the game not being over.

    `moves` are legal for the side to move, `replies` for the other side.
    """
    row = weights.rows[np.uint64(count(own | opp))]
    total = sum_of_patterns(own, opp, row, weights)
    for entry in counts_of(own, opp, moves, replies):
        total += np.int64(weights.entries[row, entry])
    return min(max(total, -HIGHEST), HIGHEST)


@jitmethods
class Patterns(NamedTuple):
    """The pattern evaluation with learned weights."""

    weights: Weights

    def value(self, state):
        """The value of `state` for the side to move, in hundredths of a disc."""
        moves, replies = np.uint64(state.legal()), np.uint64(state.passed().legal())
        if moves == NONE and replies == NONE:
            return state.final()
        return estimate(state.own, state.opp, moves, replies, self.weights)
