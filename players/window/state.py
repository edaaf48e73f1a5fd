"""The state of the window: the game, the overlay on it, the engine, and all files.

Events and commands change it; the panels make a scene of it.
"""

import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from othello.formats.entry import Reviews
from othello.game import Game
from othello.game_tree import GameTree, MovePath
from othello.openings import four_move_openings
from players.levels import LEVELS
from players.study.analyse.kept_games import FOLDER
from players.window.clipboard import Clipboard
from players.window.game.autosave import Autosave, SavedGame, is_program
from players.window.game.clocks import HUMAN, Animation, animation_of
from players.window.game.editor import Editor
from players.window.game.import_export import FileWriter
from players.window.game.judgements import add_reviews
from players.window.game.library import Library
from players.window.game.live_game import LiveGame
from players.window.game.shown_line import ShownLine
from players.window.overlays import Chooser, Overlay
from players.window.settings import ANIMATIONS, CHOICES, REVIEWS, Settings, save_settings
from players.window.thinking.analysis import (
    Analysis,
    ReviewLimit,
    review_progress,
    show_file_review,
    store_review,
)
from players.window.thinking.engine_session import EngineSession
from players.window.thinking.engine_thread import EngineThread
from players.window.thinking.exercises import ExerciseState
from players.window.training.deck import TRAINING, Deck
from players.window.translation import _, percent

TOAST_SECONDS, FILE_SECONDS = 3.5, 10.0
"""Seconds that a message is shown, and one that names a file."""
LEAST_MOVE_SECONDS = 0.25
"""The least time between a move and the engine's reply on the board."""


