"""Worth of an edge of the board: a table over its states, by probabilistic minimax.

The state of an edge is its eight squares and two X-squares, 3^10 in all. Only a full edge has a
static worth. Any other is worth the expected value of its moves, best first, each with the
probability that it is legal. The side to move has the first choice and may decline it; then the
other side may do so, too. If both decline, one side is forced to move in the end: the two forced
values are averaged, weighted by each side's expected moves. The table holds the average over both
sides having the first choice.

An edge here is a row of `length` squares, even and 8 on a real board, with its two X-squares. Its
`digits` (int8[length + 2]) are 0 for empty, 1 for the mover, 2 for the other side. The squares
along the edge come first, then the X-square next to square 0, then the other X-square.

Source: Rosenbloom 1982 (IAGO); Lee and Mahajan 1990, "The development of a world class
Othello program" (BILL: full edges alone are evaluated statically).
"""

import math
from typing import NamedTuple

import numpy as np

from othello.evaluation.lines import EDGE_LENGTH, EMPTY, OPP, OWN
from othello.jit import jit

CORNER, C_SQUARE, A_SQUARE, B_SQUARE, X_SQUARE = range(5)

CORNER_WEIGHT = 5
"""Weight of a corner on a full edge; any other disc counts 1.

Least squares of the final margin on the discs of full edges gave 8.4 discs for a corner and 1.0 to
2.2 for another square (115,627 full edges of 40,000 games; the games are those of LEGALITY).
"""

LEGALITY = np.array(
    [
        [-5.49, 1.13, 0.21, 0.11, 0.54, 5.42],
        [-2.79, 2.31, -0.09, 0.63, 0.34, 2.22],
        [-2.27, 2.61, -0.40, 1.49, 0.57, 1.33],
        [-1.96, 4.07, -0.63, 1.30, 0.00, 0.00],
        [-1.34, 2.16, 0.10, 0.50, 0.00, 0.00],
    ]
)
"""float64[5, 6], log-odds: that a move which flips no edge disc is legal for the side to move.

A row for each kind of square (corner, C, A, B, X). Columns: the constant; the addition for a full
edge (in proportion below); for each own and each opposing disc next to the square on the edge; for
an own and an opposing disc on the adjacent X-square.

Logistic regression on all positions of 80,000 games of a three-ply search of mobility
and corners (8 to 12 random plies first, 3 % random moves later). The use of such
probabilities is that of Rosenbloom 1982 and of Lee and Mahajan 1990; the numbers are ours.
"""

X_FLIP = np.array([[0.98, 0.85], [0.80, 0.65], [0.25, 0.55], [0.00, 0.00]])
"""float64[4, 2]: the share of moves that flip an opposing disc on the adjacent X-square.

A row for each kind of edge square; columns: flipping no edge disc, flipping some.
Counted in the games of LEGALITY.
"""

BEST_EDGE = 1000
"""The largest entry of the table, by definition of its unit."""

CERTAIN_MOVE = 0.5
"""Share in the expected moves of a move that flips an edge disc; others add their probability.

It is less than one: such a move is played by choice rather than by force.
"""

FORCED_POWER = 2
"""Exponent of the weights by which a side is forced to move: expected moves ** FORCED_POWER.

The more moves on the edge a side can expect, the likelier it has to play there. Both constants were
judged by the results of edges in 60,000 games like those of LEGALITY. Root mean square error of the
table in thousandths, over all states met and over those with corners and X-squares empty: with
equal weights 92 and 115, with powers 1 and 2 of plain probabilities 72 and 75, 68 and 64, with
these constants 73 and 59.
"""


@jit
def kind_of(square, length):
    """Return CORNER, C_SQUARE, A_SQUARE, B_SQUARE (all inner ones) or X_SQUARE."""
    if square >= length:
        return X_SQUARE
    return min(square, length - 1 - square, B_SQUARE)


@jit
def x_square_of(square, length):
    """Return the X-square on the same half of the edge as a square; an X-square itself."""
    if square >= length:
        return square
    return length if 2 * square < length else length + 1


@jit
def is_beside(square, other, length):
    """True if the edge square `other` touches `square`, which may be an X-square."""
    if square < length:
        return abs(square - other) == 1
    return other < 3 if square == length else other >= length - 3


@jit
def legality(digits, square):
    """Return the probability that `square` is legal for the mover if it flips no edge disc."""
    length = len(digits) - 2
    weights = LEGALITY[kind_of(square, length)]
    log_odds = weights[0]
    for other in range(length):
        disc = digits[other]
        if disc != EMPTY:
            log_odds += weights[1] / length
            if is_beside(square, other, length):
                log_odds += weights[1 + disc]
    if square < length:
        disc = digits[x_square_of(square, length)]
        if disc != EMPTY:
            log_odds += weights[3 + disc]
    return 1.0 / (1.0 + math.exp(-log_odds))


@jit
def flipped_along(digits, square, step):
    """Return the number of discs that the mover flips along the edge in direction `step`, 1 or -1.

    It is 0 from an X-square.
    """
    length = len(digits) - 2
    if square >= length:
        return 0
    place = square + step
    flipped = 0
    while 0 <= place < length and digits[place] == OPP:
        place += step
        flipped += 1
    return flipped if 0 <= place < length and digits[place] == OWN else 0


@jit
def is_full(digits):
    """True if no square along the edge is empty."""
    empties = 0
    for square in range(len(digits) - 2):
        empties += int(digits[square] == EMPTY)
    return empties == 0


