"""Values with barred squares against a naive search."""

import numpy as np
import pytest
from naive import rules

from othello import evaluation
from othello.position import PASS, Position
from players.move_values import MoveValue
from players.study.coach.lines import Comparison
from players.study.coach.order import ENDLESS, barred_value, explained

EVALUATOR = evaluation.named("mobility")
DEPTH = 3


def naive_value(position, depth, barred, barred_other):
    """Value for the side to move, whose barred places are played only if there is no other."""
    moves = position.legal()
    if not moves:
        if position.passed().legal():
            return -naive_value(position.passed(), depth, barred_other, barred)
        return Position(*position.words()).final()
    if depth == 0:
        return EVALUATOR.value(Position(*position.words()))
    return max(
        -naive_value(position.play(move), depth - 1, barred_other, barred)
        for move in (moves - barred or moves)
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_barred_value_is_that_of_a_naive_search(seed):
    for number, position in enumerate(rules.random_game(seed)):
        if number % 4 or position.over():
            continue
        barred = {(row, (row + number) % 8) for row in range(8)}
        other = {(row, (3 * row + number) % 8) for row in range(8)}
        words = [np.uint64(sum(1 << rules.square(each) for each in s)) for s in (barred, other)]
        found = barred_value(
            Position(*position.words()),
            *(EVALUATOR, DEPTH, -ENDLESS, ENDLESS, *words),
            np.zeros((DEPTH + 1, 64), np.int64),
        )
        assert found == naive_value(position, DEPTH, barred, other)


def test_a_pass_explains_nothing():
    start = Position(0x0000000810000000, 0x0000001008000000)
    moves = (MoveValue(move, 0, False, (move,)) for move in start.legal_squares()[:2])
    assert explained(Comparison(start, *moves), (PASS,), of_other=True) == 0
