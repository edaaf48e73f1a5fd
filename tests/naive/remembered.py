"""Cached moves, successors and static values of positions."""

import functools

from naive.search import members
from othello import evaluation
from othello.position import Position


@functools.cache
def moves_of(position: Position) -> list[int]:
    """Return the legal moves, lowest first."""
    return members(position.legal())


@functools.cache
def after(position: Position, move: int) -> Position:
    """Return the position after a move."""
    return position.play(move)


@functools.cache
def value_of(position: Position, evaluator: str) -> int:
    """Return the static value; the result if the game is over."""
    return int(evaluation.named(evaluator).value(position))
