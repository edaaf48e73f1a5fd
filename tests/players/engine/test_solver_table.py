"""The solver's table against a bucket that is written as two rows."""

import random

import numpy as np
import pytest

from othello.jit import ignore_overflow
from othello.position import START
from players.engine.endgame_table import (
    UNKNOWN_MOVE,
    bucket_of,
    lower_of,
    move_of,
    new_table,
    pack,
    probe,
    store,
    upper_of,
)


class NaiveBucket:
    """Two rows of position, lower, upper, move, work and age: the costliest, then the latest."""

    def __init__(self):
        self.rows = [None, None]

    def get(self, position):
        return next((row for row in self.rows if row and row[0] == position), None)

    def store(self, position, lower, upper, move, work, age):
        known = self.get(position)
        if known:
            lower, upper = max(lower, known[1]), min(upper, known[2])
            move = known[3] if move == UNKNOWN_MOVE else move
        row, first = (position, lower, upper, move, work, age), self.rows[0]
        if first and first[0] == position:
            self.rows[0] = row
        elif known:
            self.rows[1] = row
        elif first is None or first[5] != age or first[4] <= work:
            self.rows = [row, first]
        else:
            self.rows[1] = row


@pytest.mark.parametrize("seed", range(4))
def test_a_bucket_keeps_what_the_naive_one_keeps(seed):
    ignore_overflow()
    chance, bucket = random.Random(seed), np.uint64(8)
    table, naive = new_table(0.01), NaiveBucket()
    owns, opps = [chance.getrandbits(64) for _ in range(2)], [chance.getrandbits(64) for _ in "ab"]
    places = [(own, opp) for own in owns for opp in opps]
    for number in range(150):
        own, opp = chance.choice(places)
        result = 2 * (places.index((own, opp)) - 2)
        ends = chance.choice([(-64, result), (result, 64), (result, result)])
        move, work = chance.choice([UNKNOWN_MOVE, chance.randrange(64)]), chance.randrange(9, 14)
        age = (254, 255, 1)[number // 50]
        naive.store((own, opp), *ends, move, work, age)
        numbers = (*map(np.int64, ends), np.uint64(move), np.int64(work), np.uint64(age))
        store(np.uint64(own), np.uint64(opp), table, bucket, np.uint64(pack(*numbers)))
        for position in places:
            data = np.uint64(probe(*map(np.uint64, position), table, bucket))
            known = naive.get(position)
            assert bool(data) == bool(known)
            if known:
                told = (int(lower_of(data)), int(upper_of(data)), int(move_of(data)))
                assert told == known[1:4]


def test_an_entry_half_written_by_another_thread_is_ignored():
    table = new_table(0.01)
    bucket = bucket_of(START.own, START.opp, table)
    store(START.own, START.opp, table, bucket, pack(-64, 8, np.uint64(19), 9, np.uint64(1)))
    assert probe(START.own, START.opp, table, bucket)
    for part in range(3):
        torn = table.copy()
        torn[int(bucket) + part] ^= np.uint64(256)
        assert probe(START.own, START.opp, torn, bucket) == 0
