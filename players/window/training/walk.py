"""Openings: a side is played from the start, against the moves that people play."""

import math
import random
from collections.abc import Callable, Sequence

from othello.bits import squares
from othello.game import Game
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.coach.accuracy import GOOD, LIMITS
from players.engine.book import Book
from players.move_values import MoveValue, MoveValues, sorted_values
from players.window.game.judgements import BookValues
from players.window.game.live_game import LiveGame
from players.window.thinking.analysis import ReviewLimit
from players.window.thinking.exercises import Exercise
from players.window.training.deck import OPENING_CARDS, Deck, TrainingCard
from players.window.training.session import Training
from players.window.translation import N_, _

LONGEST_OPENING = 20
"""An opening ends after so many moves."""
FEWEST_PLAYED = 3
"""A move of fewer games is not one that people play."""
PLAUSIBLE = 2.0
"""Discs by which a move of the book is worse that comes a third as often, without a library."""

Weights = dict[int, float]
"""Moves, each with how often it comes."""
QUESTIONS = (N_("What's White's best move?"), N_("What's Black's best move?"))


def book_weights(book: Book, position: Position) -> Weights:
    """The moves of the book at a position, the better the oftener."""
    moves = book.moves(position)
    best = moves[0].value if moves else 0
    unit = PLAUSIBLE * SCORE_SCALE
    return {move.square: math.exp((move.value - best) / unit) for move in moves}


def book_values(book: Book, position: Position) -> MoveValues | None:
    """What the book says of all moves; None where it says nothing."""
    moves = book.moves(position)
    if not moves:
        return None
    found = [MoveValue(move.square, move.value, False, (move.square,)) for move in moves]
    return BookValues(*sorted_values(1 + max(move.depth for move in moves), found))


class OpeningWalk(Training):
    """A person plays one side of openings; the other side's moves are drawn as people play them.

    The positions that are `due` come first, each by itself. `people(position)` are the moves of a
    library's games, {} without them: then they are the book's. A line ends where neither has a
    move, or after LONGEST_OPENING, and the next one begins.
    """

    def __init__(
        self,
        black: bool,
        due: Sequence[TrainingCard],
        book: Book,
        people: Callable[[Position], Weights],
        chance: random.Random,
        deck: Deck,
        live: LiveGame,
        today: Callable[[], int],
    ) -> None:
        self.black, self._book, self._people, self._chance = black, book, people, chance
        self.lines = 0
        self._due, self._in_line = list(due), False
        self._moves: tuple[int, ...] = ()
        self.live = live
        super().__init__([self._next()], deck, live, today)

    @property
    def title(self) -> str:
        """How far the line has come, or which of those due it is."""
        if not self._in_line:
            return self._which_of(len(self.queue) + len(self._due))
        where = _("Opening {number}, move {move}")
        return where.format(number=self.lines + 1, move=len(self._moves) + 1)

    def _draw(self, position: Position) -> int | None:
        """A move that people play; None where neither people nor the book know one."""
        weights = self._people(position) or book_weights(self._book, position)
        if not weights:
            return None
        return self._chance.choices(list(weights), list(weights.values()))[0]

    def _asks(self, position: Position) -> bool:
        """Whether people or the book know the position, and its moves are not all alike."""
        worth = {move.value for move in self._book.moves(position)}
        known = len(worth) > 1 or (not worth and bool(self._people(position)))
        return known and len(squares(position.legal())) > 1

    def _next(self) -> TrainingCard:
        """The next position that is due, or else one of the line, or of the next line."""
        self._in_line = not self._due
        if self._due:
            return self._due.pop(0)
        card = self._along()
        if card is None:
            self.lines, self._moves = self.lines + 1, ()
            card = self._along()
            assert card is not None  # the book knows the first moves
        return card

    def _along(self) -> TrainingCard | None:
        """The position of the line in which the person is to move, after the other side's moves."""
        game = Game()
        game.play_all(self._moves)
        while not game.over and len(self._moves) < LONGEST_OPENING:
            if game.black_to_move == self.black and self._asks(game.position):
                return TrainingCard(OPENING_CARDS, game.board())
            move = self._draw(game.position)
            if move is None:
                return None
            game.play(move)
            self._moves = (*self._moves, move)
        return None

    def _take_up(self, card: TrainingCard) -> Exercise:
        game = Game() if self._in_line else card.game()
        game.play_all(self._moves if self._in_line else ())
        self._start(game, N_("training"))
        self._looked = False
        here = self.live.step
        return Exercise(here, self.live.steps[here], 0, False, QUESTIONS[self.black])

    def values(self, live: LiveGame, limit: ReviewLimit) -> MoveValues | None:
        """What the book says, if it knows the position; else what a review does."""
        known = book_values(self._book, self.now.step.position)
        return super().values(live, limit) if known is None or self.tried is None else known

    def look(self, values: MoveValues | None) -> None:
        """Grade the first try, and go on from it if it was good, else from the best move.

        One that was due and is not known comes again before the lines.
        """
        before = self._looked
        super().look(values)
        if self._looked and not before and not self._in_line:
            self._due += self.queue[self.index + 1 :]
            del self.queue[self.index + 1 :]
        elif self._looked and not before:
            assert values is not None and self.tried is not None
            found = values.of(self.tried)
            good = found is not None and values.best.score - found.score <= LIMITS[GOOD]
            self._moves = (*self._moves, self.tried if good else values.best.move)
            del self.queue[self.index + 1 :]  # it comes again in another line

    def step(self, by: int) -> bool:
        """Go on with what is due, in the line or with the next one."""
        if by < 0 or not self._looked:
            return True
        self.queue.append(self._next())
        return super().step(by)
