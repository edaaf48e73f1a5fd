import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import rules as naive
from naive import stability
from naive.search import members
from samples import random_position
from strategies import positions

from othello import symmetry
from othello.jit import COMPILED
from othello.position import START, Position
from othello.stability import stable_discs

GAMES = 20 if COMPILED else 8


def stable_of(position: Position) -> naive.Discs:
    return naive.discs(stable_discs(position.own, position.opp))


@pytest.mark.parametrize("seed", range(GAMES))
def test_stable_discs_agree_with_the_naive_ones(seed):
    for position in naive.random_game(seed):
        assert stable_of(Position(*position.words())) == stability.stable_discs(position)


@given(positions())
def test_stable_discs_turn_with_the_board(position):
    stable = np.uint64(stable_discs(position.own, position.opp))
    for number in range(symmetry.SYMMETRIES):
        turned = symmetry.image(position, number)
        assert stable_discs(turned.own, turned.opp) == symmetry.transform(stable, number)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_stable_disc_never_turns(seed, playout):
    position = random_position(seed)
    chance = random.Random(playout)
    began, own, opp = position, *(naive.discs(word) for word in position)
    stable = stable_of(position)
    turned = False
    while not position.over():
        moves = members(position.legal())
        position = position.play(chance.choice(moves)) if moves else position.passed()
        turned = not turned
    if turned:
        position = position.passed()
    assert stable & own <= naive.discs(position.own)
    assert stable & opp <= naive.discs(position.opp)
    assert began.over() or stable_of(began) <= stable_of(position)


def test_no_disc_of_the_start_is_stable():
    assert stable_discs(*START) == 0
