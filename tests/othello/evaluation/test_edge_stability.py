import random

import numpy as np
import pytest
from naive import edges
from naive.features import parse_edge

from othello.evaluation.edge_stability import edge_stability_table

STATES = 3**10
POWERS = 3 ** np.arange(10)
DIGITS = np.arange(STATES)[:, None] // POWERS % 3
MIRROR = [7, 6, 5, 4, 3, 2, 1, 0, 9, 8]

ORDERINGS = [  # the better edge of each pair first
    ("-XXXXXX- --", "-XXXXX-- --"),  # balanced six, unbalanced five: Lee and Mahajan 1990
    ("--XXXX-- --", "-XX-XX-- --"),  # room for a wedge between the discs
    ("--XXXX-- --", "-XXXX--- --"),
    ("--XXXX-- --", "---XX--- --"),
    ("XX------ --", "-X------ --"),
    ("X------- --", "--X----- --"),
    ("XXXX---- --", "X------- --"),
    ("XXXXXX-- --", "XXX----- --"),
    ("X------X --", "X------- --"),
    ("XXXXXXXX --", "XXXXXXXO --"),
    ("XXXXXXXO --", "OXXXXXXO --"),
    ("-XXXXXX- --", "-XXXXXX- X-"),
    ("-XXXXXX- O-", "-XXXXXX- --"),
    ("-XXXXX-- --", "-XXXXX-- -X"),
    ("X------- X-", "-------- X-"),  # an X-square beside an own corner costs little
]
EMPTY = "-------- --"
BAD = ["-------- X-", "-X------ --", "-XX-XX-- --", "-X----X- --", "-XXXXXX- X-", "OXXXXXX- --"]
GOOD = ["--XXXX-- --", "-XXXXXX- --", "--X----- --", "X------- --", "XOOOOOO- --", "---XX--- O-"]
ORDERINGS += [*((EMPTY, bad) for bad in BAD), *((good, EMPTY) for good in GOOD)]


@pytest.fixture(scope="module")
def table():
    return edge_stability_table()


def state_text(digits):
    """A state of naive_edges from digits in the order of the table."""
    text = "".join("-XO"[digit] for digit in digits)
    return text[:-2], text[-2:]


def test_colours_swapped_negate(table):
    assert np.array_equal(table[(-DIGITS % 3) @ POWERS], -table)


def test_a_mirror_image_is_worth_the_same(table):
    assert np.array_equal(table[DIGITS[:, MIRROR] @ POWERS], table)


def test_the_empty_edge_is_worth_nothing(table):
    assert table[0] == 0


@pytest.mark.parametrize(("better", "worse"), ORDERINGS)
def test_textbook_edges_are_in_order(table, better, worse):
    assert table[parse_edge(better)] > table[parse_edge(worse)]


def test_the_short_edge_agrees_with_the_naive_recursion_everywhere():
    short = edge_stability_table(4)
    for index, value in enumerate(short):
        state = state_text([index // 3**square % 3 for square in range(6)])
        assert abs(edges.thousandths(state) - value) <= 0.5 + 1e-6


@pytest.mark.parametrize("seed", range(3))
def test_edges_of_few_empty_squares_agree_with_the_naive_recursion(table, seed):
    chance = random.Random(seed)
    for _ in range(20):
        digits = [chance.choice((1, 2)) for _ in range(10)]
        for square in chance.sample(range(10), 4):
            digits[square] = 0
        value = table[int(np.array(digits) @ POWERS)]
        assert abs(edges.thousandths(state_text(digits)) - value) <= 0.5 + 1e-6
