"""Lessons on the rules and the first ideas: a position, a sentence, a task, and answers to tries.

The window teaches them; docs/strategy.md shows the same positions. Black is to move in each.

>>> lesson = lessons()[2]
>>> lesson.title, lesson.answer(3, str)
('No move: pass', 'White has no legal move after d1 and must pass. Black moves again.')
"""

import json
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from othello.files import data_folder
from othello.game import Game
from othello.notation import move_name

SHIPPED = "lessons.json"
"""The file of the lessons in the folder of the shipped data."""
CORNERS = (0, 7, 56, 63)
NOT_LEGAL = "{move} isn't legal. A move goes on an empty square and must flip at least one disc."


class Lesson(NamedTuple):
    """A lesson: texts in English, and the position after `moves`; `right` names the solutions.

    `praise` answers a right move and `fault` another legal one. They may name the `{move}`, the
    number of moves after it (`{count}`), and a `{reply}` to it: a corner or else a move that was
    not legal before, if there is one.
    """

    title: str
    group: str
    moves: str
    right: str
    idea: str
    task: str
    praise: str
    fault: str

    def game(self) -> Game:
        """Return a game that begins with the lesson's position."""
        return Game.from_board(Game.from_transcript(self.moves).board())

    def is_right(self, square: int) -> bool:
        """True if the square is a solution of the task."""
        return move_name(square) in self.right.split()

    def line(self, square: int) -> tuple[int, ...]:
        """Return a legal move with the reply that its answer names."""
        game = self.game()
        before = game.position.passed().legal_squares()
        game.play(square)
        replies = sorted(game.legal(), key=lambda move: (move not in CORNERS, move in before))
        text = self.praise if self.is_right(square) else self.fault
        return (square, *replies[: "{reply}" in text])

    def answer(self, square: int, translate: Callable[[str], str]) -> str:
        """Return the sentence about a try."""
        game, move = self.game(), move_name(square)
        if square not in game.legal():
            return translate(NOT_LEGAL).format(move=move)
        text, reply = self.praise if self.is_right(square) else self.fault, self.line(square)[-1]
        game.play(square)
        return translate(text).format(move=move, reply=move_name(reply), count=len(game.legal()))


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return the shipped lessons."""
    texts = json.loads((data_folder() / SHIPPED).read_text("utf-8"))
    return tuple(Lesson(**each) for each in texts)
