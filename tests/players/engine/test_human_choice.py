"""The model of people's moves: its formula and its features."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import random_position

from othello.bits import squares
from othello.game import Game
from othello.position import START
from players.engine.level_player import (
    FIRST_EMPTIES,
    move_features,
    shipped_human_errors,
)
from players.move_values import MoveValue

CORNERS = {0, 7, 56, 63}
PEOPLE = st.floats(100, 2400)


def values_of(position, seed):
    """Scores made up for the moves of a position."""
    chance = np.random.default_rng(seed)
    moves = squares(position.legal())
    return [MoveValue(move, int(chance.integers(-2000, 2000)), False, (move,)) for move in moves]


def by_hand(errors, position, values, rating):
    """The chances of moves, written from the formula, move by move."""
    empties = int(position.plies_left())
    phase = max(number for number, first in enumerate(FIRST_EMPTIES) if empties >= first)
    care, skill, choice, bend, replies, turned, corner = (part[phase] for part in errors)
    surely = math.exp(care + skill * (rating - 1500) / 400 + choice * math.log(len(values)))
    best = max(value.score for value in values)
    weights = []
    for value in values:
        after = position.play(value.move)
        lost = (best - value.score) / 100
        appeal = -bend * math.log(1 + lost / bend)
        appeal += replies * len(squares(after.legal()))
        appeal += turned * (len(squares(after.opp)) - len(squares(position.own)) - 1)
        appeal += corner * (value.move in CORNERS)
        weights.append(math.exp(surely * appeal))
    return [weight / sum(weights) for weight in weights]


@given(st.integers(0, 10_000), PEOPLE)
def test_probabilities_equal_the_formula(seed, rating):
    errors, position = shipped_human_errors(), random_position(seed)
    values = values_of(position, seed)
    found = errors.probabilities(position, values, rating)
    assert found == pytest.approx(by_hand(errors, position, values, rating))
    assert found.sum() == pytest.approx(1)


def test_features_of_moves():
    rows = "-OOX----", "-" * 8, "XO------", "-" * 32, "-------O", " X"
    seen = move_features(Game.from_board("".join(rows)).position, [0, 18])
    assert seen.tolist() == [[0, 1], [2, 1], [1, 0]]


@given(PEOPLE, PEOPLE)
def test_stronger_players_lose_less(first, second):
    weak, strong = sorted((first, second))
    errors = shipped_human_errors()
    moves = squares(START.legal())
    values = [MoveValue(move, -300 * n, False, (move,)) for n, move in enumerate(moves)]

    def lost(rating):
        return float(np.dot(errors.probabilities(START, values, rating), [0, 3, 6, 9]))

    assert lost(strong) <= lost(weak) + 1e-9
