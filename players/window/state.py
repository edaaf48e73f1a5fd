"""The state of the window: the game, what is open over it, and the engine beside it.

Events and commands change it; the panels make a scene of it.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from othello.formats.reviews import Reviews
from othello.game import Game
from othello.rules import SCORE_SCALE
from players.levels import Level
from players.move_values import MoveValues
from players.window.devices import Clipboard, Sound
from players.window.game.clocks import HUMAN
from players.window.game.editor import Editor
from players.window.game.judgements import take_reviews
from players.window.game.last_games import FOLDER, Keeper, LastGame
from players.window.game.library import Library
from players.window.game.live_game import LiveGame
from players.window.game.shelf import Shelf
from players.window.game.steps import Animation, animation_of
from players.window.game.turns import redo_turn, undo_turn
from players.window.game.variations import MovePath, Tree
from players.window.overlays import Chooser, Overlay
from players.window.settings import ANIMATIONS, Settings, save_settings
from players.window.thinking.analysis import (
    Analysis,
    keep_review,
    review_limit,
    review_progress,
    show_taken_review,
)
from players.window.thinking.engine_thread import EngineThread
from players.window.thinking.exercises import LEAST_LOST, Exercises, find_exercises
from players.window.thinking.session import EngineSession
from players.window.translation import N_, _

TOAST_SECONDS = 3.5
LEAST_MOVE_SECONDS = 0.25
"""The least time between a move and the engine's answer to it on the board."""


