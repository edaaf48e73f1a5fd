"""The solver's transposition tables: proven bounds, shared by threads without locks.

A bucket is one cache line with two entries of three words: own discs, opponent's discs, data. Both
boards are XORed with the data, so that an entry half written by another thread matches no position
(Hyatt and Mann 2002, "A lockless transposition-table implementation"). The whole position is kept:
there are no collisions. The first entry of a bucket keeps the most expensive position, the second
the latest one.

Positions with few empty squares are probed most often. They have a small table for each thread,
which stays in the processor's cache. Only exact bounds are stored; the selective pass has a table
of its own, the hints.

Source of `claim`: Weill 1996, "The ABDADA distributed minimax search algorithm", simplified.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE
from othello.jit import COMPILED, intrinsic, ir, jit, step, types
from othello.position import mixed

WORDS = 8
"""Words of 64 bits in a bucket."""
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
"""A search of fewer nodes than buckets divided by this gets a new table, not a cleared one.

The system clears new memory page by page as it is used, which suits short searches.
"""
BUCKETS_FOR_A_NODE = 32
"""Buckets used for each node of a move's limit: a game of thirty moves fills at most half of them.

A small part stays in the processor's cache, and clearing it takes less time than fresh memory.
"""
BUSY_MARKS = 1024
"""Marks of positions that threads are searching; see `claim`."""
BOUND_OFFSET = 64
"""Added to bounds, so that they are stored as unsigned numbers."""
UNKNOWN_MOVE = 64
"""Move of an entry without a move."""
_UNKNOWN = np.uint64(UNKNOWN_MOVE)


if COMPILED:

    @intrinsic
    def _fetch(typing_context, table, place):
        """LLVM's prefetch of an array element, for reading, with the highest locality."""

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

        return types.void(table, types.uint64), generate

    @jit("void(uint64[::1], uint64)")
    def prefetch(table, bucket):
        """Prefetch a bucket that will be probed soon."""
        _fetch(table, bucket)

else:

    def prefetch(table, bucket):
        """Do nothing: only compiled code prefetches."""


@jit("uint64(uint64, uint64, uint64[::1])")
def bucket_of(own, opp, table):
    """Return the index of the first word of a position's bucket."""
    key = own * _HASH_OWN + opp * _HASH_OPP
    key = (key ^ (key >> _HALF)) * _HASH_LAST
    key ^= key >> _HALF
    return (key << _BUCKET_SHIFT) & np.uint64(table.size - 1)


@jit("uint64(uint64, uint64, uint64[::1], uint64)")
def probe(own, opp, table, bucket):
    """Return the data of a position; 0 if it is not in the table."""
    data = table[bucket + _2]
    if table[bucket] ^ (data * _MIX_OWN) == own and table[bucket + _1] ^ (data * _MIX_OPP) == opp:
        return data
    data = table[bucket + _5]
    if (
        table[bucket + _3] ^ (data * _MIX_OWN) == own
        and table[bucket + _4] ^ (data * _MIX_OPP) == opp
    ):
        return data
    return NONE


@jit("int64(uint64)")
def lower_of(data):
    """Return the lower bound in an entry's data."""
    return np.int64(data & BYTE) - BOUND_OFFSET


@jit("int64(uint64)")
def upper_of(data):
    """Return the upper bound in an entry's data."""
    return np.int64((data >> UPPER_SHIFT) & BYTE) - BOUND_OFFSET


@jit("uint64(uint64)")
def move_of(data):
    """Return the best move in an entry's data, or UNKNOWN_MOVE."""
    return (data >> MOVE_SHIFT) & BYTE


@jit("void(uint64[::1], uint64, uint64, uint64, uint64)")
def _write(table, place, own, opp, data):
    """Write an entry."""
    table[place] = own ^ (data * _MIX_OWN)
    table[place + _1] = opp ^ (data * _MIX_OPP)
    table[place + _2] = data


@jit("uint64(int64, int64, uint64, int64, uint64)")
def pack(lower, upper, move, work, age):
    """Pack an entry's data: bounds in discs, best move, logarithm of the cost, age (1 to 255)."""
    data = np.uint64(lower + BOUND_OFFSET) | (np.uint64(upper + BOUND_OFFSET) << UPPER_SHIFT)
    return data | (move << MOVE_SHIFT) | (np.uint64(work) << WORK_SHIFT) | (age << AGE_SHIFT)


