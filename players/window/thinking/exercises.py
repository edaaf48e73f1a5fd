"""Exercises: positions in which a better move is to be found; a try changes no tree of moves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from othello.game_tree import MovePath, Step
from othello.rules import SCORE_SCALE
from players.move_values import MoveValue, MoveValues
from players.study.coach.accuracy import GOOD, LIMITS, rating
from players.window.game.clocks import BLACK
from players.window.game.judgements import judged_move, value_of
from players.window.game.live_game import LiveGame
from players.window.interface import Interface
from players.window.thinking.analysis import Analysis, SearchLimit, review_progress, try_request
from players.window.translation import _

LEAST_LOST = LIMITS[GOOD]
"""The least loss of a move that becomes an exercise, in hundredths of a disc."""


class Exercise(NamedTuple):
    """A position of the line shown, whose move lost too much.

    `question` replaces the usual question unless it is "". With `must_win` only a winning move is
    right.
    """

    number: int
    step: Step
    lost: int
    exact: bool
    question: str = ""
    must_win: bool = False


def sides_to_teach(live: LiveGame, both: bool) -> list[bool]:
    """Return True for black, False for white: a person's side against an engine unless `both`."""
    return [True, False] if both or live.person is None else [live.person == BLACK]


def find_exercises(live: LiveGame, both: bool) -> list[Exercise]:
    """Return the mistakes of the line by the sides to teach, the worst one first."""
    sides, found = sides_to_teach(live, both), []
    for number, step in enumerate(live.steps):
        judged = judged_move(step, live.best_values)
        if judged is not None and judged.lost > LEAST_LOST and judged.black in sides:
            found.append(Exercise(number, step, judged.lost, judged.exact))
    return sorted(found, key=lambda exercise: -exercise.lost)


class Exercises:
    """Exercises of a game; `tried` is the move tried in the one shown, `current`, or None.

    `solved` is True once the solution is asked for. A subclass may make exercises of other items.
    """

    teaches = False
    """True for lessons: any square is a try, its answer is a sentence, no engine is needed."""
    sides_before: tuple[str, str] | None = None
    """The sides of the game before training; None for exercises of the game itself."""

    def __init__(self, queue: Sequence[Any]) -> None:
        self.queue, self.index = list(queue), 0
        self.tried: int | None = None
        self.solved = False
        self.current = self._exercise(self.queue[0])

    def _exercise(self, item: Any) -> Exercise:
        """Make the exercise of an item in the queue."""
        return item

    def attempt(self, move: int | None) -> None:
        """Try a move; None takes the last try back."""
        self.tried, self.solved = move, False

    def solve(self) -> None:
        """Show the best move after a try."""
        self.solved = True

    def is_right(self, values: MoveValues) -> bool:
        """True if the move tried is nearly as good as the best, or wins where it must."""
        value = value_of(values, self.tried)
        if value is None or self.current.must_win:
            return value is not None and value.score > 0
        return rating(values.best.score - value.score) <= GOOD

    @property
    def count(self) -> int:
        """The number of exercises, those asked again included."""
        return len(self.queue)

    @property
    def title(self) -> str:
        """The number of the exercise, as text."""
        return _("Exercise {number} of {count}").format(number=self.index + 1, count=self.count)

    @property
    def remark(self) -> str:
        """A line about the move tried, in place of the best line; "" for none."""
        return ""

    def look(self, values: MoveValues | None) -> None:
        """Take the values for a try, once a frame; only training grades it."""

    def end(self) -> str:
        """End the exercises and return a closing message, or ""."""
        return ""

    def values(self, live: LiveGame, limit: SearchLimit) -> MoveValues | None:
        """The values of the tried and the best move, to the depth of the review; None before."""
        step = self.current.step
        if step.position in live.review_values:
            found = live.best_values.get(step.position)
            if value_of(found, self.tried) is not None:
                return found
        known = live.search_values.get(step.position)
        has_try = value_of(known, self.tried) is not None
        return known if has_try and try_request(live, step, limit) is None else None

    def step(self, by: int) -> bool:
        """Show the exercise `by` places further on; False at the end."""
        index = self.index + by
        if not 0 <= index < self.count:
            return False
        self.index, self.current = index, self._exercise(self.queue[index])
        self.attempt(None)
        return True


