"""Othello for PettingZoo.

An action is a square, 0 (a1) to 63 (h8), or 64, the pass: a pass is an action that its side has to
take, where it is the only one.
"""

import numpy as np

from othello.bits import squares
from othello.position import Position

PASS_ACTION = 64
ACTIONS = 65


def legal_actions(position: Position) -> list[int]:
    """The actions of the side to move, ascending; none where the game is over."""
    if position.over():
        return []
    return squares(position.legal()) or [PASS_ACTION]


def after(position: Position, action: int) -> Position:
    """The position after a legal action."""
    return position.passed() if action == PASS_ACTION else position.play(action)


def planes(position: Position) -> np.ndarray:
    """The discs of the side to move and of the other side, 1 where one lies: (2, 8, 8), int8."""
    words = np.array([position.own, position.opp], dtype="<u8")
    return np.unpackbits(words.view(np.uint8), bitorder="little").reshape(2, 8, 8).astype(np.int8)