class State(ExerciseState):
    """Everything that changes while the window is open."""

    def __init__(
        self,
        settings: Settings,
        path: Path | None,
        engine_thread: EngineThread,
        sides: tuple[str, str],
    ) -> None:
        self.settings, self.path, self.levels = settings, path, LEVELS
        self.live = LiveGame(sides)
        self.live.set_clock(settings.clock_minutes, settings.increment)
        self._sides_before, self._opened = sides, list[str]()
        values = settings.values and sides != (HUMAN, HUMAN)
        self.analysis = Analysis(values, graph=False)
        callbacks = self.notify, self.end_exercises
        self.engine = EngineSession(engine_thread, self.live, self.analysis, *callbacks)
        self.clipboard = Clipboard()
        self.overlay: Overlay | None = None
        super().__init__()
        self.animation: Animation | None = None
        self.line: ShownLine | None = None
        self.hover: int | None = None
        self.pointer = -1, -1
        self.scrolled = 0
        self.typed, self.key_sign, self.tab = "", "", "tab_moves"
        self.analysing, self._calm = False, True
        self.toast, self.toast_until, self._fault = "", 0.0, ""
        self.quit, self.fullscreen, self.last_move_at = False, False, 0.0
        self.folder: Path | None = None
        self.autosave = Autosave(path.parent / FOLDER if path is not None else None)
        self.live.on_leave = lambda: self.autosave.note(self.live)
        self.last_saved_game: SavedGame | None = None
        self.library: Library | None = None
        self.file_writer = FileWriter()
        self.deck = Deck(path.parent / TRAINING if path is not None else None)
        self.read_clock = time.monotonic
        self.live.read_clock = lambda: self.now

    @property
    def now(self) -> float:
        """The time, in seconds."""
        return self.read_clock()

    @property
    def calm(self) -> bool:
        """True while a game is played without analysis: no values, no graph, no tabs.

        The record judges earlier games only, so it may be open.
        """
        analysis, live = self.analysis, self.live
        judges = self.tab not in ("tab_moves", "tab_record")
        asked = self.analysing or analysis.values or analysis.review or judges
        open_over = self.exercises is not None or self.editor is not None
        return not (asked or open_over or live.concluded)

    @property
    def editor(self) -> Editor | None:
        """The board editor; None while it is closed."""
        return self.live.editor

    def notify(self, text: str, seconds: float = TOAST_SECONDS) -> None:
        """Show a message for some seconds."""
        self.toast, self.toast_until = text, self.now + seconds

    def change(self, **choices: Any) -> None:
        """Change and save settings; the analysis follows at once."""
        self.settings = replace(self.settings, **choices)
        self.analysis.values = choices.get("values", self.analysis.values)
        if self.path is not None and (fault := save_settings(self.path, self.settings)):
            self.notify(fault)

    def turn(self, name: str) -> None:
        """Change a setting to its next value; a clock applies to a game that has not started."""
        values = CHOICES.get(name, (False, True))
        value = values[(values.index(getattr(self.settings, name)) + 1) % len(values)]
        self.change(**{name: value})
        if name in ("clock_minutes", "increment"):
            live, clock = self.live, (self.settings.clock_minutes, self.settings.increment)
            live.minutes, live.increment = clock
            if not live.started and live.tree == GameTree():
                live.set_clock(*clock)

    def play(self, square: int) -> bool:
        """Play a square for the side to move, with its animation; False for an illegal move."""
        live = self.live
        black = live.here.black_to_move
        flipped = live.play(square)
        if flipped is None:
            return False
        self.last_move_at = now = self.now
        seconds = ANIMATIONS[self.settings.animation]
        self.animation = animation_of(square, flipped, black, now, seconds)
        self.engine.waiting = self.line = None
        self.typed, self.scrolled = "", 0
        if live.passed and not live.here.over:
            self.notify(
                _("White can't move. Black plays again.")
                if live.here.black_to_move
                else _("Black can't move. White plays again.")
            )
        return True

    def play_by_hand(self, square: int) -> None:
        """Play a person's move, or try it in an exercise; say why it is not possible."""
        if self.exercises is not None and square in self.live.game.legal():
            self.exercises.attempt(square)
            self.line, self.typed = None, ""
        elif self.exercises is not None:
            self.notify(_("That move isn't legal."))
        elif not self.live.human_to_move:
            ended = self.live.ended
            self.notify(_("The game is over.") if ended else _("It's the engine's turn."))
        else:
            explores = self.analysis.review and self.live.stopped
            self.toast = ""
            if not self.play(square):
                self.notify(_("That move isn't legal."))
                return
            if explores:
                self.live.explore()

    def go_to(self, step: int) -> None:
        """Show another step of the line, without animation."""
        self.live.go_to(step)
        self.drop_pending()

    def go_to_path(self, path: MovePath) -> None:
        """Show another place of the tree, without animation."""
        self.live.go_to_path(path)
        self.drop_pending()

    def drop_pending(self) -> None:
        """Drop the animation and the engine's waiting move, because the position has changed."""
        self.animation = self.line = None
        self.scrolled = 0
        self.end_exercises()
        self.engine.drop_move()
        self.typed = ""

    def new_game(self, sides: tuple[str, str] | None = None, game: Game | None = None) -> None:
        """Begin a game with these sides; two people have the names of the settings."""
        sides = sides or self.next_sides
        people = self.settings.black_name, self.settings.white_name
        names = people if sides == (HUMAN, HUMAN) else ("", "")
        self.live.start(game or Game(), names, sides, timed=True)
        self._opened = []
        self._look_at_another()
        self.analysing, self.tab = False, "tab_moves"
        self.analysis.values = self.settings.values and sides != (HUMAN, HUMAN)

    def load_game(
        self, game: Game, names: tuple[str, str] = ("", ""), tree: GameTree | None = None
    ) -> None:
        """Show an opened or pasted game, both sides played by hand."""
        self._sides_before = self.next_sides
        self.live.start(game, names, (HUMAN, HUMAN), tree)
        self._opened = list(self.live.sides)
        self._look_at_another()
        self.analysing = True

    @property
    def next_sides(self) -> tuple[str, str]:
        """The sides of the next game: the present ones, or those before a file's game."""
        if self.exercises is not None and self.exercises.sides_before is not None:
            return self.exercises.sides_before
        black, white = self._sides_before if self._opened == self.live.sides else self.live.sides
        return black, white

    def resume_last_game(self) -> None:
        """Continue the game that was saved last, other than this one, with its players."""
        self.last_saved_game = None
        self.autosave.flush(self.live)
        last = self.autosave.latest(without=self.live.number)
        if last is None:
            self.notify(_("No other game to resume"))
        else:
            self._resume(last)

    def open_saved_game(self, last: SavedGame) -> None:
        """Show a saved game with its players; its file gets the changes.

        No engine moves before a person does. The next game has the present players.
        """
        self._sides_before = self.next_sides
        self._resume(last)
        self.live.held = self.analysing = True
        self._opened = list(self.live.sides)

    def _resume(self, last: SavedGame) -> None:
        """Continue a saved game, by hand for other programs: it may be a stranger's file."""
        kept, names = last.kept.game, (last.kept.game.black, last.kept.game.white)
        number = self.autosave.number_of(last.path)
        black, white = (HUMAN if is_program(spec) else spec for spec in last.kept.sides)
        self.live.start(last.game(), names, (black, white), kept.tree, number)
        self._opened = []
        self.autosave.continue_saved_game(self.live, last)
        self._look_at_another()
        self.add_reviews(kept.reviews)

    def _look_at_another(self) -> None:
        """End messages, hints, reviews and exercises of the previous game."""
        self.toast, self.analysis.hint = "", None
        self.analysis.review = self.exercises_wanted = False
        self.drop_pending()

    def start_review(self) -> None:
        """Review the line shown, to the limit of the settings."""
        self.analysis.review = True
        self.analysis.limit = ReviewLimit(REVIEWS[self.settings.review])
        self.tab = "tab_coach" if self.live.ended else "tab_moves"

    def stop_review(self) -> None:
        """Stop a review; its values stay with the game."""
        progress = review_progress(self.live, self.analysis.limit)
        if self.analysis.review and progress < 1:
            stopped = _("Review stopped at {share}. R: continue.")
            self.notify(stopped.format(share=percent(progress)))
        self.analysis.review = False

    def add_reviews(self, known: Reviews) -> None:
        """Add a file's reviews to the game just opened, and show them."""
        add_reviews(self.live.tree, self.live.review_values, known)
        if show_file_review(self.live, self.analysis):
            self.tab = "tab_moves"

    def undo(self, turn: bool = False) -> None:
        """Take back a move; of a `turn`, the person's last move with the reply to it."""
        if self.take_back_line():
            return
        changed = self.live.take_back(turn)
        self.drop_pending()
        if not changed:
            self.notify(_("Nothing to undo"))

    def redo(self) -> None:
        """Replay the next move of the line."""
        if self.exercises is not None:
            return
        changed = self.live.redo()
        self.drop_pending()
        if not changed:
            self.notify(_("Nothing to redo"))

    def random_game(self, sides: tuple[str, str]) -> None:
        """Begin a game from a random opening of four moves."""
        game = Game()
        game.play_all(random.choice(four_move_openings()).moves)
        self.new_game(sides, game)

    def update(self) -> None:
        """Update everything to the present time; once a frame."""
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
            store_review(self.live, self.analysis.limit)
        self.update_exercises()
        if self.line is not None:
            self.line.update(now)
        if self.calm != self._calm:
            self._calm = self.calm
            self.analysis.graph = not self._calm
        helped = not self._calm or self.analysis.hint == self.live.here
        if helped and self.live.mover == HUMAN and self.live.step and not self.live.concluded:
            self.live.assisted = True
        self.engine.ask(now)
        if fault := self.deck.take_fault():
            self.notify(_("Can't save training: {reason}").format(reason=fault))
        if self.library is not None and self.tab == "tab_library":
            self.library.ask(self.live.here.position)
        if isinstance(self.overlay, Chooser) and self.overlay.follows:
            self.overlay.refresh()
        self.autosave.keep(self.live, now)
        if self.autosave.fault != self._fault:
            self._fault = self.autosave.fault
            self.notify(self._fault, FILE_SECONDS)  # none once the game is saved
        if message := self.file_writer.take_message():
            self.notify(message, FILE_SECONDS)
        if self.tab == "tab_record":
            self.autosave.record.update(now, self.autosave.written)

    def open_library(self, path: Path) -> None:
        """Begin to read a library in place of the one that is open."""
        if self.library is not None:
            self.library.close()
        self.library = Library(path)

    def _play_waiting_move(self, now: float) -> None:
        """Play the engine's waiting move once no disc turns."""
        pause = LEAST_MOVE_SECONDS if ANIMATIONS[self.settings.animation] else 0.05
        may_move = self.animation is None and now - self.last_move_at >= pause
        move = self.engine.take_move(now, may_move)
        if move is not None and not self.play(move):
            self.notify(_("The engine chose an illegal move"))
            self.live.paused = True

    def close(self) -> None:
        """Save the game, and stop the threads."""
        self.autosave.close(self.live)
        if self.library is not None:
            self.library.close()
        self.file_writer.close()
        self.engine.thread.close()
