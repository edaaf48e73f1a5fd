"""One training: cards that are asked one after the other, each graded by the first try."""

from collections.abc import Callable, Sequence

from othello.game import Game
from othello.notation import parse_board
from players.coach.accuracy import BEST, BLUNDER, GOOD, INACCURATE, MISTAKE, rating
from players.move_values import MoveValues
from players.window.game.clocks import HUMAN
from players.window.game.live_game import LiveGame
from players.window.thinking.exercises import Exercise, Exercises
from players.window.training.deck import (
    BEST_GRADE,
    ENDING_CARDS,
    KNOWN,
    PASSING,
    Deck,
    TrainingCard,
)
from players.window.translation import N_, _

GRADES = {BEST: BEST_GRADE, GOOD: KNOWN, INACCURATE: PASSING - 1, MISTAKE: 1, BLUNDER: 0}
"""The grade for what a first try lost: an inaccuracy is not remembered."""
ENDING_QUESTIONS = (
    N_("White to move. Only one move wins. Find it."),
    N_("Black to move. Only one move wins. Find it."),
)


def grade_of(card: TrainingCard, values: MoveValues, tried: int) -> int:
    """The grade of a try, from 0 to BEST_GRADE; in an ending only the move that wins is right."""
    found = values.of(tried)
    lost = values.best.score - found.score if found is not None else 0
    if card.kind == ENDING_CARDS:
        return BEST_GRADE if found is not None and found.score > 0 else 0
    return GRADES[rating(lost)]


class Training(Exercises):
    """Cards as exercises, each in a game of its own, until none is left.

    One that was not known comes again at the end, as SM-2 has it, without another grade. One step
    of undo brings back the game that was there before.
    """

    back = False

    def __init__(
        self, cards: Sequence[TrainingCard], deck: Deck, live: LiveGame, today: Callable[[], int]
    ) -> None:
        self.live, self.deck, self.today = live, deck, today
        self.queue = list(cards)
        self.graded: set[tuple[str, str]] = set()
        self.right = 0
        self._looked = False
        self._home: int | None = None
        self._own = -1
        super().__init__([self._take_up(self.queue[0])])

    @property
    def card(self) -> TrainingCard:
        """The one shown."""
        return self.queue[self.index]

    @property
    def title(self) -> str:
        """Which of how many it is."""
        return self._which_of(len(self.queue))

    def _which_of(self, count: int) -> str:
        """The number of the card shown, of so many."""
        return _("Exercise {number} of {count}").format(number=self.index + 1, count=count)

    def _start(self, game: Game, action: str) -> None:
        """Show a game, so that one step of undo brings back what was there before training."""
        if self._home is None:
            self._home = self.live.number
        self._bring_back()
        self.live.start(game, ("", ""), (HUMAN, HUMAN), None, action)
        self._own = self.live.number
        self.live.cards.add(self._own)

    def _bring_back(self) -> bool:
        """Bring back the game before training; whether there is one, and not an empty board.

        The card left is not kept: undo goes on with that game, not through those asked before.
        """
        live = self.live
        while live.number != self._home:
            if all(kept.state.number != self._home for kept in live.history.past):
                return False
            live.undo()
            if live.history.future[-1].state.number == self._own:
                live.history.drop_redo()
        return True

    def _take_up(self, card: TrainingCard) -> Exercise:
        """Show the game of a card: as it stands before the move that was played, if one was."""
        game = card.game()
        if card.move is not None:
            game.play(card.move)
        self._start(game, N_("training"))
        self._looked = False
        wins = card.kind == ENDING_CARDS
        question = ENDING_QUESTIONS[parse_board(card.board)[1]] if wins else ""
        return Exercise(0, self.live.steps[0], card.lost, card.exact, question, wins)

    def look(self, values: MoveValues | None) -> None:
        """Take what is known of the first try, and grade it; of an ending, what is proven."""
        if self._looked or self.tried is None or values is None:
            return
        found = values.of(self.tried)
        if found is None or (self.card.kind == ENDING_CARDS and not found.exact):
            return
        self._looked = True
        grade = grade_of(self.card, values, self.tried)
        if self.card.name not in self.graded:
            self.graded.add(self.card.name)
            self.right += grade >= KNOWN
            self.deck.grade(self.card, grade, self.today())
        if grade < KNOWN:
            self.queue.append(self.card)

    def step(self, by: int) -> bool:
        """Take the next card; there is no way back."""
        if by < 0:
            return True
        if self.index + 1 >= len(self.queue):
            return False
        self.index, self.tried = self.index + 1, None
        self.found.append(self._take_up(self.card))
        return True

    def end(self) -> str:
        """Bring back the game before, unless another is shown by now, and say how it went."""
        if self.live.number != self._own:
            return ""
        if not self._bring_back() and self.sides_before is not None:
            self.live.start(Game(), ("", ""), self.sides_before, timed=True)
        told = _("{right} of {count} right on the first try") if self.graded else ""
        return told.format(right=self.right, count=len(self.graded))
