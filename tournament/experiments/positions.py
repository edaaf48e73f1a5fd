"""Games and positions that experiments start from."""

from typing import Any

from othello.bits import squares
from othello.game import Game
from othello.openings import Opening, four_move_openings


def opening_of(seed: int) -> Opening:
    """Return opening number `seed`, modulo the number of openings."""
    openings = four_move_openings()
    return openings[seed % len(openings)]


def game_of(seed: int) -> Game:
    """Return a game at the end of its opening."""
    game = Game()
    game.play_all(opening_of(seed).moves)
    return game


def able(state: Any) -> Any | None:
    """Return `state`, or the state after a necessary pass; None if the game is over."""
    if squares(state.legal()):
        return state
    passed = state.passed()
    return passed if squares(passed.legal()) else None
