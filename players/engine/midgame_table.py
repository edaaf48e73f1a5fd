"""The midgame's transposition table: bounds by depth and selectivity, shared without locks.

A bucket is one cache line with four entries of two words: the hash XORed with the data, and the
data. An entry half written by another thread matches no hash (Hyatt and Mann 2002, "A lockless
transposition-table implementation"). Only the 64-bit hash of a position is kept: a probe of
a full table of n entries returns another position's entry with probability n / 2**64: 2e-13 for
2**22 entries.
"""

import numpy as np

from othello.bits import NONE, ONE
from othello.jit import jit
from players.engine.endgame_table import BUSY_MARKS, UNKNOWN_MOVE

BOUND_OFFSET = 1 << 15
"""Added to bounds, in hundredths of a disc, so that they are stored as unsigned numbers."""
LOWEST, HIGHEST = -BOUND_OFFSET + 1, BOUND_OFFSET - 1
"""Bounds that say nothing."""

_BUCKET_SHIFT, _INDEX_SHIFT = np.uint64(3), np.uint64(20)
_BOUND, _BYTE, _NIBBLE = np.uint64(0xFFFF), np.uint64(255), np.uint64(15)
_UPPER_SHIFT, _MOVE_SHIFT, _DEPTH_SHIFT = np.uint64(16), np.uint64(32), np.uint64(40)
_SELECTIVITY_SHIFT, _AGE_SHIFT = np.uint64(48), np.uint64(56)
_UNKNOWN = np.uint64(UNKNOWN_MOVE)
_DEPTH_AND_SELECTIVITY = (_BYTE << _DEPTH_SHIFT) | (_NIBBLE << _SELECTIVITY_SHIFT)
_ENTRIES = 4
_TWO = np.uint64(2)
_OLD_PENALTY = 1 << 12
"""Penalty for an entry of another search; a ply of depth is worth 16."""


@jit("uint64(uint64, uint64[::1])")
def bucket_of(key, table):
    """Return the index of the first word of a hash's bucket, from its higher bits."""
    return ((key >> _INDEX_SHIFT) << _BUCKET_SHIFT) & np.uint64(table.size - BUSY_MARKS - 1)


@jit("uint64(uint64, uint64[::1], uint64)")
def probe(key, table, bucket):
    """Return the data of a hash; 0 if it is not in the table."""
    for entry in range(_ENTRIES):
        word = bucket + _TWO * np.uint64(entry)
        data = table[word + ONE]
        if table[word] ^ data == key and data != NONE:
            return data
    return NONE


@jit("int64(uint64)")
def lower_of(data):
    """Return the lower bound in an entry's data."""
    return np.int64(data & _BOUND) - BOUND_OFFSET


@jit("int64(uint64)")
def upper_of(data):
    """Return the upper bound in an entry's data."""
    return np.int64((data >> _UPPER_SHIFT) & _BOUND) - BOUND_OFFSET


@jit("uint64(uint64)")
def move_of(data):
    """Return the best move in an entry's data, or UNKNOWN_MOVE."""
    return (data >> _MOVE_SHIFT) & _BYTE


@jit("boolean(uint64, int64, int64)")
def holds(data, depth, selectivity):
    """True if the bounds come from a search at least as deep and at most as selective."""
    deep = np.int64((data >> _DEPTH_SHIFT) & _BYTE) >= depth
    return deep and np.int64((data >> _SELECTIVITY_SHIFT) & _NIBBLE) >= selectivity


@jit("uint64(int64, int64, uint64, int64, int64, uint64)")
def pack(lower, upper, move, depth, selectivity, age):
    """Pack an entry's data: bounds at a depth and selectivity, best move, age (1 to 255)."""
    data = np.uint64(lower + BOUND_OFFSET) | (np.uint64(upper + BOUND_OFFSET) << _UPPER_SHIFT)
    data |= (move << _MOVE_SHIFT) | (np.uint64(depth) << _DEPTH_SHIFT)
    return data | (np.uint64(selectivity) << _SELECTIVITY_SHIFT) | (age << _AGE_SHIFT)


@jit("int64(uint64, uint64)")
def _worth(data, age):
    """Return the value of keeping an entry: depth and age count, empty entries least."""
    if data == NONE:
        return -2 * _OLD_PENALTY
    worth = 16 * np.int64((data >> _DEPTH_SHIFT) & _BYTE)
    worth += np.int64((data >> _SELECTIVITY_SHIFT) & _NIBBLE)
    return worth if data >> _AGE_SHIFT == age else worth - _OLD_PENALTY


@jit("uint64(uint64, uint64)")
def _merged(data, old):
    """Return `data` with its bounds cut to the old ones; `data` if selective searches disagree."""
    lower, upper = max(lower_of(data), lower_of(old)), min(upper_of(data), upper_of(old))
    if lower > upper:
        return data
    bounds = np.uint64(lower + BOUND_OFFSET) | (np.uint64(upper + BOUND_OFFSET) << _UPPER_SHIFT)
    return bounds | ((data >> _MOVE_SHIFT) << _MOVE_SHIFT)


@jit("void(uint64, uint64[::1], uint64, uint64)")
def store(key, table, bucket, data):
    """Store what `pack` made for a hash.

    An entry of the position and of the same age stays if it is at least as deep and at most as
    selective. If both are equal, at any age, the bounds merge. Otherwise the position's own entry
    is replaced, or the entry of least worth if it has none.
    """
    victim, least = bucket, np.int64(1 << 30)
    depth, selectivity = (data >> _DEPTH_SHIFT) & _BYTE, (data >> _SELECTIVITY_SHIFT) & _NIBBLE
    for entry in range(_ENTRIES):
        word = bucket + _TWO * np.uint64(entry)
        old = table[word + ONE]
        if table[word] ^ old == key and old != NONE:
            victim = word
            if holds(old, np.int64(depth), np.int64(selectivity)):
                if (old ^ data) & _DEPTH_AND_SELECTIVITY == NONE:
                    data = _merged(data, old)
                elif (old ^ data) >> _AGE_SHIFT == NONE:
                    return
            # Without a move of its own, the entry keeps the old one.
            if move_of(data) == _UNKNOWN:
                data ^= (_UNKNOWN ^ move_of(old)) << _MOVE_SHIFT
            break
        worth = _worth(old, data >> _AGE_SHIFT)
        if worth < least:
            victim, least = word, worth
    table[victim] = key ^ data
    table[victim + ONE] = data