@jit("uint64(uint64, uint64)")
def _merged(data, old):
    """Return `data` with the bounds of the old entry too, and its move if `data` has none."""
    lower, upper = max(lower_of(data), lower_of(old)), min(upper_of(data), upper_of(old))
    move = move_of(old) if move_of(data) == _UNKNOWN else move_of(data)
    bounds = np.uint64(lower + BOUND_OFFSET) | (np.uint64(upper + BOUND_OFFSET) << UPPER_SHIFT)
    return bounds | (move << MOVE_SHIFT) | ((data >> WORK_SHIFT) << WORK_SHIFT)


@jit("void(uint64, uint64, uint64[::1], uint64, uint64)")
def store(own, opp, table, bucket, data):
    """Store what `pack` made, merged with the old entry; replace other problems' entries first."""
    old = probe(own, opp, table, bucket)
    if old != NONE:
        data = _merged(data, old)
    first = table[bucket + _2]
    if table[bucket] ^ (first * _MIX_OWN) == own and table[bucket + _1] ^ (first * _MIX_OPP) == opp:
        _write(table, bucket, own, opp, data)
        return
    other_problem = first >> AGE_SHIFT != data >> AGE_SHIFT
    if old == NONE and (other_problem or first >> WORK_SHIFT <= data >> WORK_SHIFT):
        table[bucket + _3] = table[bucket]
        table[bucket + _4] = table[bucket + _1]
        table[bucket + _5] = first
        _write(table, bucket, own, opp, data)
        return
    _write(table, bucket + _3, own, opp, data)


@jit("uint64(uint64, uint64)")
def busy_mark(own, opp):
    """Return the mark of a position that a thread is searching."""
    return mixed(own ^ (opp * np.uint64(0x9E3779B97F4A7C15)))


@step
def claim(own, opp, may_wait, marks):
    """Mark a position as being searched; False if another thread has it and this move may wait."""
    mark = busy_mark(own, opp)
    place = mark & np.uint64(marks.size - 1)
    if may_wait and marks[place] == mark:
        return False
    marks[place] = mark
    return True


@step
def release(own, opp, marks):
    """Remove the mark of a position."""
    marks[busy_mark(own, opp) & np.uint64(marks.size - 1)] = NONE


class EndgameTables(NamedTuple):
    """The table that threads share, and a thread's own for few empty squares; see `new_table`."""

    large: np.ndarray
    small: np.ndarray


def new_table(megabytes: float, more: int = 0) -> np.ndarray:
    """Return an empty table, uint64 aligned to cache lines.

    Its size is a power of two, and `more` words behind it.
    """
    buckets = 1 << max(4, int(megabytes * 2**20 / BUCKET_BYTES).bit_length() - 1)
    words = buckets * WORDS + more
    room = np.zeros(words + WORDS, np.uint64)
    start = -room.ctypes.data // 8 % WORDS
    return room[start : start + words]


def part_for(table: np.ndarray, nodes: int | None) -> np.ndarray:
    """Return the part of a table that searches of `nodes` nodes use; all of it for None."""
    if nodes is None:
        return table
    size = _power_of_two(table)
    needed = WORDS << (BUCKETS_FOR_A_NODE * nodes).bit_length()
    return table[size - min(size, needed) :]


def _power_of_two(table: np.ndarray) -> int:
    """Return the size of a table without the words behind it."""
    return 1 << table.size.bit_length() - 1


def cleared(table: np.ndarray, nodes: int, limit: int | None) -> np.ndarray:
    """Clear the part of a table that searches of at most `limit` nodes use, and return the table.

    If that is all of it and few `nodes` wrote to it, return a new table of its size.
    """
    part = part_for(table, limit)
    if part.size == table.size and BUCKETS_A_NODE * nodes * WORDS < table.size:
        size = _power_of_two(table)
        return new_table(8 * size / 2**20, table.size - size)
    part[:] = 0
    return table
