"""Lessons at the board: the tasks of `players.study.lessons`, without an engine."""

from players.move_values import MoveValue, MoveValues
from players.study.lessons import Lesson, lessons
from players.window.game.live_game import LiveGame
from players.window.thinking.analysis import SearchLimit
from players.window.thinking.exercises import Exercises
from players.window.training.deck import BEST_GRADE, Deck, TrainingCard
from players.window.training.session import Training
from players.window.translation import _

LESSON_CARDS = "lesson"
"""The kind of the lessons' cards, which no deck keeps."""


class Lessons(Training):
    """All lessons, from number `first` on; each can be shown again."""

    teaches = True

    def __init__(self, first: int, deck: Deck, live: LiveGame) -> None:
        cards = [TrainingCard(LESSON_CARDS, lesson.game().board()) for lesson in lessons()]
        super().__init__(cards, deck, live)
        self.step(first)

    @property
    def lesson(self) -> Lesson:
        """The lesson shown."""
        return lessons()[self.index]

    @property
    def title(self) -> str:
        """The name of the lesson, as text."""
        return _(self.lesson.title)

    @property
    def remark(self) -> str:
        """The number of the lesson, as text."""
        return _("Lesson {number} of {count}").format(number=self.index + 1, count=self.count)

    def is_right(self, values: MoveValues) -> bool:
        """True if the move tried solves the task."""
        return self.tried is not None and self.lesson.is_right(self.tried)

    def solve(self) -> None:
        """Try a right move."""
        self.attempt(next(filter(self.lesson.is_right, self.live.game.legal())))

    def values(self, live: LiveGame, limit: SearchLimit) -> MoveValues | None:
        """The line of a legal try, without a value; None for an illegal one."""
        if self.tried is None or self.tried not in self.live.game.legal():
            return None
        return MoveValues(1, (MoveValue(self.tried, 0, True, self.lesson.line(self.tried)),))

    def look(self, values: MoveValues | None) -> None:
        """Note whether the first try was right."""
        if self.tried is not None:
            grade = BEST_GRADE * self.lesson.is_right(self.tried)
            self.grades.setdefault(self.card.name, grade)

    def step(self, by: int) -> bool:
        """Show another lesson; False at the end."""
        return Exercises.step(self, by)