class State:
    """All that changes while the window is open."""

    def __init__(
        self,
        settings: Settings,
        path: Path | None,
        engine_thread: EngineThread,
        levels: Sequence[Level],
        sides: tuple[str, str],
    ) -> None:
        self.settings, self.path, self.levels = settings, path, levels
        self.live = LiveGame(sides)
        self.live.set_clock(settings.clock_minutes, settings.increment)
        self._sides_before, self._opened = sides, set[int]()
        self.analysis = Analysis(settings.values, settings.graph, ponder=settings.ponder)
        tell = self.notify, self.new_game, self.end_exercises
        self.engine = EngineSession(engine_thread, self.live, self.analysis, *tell)
        self.clipboard, self.sound = Clipboard(), Sound()
        self.overlay: Overlay | None = None
        self.exercises: Exercises | None = None
        self.exercises_wanted = False
        self.animation: Animation | None = None
        self.hover: int | None = None
        self.pointer, self.rests_since = (-1, -1), math.inf
        self.scrolled = 0
        self.cursor: int | None = None
        self.pressed: str | None = None
        self.typed = ""
        self.tab = "tab_moves"
        self.toast, self.toast_until = "", 0.0
        self.quit = False
        self.fullscreen = False
        self.screenshot_path: Path | None = None
        self.last_move_at = 0.0
        self.folder: Path | None = None
        self.keeper = Keeper(path.parent / FOLDER if path is not None else None)
        self.live.on_leave = lambda: self.keeper.note(self.live)
        self.last_game: LastGame | None = None
        self.shelf = Shelf()
        self.read_clock = time.monotonic
        if settings.sound and (fault := self.sound.on()):
            self.notify(fault)

    @property
    def now(self) -> float:
        """The time, in seconds."""
        return self.read_clock()

    @property
    def library(self) -> Library | None:
        """The library that is open."""
        return self.shelf.library

    @property
    def editor(self) -> Editor | None:
        """The board editor; None while it is closed."""
        return self.live.editor

    def notify(self, text: str) -> None:
        """Show a line for a while."""
        self.toast, self.toast_until = text, self.now + TOAST_SECONDS

    def change(self, **choices: Any) -> None:
        """Change settings and keep them; what is analysed follows at once."""
        self.settings = replace(self.settings, **choices)
        for name in {"values", "graph", "ponder"} & choices.keys():
            setattr(self.analysis, name, choices[name])
        if self.path is not None and (fault := save_settings(self.path, self.settings)):
            self.notify(fault)

    def play(self, square: int) -> bool:
        """Play a square for the side to move, with its animation; whether it was legal."""
        live = self.live
        black = live.game.black_to_move
        turned = live.play(square)
        if turned is None:
            return False
        self.last_move_at = now = self.now
        seconds = ANIMATIONS[self.settings.animation]
        self.animation = animation_of(square, turned, black, now, seconds)
        self.engine.waiting = None
        self.typed, self.scrolled = "", 0
        self.sound.click()
        if live.passed and not live.game.over:
            self.notify(
                _("Black plays again: White has no move")
                if live.game.black_to_move
                else _("White plays again: Black has no move")
            )
        return True

    def play_by_hand(self, square: int) -> None:
        """Play a square for a person, if it is a person's turn and the move is legal."""
        if self.exercises is not None and square in self.live.game.legal():
            self.exercises.tried, self.typed = square, ""  # a try, which is not played
            self.sound.click()
        elif self.exercises is not None:
            self.notify(_("That is no legal move"))
        elif not self.live.human_to_move:
            ended = self.live.ended
            self.notify(_("The game is over") if ended else _("It is the engine's turn"))
        elif not self.play(square):
            self.notify(_("That is no legal move"))

    def _begin_exercises(self) -> None:
        """Show the first exercise, once a review that was waited for is done."""
        if not self.analysis.review:
            self.exercises_wanted = False
        if self.exercises_wanted and review_progress(self.live, self.analysis.limit) == 1:
            self.exercises_wanted = False
            if found := find_exercises(self.live):
                self.tab = "tab_moves"
                self.show_exercises(Exercises(found))
            else:
                none = _("No move lost more than {discs} discs: there is no exercise")
                self.notify(none.format(discs=f"{LEAST_LOST / SCORE_SCALE:g}"))

    def show_exercises(self, shown: Exercises) -> None:
        """Show the position of an exercise."""
        self.go_to(shown.now.number)
        self.cursor = None
        self.exercises, self.analysis.exercise = shown, shown.now.step

    def end_exercises(self) -> None:
        """Go on with the game as usual."""
        self.exercises = self.analysis.exercise = None

    def step_exercise(self, by: int) -> None:
        """Show another exercise; after the last one they end."""
        shown = self.exercises
        if shown is not None and shown.step(by):
            self.show_exercises(shown)
        elif by > 0:
            self.end_exercises()
            self.notify(_("These were all exercises of the game"))

    @property
    def asking(self) -> bool:
        """Whether an exercise asks for a move, so that nothing may tell the best one."""
        return self.exercises is not None and self.answer is None

    @property
    def answer(self) -> MoveValues | None:
        """What tells of the move tried in an exercise; None before it is known, or without one."""
        shown = self.exercises
        return shown.values(self.live, self.analysis.limit) if shown is not None else None

    def go_to(self, step: int) -> None:
        """Show another position of the game, without animation."""
        self.live.go_to(step)
        self.drop_pending()

    def go_to_path(self, path: MovePath) -> None:
        """Show another place of the tree, without animation."""
        self.live.go_to_path(path)
        self.drop_pending()

    def drop_pending(self) -> None:
        """Drop the animation and the engine's move that waits: the position has changed."""
        self.animation = None
        self.scrolled = 0
        self.end_exercises()
        self.engine.drop_move()
        self.typed = ""

    def new_game(self, sides: tuple[str, str] | None = None, game: Game | None = None) -> None:
        """Begin another game, from the start unless one is given; two people have their names."""
        sides = sides or self.next_sides
        people = self.settings.black_name, self.settings.white_name
        names = people if sides == (HUMAN, HUMAN) else ("", "")
        self.live.start(game or Game(), names, sides)
        self._look_at_another()

    def load_game(
        self, game: Game, names: tuple[str, str] = ("", ""), tree: Tree | None = None
    ) -> None:
        """Show an opened or pasted game at the step where it stands, both sides by hand."""
        self._sides_before = self.next_sides
        self.live.start(game, names, (HUMAN, HUMAN), tree, N_("opened game"))
        self._opened.add(self.live.number)
        self._look_at_another()

    @property
    def next_sides(self) -> tuple[str, str]:
        """Who plays when a game begins: as now, or as before where a file's game is shown."""
        opened = self.live.number in self._opened and self.live.sides == [HUMAN, HUMAN]
        black, white = self._sides_before if opened else self.live.sides
        return black, white

    def go_on_with_last_game(self) -> None:
        """Take up the game that was kept last, with its players, where it stood."""
        last, self.last_game = self.last_game, None
        if last is None:
            self.notify(_("There is no other game to go on with"))
            return
        names = last.kept.black, last.kept.white
        self.live.start(last.game(), names, last.sides, last.tree(), N_("the last game"))
        self.live.played_here = last.played_here
        self.keeper.goes_on(self.live.number, last)
        self._look_at_another()
        self.take_reviews(last.kept.reviews)

    def _look_at_another(self) -> None:
        """End what was about the game before."""
        self.analysis.review = self.exercises_wanted = False
        self.analysis.balanced = self.analysis.check = None
        self.drop_pending()

    def drop_board(self) -> None:
        """Close the editor without its board, which comes back by undo."""
        if self.live.drop_board():
            self.notify(_("The board is dropped: Ctrl+Z brings it back"))

    def start_review(self) -> None:
        """Compare all moves of the line shown with the best ones, as the settings say."""
        self.analysis.review, self.analysis.limit = True, review_limit(self.settings.review)
        self.tab = "tab_moves"

    def stop_review(self) -> None:
        """Stop a review; what it found stays known, and kept with the game."""
        progress = review_progress(self.live, self.analysis.limit)
        if self.analysis.review and progress < 1:
            stopped = _("Review stopped at {share} %: R goes on with it")
            self.notify(stopped.format(share=f"{100 * progress:.0f}"))
        self.analysis.review = False

    def take_reviews(self, known: Reviews) -> None:
        """Keep what a file says of the moves of the game opened just now, and show it."""
        take_reviews(self.live.tree, self.live.kept, known)
        if show_taken_review(self.live, self.analysis):
            self.tab = "tab_moves"

    def undo(self, turn: bool = False) -> None:
        """Bring back what was before the last action; of a `turn`, a move with the reply to it."""
        nothing = _("There is nothing to undo")
        self._turn_back(undo_turn if turn else LiveGame.undo, _("Undone: {action}"), nothing)

    def redo(self, turn: bool = False) -> None:
        """Do again what was undone last."""
        nothing = _("There is nothing to do again")
        self._turn_back(redo_turn if turn else LiveGame.redo, _("Done again: {action}"), nothing)

    def _turn_back(self, change: Callable[[LiveGame], str | None], done: str, nothing: str) -> None:
        """Undo or redo, and say what, or `nothing`; no move of the engine that waits is played."""
        number = self.live.number
        action = change(self.live)
        self.notify(nothing if action is None else done.format(action=action))
        if action is None:
            return
        self.analysis.balanced = None
        self.drop_pending()
        if number != self.live.number:
            self.analysis.review = False

    def balanced_game(self, sides: tuple[str, str]) -> None:
        """Begin a game from a random balanced opening, as soon as the engine has found one."""
        self.drop_board()
        self.engine.look_for_opening(sides)

    def update(self) -> None:
        """Bring animation, clocks and engine to the present time; once a frame."""
        now = self.now
        if self.animation is not None and self.animation.over(now):
            self.animation = None
        if self.toast and now >= self.toast_until:
            self.toast = ""
        self.engine.ask(now)
        self.engine.take_messages()
        self.quit = self.quit or bool(self.engine.failure)
        self.engine.run_clocks(now, still=self.animation is None)
        self._play_waiting_move(now)
        if self.analysis.review:
            keep_review(self.live, self.analysis.limit)
        if self.exercises_wanted:
            self._begin_exercises()
        self.analysis.lines = self.tab == "tab_lines"
        self.engine.ask(now)
        self.shelf.settle()
        if self.library is not None and self.tab == "tab_library":
            self.library.ask(self.live.here.position)
        if isinstance(self.overlay, Chooser) and self.overlay.follows:
            self.overlay.refresh()
        self.keeper.keep(self.live, now)
        if self.keeper.fault:
            self.notify(self.keeper.fault)
            self.keeper.fault = ""

    def _play_waiting_move(self, now: float) -> None:
        """Play the engine's move that waits, once no disc turns."""
        pause = LEAST_MOVE_SECONDS if ANIMATIONS[self.settings.animation] else 0.05
        may_move = self.animation is None and now - self.last_move_at >= pause
        move = self.engine.take_move(now, may_move)
        if move is not None and not self.play(move):
            self.notify(_("The engine chose an illegal move"))
            self.live.paused = True

    def close(self) -> None:
        """Stop the engine and the sound, and keep the game."""
        self.keeper.close(self.live)
        self.shelf.close()
        self.engine.close()
        self.sound.off()
