"""Lessons on the rules and the first ideas: a position, one sentence, one task, and answers.

The window teaches them; docs/strategy.md shows the same positions. Black is to move in each.

>>> lesson = LESSONS[2]
>>> lesson.title, lesson.answer(parse_square("d1"), str)
('No move: pass', 'White has no legal move after d1 and must pass. Black moves again.')
"""

from collections.abc import Callable
from typing import NamedTuple

from othello.game import Game
from othello.notation import move_name

CORNERS = (0, 7, 56, 63)
NOT_LEGAL = "{move} isn't legal. A move goes on an empty square and must flip at least one disc."


class Lesson(NamedTuple):
    """A lesson: texts in English, the position after `moves`, and the squares that are `right`.

    `praise` answers a right move and `fault` another legal one. They may name the `{move}`, the
    number of moves after it (`{count}`), and a `{reply}` to it: a corner or else a move that was
    not legal before, if there is one.
    """

    title: str
    idea: str
    task: str
    right: tuple[str, ...]
    praise: str
    fault: str
    moves: str = ""

    def game(self) -> Game:
        """Return the game with the lesson's position, without the moves that led to it."""
        return Game.from_board(Game.from_transcript(self.moves).board())

    def is_right(self, square: int) -> bool:
        """True if the square is a solution of the task."""
        return move_name(square) in self.right

    def _text(self, square: int) -> str:
        """Return the answer to a try, with placeholders."""
        if self.is_right(square):
            return self.praise
        return self.fault if square in self.game().legal() else NOT_LEGAL

    def line(self, square: int) -> tuple[int, ...]:
        """Return a try with the reply that its answer names; () for an illegal move."""
        game = self.game()
        if square not in game.legal():
            return ()
        before = game.position.passed().legal_squares()
        game.play(square)
        replies = sorted(game.legal(), key=lambda move: (move not in CORNERS, move in before))
        return (square, *replies[: "{reply}" in self._text(square)])

    def answer(self, square: int, translate: Callable[[str], str]) -> str:
        """Return the sentence about a try."""
        names, line, game = {"move": move_name(square)}, self.line(square), self.game()
        if line:
            game.play(square)
        names["reply"] = move_name(line[-1]) if line else ""
        return translate(self._text(square)).format(**names, count=len(game.legal()))


RULES = (
    Lesson(
        "A move that flips",
        "A move encloses opposing discs in a straight line between the new disc and another of your"
        " own. They all flip to your colour.",
        "You are Black. Click a square where you enclose a white disc.",
        ("d3", "c4", "f5", "e6"),
        "The white disc between your two has flipped. After each move your opponent has a turn.",
        "",
    ),
    Lesson(
        "Several directions",
        "A move flips every line that it encloses: across, up and down, and diagonally.",
        "One move here flips discs in six directions. Find it.",
        ("c5",),
        "Six lines flip at once. The arrows show them.",
        "{move} flips fewer lines. Try the empty square with white discs almost all around it.",
        "f5f4f3d6c4g5f6d3h6b4c7d7e7f8c3b3c2e2d2e3e1c1a3a4c6e6a5b5f7b6",
    ),
    Lesson(
        "No move: pass",
        "If you have no legal move you pass, and your opponent plays again. If you have one you"
        " must move.",
        "Find the move after which White has to pass.",
        ("d1",),
        "White has no legal move after {move} and must pass. Black moves again.",
        "After {move} White can still move, for example to {reply}.",
        "e6d6c4f6c7c6c5b6d7e3b5b3a6d8e8f8e7a4a5c8a3b4b2a2a1b1c3b7c2c1",
    ),
    Lesson(
        "The end of the game",
        "The game ends when neither side can move. Whoever has more discs wins.",
        "Black is behind, 26 discs to 36, with two squares left. Find the move that still wins.",
        ("f8",),
        "White can't move, so Black plays {reply} too and wins 34–30. Only the final count"
        " matters.",
        "After {move} White takes the last square, {reply}, and wins 33–31.",
        "c4e3f2c6f4f3g3b3f6e6e7g4f5e2h4f1d3d2c1d1c2h5h6h3h2e8c3c5g5b4d7g6d6d8h7g7a3a2a5g2a4a6b5b6"
        "h8b1g1b2a7a8c7f7c8b7g8b8a1h1",
    ),
)
STRATEGY = (
    Lesson(
        "Corners",
        "A disc in a corner can never be flipped, and discs of its colour next to it along the edge"
        " are safe too.",
        "Black can take a corner. Find the move.",
        ("a8",),
        "{move} is yours to the end of the game, and the edge can grow from there.",
        "{move} leaves the corner a8 empty. Take it while you can.",
        "f5d6c3g5c6c5b6e3e6d7f6d3c4b5b4c7b3c2c8a3d8f7e2e1a4a7a5d2a2a6",
    ),
    Lesson(
        "X-squares",
        "The X-squares b2, b7, g2 and g7 touch a corner diagonally. A disc there often gives that"
        " corner away.",
        "Three of Black's five moves give White a corner. Find one that doesn't.",
        ("h5", "h6"),
        "{move} gives White no corner. Stay off an X-square while its corner is empty.",
        "{move} is an X-square: White takes the corner {reply}.",
        "e6d6c6f4d3e7g3c2f7c5b6f6f5g5g6c4f3e3d7b5f2c3a4e2d1e1d2c1h4a6g4f1a5a3b4h3h2a7b3h7",
    ),
    Lesson(
        "C-squares",
        "The C-squares touch a corner along the edge. Discs there can be attacked from the other"
        " side, and then the corner falls.",
        "White's discs on the bottom edge reach the C-square b8. Attack them along the edge.",
        ("e8",),
        "Whatever White plays now, Black can take the corner a8 next.",
        "{move} doesn't threaten the corner a8. Attack from the other end of White's row.",
        "f5f4g3e6f7d6e3f2c5b6d2h4c6d7b5f6c8b4c4f8a5d3a6d8c2e7a4a3h2e2f3c7c3b8",
    ),
    Lesson(
        "Mobility",
        "Mobility is the number of moves you can choose from. A player who runs short of moves has"
        " to play bad ones.",
        "Find the move that leaves White only three moves.",
        ("a4",),
        "White has only three moves now, and Black would have eight.",
        "{move} leaves White {count} moves. Another move leaves only three.",
        "e6d6c6d7c5b4e8b6b5f4f5f6a6d8c8c4a3a5",
    ),
    Lesson(
        "Quiet moves",
        "A quiet move gives the opponent no new move. It flips few discs, away from empty squares.",
        "Find the move that gives White nothing new to play.",
        ("g4",),
        "{move} flips one disc with no empty square around it. White gets no new move.",
        "{move} isn't quiet: it opens {reply} to White.",
        "e6f6f5f4g5g6g3d6e7e8d8c8h6f3c6h3",
    ),
    Lesson(
        "Parity",
        "Near the end the last move in each region counts. Start regions with an odd number of"
        " squares, and let your opponent start the even ones.",
        "There are three regions: f1, b1 with c2, and h7 with h8. Find the only move that wins.",
        ("f1",),
        "Only pairs are left. White has to start one, and Black wins.",
        "{move} starts a pair. White takes the other square of it and wins.",
        "f5d6c3f4d7c5b6e3d3a7f3g5f6g2b4b5h4g4g3c4h1e6e7f7c6c8g8a4a6a5a3a2c7d8e8h5h6g6g7b3b7a8b8f8"
        "b2a1h3f2e2h2c1d2e1d1g1",
    ),
)
LESSONS = RULES + STRATEGY
