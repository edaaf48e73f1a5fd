"""Training: cards are shown one after the other, and each is graded by the first try.

In opening training a person plays one side, against moves that people play or along marked lines.
"""

import math
import random
from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache

from othello.game import Game
from othello.game_tree import GameTree
from othello.notation import move_name, parse_board
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.engine.book import shipped_book
from players.engine.level_player import shipped_human_errors
from players.levels import Level
from players.move_values import MoveValue, MoveValues, sorted_values
from players.study.coach.accuracy import BEST, BLUNDER, GOOD, INACCURATE, MISTAKE, rating
from players.window.game.clocks import HUMAN, Clocks
from players.window.game.judgements import BookValues
from players.window.game.live_game import LiveGame
from players.window.thinking.analysis import SearchLimit
from players.window.thinking.exercises import Exercise, Exercises
from players.window.training.deck import (
    BEST_GRADE,
    ENDING_CARDS,
    KNOWN,
    OPENING_CARDS,
    PASSING,
    Deck,
    MarkedLine,
    TrainingCard,
    today,
)
from players.window.translation import N_, _

GRADES = {BEST: BEST_GRADE, GOOD: KNOWN, INACCURATE: PASSING - 1, MISTAKE: 1, BLUNDER: 0}
"""Grades by the rating of the first try; an inaccuracy is not remembered."""
ENDING_QUESTIONS = (
    N_("White to move. Only one move wins. Find it."),
    N_("Black to move. Only one move wins. Find it."),
)
LONGEST_OPENING = 20
"""The most moves of an opening."""
FEWEST_PLAYED = 3
"""The least number of games in which people play a move."""
PLAUSIBLE = 2.0
"""The loss, in discs, of a book move that comes e times less often than the best."""

Weights = dict[int, float]
"""Moves with their frequencies."""
QUESTIONS = (N_("What's White's best move?"), N_("What's Black's best move?"))


def grade_of(card: TrainingCard, values: MoveValues, tried: int) -> int:
    """The grade of a try, 0 to BEST_GRADE; in an ending only the winning move is right."""
    value = values.of(tried)
    lost = values.best.score - value.score if value is not None else 0
    if card.kind == ENDING_CARDS:
        return BEST_GRADE if value is not None and value.score > 0 else 0
    return GRADES[rating(lost)]


class Training(Exercises):
    """Exercises made of cards, each in a game of its own.

    A card that was not known comes again at the end, without another grade, as in SM-2. The end
    of the training restores the game before it. Only the moves `expected` are right, if any.
    """

    expected: Weights = {}
    queue: list[TrainingCard]

    def __init__(self, cards: Sequence[TrainingCard], deck: Deck, live: LiveGame) -> None:
        self.live, self.deck = live, deck
        self.grades: dict[tuple[str, str], int] = {}
        self._before = copy(live)
        super().__init__(cards)

    @property
    def card(self) -> TrainingCard:
        """The card shown."""
        return self.queue[self.index]

    def _start(self, game: Game) -> None:
        """Show the game of a card, which is never saved."""
        self.live.start(game, ("", ""), (HUMAN, HUMAN))
        self._number = self.live.number
        self.live.training_games.add(self._number)
        self._graded_now = False

    def _exercise(self, card: TrainingCard) -> Exercise:
        """Show the game of a card before the move that was played there, if one was."""
        game = card.game()
        if card.move is not None:
            game.play(card.move)
        self._start(game)
        wins = card.kind == ENDING_CARDS
        question = ENDING_QUESTIONS[parse_board(card.board)[1]] if wins else ""
        return Exercise(0, self.live.steps[0], card.lost, card.exact, question, wins)

    def look(self, values: MoveValues | None) -> None:
        """Grade the first try once its value is known; in an ending, once it is exact."""
        if self._graded_now or self.tried is None or values is None:
            return
        value = values.of(self.tried)
        if value is None or (self.card.kind == ENDING_CARDS and not value.exact):
            return
        self._graded_now = True
        grade = grade_of(self.card, values, self.tried)
        if self.expected:
            grade = BEST_GRADE if self.tried in self.expected else min(PASSING - 1, grade)
        if self.card.name not in self.grades:
            self.grades[self.card.name] = grade
            self.deck.grade(self.card, grade, today())
        if grade < KNOWN:
            self.queue.append(self.card)

    def step(self, by: int) -> bool:
        """Show the next card; there is no way back."""
        return by < 0 or super().step(by)

    def end(self) -> str:
        """Restore the game before, unless another one is shown by now, and return the result."""
        if self.live.number != self._number:
            return ""
        clocks = self._before.clocks
        if self._before.tree == GameTree() and self.sides_before is not None:
            clocks = Clocks(clocks.minutes, clocks.increment)
            self.live.start(Game(), ("", ""), self.sides_before, clocks=clocks)
        else:
            self.live.restore(self._before)
        right = sum(grade >= KNOWN for grade in self.grades.values())
        result = _("{right} of {count} right on the first try") if self.grades else ""
        return result.format(right=right, count=len(self.grades))


def book_weights(position: Position) -> Weights:
    """The book's moves at a position; better ones are more frequent."""
    moves = shipped_book().moves(position)
    best = moves[0].value if moves else 0
    unit = PLAUSIBLE * SCORE_SCALE
    return {move.square: math.exp((move.value - best) / unit) for move in moves}


