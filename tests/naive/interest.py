"""Slow and obvious interest search on sets of squares, without window and table."""

import math
from typing import NamedTuple

from naive.search import members, successors

NEAR = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column]
CORNERS = {0, 7, 56, 63}


def neighbours(square: int) -> set[int]:
    """Squares next to a square."""
    row, column = divmod(square, 8)
    places = [(row + down, column + right) for down, right in NEAR]
    return {8 * r + c for r, c in places if 0 <= r < 8 and 0 <= c < 8}


def on_rim(square: int) -> bool:
    row, column = divmod(square, 8)
    return row in (0, 7) or column in (0, 7)


def anchored(discs: set[int]) -> set[int]:
    """Discs in unbroken runs along the edges from own corners."""
    found = discs & CORNERS
    for corner in list(found):
        for step in (1, -1, 8, -8):
            square = corner + step
            while square in neighbours(square - step) and square in discs and on_rim(square):
                found.add(square)
                square += step
                if not 0 <= square < 64:
                    break
    return found


def edge_sum(own: set[int], opp: set[int], table) -> int:
    """Value of the four edges, square by square."""
    top = [0, 1, 2, 3, 4, 5, 6, 7, 9, 14]
    turned = [8 * (square % 8) + square // 8 for square in top]
    edges = [top, [square ^ 56 for square in top], turned, [square ^ 7 for square in turned]]
    total = 0
    for squares in edges:
        digits = [1 if square in own else 2 if square in opp else 0 for square in squares]
        total += int(table[sum(digit * 3**place for place, digit in enumerate(digits))])
    return total


def own_terms(state, move, child, table) -> dict[str, int]:
    """Terms of a move that need neither other moves nor memory."""
    own, opp = set(members(state.own)), set(members(state.opp))
    empty = set(range(64)) - own - opp
    after = set(members(child.opp))
    flipped = opp & after
    replies = len(members(child.legal()))
    row, column = divmod(move, 8)
    quadrant = {s for s in empty if (s // 8 > 3, s % 8 > 3) == (row > 3, column > 3)}
    beside = neighbours(move) & CORNERS & empty
    diagonal = bool(beside) and (row in (1, 6) and column in (1, 6))
    around = set().union(*map(neighbours, flipped)) & empty - {move}
    after_opp = set(members(child.own))
    return {
        "corner": move in CORNERS,
        "replies": replies,
        "pass": replies == 0,
        "quiet": not around,
        "parity": len(quadrant) % 2,
        "stable": len(anchored(after)) - len(anchored(own)),
        "x_square": diagonal,
        "c_square": bool(beside) and not diagonal,
        "edge_gain": edge_sum(after, after_opp, table) - edge_sum(own, opp, table),
    }


def similar(move: int, better: list[int]) -> bool:
    """True if a better move lies on a neighbouring square."""
    return bool(neighbours(move) & set(better))


class Model(NamedTuple):
    """The parts of a search; `utilities(state, moves)` returns the utility of each move.

    `lines` is (slope, longer, expected, other) or None; `parity` is that of plies at which lines
    end, None for all.
    """

    base: int
    scale: int
    floor: int
    utilities: object
    evaluator: object
    parity: int | None = None
    lines: object = None
    skip: bool = True


def costs(state, moves, model) -> dict[int, int]:
    """Cost of each move: base plus scaled logarithm of its probability."""
    if len(moves) == 1:
        return {moves[0]: 1}
    utility = model.utilities(state, moves)
    best = max(utility.values())
    total = best + round(
        1000 * math.log(sum(math.exp((u - best) / 1000) for u in utility.values()))
    )
    return {m: model.base + model.scale * (total - utility[m]) // 100 for m in moves}


def value(state, mine: int, theirs: int, depth: int, ply: int, model) -> int:
    """Value of `state` with budgets `mine` for the mover and `theirs` for the opponent."""
    right_side = model.parity is None or ply % 2 == model.parity
    if ply > 0 and (depth <= 0 or (mine < model.floor and right_side)):
        return int(model.evaluator.value(state))
    moves = members(state.legal())
    if not moves:
        if not successors(state):
            return int(state.final())
        return -value(state.passed(), theirs, mine, depth, ply + 1, model)
    if ply > 0 and model.lines:
        slope, longer, expected, other = model.lines
        sign = -1 if ply % 2 else 1
        static = int(model.evaluator.value(state))
        away = abs(static - sign * (expected if right_side else other))
        left = mine - model.floor + (0 if right_side else longer)
        if left < slope * away // 100:
            return static if right_side else static + sign * (expected - other)
    child_side = model.parity is None or (ply + 1) % 2 == model.parity
    nothing = theirs < model.floor or (mine < model.floor and ply > 0)
    if depth <= 1 or (child_side and nothing):
        return max(-int(model.evaluator.value(state.play(move))) for move in moves)
    price = costs(state, moves, model)
    cheapest = min(price.values())
    found = []
    for move in moves:
        affordable = price[move] <= mine or not model.skip
        if ply == 0 or price[move] == cheapest or affordable:
            left = mine - min(mine, price[move])
            found.append(-value(state.play(move), theirs, left, depth - 1, ply + 1, model))
    return max(found)
