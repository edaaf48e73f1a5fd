import numpy as np

from othello.position import START
from players.engine.endgame_table import (
    bucket_of,
    lower_of,
    move_of,
    new_table,
    pack,
    probe,
    store,
    upper_of,
)

WORK, AGE = 9, np.uint64(1)


def kept(words, lower, upper, move):
    place = bucket_of(START.own, START.opp, words)
    data = pack(lower, upper, np.uint64(move), WORK, AGE)
    store(START.own, START.opp, words, place, data)
    data = np.uint64(probe(START.own, START.opp, words, place))
    return int(lower_of(data)), int(upper_of(data)), int(move_of(data))


def test_both_bounds_are_kept_and_narrowed():
    words = new_table(0.01)
    assert kept(words, -64, 8, 19) == (-64, 8, 19)
    assert kept(words, 2, 64, 26) == (2, 8, 26)


def test_an_unknown_position_has_no_data():
    words = new_table(0.01)
    assert probe(START.own, START.opp, words, bucket_of(START.own, START.opp, words)) == 0


def test_an_entry_of_two_writers_is_not_believed():
    words = new_table(0.01)
    kept(words, -64, 8, 19)
    place = int(bucket_of(START.own, START.opp, words))
    for part in range(3):
        torn = words.copy()
        torn[place + part] ^= np.uint64(256)
        assert probe(START.own, START.opp, torn, np.uint64(place)) == 0
