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

import importlib
from typing import TYPE_CHECKING, Any

from othello.version import __version__

if TYPE_CHECKING:
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

_HOMES = {
    "PASS": "position",
    "START": "position",
    "Game": "game",
    "IllegalMoveError": "game",
    "NotationError": "notation",
    "Opening": "openings",
    "Position": "position",
    "four_move_openings": "openings",
    "move_name": "notation",
    "parse_move": "notation",
    "parse_square": "notation",
    "parse_transcript": "notation",
    "square_name": "notation",
}


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first asked for.

    Kernels compile when their modules are imported: the window, which lies in
    this package, shows itself first.
    """
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
