"""The desk: the game, what is open over it, and the engine beside it, in one place.

Commands and controls change it; `look.scene_of` says what it looks like.
"""

import random
import time
from collections.abc import Sequence
from pathlib import Path

from othello.game import Game
from othello.openings import four_move_openings
from othello.window import settings as kept
from othello.window.agenda import Interests, wanted
from othello.window.animation import Animation, animation_of
from othello.window.clipboard import Clipboard
from othello.window.clocks import BLACK
from othello.window.editor import Editor
from othello.window.engine import HUMAN, Level
from othello.window.overlays import Overlay
from othello.window.questions import Balanced, Choose, Values
from othello.window.session import Session
from othello.window.settings import ANIMATIONS, Settings
from othello.window.sound import Sound
from othello.window.thinking import ENGINE, Answer, Failure, Message, Ready, Thinker

TOAST_SECONDS = 3.5
LEAST_MOVE_SECONDS = 0.25
"""An engine's move is shown so long after the one before it, however fast it came."""


class Desk:
    """Everything that a person changes in the window."""

    def __init__(
        self,
        settings: Settings,
        path: Path | None,
        thinker: Thinker,
        levels: Sequence[Level],
        sides: tuple[str, str],
    ) -> None:
        self.settings, self.path = settings, path
        self.thinker, self.levels = thinker, levels
        self.session = Session(sides, settings.clock_minutes)
        self.interests = Interests()
        self.interests.values, self.interests.graph = settings.values, settings.graph
        self.clipboard, self.sound = Clipboard(), Sound()
        self.overlay: Overlay | None = None
        self.editor: Editor | None = None
        self.animation: Animation | None = None
        self.hover: int | None = None
        self.cursor: int | None = None
        self.pressed: str | None = None
        self.typed = ""
        self.tab = "tab_moves"
        self.toast, self.toast_until = "", 0.0
        self.engine_ready = False
        self.quit = False
        self.fullscreen = False
        self.picture: Path | None = None
        self.failure = ""
        self._pending: tuple[Choose, int] | None = None
        self._last_move_at = 0.0
        self._balanced_sides: tuple[str, str] | None = None
        self.folder: Path | None = None
        self._now = time.monotonic
        if settings.sound and (fault := self.sound.on()):
            self.notify(fault)

    @property
    def now(self) -> float:
        """The time, in seconds."""
        return self._now()

    def notify(self, text: str) -> None:
        """Show a line for a while."""
        self.toast, self.toast_until = text, self.now + TOAST_SECONDS

    def change(self, **choices: object) -> None:
        """Change settings and keep them."""
        self.settings = self.settings.changed(**choices)
        if self.path is not None and (fault := kept.save(self.path, self.settings)):
            self.notify(fault)

    # playing

    def play(self, square: int) -> bool:
        """Play a square for the side to move, with its animation; whether it was legal."""
        session = self.session
        black = session.game.black_to_move
        turned = session.play(square)
        if turned is None:
            return False
        now = self.now
        seconds = ANIMATIONS[self.settings.animation]
        self.animation = animation_of(square, turned, black, now, seconds)
        self._last_move_at = now
        self._pending = None
        self.typed = ""
        self.sound.click()
        if session.passed and not session.game.over:
            self.notify(
                f"{'Black' if black == session.game.black_to_move else 'White'} plays again"
                f": {'White' if black else 'Black'} has no move"
            )
        return True

    def play_by_hand(self, square: int) -> None:
        """Play a square for a person, if it is a person's turn and the move is legal."""
        if not self.session.human_to_move:
            self.notify("It is the engine's turn" if not self.session.ended else "The game is over")
        elif not self.play(square):
            self.notify("That is no legal move")

    def go_to(self, step: int) -> None:
        """Show another position of the game; discs jump."""
        self.session.go_to(step)
        self.still()

    def still(self) -> None:
        """Drop what moves or waits to move: the position has changed."""
        self.animation = None
        self._pending = None
        self.typed = ""

    def new_game(self, sides: tuple[str, str] | None = None, game: Game | None = None) -> None:
        """Begin another game, from the start unless one is given."""
        if sides is not None:
            self.session.sides = list(sides)
        self.session.start(game or Game())
        self.interests.review = False
        self.interests.balanced = None
        self.editor = None
        self.still()

    def take_up(self, game: Game, names: tuple[str, str] = ("", "")) -> None:
        """Look at a game from outside: both sides by hand, where it stands."""
        self.session.sides = [HUMAN, HUMAN]
        self.session.start(game, names)
        self.editor = None
        self.interests.review = False
        self.interests.balanced = None
        self.still()

    def balanced_game(self, sides: tuple[str, str]) -> None:
        """Begin a game from a random balanced opening, as soon as the engine has found one."""
        self._balanced_sides = sides
        self.interests.balanced = random.randrange(2**31)
        if not self.engine_ready:  # until then, any opening of four moves
            game = Game()
            game.play_all(random.choice(four_move_openings()).moves)
            self.new_game(sides, game)

    # time

    def update(self) -> None:
        """Bring everything to the present: what the engine said, what it should think about."""
        now = self.now
        if self.animation is not None and self.animation.over(now):
            self.animation = None
        if self.toast and now >= self.toast_until:
            self.toast = ""
        if self.session.run_clocks(now):
            self.notify(f"{'Black' if self.session.flag == BLACK else 'White'}'s time is up")
        self._ask(now)
        for message in self.thinker.messages():
            self.receive(message)
        self._move_when_due(now)
        self._ask(now)

    def _ask(self, now: float) -> None:
        """Let the engine think about what is wanted now."""
        if not self.engine_ready:
            return
        idle = self.editor is not None or self._pending is not None
        self.thinker.want(None if idle else wanted(self.session, self.interests, now))

    def receive(self, message: Message) -> None:
        """Take what the engine says; an answer for another position than it asks for is dropped."""
        if isinstance(message, Ready):
            self.engine_ready = self.engine_ready or message.part == ENGINE
        elif isinstance(message, Failure):
            self._fail(message)
        elif isinstance(message, Answer) and message.question == self.thinker.question:
            self._take(message)

    def _take(self, answer: Answer) -> None:
        question = answer.question
        if isinstance(question, Choose):
            self._pending = question, answer.result.move
        elif isinstance(question, Values) and answer.result is not None:
            self.session.learn(question.position, answer.result)
        elif isinstance(question, Balanced) and question.seed == self.interests.balanced:
            game = Game()
            game.play_all(answer.result)
            self.new_game(self._balanced_sides, game)

    def _fail(self, failure: Failure) -> None:
        """Say what went wrong; an engine that failed is not asked again by itself."""
        self.notify(f"The engine failed: {failure.message}")
        if failure.question is None:
            self.failure, self.quit = failure.message, True
        elif isinstance(failure.question, Choose):
            self.session.paused = True
        else:
            self.interests.values = self.interests.graph = self.interests.review = False
            self.interests.hint = self.interests.balanced = None

    def _move_when_due(self, now: float) -> None:
        """Play the engine's move once the discs lie still, if it is still to be played."""
        if self._pending is None:
            return
        question, move = self._pending
        if question != wanted(self.session, self.interests, now):
            self._pending = None
        elif self.animation is None and now - self._last_move_at >= self.pause_seconds:
            self._pending = None
            if not self.play(move):
                self.notify("The engine chose an illegal move")
                self.session.paused = True

    @property
    def pause_seconds(self) -> float:
        """How long a move is shown at least."""
        return LEAST_MOVE_SECONDS if ANIMATIONS[self.settings.animation] else 0.05

    def hurry(self) -> None:
        """Let the engine move with what it has."""
        if isinstance(self.thinker.question, Choose):
            self.thinker.hurry()

    def close(self) -> None:
        """Stop the engine and the sound."""
        self.thinker.close()
        self.sound.off()
