"""A game as it is shown to others: its positions, who moved, and what a review found of it."""

from collections.abc import Sequence
from typing import NamedTuple

from othello.game import Game
from othello.position import PASS
from othello.rules import SCORE_SCALE
from players.coach.mistakes import JudgedMove


class SharedPosition(NamedTuple):
    """A position of a game: the discs as words, and the move that led to it.

    `move` is None at the start; `value` is what the position is worth to black, in discs, None
    where that is not known.
    """

    black: int
    white: int
    move: int | None
    value: float | None


class SharedGame(NamedTuple):
    """A game from its start on, passes left out; `names` are black's and white's."""

    names: tuple[str, str]
    positions: tuple[SharedPosition, ...]
    judged: tuple[JudgedMove, ...]

    @property
    def score(self) -> str:
        """The discs of both sides on the last board, such as "44:20"."""
        last = self.positions[-1]
        return f"{last.black.bit_count()}:{last.white.bit_count()}"


def shared_game(
    game: Game, names: tuple[str, str] = ("", ""), judged: Sequence[JudgedMove] = ()
) -> SharedGame:
    """A game with what was found of its moves, by their numbers."""
    values = {
        move.number - 1: (move.best.score if move.black else -move.best.score) / SCORE_SCALE
        for move in judged
    }
    black = game.black_to_move == (len(game.moves) % 2 == 0)
    found: list[SharedPosition] = []
    moves: list[int | None] = [None, *game.moves]
    for position, move in zip(game.positions, moves, strict=True):
        discs = [int(word) for word in (position if black else reversed(position))]
        if move != PASS:
            value = values.get(len(found))
            if value is None and position.over():
                value = (int(position.final()) if black else -int(position.final())) / SCORE_SCALE
            found.append(SharedPosition(discs[0], discs[1], move, value))
        black = not black
    return SharedGame(names, tuple(found), tuple(judged))
