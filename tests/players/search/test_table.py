import random

import pytest
from naive.tables import Claim, OnePosition
from samples import random_position

from othello.jit import jit
from players.protocol import EXACT, LOWER, UPPER
from players.search.bounds import INFINITY
from players.search.table import NO_MOVE, NoTable, new_table


@jit
def probe(table, state, depth):
    return table.probe(state, depth)


@jit
def store(table, state, depth, score, bound, move, estimated=0):
    table.store(state, depth, score, bound, move, estimated)


STATE = random_position(3)
UNKNOWN = (-INFINITY, INFINITY, NO_MOVE, 0, 0)


def test_both_bounds_are_kept_and_tighten():
    table = new_table(4)
    store(table, STATE, 5, 10, LOWER, 7)
    store(table, STATE, 5, 40, UPPER, 8)
    assert probe(table, STATE, 5) == (10, 40, 8, 0, 0)
    store(table, STATE, 5, 5, LOWER, 9)
    assert probe(table, STATE, 5) == (10, 40, 9, 0, 0)
    store(table, STATE, 5, 20, EXACT, 9)
    assert probe(table, STATE, 5) == (20, 20, 9, 0, 0)


@pytest.mark.parametrize("seed", range(40))
def test_table_matches_the_naive_table(seed):
    """Scores so close that they meet, pass by one and contradict; depths that come and go."""
    chance, table, naive = random.Random(seed), new_table(4), OnePosition()
    for _ in range(30):
        depth = chance.choice((3, 3, 3, 4))
        claim = Claim(
            chance.randint(-3, 3), chance.choice((UPPER, EXACT, LOWER)), chance.randint(0, 1)
        )
        move = chance.randrange(64)
        store(table, STATE, depth, claim.score, claim.bound, move, claim.estimated)
        naive.store(depth, claim, move)
        for asked in (2, 3, 4, 5):
            low, high = naive.bounds(asked)
            found = probe(table, STATE, asked)
            assert (found.lower, found.lower_estimated) == low
            assert (found.upper, found.upper_estimated) == high
            assert found.move == move


def test_another_position_in_the_slot_is_not_taken_for_this_one():
    table = new_table(1)
    others = [random_position(seed) for seed in range(20)]
    for other in others:
        store(table, other, 3, 1, EXACT, 2)
    found = sum(probe(table, other, 3) != UNKNOWN for other in set(others))
    assert 1 <= found <= 2


def test_a_cleared_table_and_no_table_know_nothing():
    table = new_table(4)
    store(table, STATE, 5, 10, EXACT, 7)
    table.clear()
    assert probe(table, STATE, 5) == UNKNOWN
    store(NoTable(), STATE, 5, 10, EXACT, 7)
    assert probe(NoTable(), STATE, 5) == UNKNOWN


@pytest.mark.parametrize("bits", [0, -1, 29])
def test_an_impossible_size_is_refused(bits):
    with pytest.raises(ValueError, match="a table has"):
        new_table(bits)
