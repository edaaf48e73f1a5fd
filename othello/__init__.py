"""The rules of Othello, its notation and its evaluation, at the speed of compiled code.

A game knows its colours, passes by itself and can take moves back.

>>> from othello import Game
>>> game = Game.from_transcript("f5d6c3")
>>> game.play("d3")
>>> game
  a b c d e f g h
1 - - - - - - - -
2 - - - - - - - -
3 - - X O - - - -
4 - - - O X - - -
5 - - - O X X - -
6 - - - O - - - -
7 - - - - - - - -
8 - - - - - - - -
black (X) 4, white (O) 4; black to move

A position is the input of a search: two bitboards, without colours or history.

>>> position = game.position.play("c4")
>>> position.over(), len(position.legal_squares())
(False, 6)
"""

from typing import TYPE_CHECKING

from othello.lazy import names_from
from othello.version import __version__

if TYPE_CHECKING:
    from othello.game import Game
    from othello.notation import parse_transcript
    from othello.openings import Opening, four_move_openings
    from othello.position import (
        PASS,
        START,
        IllegalMoveError,
        NotationError,
        Position,
        move_name,
        parse_move,
        parse_square,
        square_name,
    )

__all__ = [
    "PASS",
    "START",
    "Game",
    "IllegalMoveError",
    "NotationError",
    "Opening",
    "Position",
    "__version__",
    "four_move_openings",
    "move_name",
    "parse_move",
    "parse_square",
    "parse_transcript",
    "square_name",
]

HOMES = ("othello.position", "othello.notation", "othello.game", "othello.openings")
__getattr__, __dir__ = names_from(__name__, __all__, HOMES)
