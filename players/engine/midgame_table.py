"""The midgame's table: bounds of values by depth and selectivity, shared by threads without locks.

A bucket is one cache line of eight words, four entries of two: the position's hash mixed with the
data, and the data. An entry of which two threads wrote one word each is taken for none (Hyatt and
Mann 2002, "A lockless transposition-table implementation"). Of a position only the hash of 64 bits
is kept: of 10**9 questions to a full table one in 10**10 would be answered for another position.
"""

import numpy as np

from othello.bits import NONE, ONE
from othello.jit import jit
from players.engine.endgame_table import UNKNOWN_MOVE

WORST = 1 << 15
"""Added to bounds, in hundredths of a disc, so that they are kept as whole numbers from 0."""
LOWEST, HIGHEST = -WORST + 1, WORST - 1
"""The bounds of what is not known."""

_BUCKET_SHIFT, _INDEX_SHIFT = np.uint64(3), np.uint64(20)
_BOUND, _BYTE, _FOUR = np.uint64(0xFFFF), np.uint64(255), np.uint64(15)
_UPPER_SHIFT, _MOVE_SHIFT, _DEPTH_SHIFT = np.uint64(16), np.uint64(32), np.uint64(40)
_LEVEL_SHIFT, _AGE_SHIFT = np.uint64(48), np.uint64(56)
_UNKNOWN = np.uint64(UNKNOWN_MOVE)
_DEPTH_AND_LEVEL = (_BYTE << _DEPTH_SHIFT) | (_FOUR << _LEVEL_SHIFT)
_ENTRIES = 4
_TWO = np.uint64(2)
_AGE_WORTH = 1 << 12
"""What an entry of another search is worth less, beside 16 for each ply of depth."""


@jit("uint64(uint64, uint64[::1])")
def bucket_of(key, words):
    """The place of the first word of the bucket of a hash."""
    return ((key >> _INDEX_SHIFT) << _BUCKET_SHIFT) & np.uint64(words.size - 1)


@jit("uint64(uint64, uint64[::1], uint64)")
def probe(key, words, bucket):
    """What is known of the position with this hash, as one word; 0 for nothing."""
    for entry in range(_ENTRIES):
        place = bucket + _TWO * np.uint64(entry)
        data = words[place + ONE]
        if words[place] ^ data == key and data != NONE:
            return data
    return NONE


@jit("int64(uint64)")
def lower_of(data):
    """The lower bound of what is known."""
    return np.int64(data & _BOUND) - WORST


@jit("int64(uint64)")
def upper_of(data):
    """The upper bound of what is known."""
    return np.int64((data >> _UPPER_SHIFT) & _BOUND) - WORST


@jit("uint64(uint64)")
def move_of(data):
    """The move that was best, or UNKNOWN_MOVE."""
    return (data >> _MOVE_SHIFT) & _BYTE


@jit("boolean(uint64, int64, int64)")
def holds(data, depth, level):
    """Whether the bounds are those of a search at least so deep and at most so selective."""
    deep = np.int64((data >> _DEPTH_SHIFT) & _BYTE) >= depth
    return deep and np.int64((data >> _LEVEL_SHIFT) & _FOUR) >= level


@jit("uint64(int64, int64, uint64, int64, int64, uint64)")
def pack(lower, upper, move, depth, level, age):
    """What is known of a position as one word.

    Its value at this depth and selectivity lies from `lower` to `upper`; `move` was best; `age`,
    1 to 255, numbers the search.
    """
    data = np.uint64(lower + WORST) | (np.uint64(upper + WORST) << _UPPER_SHIFT)
    data |= (move << _MOVE_SHIFT) | (np.uint64(depth) << _DEPTH_SHIFT)
    return data | (np.uint64(level) << _LEVEL_SHIFT) | (age << _AGE_SHIFT)


@jit("int64(uint64, uint64)")
def _worth(data, age):
    """What an entry is worth keeping, more for deeper ones of this search; empty ones least."""
    if data == NONE:
        return -2 * _AGE_WORTH
    worth = 16 * np.int64((data >> _DEPTH_SHIFT) & _BYTE)
    worth += np.int64((data >> _LEVEL_SHIFT) & _FOUR)
    return worth if data >> _AGE_SHIFT == age else worth - _AGE_WORTH


@jit("uint64(uint64, uint64)")
def _joined(data, known):
    """`data` with the bounds known before, unless selective searches contradict each other."""
    lower, upper = max(lower_of(data), lower_of(known)), min(upper_of(data), upper_of(known))
    if lower > upper:
        return data
    bounds = np.uint64(lower + WORST) | (np.uint64(upper + WORST) << _UPPER_SHIFT)
    return bounds | ((data >> _MOVE_SHIFT) << _MOVE_SHIFT)


@jit("void(uint64, uint64[::1], uint64, uint64)")
def store(key, words, bucket, data):
    """Keep what `pack` made of the position with this hash.

    What is known of a deeper or less selective search of this age stays; with equal ones both
    bounds hold together. Otherwise the entry worth least makes room.
    """
    place, least = bucket, np.int64(1 << 30)
    depth, level = (data >> _DEPTH_SHIFT) & _BYTE, (data >> _LEVEL_SHIFT) & _FOUR
    for entry in range(_ENTRIES):
        here = bucket + _TWO * np.uint64(entry)
        known = words[here + ONE]
        if words[here] ^ known == key and known != NONE:
            place = here
            if holds(known, np.int64(depth), np.int64(level)):
                if (known ^ data) & _DEPTH_AND_LEVEL == NONE:
                    data = _joined(data, known)
                elif (known ^ data) >> _AGE_SHIFT == NONE:
                    return
            if move_of(data) == _UNKNOWN:
                data ^= (_UNKNOWN ^ move_of(known)) << _MOVE_SHIFT
            break
        worth = _worth(known, data >> _AGE_SHIFT)
        if worth < least:
            place, least = here, worth
    words[place] = key ^ data
    words[place + ONE] = data