@jit
def full_worth(digits):
    """Return the worth of a full edge for the mover, in discs; X-squares do not count."""
    length = len(digits) - 2
    worth = 0.0
    for square in range(length):
        weight = CORNER_WEIGHT if kind_of(square, length) == CORNER else 1
        worth += weight if digits[square] == OWN else -weight
    return worth


class _States(NamedTuple):
    """All states of an edge, by index.

    digits: int8[states, squares], see the module. swapped: int64, the state with colours
    exchanged. worth: float64, for the side with the first choice, in discs of a full edge.
    """

    digits: np.ndarray
    swapped: np.ndarray
    worth: np.ndarray


class _Moves(NamedTuple):
    """The values of the moves in a state, best first, and their probabilities.

    Both are float64[squares]; the first ones, as many as there are empty squares, are valid.
    """

    scores: np.ndarray
    chances: np.ndarray


@jit
def _score(states, index, square, left, right):
    """Return the value of playing `square` for the mover; the other side then has first choice.

    left, right: the number of discs that it flips along the edge in each direction. If it may flip
    an opposing X-square too, the value is the mean over both cases.
    """
    child = index + 3**square
    for place in range(square - left, square + right + 1):
        if place != square:
            child -= 3**place
    score = -states.worth[states.swapped[child]]
    digits = states.digits[index]
    x_square = x_square_of(square, len(digits) - 2)
    if digits[x_square] != OPP:
        return score
    share = X_FLIP[kind_of(square, len(digits) - 2), min(left + right, 1)]
    return (1.0 - share) * score - share * states.worth[states.swapped[child - 3**x_square]]


@jit
def _list_moves(states, index, moves):
    """Write the moves of a state to `moves`; return their number."""
    digits = states.digits[index]
    size = 0
    for square in range(len(digits)):
        if digits[square] != EMPTY:
            continue
        left = flipped_along(digits, square, np.int64(-1))
        right = flipped_along(digits, square, np.int64(1))
        chance = 1.0 if left + right > 0 else legality(digits, square)
        score = _score(states, index, square, left, right)
        place = size
        while place > 0 and moves.scores[place - 1] < score:
            moves.scores[place] = moves.scores[place - 1]
            moves.chances[place] = moves.chances[place - 1]
            place -= 1
        moves.scores[place], moves.chances[place] = score, chance
        size += 1
    return size


@jit
def _chosen(moves, size, floor):
    """Return the value of the choice among moves, or of declining it for `floor`."""
    value = 0.0
    unmade = 1.0
    for place in range(size):
        if moves.scores[place] <= floor:
            break
        value += unmade * moves.chances[place] * moves.scores[place]
        unmade *= 1.0 - moves.chances[place]
    return value + unmade * floor


@jit
def _forced(moves, size):
    """Return the value of a forced move, and the expected number of moves.

    The value is that of the best legal move, given that one is legal.
    """
    value = 0.0
    unmade = 1.0
    expected = 0.0
    for place in range(size):
        chance = moves.chances[place]
        value += unmade * chance * moves.scores[place]
        unmade *= 1.0 - chance
        expected += CERTAIN_MOVE if chance == 1.0 else chance
    return value / (1.0 - unmade), expected


@jit
def _settled(ours, our_size, theirs, their_size):
    """Return the value of a state in which both sides decline, so that one is forced to move."""
    our_value, our_moves = _forced(ours, our_size)
    their_value, their_moves = _forced(theirs, their_size)
    our_weight = our_moves**FORCED_POWER
    their_weight = their_moves**FORCED_POWER
    return (our_weight * our_value - their_weight * their_value) / (our_weight + their_weight)


@jit
def _fill_worths(states, order, ours, theirs):
    """Compute the worth of the states in `order`, fullest first; return their number.

    `ours` and `theirs` are buffers for the moves of both sides.
    """
    for index in order:
        if is_full(states.digits[index]):
            states.worth[index] = full_worth(states.digits[index])
            continue
        our_size = _list_moves(states, index, ours)
        their_size = _list_moves(states, states.swapped[index], theirs)
        settled = _settled(ours, our_size, theirs, their_size)
        states.worth[index] = _chosen(ours, our_size, -_chosen(theirs, their_size, -settled))
    return len(order)


def edge_stability_table(length: int = EDGE_LENGTH) -> np.ndarray:
    """Return the worth of each edge state for its own side: int16[3 ** (length + 2)].

    In thousandths of the best edge, -1000 to 1000. The table is exactly antisymmetric in the
    colours and symmetric under reflection of the edge, so the empty edge has 0. `length` is even;
    others than 8 are for tests.
    """
    size = length + 2
    powers = 3 ** np.arange(size)
    digits = (np.arange(3**size)[:, None] // powers % 3).astype(np.int8)
    swapped = (-digits % 3) @ powers
    mirrored = digits[:, [*range(length - 1, -1, -1), length + 1, length]] @ powers
    order = np.argsort(-np.count_nonzero(digits, axis=1), kind="stable")
    states = _States(digits, swapped, np.zeros(3**size))
    _fill_worths(states, order, *(_Moves(np.zeros(size), np.zeros(size)) for _ in range(2)))
    worth = (states.worth - states.worth[swapped]) / 2
    worth = (worth + worth[mirrored]) / 2
    return np.rint(worth * (BEST_EDGE / np.abs(worth).max())).astype(np.int16)
