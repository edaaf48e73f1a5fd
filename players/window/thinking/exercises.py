"""Exercises: positions of a person's own mistakes. What is tried there changes no tree of moves."""

from typing import NamedTuple

from othello.game_tree import Step
from players.coach.accuracy import GOOD, LIMITS
from players.move_values import MoveValues
from players.window.game.clocks import BLACK, HUMAN
from players.window.game.judgements import judged_move, value_of
from players.window.game.live_game import LiveGame
from players.window.thinking.analysis import ReviewLimit, request_for_a_try
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
