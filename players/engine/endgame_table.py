"""The solver's tables: what was proven of positions, for threads without locks.

A bucket of eight words, one cache line, holds two entries of three words: the side to move's
discs, the other side's, and the data. Both words of discs are kept mixed with
the data, so that an entry of which two threads wrote parts is never
taken for one (Hyatt and Mann 2002, "A lockless transposition-table implementation").
The whole position is kept: two are never taken for each other.

What is known of few empty squares is asked for most often, and lies in a small table of each
thread's own that stays in the processor's cache; threads share the large one.

The first entry of a bucket keeps what cost the most work, the second what came last.
Only what holds for the exact result is stored; estimates have a table of their own, the hints.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE
from othello.jit import COMPILED, intrinsic, ir, jit, overload, types

WORDS = 8
"""The words of a bucket."""
BUCKET_BYTES = 8 * WORDS
_HASH_OWN, _HASH_OPP = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_HASH_LAST = np.uint64(0xD6E8FEB86659FD93)
_MIX_OWN, _MIX_OPP = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_HALF = np.uint64(32)
_1, _2, _3, _4, _5 = (np.uint64(place) for place in (1, 2, 3, 4, 5))
_BUCKET_SHIFT = np.uint64(3)

BYTE = np.uint64(255)
UPPER_SHIFT, MOVE_SHIFT = np.uint64(8), np.uint64(16)
WORK_SHIFT, AGE_SHIFT = np.uint64(24), np.uint64(32)
BUCKETS_A_NODE = 200
"""With fewer nodes than a table has so many buckets, a new table costs less than clearing it."""
WHOLE = 64
"""Added to bounds, so that they are kept as whole numbers from 0."""
UNKNOWN_MOVE = 64
"""Stands where a move would, if none is known."""
_UNKNOWN = np.uint64(UNKNOWN_MOVE)


def _prefetch(words, place):
    """Nothing: only machine code fetches ahead."""


if COMPILED:

    @intrinsic
    def _fetch(typing_context, words, place):
        """LLVM's prefetch of an element of an array, for reading, to be kept near."""

        def generate(context, builder, signature, arguments):
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer()] + [number] * 3)
            name = "llvm.prefetch.p0i8"
            function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
            data = builder.extract_value(arguments[0], 4)
            address = builder.gep(data, [arguments[1]])
            byte = builder.bitcast(address, ir.IntType(8).as_pointer())
            builder.call(function, [byte, number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(words, types.uint64), generate

    @overload(_prefetch)
    def _overload_prefetch(words, place):
        return lambda words, place: _fetch(words, place)


@jit("uint64(uint64, uint64, uint64[::1])")
def bucket_of(own, opp, words):
    """The place of the first word of a position's bucket."""
    mixed = own * _HASH_OWN + opp * _HASH_OPP
    mixed = (mixed ^ (mixed >> _HALF)) * _HASH_LAST
    mixed ^= mixed >> _HALF
    return (mixed << _BUCKET_SHIFT) & np.uint64(words.size - 1)


@jit("void(uint64[::1], uint64)")
def prefetch(words, bucket):
    """Ask for a bucket that will be read soon."""
    _prefetch(words, bucket)


@jit("uint64(uint64, uint64, uint64[::1], uint64)")
def probe(own, opp, words, bucket):
    """What is known of a position, as one word; 0 for nothing."""
    data = words[bucket + _2]
    if words[bucket] ^ (data * _MIX_OWN) == own and words[bucket + _1] ^ (data * _MIX_OPP) == opp:
        return data
    data = words[bucket + _5]
    if (
        words[bucket + _3] ^ (data * _MIX_OWN) == own
        and words[bucket + _4] ^ (data * _MIX_OPP) == opp
    ):
        return data
    return NONE


@jit("int64(uint64)")
def lower_of(data):
    """The lower bound of what is known."""
    return np.int64(data & BYTE) - WHOLE


@jit("int64(uint64)")
def upper_of(data):
    """The upper bound of what is known."""
    return np.int64((data >> UPPER_SHIFT) & BYTE) - WHOLE


@jit("uint64(uint64)")
def move_of(data):
    """The move that was best, or UNKNOWN_MOVE."""
    return (data >> MOVE_SHIFT) & BYTE


@jit("void(uint64[::1], uint64, uint64, uint64, uint64)")
def _write(words, place, own, opp, data):
    """Write an entry."""
    words[place] = own ^ (data * _MIX_OWN)
    words[place + _1] = opp ^ (data * _MIX_OPP)
    words[place + _2] = data


@jit("uint64(int64, int64, uint64, int64, uint64)")
def pack(lower, upper, move, work, age):
    """What is known of a position as one word: its result lies from `lower` to `upper`.

    `move` was best, `work` is the logarithm of what it cost, `age`, 1 to 255, numbers the problem.
    """
    data = np.uint64(lower + WHOLE) | (np.uint64(upper + WHOLE) << UPPER_SHIFT)
    return data | (move << MOVE_SHIFT) | (np.uint64(work) << WORK_SHIFT) | (age << AGE_SHIFT)


@jit("uint64(uint64, uint64)")
def _joined(data, known):
    """`data` with the bounds, and where it has no move with the move, known before."""
    lower, upper = max(lower_of(data), lower_of(known)), min(upper_of(data), upper_of(known))
    move = move_of(known) if move_of(data) == _UNKNOWN else move_of(data)
    bounds = np.uint64(lower + WHOLE) | (np.uint64(upper + WHOLE) << UPPER_SHIFT)
    return bounds | (move << MOVE_SHIFT) | ((data >> WORK_SHIFT) << WORK_SHIFT)


@jit("void(uint64, uint64, uint64[::1], uint64, uint64)")
def store(own, opp, words, bucket, data):
    """Keep what `pack` made, and what was known before.

    Entries of another problem make room first.
    """
    known = probe(own, opp, words, bucket)
    if known != NONE:
        data = _joined(data, known)
    first = words[bucket + _2]
    if words[bucket] ^ (first * _MIX_OWN) == own and words[bucket + _1] ^ (first * _MIX_OPP) == opp:
        _write(words, bucket, own, opp, data)
        return
    other_problem = first >> AGE_SHIFT != data >> AGE_SHIFT
    if known == NONE and (other_problem or first >> WORK_SHIFT <= data >> WORK_SHIFT):
        words[bucket + _3] = words[bucket]
        words[bucket + _4] = words[bucket + _1]
        words[bucket + _5] = first
        _write(words, bucket, own, opp, data)
        return
    _write(words, bucket + _3, own, opp, data)


class EndgameTables(NamedTuple):
    """The table that threads share, and a thread's own for few empty squares; see `new_table`."""

    large: np.ndarray
    small: np.ndarray


def new_table(megabytes: float) -> np.ndarray:
    """An empty table of at most so many megabytes, a power of two: uint64, cache lines whole."""
    buckets = 1 << max(4, int(megabytes * 2**20 / BUCKET_BYTES).bit_length() - 1)
    room = np.zeros((buckets + 1) * WORDS, np.uint64)
    start = -room.ctypes.data // 8 % WORDS
    return room[start : start + buckets * WORDS]


def cleared(words: np.ndarray, nodes: int) -> np.ndarray:
    """The table `words`, cleared in place, or a new one of its size if few `nodes` wrote to it.

    The system clears new memory as it is taken, so that a search of ten milliseconds would wait
    for it half of the time; but clearing in place takes all of the memory.
    """
    if BUCKETS_A_NODE * nodes * WORDS < words.size:
        return new_table(words.nbytes / 2**20)
    words[:] = 0
    return words