@dataclass(eq=False)
class Practice:
    """The exercises at the board: they begin once a review is done if they are `wanted`."""

    live: LiveGame
    analysis: Analysis
    ui: Interface
    drop_pending: Callable[[], None]
    exercises: Exercises | None = None
    wanted: bool = False
    begun_at: tuple[int, MovePath] = (-1, ())

    def update(self, both_sides: bool) -> None:
        """Begin the exercises once the review is done, and take the values of a try."""
        exercises = self.exercises
        if exercises is not None:
            exercises.look(self.answer)
            shown = self.asking or self.teaches
            if self.tried is not None and shown and self.ui.playback is None:
                here = exercises.current.step
                self.ui.play_line(here.position, here.black_to_move, self.tried[1].line[:2])
        self.wanted = self.wanted and self.analysis.review
        if self.wanted and review_progress(self.live, self.analysis.limit) == 1:
            self.wanted = False
            if found := find_exercises(self.live, both_sides):
                self.begin(lambda: Exercises(found))
            else:
                none = _("No move lost more than {discs} discs, so there is nothing to practise.")
                self.ui.notify(none.format(discs=f"{LEAST_LOST / SCORE_SCALE:g}"))

    def begin(self, make: Callable[[], Exercises], limit: SearchLimit | None = None) -> None:
        """Show the first exercise; with a `limit` it ends the review and judges the exercises."""
        self.begun_at = self.live.number, self.live.path
        if limit is not None:
            self.analysis.review, self.analysis.limit = False, limit
        self.ui.tab = "tab_moves"
        self._show(make())

    def _show(self, exercises: Exercises) -> None:
        """Show the position of an exercise."""
        self.exercises = None  # so that it does not end
        self.live.go_to(exercises.current.number)
        self.drop_pending()
        self.exercises = exercises
        self.analysis.exercise = None if exercises.teaches else exercises.current.step

    def end(self) -> None:
        """End the exercises and report the result."""
        if self.exercises is not None and (message := self.exercises.end()):
            self.ui.notify(message)
        self.exercises = self.analysis.exercise = None

    def close(self) -> None:
        """End the exercises; return to the earlier position unless a move was tried."""
        untried = self.exercises is not None and self.exercises.tried is None
        self.drop_pending()
        number, path = self.begun_at
        if untried and number == self.live.number:
            self.live.go_to_path(path)

    def step(self, by: int) -> None:
        """Show another exercise; after the last one, end them."""
        exercises = self.exercises
        if exercises is not None and exercises.step(by):
            self._show(exercises)
        elif by > 0:
            if not self.training:
                self.ui.notify(_("That's all for this game."))
            self.drop_pending()

    @property
    def training(self) -> bool:
        """True while exercises have games of their own, which nobody plays."""
        return self.exercises is not None and self.exercises.sides_before is not None

    @property
    def teaches(self) -> bool:
        """True in a lesson."""
        return self.exercises is not None and self.exercises.teaches

    @property
    def asking(self) -> bool:
        """True until an exercise is answered or solved: nothing may show the best move."""
        exercises, values = self.exercises, self.answer
        if exercises is None:
            return False
        return values is None or not (exercises.solved or exercises.is_right(values))

    def show_solution(self) -> None:
        """Show the best move of an exercise after a try."""
        if self.exercises is not None and self.answer is not None:
            self.exercises.solve()
            self.ui.playback = None

    def take_back(self) -> bool:
        """Take back a line shown or a try; False if there is no line and no exercise.

        The reply to a wrong try goes with the try.
        """
        ui = self.ui
        taken = ui.playback is not None or self.exercises is not None
        exercises = self.exercises
        if exercises and (ui.playback is None or self.asking or exercises.teaches):
            exercises.attempt(None)
        ui.playback = None
        return taken

    @property
    def answer(self) -> MoveValues | None:
        """The values for the move tried in an exercise; None before they are known."""
        exercises = self.exercises
        return exercises.values(self.live, self.analysis.limit) if exercises is not None else None

    @property
    def tried(self) -> tuple[MoveValues, MoveValue] | None:
        """The answer and the value of the move tried in it; None before they are known."""
        values = self.answer
        tried = value_of(values, self.exercises.tried) if self.exercises is not None else None
        return (values, tried) if values is not None and tried is not None else None
