"""Exercises: positions of a person's own mistakes, and the one that is shown, asked, answered.

What is tried there changes no tree of moves.
"""

from collections.abc import Callable
from typing import NamedTuple

from othello.game_tree import MovePath, Step
from othello.rules import SCORE_SCALE
from players.coach.accuracy import GOOD, LIMITS
from players.move_values import MoveValues
from players.window.game.clocks import BLACK, HUMAN
from players.window.game.judgements import judged_move, value_of
from players.window.game.live_game import LiveGame
from players.window.settings import DEFAULT_REVIEW, Settings
from players.window.thinking.analysis import (
    Analysis,
    ReviewLimit,
    request_for_a_try,
    review_limit,
    review_progress,
)
from players.window.translation import _

LEAST_LOST = LIMITS[GOOD]
"""What a move has lost at least to become an exercise, in hundredths of a disc."""


class Exercise(NamedTuple):
    """A position of the line shown in which a better move is looked for than the one played.

    `question` is asked in place of the usual one; "" for that. With `must_win` only a move that
    wins is right.
    """

    number: int
    step: Step
    lost: int
    exact: bool
    question: str = ""
    must_win: bool = False


def find_exercises(live: LiveGame) -> list[Exercise]:
    """The mistakes of the line shown: the person's, where one plays against an engine, or all."""
    people = [side for side in (0, 1) if live.sides[side] == HUMAN]
    sides = [side == BLACK for side in (people if len(people) == 1 else (0, 1))]
    found = []
    for number, step in enumerate(live.steps):
        judged = judged_move(step, live.judged)
        if judged is not None and judged.lost > LEAST_LOST and judged.black in sides:
            found.append(Exercise(number, step, judged.lost, judged.exact))
    return found


class Exercises:
    """Exercises of a game, one of them shown; `tried` is the move tried there, None before.

    `back` says whether one can go back to the one before.
    """

    back = True
    sides_before: tuple[str, str] | None = None
    """Who played the game before, where they are shown in games of their own."""

    def __init__(self, found: list[Exercise]) -> None:
        self.found, self.index = found, 0
        self.tried: int | None = None

    @property
    def now(self) -> Exercise:
        """The one shown."""
        return self.found[self.index]

    @property
    def title(self) -> str:
        """Which of how many is shown."""
        where = _("Exercise {number} of {count}")
        return where.format(number=self.index + 1, count=len(self.found))

    def look(self, values: MoveValues | None) -> None:
        """Take what is known of the try, once a frame; no-op: it changes nothing."""

    def end(self) -> str:
        """What is said at the end, which this is; "" for nothing."""
        return ""

    def values(self, live: LiveGame, limit: ReviewLimit) -> MoveValues | None:
        """What tells of the move tried and of the best one, as far as a review looks.

        None where it is not known yet, or not as far.
        """
        step = self.now.step
        if step.position in live.kept:
            found = live.judged.get(step.position)
            if value_of(found, self.tried) is not None:
                return found
        known = live.known.get(step.position)
        tells = value_of(known, self.tried) is not None
        return known if tells and request_for_a_try(live, step, limit) is None else None

    def step(self, by: int) -> bool:
        """Take another exercise, so many further on; whether there is one."""
        index = self.index + by
        if not 0 <= index < len(self.found):
            return False
        self.index, self.tried = index, None
        return True


class _Before(NamedTuple):
    """What was shown before exercises: the game, its place, the tab, its review."""

    number: int = -1
    path: MovePath = ()
    tab: str = ""
    review: bool = False
    limit: ReviewLimit = review_limit(DEFAULT_REVIEW)


class WithExercises:
    """A state in which exercises may be shown."""

    settings: Settings
    live: LiveGame
    analysis: Analysis
    cursor: int | None
    tab: str
    notify: Callable[[str], None]
    go_to: Callable[[int], None]
    drop_pending: Callable[[], None]

    def __init__(self) -> None:
        self.exercises: Exercises | None = None
        self.exercises_wanted = False
        self._before = _Before()

    def look_at_exercises(self) -> None:
        """Show the first one once the review that was waited for is done, and grade a try."""
        if self.exercises is not None:
            self.exercises.look(self.answer)
        if not self.analysis.review:
            self.exercises_wanted = False
        if self.exercises_wanted and review_progress(self.live, self.analysis.limit) == 1:
            self.exercises_wanted = False
            if found := find_exercises(self.live):
                self.begin_exercises(lambda: Exercises(found))
            else:
                none = _("No move lost more than {discs} discs, so there is nothing to practise.")
                self.notify(none.format(discs=f"{LEAST_LOST / SCORE_SCALE:g}"))

    def begin_exercises(self, make: Callable[[], Exercises], reviewed: bool = True) -> None:
        """Show the first exercise in the place of the moves; the game is `reviewed` beside it.

        Others than those of the game are judged as the settings say, whatever its file reached.
        """
        analysis = self.analysis
        here = self.live.number, self.live.path
        self._before = _Before(*here, self.tab, analysis.review, analysis.limit)
        if not reviewed:
            analysis.review, analysis.limit = False, review_limit(self.settings.review)
        self.tab = "tab_moves"
        self.show_exercises(make())

    def show_exercises(self, shown: Exercises) -> None:
        """Show the position of an exercise."""
        self.exercises = None  # those shown go on
        self.go_to(shown.now.number)
        self.cursor = None
        self.exercises, self.analysis.exercise = shown, shown.now.step

    def end_exercises(self) -> None:
        """Go on with the game as usual, that before them, and say how they went."""
        shown = self.exercises
        if shown is not None and (told := shown.end()):
            self.notify(told)
        self.exercises = self.analysis.exercise = None
        before = self._before
        if shown is not None and before.number == self.live.number:
            self.tab = before.tab if self.tab == "tab_moves" else self.tab
            self.analysis.review, self.analysis.limit = before.review, before.limit

    def leave_exercises(self) -> None:
        """End the exercises; where nothing was tried, go back: the values there are its answer."""
        untried = self.exercises is not None and self.exercises.tried is None
        back = untried and self._before.number == self.live.number
        self.drop_pending()
        if back:
            self.live.go_to_path(self._before.path)

    def step_exercise(self, by: int) -> None:
        """Show another exercise; after the last one they end."""
        shown = self.exercises
        if shown is not None and shown.step(by):
            self.show_exercises(shown)
        elif by > 0:
            if not self.training:
                self.notify(_("That's all for this game."))
            self.drop_pending()

    @property
    def training(self) -> bool:
        """Whether exercises are shown in games of their own, which nobody plays."""
        return self.exercises is not None and self.exercises.sides_before is not None

    @property
    def asking(self) -> bool:
        """Whether an exercise asks for a move, so that nothing may tell the best one."""
        return self.exercises is not None and self.answer is None

    @property
    def answer(self) -> MoveValues | None:
        """What tells of the move tried in an exercise; None before it is known, or without one."""
        shown = self.exercises
        return shown.values(self.live, self.analysis.limit) if shown is not None else None
