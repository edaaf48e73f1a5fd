"""The midgame's table against a bucket that is written as a list."""

import random

import numpy as np
import pytest

from othello.jit import ignore_overflow
from players.engine.endgame_table import BUSY_MARKS, new_table
from players.engine.midgame_table import (
    HIGHEST,
    LOWEST,
    UNKNOWN_MOVE,
    bucket_of,
    holds,
    lower_of,
    move_of,
    pack,
    probe,
    store,
    upper_of,
)

ENTRIES = 4


class NaiveBucket:
    """Rows of key, lower, upper, move, depth, level and age."""

    def __init__(self):
        self.rows = []

    def store(self, key, lower, upper, move, depth, level, age):
        known = next((row for row in self.rows if row[0] == key), None)
        if known is not None:
            _, low, high, known_move, known_depth, known_level, known_age = known
            if (known_depth, known_level) == (depth, level):
                if max(low, lower) <= min(high, upper):
                    lower, upper = max(low, lower), min(high, upper)
            elif known_depth >= depth and known_level >= level and known_age == age:
                return
            move = known_move if move == UNKNOWN_MOVE else move
            place = self.rows.index(known)
        elif len(self.rows) < ENTRIES:
            place = len(self.rows)
            self.rows.append(None)
        else:
            worths = [(row[6] == age, 16 * row[4] + row[5]) for row in self.rows]
            place = worths.index(min(worths))
        self.rows[place] = (key, lower, upper, move, depth, level, age)


def word(number):
    return np.uint64(number)


def told(key, table, bucket):
    """Return bounds and move of a key, or None."""
    data = word(probe(word(key), table, bucket))
    if not data:
        return None
    return int(lower_of(data)), int(upper_of(data)), int(move_of(data))


@pytest.mark.parametrize("seed", range(6))
def test_a_bucket_keeps_what_the_naive_one_keeps(seed):
    ignore_overflow()
    chance = random.Random(seed)
    table, naive = new_table(0.01, BUSY_MARKS), NaiveBucket()
    bucket = bucket_of(word(0), table)
    keys = [chance.getrandbits(64) for _ in range(3 + seed)]
    for number in range(120):
        ends = sorted(chance.choices([LOWEST, *range(-300, 300, 50), HIGHEST], k=2))
        key, move = chance.choice(keys), chance.choice([UNKNOWN_MOVE, chance.randrange(64)])
        depth, level = chance.randrange(1, 5), chance.randrange(6)
        age = 1 + number // 25
        naive.store(key, *ends, move, depth, level, age)
        numbers = (*map(np.int64, ends), word(move), np.int64(depth), np.int64(level))
        store(word(key), table, bucket, pack(*numbers, word(age)))
        known = {row[0]: row for row in naive.rows}
        for key in keys:
            row = known.get(key)
            assert told(key, table, bucket) == (row and row[1:4])
            if row:
                data = word(probe(word(key), table, bucket))
                for depth in range(1, 6):
                    for level in range(6):
                        deep, whole = row[4] >= depth, row[5] >= level
                        assert holds(data, np.int64(depth), np.int64(level)) == (deep and whole)


def test_an_entry_half_written_by_another_thread_is_ignored():
    ignore_overflow()
    table, key = new_table(0.01, BUSY_MARKS), random.Random(2).getrandbits(64)
    bucket = bucket_of(word(key), table)
    numbers = (np.int64(-5), np.int64(7), word(19), np.int64(3), np.int64(1), word(1))
    store(word(key), table, bucket, pack(*numbers))
    for part in range(2):
        torn = table.copy()
        torn[int(bucket) + part] ^= word(256)
        assert told(key, torn, bucket) is None


def test_keys_go_to_all_buckets_and_to_whole_ones():
    table = new_table(0.01, BUSY_MARKS)
    chance = random.Random(3)
    places = {int(bucket_of(word(chance.getrandbits(64)), table)) for _ in range(2000)}
    assert places == set(range(0, table.size - BUSY_MARKS, 8))
