"""How a position was reached: engines are told moves, and a player is only shown positions."""

from othello.bits import squares
from othello.game import Game
from othello.position import PASS, START, Position

MOST_TRIED = 20_000
"""Positions that are looked at before a line from the start is given up."""


def followed(game: Game, position: Position) -> Game | None:
    """`game`, its side to move having made its turns, up to `position`; None if it is not reached.

    The side to move in `position` is the other one, unless it is where the game stands or stood
    before. Where that side must pass, several moves follow each other.
    """
    back = game.copy()
    while True:
        if back.position == position:
            return back
        if back.undo() is None:
            break
    return _after_turns(game, position, game.black_to_move)


def _after_turns(game: Game, position: Position, black: bool) -> Game | None:
    """The game after moves of one colour that end in `position`, the other colour to move."""
    for square in game.legal():
        later = game.copy()
        later.play(square)
        if later.position == position and later.black_to_move != black:
            return later
        if later.black_to_move == black and not later.over:
            deeper = _after_turns(later, position, black)
            if deeper is not None:
                return deeper
    return None


def line_to(position: Position) -> Game | None:
    """A game from the start that reaches `position`; None if none is found soon.

    Only squares that are taken in `position` are tried, and no position twice.
    """
    taken = int(position.own | position.opp)
    if int(START.own | START.opp) & ~taken:
        return None
    seen: set[Position] = set()

    def search(at: Position, line: tuple[int, ...]) -> tuple[int, ...] | None:
        if at == position:
            return line
        if at in seen or len(seen) > MOST_TRIED:
            return None
        seen.add(at)
        for square in squares(at.legal()):
            if taken >> square & 1:
                found = search(at.play(square), (*line, square))
                if found is not None:
                    return found
        if not squares(at.legal()) and line[-1:] != (PASS,):
            return search(at.passed(), (*line, PASS))
        return None

    moves = search(START, ())
    if moves is None:
        return None
    game = Game()
    game.play_all(moves)
    return game
