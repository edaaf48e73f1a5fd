"""How an edge of the board fills up: its squares, the moves on it and how likely each is.

An edge here is a row of `length` squares, even and 8 on a real board, with its two
X-squares. Its `digits` (int8[length + 2]) are 0 empty, 1 the mover's, 2 the other side's:
first the squares along the edge, then the X-square beside square 0, then the other one.
"""

import math

import numpy as np

from othello.jit import jit

EMPTY, OWN, OPP = 0, 1, 2
CORNER, C_SQUARE, A_SQUARE, B_SQUARE, X_SQUARE = range(5)

CORNER_WORTH = 5
"""What a corner counts on a full edge; any other disc counts 1.

Least squares of the final margin on the discs of full edges gave 8.4 discs for a
corner and 1.0 to 2.2 for another square (115,627 full edges of 40,000 games; the
games are those of LEGALITY).
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

A row for each kind of square (corner, C, A, B, X); its columns: the constant, then what
is added for a full edge (in proportion below), for each own and each opposing disc
beside the square on the edge, and for an own and an opposing X-square beside it.

Logistic regression on all positions of 80,000 games of a three-ply search of mobility
and corners (8 to 12 random plies first, 3 % random moves later). The use of such
probabilities is that of Rosenbloom 1982 and of Lee and Mahajan 1990; the numbers are ours.
`python -m othello.evaluation.measure_edges` measures them anew in any learning run's games.
"""

X_FLIP = np.array([[0.98, 0.85], [0.80, 0.65], [0.25, 0.55], [0.00, 0.00]])
"""float64[4, 2]: the share of moves that flip the opposing X-square beside them.

A row for each kind of edge square; columns: flipping no edge disc, flipping some.
Counted in the games of LEGALITY.
"""


@jit
def kind_of(square, length):
    """The kind of square: CORNER, C_SQUARE, A_SQUARE, B_SQUARE (all inner ones) or X_SQUARE."""
    if square >= length:
        return X_SQUARE
    return min(square, length - 1 - square, B_SQUARE)


@jit
def x_square_of(square, length):
    """The X-square on the same half of the edge as an edge square; an X-square's is itself."""
    if square >= length:
        return square
    return length if 2 * square < length else length + 1


@jit
def _is_beside(square, other, length):
    """Whether the edge square `other` touches `square`, which may be an X-square."""
    if square < length:
        return abs(square - other) == 1
    return other < 3 if square == length else other >= length - 3


@jit
def legality(digits, square):
    """The probability that the mover can play `square`, where it would flip no edge disc."""
    length = len(digits) - 2
    weights = LEGALITY[kind_of(square, length)]
    log_odds = weights[0]
    for other in range(length):
        disc = digits[other]
        if disc != EMPTY:
            log_odds += weights[1] / length
            if _is_beside(square, other, length):
                log_odds += weights[1 + disc]
    if square < length:
        disc = digits[x_square_of(square, length)]
        if disc != EMPTY:
            log_odds += weights[3 + disc]
    return 1.0 / (1.0 + math.exp(-log_odds))


@jit
def flipped_along(digits, square, step):
    """How many discs the mover flips along the edge in one direction, `step` 1 or -1.

    None from an X-square.
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
    """Whether no square along the edge is empty."""
    empties = 0
    for square in range(len(digits) - 2):
        empties += int(digits[square] == EMPTY)
    return empties == 0


@jit
def full_worth(digits):
    """The worth of a full edge for the mover, in discs: X-squares count nothing."""
    length = len(digits) - 2
    worth = 0.0
    for square in range(length):
        weight = CORNER_WORTH if kind_of(square, length) == CORNER else 1
        worth += weight if digits[square] == OWN else -weight
    return worth
