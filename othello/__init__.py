"""The rules of Othello, its notation and its evaluation, at the speed of compiled code.

A game knows its colours, passes by itself and can be taken back.

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

A position is what a search looks at: two words, without colours or history.

>>> position = game.position.play(game.legal()[0])
>>> bool(position.over())
False
"""

from othello.game import Game, IllegalMoveError
from othello.notation import (
    NotationError,
    move_name,
    parse_move,
    parse_square,
    parse_transcript,
    square_name,
)
from othello.openings import Opening, four_move_openings
from othello.position import PASS, START, Position
from othello.version import __version__

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