@lru_cache(maxsize=64)
def book_values(position: Position) -> MoveValues | None:
    """The book's values of all moves with the best replies; None for a position without them."""
    book, values = shipped_book(), []
    moves = book.moves(position)
    if not moves:
        return None
    for move in moves:
        replies = book.moves(position.play(move.square))
        line = (move.square, *(reply.square for reply in replies[:1]))
        values.append(MoveValue(move.square, move.value, False, line))
    return BookValues(*sorted_values(1 + max(move.depth for move in moves), values))


def level_weights(position: Position, level: Level) -> Weights:
    """The book's moves, as often as a level plays them; of a level that never errs, the best."""
    values = book_values(position)
    if values is None:
        return {}
    if level.rating is None:
        best = values.best.score
        return {each.move: 1 for each in values.moves if rating(best - each.score) == BEST}
    chances = shipped_human_errors().probabilities(position, values.moves, level.rating)
    return dict(zip((each.move for each in values.moves), chances.tolist(), strict=True))


class OpeningTraining(Training):
    """Openings in which a person plays one side, and the other side's moves are drawn at random.

    They are moves by `people(position)`, a library's or a level's, or else those of the book.
    The positions `due` come first, one by one. A line ends after LONGEST_OPENING moves, or
    where no move is known, and the next one begins. All begin with the moves `start`, whose
    position is the first question.

    With marked lines `marked` both sides play these, and only their moves are right.
    """

    def __init__(
        self,
        black: bool,
        due: Sequence[TrainingCard],
        people: Callable[[Position], Weights],
        deck: Deck,
        live: LiveGame,
        start: tuple[int, ...] = (),
        marked: Sequence[MarkedLine] = (),
    ) -> None:
        self._marked: dict[str, Weights] = {}
        for line in marked:
            for board, move in line.boards().items():
                self._marked.setdefault(board, {})[move] = 1
        self.black, self._people = black, people
        self.lines, self._in_line = 0, not due
        self._first = self._moves = start
        super().__init__(due or [self._next_in_lines()], deck, live)

    @property
    def title(self) -> str:
        """The number of the line and the move, or that of the due position."""
        if not self._in_line:
            return super().title
        where = _("Opening {number}, move {move}")
        return where.format(number=self.lines + 1, move=len(self._moves) + 1)

    @property
    def remark(self) -> str:
        """The moves of the marked lines, after a try of another one."""
        if not self.expected or self.tried in self.expected:
            return ""
        moves = ", ".join(map(move_name, self.expected))
        return _("Your line continues with {moves}").format(moves=moves)

    def _is_question(self, game: Game) -> bool:
        """True if the moves of a position are known and differ in value."""
        if self._marked:
            return bool(game.moves) and game.board() in self._marked
        if self._first and self._moves == self._first:
            return True
        values = {move.value for move in shipped_book().moves(game.position)}
        known = len(values) > 1 or (not values and bool(self._people(game.position)))
        return known and len(game.legal()) > 1

    def _next_in_lines(self) -> TrainingCard:
        """The next position of this line or another."""
        while (card := self._next_in_line()) is None:
            self.lines, self._moves = self.lines + 1, self._first
        return card

    def _next_in_line(self) -> TrainingCard | None:
        """The next position of the line in which the person is to move."""
        game = GameTree().with_line(self._moves).game()
        longest = LONGEST_OPENING + len(self._first)
        while not game.over and (self._marked or len(self._moves) < longest):
            if game.black_to_move == self.black and self._is_question(game):
                return TrainingCard(OPENING_CARDS, game.board())
            weights = self._marked.get(game.board(), {})
            if not self._marked:
                weights = self._people(game.position) or book_weights(game.position)
            if not weights:
                return None
            move = random.choices(list(weights), list(weights.values()))[0]
            game.play(move)
            self._moves = (*self._moves, move)
        return None

    def _exercise(self, card: TrainingCard) -> Exercise:
        self.expected = self._marked.get(card.board, {})
        self._start(GameTree().with_line(self._moves).game() if self._in_line else card.game())
        step = self.live.step
        return Exercise(step, self.live.steps[step], 0, False, QUESTIONS[self.black])

    def values(self, live: LiveGame, limit: SearchLimit) -> MoveValues | None:
        """The book's values, or those of a search for a position that is not in the book."""
        values = book_values(self.current.step.position)
        return super().values(live, limit) if values is None or self.tried is None else values

    def look(self, values: MoveValues | None) -> None:
        """Grade the first try; a good try continues the line, otherwise the best move does.

        A due position that was not known comes again before the lines.
        """
        before = self._graded_now
        super().look(values)
        if before or not self._graded_now or not self._in_line:
            return
        del self.queue[self.index + 1 :]
        assert values is not None and self.tried is not None
        move = self.tried
        if self.expected and move not in self.expected:
            move = random.choice(list(self.expected))
        elif not self.expected and not self.is_right(values):
            move = values.best.move
        self._moves = (*self._moves, move)

    def step(self, by: int) -> bool:
        """Show the next due position or the next one of a line."""
        if by < 0 or not self._graded_now:
            return True
        if self.index + 1 == len(self.queue):
            self._in_line = True
            self.queue.append(self._next_in_lines())
        return super().step(by)
