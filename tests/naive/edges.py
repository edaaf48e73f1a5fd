"""The worth of an edge, slowly: a recursion over strings such as "-XO-" with two X-squares.

Shares the measured constants with the table that it judges, and no code. X is the
side to move.
"""

import math
from functools import cache

from othello.evaluation.edge_stability import (
    CERTAIN_MOVE,
    CORNER_WEIGHT,
    FORCED_POWER,
    LEGALITY,
    X_FLIP,
)

COLOURS = str.maketrans("XO", "OX")


def swapped(state):
    return tuple(part.translate(COLOURS) for part in state)


def mirrored(state):
    return tuple(part[::-1] for part in state)


def _replace(text, place, disc):
    return text[:place] + disc + text[place + 1 :]


def _kind(length, place):
    """The row of a square in the tables of constants: corner 0, C 1, A 2, inner 3."""
    return min(place, length - 1 - place, 3)


def _probability(row, row_discs, beside, x_square):
    constant, full, own, opp, x_own, x_opp = LEGALITY[row]
    exponent = constant + full * sum(disc != "-" for disc in row_discs) / len(row_discs)
    exponent += own * beside.count("X") + opp * beside.count("O")
    exponent += {"X": x_own, "O": x_opp, "-": 0.0}[x_square]
    return math.exp(exponent) / (1 + math.exp(exponent))


def _after(row, place):
    """The row once X has played `place`, flips made."""
    left, right = row[:place], row[place + 1 :]
    run = len(left) - len(left.rstrip("O"))
    if left.rstrip("O").endswith("X"):
        left = left[: len(left) - run] + "X" * run
    run = len(right) - len(right.lstrip("O"))
    if right.lstrip("O").startswith("X"):
        right = "X" * run + right[run:]
    return f"{left}X{right}"


def moves(state):
    """(value, probability) of every move of X, best first."""
    row, x_squares = state
    found = []
    for side, disc in enumerate(x_squares):
        if disc == "-":
            near = row[:3] if side == 0 else row[-3:]
            child = (row, _replace(x_squares, side, "X"))
            found.append((-first_choice(swapped(child)), _probability(4, row, near, "-")))
    for place, disc in enumerate(row):
        if disc == "-":
            found.append(_edge_move(row, x_squares, place))
    return sorted(found, reverse=True)


def _edge_move(row, x_squares, place):
    kind, side = _kind(len(row), place), int(place >= len(row) // 2)
    child = _after(row, place)
    flips = child != _replace(row, place, "X")
    beside = row[max(place - 1, 0) : place] + row[place + 1 : place + 2]
    probability = 1.0 if flips else _probability(kind, row, beside, x_squares[side])
    value = -first_choice(swapped((child, x_squares)))
    if x_squares[side] == "O":
        share = X_FLIP[kind, int(flips)]
        turned = -first_choice(swapped((child, _replace(x_squares, side, "X"))))
        value = share * turned + (1 - share) * value
    return value, probability


def mean_of_best(options):
    """The mean of the best option that exists, when each exists with its probability.

    Options are (value, probability), best first, and one of them is certain.
    """
    (value, probability), *others = options
    if not others or probability == 1:
        return value
    return probability * value + (1 - probability) * mean_of_best(others)


def choice(options, floor):
    return mean_of_best([option for option in options if option[0] > floor] + [(floor, 1.0)])


def forced(options):
    """The mean of the best option, given that one exists."""
    none = math.prod(1 - probability for _, probability in options)
    return mean_of_best([*options, (0.0, 1.0)]) / (1 - none)


def pressure(options):
    expected = sum(CERTAIN_MOVE if chance == 1 else chance for _, chance in options)
    return expected**FORCED_POWER


@cache
def first_choice(state):
    """The worth of a state for X, who may move first, in discs of a full edge."""
    row, _ = state
    if "-" not in row:
        weights = [CORNER_WEIGHT if place in (0, len(row) - 1) else 1 for place in range(len(row))]
        return sum(w if disc == "X" else -w for w, disc in zip(weights, row, strict=True))
    ours, theirs = moves(state), moves(swapped(state))
    sides = pressure(ours), pressure(theirs)
    settled = (sides[0] * forced(ours) - sides[1] * forced(theirs)) / sum(sides)
    return choice(ours, -choice(theirs, -settled))


def thousandths(state):
    """The worth of a state, whoever is to move, in thousandths of a full edge of X."""
    full = first_choice(("X" * len(state[0]), "--"))
    return 500 * (first_choice(state) - first_choice(swapped(state))) / full
