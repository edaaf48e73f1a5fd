"""The state of the window: the game, the dialog on it, the engine, and all files.

Events and commands change it; the panels make a scene of it.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from othello.formats.entry import Entry, Reviews
from othello.game import Game
from othello.game_tree import GameTree
from othello.notation import move_name
from othello.openings import four_move_openings
from players.window.dialogs import Chooser
from players.window.game.autosave import Autosave
from players.window.game.clocks import HUMAN, Clocks
from players.window.game.import_export import FileWriter
from players.window.game.judgements import add_reviews
from players.window.game.library import Library
from players.window.game.live_game import LiveGame
from players.window.game.saved_games import FOLDER, SavedGame
from players.window.interface import Animation, Clipboard, Interface
from players.window.settings import ANIMATIONS, CHOICES, REVIEWS, Settings, save_settings
from players.window.sounds import Sounds
from players.window.thinking.analysis import (
    Analysis,
    EngineSession,
    SearchLimit,
    review_progress,
    show_file_review,
    store_review,
)
from players.window.thinking.engine_thread import EngineThread
from players.window.thinking.exercises import Practice
from players.window.training.deck import TRAINING, Deck
from players.window.training.session import Training
from players.window.translation import _, percent

LEAST_MOVE_SECONDS = 0.25
"""The least time between a move and the engine's reply on the board."""
FILE_SECONDS = 10.0
"""Seconds that a message with the name of a file is shown."""


class GameFiles:
    """Everything that threads read and write, next to the settings in `beside` or elsewhere.

    `folder` is where files are opened, `offered` a saved game that can be resumed.
    """

    def __init__(self, beside: Path | None) -> None:
        self.autosave = Autosave(beside / FOLDER if beside is not None else None)
        self.deck = Deck(beside / TRAINING if beside is not None else None)
        self.library: Library | None = None
        self.writer = FileWriter()
        self.folder: Path | None = None
        self.offered: SavedGame | None = None
        self._fault = ""

    def update(self, live: LiveGame, tab: str, notify: Callable[..., None]) -> None:
        """Save the game, continue the work of the tab shown and report results; once a frame."""
        now, autosave = live.read_clock(), self.autosave
        if self.deck.fault:
            notify(_("Can't save training: {reason}").format(reason=self.deck.fault))
            self.deck.fault = ""
        autosave.keep(live, now)
        if autosave.fault != self._fault:
            self._fault = autosave.fault
            notify(self._fault, FILE_SECONDS)  # none once the game is saved
        if message := self.writer.take_message():
            notify(message, FILE_SECONDS)
        if self.library is not None and tab == "tab_library":
            self.library.ask(live.here.position)
        if tab == "tab_record":
            autosave.record.update(now, autosave.written)

    def close(self, live: LiveGame) -> None:
        """Save the game, and stop the threads."""
        self.autosave.record.close()
        self.autosave.flush(live)
        if self.library is not None:
            self.library.close()
        self.writer.close()


class State:
    """Everything that changes while the window is open.

    `ui` is the state of the screen, `files` what threads read and write, `practice` the exercises.
    Without a `path` no settings are saved.
    """

    def __init__(
        self,
        settings: Settings,
        path: Path | None,
        engine_thread: EngineThread,
        sides: tuple[str, str],
    ) -> None:
        self.settings, self.path = settings, path
        self.live = LiveGame(sides)
        self.live.clocks = self._new_clocks()
        self.live.on_leave = lambda: self.files.autosave.note(self.live)
        self.ui, self.clipboard = Interface(lambda: self.now), Clipboard()
        self.notify = self.ui.notify
        self.files = GameFiles(path.parent if path is not None else None)
        self.analysis = Analysis(settings.values and sides != (HUMAN, HUMAN), graph=False)
        self.practice = Practice(self.live, self.analysis, self.ui, self.drop_pending)
        self.engine = EngineSession(
            engine_thread, self.live, self.analysis, self.practice.end, self.notify
        )
        self._before_opened, self._opened = sides, list[str]()
        self._calm, self._sounds = True, Sounds()

    def _new_clocks(self) -> Clocks:
        """Clocks for a new game."""
        return Clocks(self.settings.clock_minutes, self.settings.increment)

    @property
    def now(self) -> float:
        """The time, in seconds."""
        return self.live.read_clock()

    @property
    def calm(self) -> bool:
        """True in a lesson and in a game without analysis: no values, no graph, no tabs.

        The record judges earlier games only, so it may be open.
        """
        analysis, live = self.analysis, self.live
        if self.practice.exercises is not None or live.editor is not None:
            return self.practice.teaches
        judges = self.ui.tab not in ("tab_moves", "tab_record")
        asked = analysis.open or analysis.values or analysis.review or judges
        return not (asked or live.concluded)

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
        is_new = not self.live.started and self.live.tree == GameTree()
        if is_new and name in ("clock_minutes", "increment"):
            self.live.clocks = self._new_clocks()

    def play(self, square: int) -> bool:
        """Play a square for the side to move, with its animation; False for an illegal move."""
        live = self.live
        black = live.here.black_to_move
        flipped = live.play(square)
        if flipped is None:
            return False
        self.ui.show_new_position()
        self.ui.moved_at = now = self.now
        seconds = ANIMATIONS[self.settings.animation]
        self.ui.animation = Animation(tuple(flipped), black, now, seconds) if seconds else None
        self.engine.waiting = None
        if live.passed and not live.here.over:
            self.notify(
                _("White can't move. Black plays again.")
                if live.here.black_to_move
                else _("Black can't move. White plays again.")
            )
        return True

    def play_by_hand(self, square: int) -> None:
        """Play a person's move, or try it in an exercise; say why it is not possible."""
        exercises = self.practice.exercises
        is_legal = square in self.live.game.legal()
        if exercises is not None and (exercises.teaches or is_legal):
            exercises.attempt(square)
            self.ui.playback = None
        elif exercises is None and not self.live.human_to_move:
            ended = self.live.ended
            self.notify(_("The game is over.") if ended else _("It's the engine's turn."))
        elif not is_legal:
            taken = sum(self.live.here.discs) >> square & 1
            why = _("{square} is taken.") if taken else _("{square} flips nothing.")
            self.notify(why.format(square=move_name(square)))
        else:
            explores = self.analysis.review and self.live.stopped
            self.ui.toast = ""
            self.play(square)
            if explores and self.live.tree.over:
                self.live.going_from, self.live.held = None, True

    def go_to(self, step: int) -> None:
        """Show another step of the line, without animation."""
        self.live.go_to(step)
        self.drop_pending()

    def drop_pending(self) -> None:
        """Drop the animation and the engine's waiting move, because the position has changed."""
        self.ui.show_new_position()
        self.practice.end()
        self.engine.drop_move()

    def new_game(self, sides: tuple[str, str] | None = None, game: Game | None = None) -> None:
        """Begin a game with these sides; two people have the names of the settings."""
        sides = sides or self.next_sides
        people = self.settings.black_name, self.settings.white_name
        names = people if sides == (HUMAN, HUMAN) else ("", "")
        self.live.start(game or Game(), names, sides, clocks=self._new_clocks())
        self._opened = []
        self._look_at_another()
        self.analysis.open, self.ui.tab = False, "tab_moves"
        self.analysis.values = self.settings.values and sides != (HUMAN, HUMAN)

    def open_entry(self, entry: Entry) -> None:
        """Show an opened or pasted game, both sides played by hand; ValueError if it is broken."""
        game = entry.game()
        self._before_opened = self.next_sides
        self.live.start(game, (entry.black, entry.white), (HUMAN, HUMAN), entry.tree)
        self._opened = list(self.live.sides)
        self._look_at_another()
        self.analysis.open = True
        self._add_reviews(entry.reviews)

    @property
    def next_sides(self) -> tuple[str, str]:
        """The sides of the next game: the present ones, or those before a file's game."""
        exercises = self.practice.exercises
        if exercises is not None and exercises.sides_before is not None:
            return exercises.sides_before
        black, white = self._before_opened if self._opened == self.live.sides else self.live.sides
        return black, white

    def resume_last_game(self) -> None:
        """Continue the game that was saved last, other than this one, with its players."""
        self.files.offered = None
        self.files.autosave.flush(self.live)
        last = self.files.autosave.latest(without=self.live.number)
        if last is None:
            self.notify(_("No other game to resume"))
        else:
            self._resume(last)

    def open_saved_game(self, last: SavedGame) -> None:
        """Show a saved game with its players; its file gets the changes.

        No engine moves before a person does. The next game has the present players.
        """
        self._before_opened = self.next_sides
        self._resume(last)
        self.live.held = self.analysis.open = True
        self._opened = list(self.live.sides)

    def _resume(self, last: SavedGame) -> None:
        self.files.autosave.resume(self.live, last)
        self._opened = []
        self._look_at_another()
        self._add_reviews(last.entry.reviews)

    def _look_at_another(self) -> None:
        """End messages, hints, reviews and exercises of the previous game."""
        self.ui.toast, self.analysis.hint = "", None
        self.analysis.review = self.practice.wanted = False
        self.drop_pending()

    def start_review(self) -> None:
        """Review the line shown, to the limit of the settings."""
        self.analysis.review = True
        self.analysis.limit = SearchLimit(REVIEWS[self.settings.review])
        self.ui.tab = "tab_coach" if self.live.ended else "tab_moves"

    def stop_review(self) -> None:
        """Stop a review; its values stay with the game."""
        progress = review_progress(self.live, self.analysis.limit)
        if self.analysis.review and progress < 1:
            stopped = _("Review stopped at {share}. R: continue.")
            self.notify(stopped.format(share=percent(progress)))
        self.analysis.review = False

    def _add_reviews(self, known: Reviews) -> None:
        """Add a file's reviews to the game just opened, and show them."""
        add_reviews(self.live.tree, self.live.review_values, known)
        if show_file_review(self.live, self.analysis):
            self.ui.tab = "tab_moves"

    def undo(self, turn: bool = False) -> None:
        """Take back a move; of a `turn`, the person's last move with the reply to it."""
        if self.practice.take_back():
            return
        changed = self.live.take_back(turn)
        self.drop_pending()
        if not changed:
            self.notify(_("Nothing to undo"))

    def redo(self) -> None:
        """Replay the next move of the line."""
        if self.practice.exercises is not None:
            return
        if self.live.at_end:
            self.notify(_("Nothing to redo"))
        else:
            self.go_to(self.live.step + 1)

    def begin_training(self, make: Callable[[], Training]) -> None:
        """Replace the game by the first exercise, until the training ends."""
        self.drop_pending()
        self.live.editor = None
        self.practice.wanted = False
        sides = self.next_sides
        self.practice.begin(make, SearchLimit(REVIEWS[self.settings.review]))
        if self.practice.exercises is not None:
            self.practice.exercises.sides_before = sides

    def random_game(self, sides: tuple[str, str]) -> None:
        """Begin a game from a random opening of four moves."""
        game = Game()
        game.play_all(random.choice(four_move_openings()).moves)
        self.new_game(sides, game)

    def update(self) -> None:
        """Update everything to the present time; once a frame."""
        now, ui = self.now, self.ui
        ui.update(now)
        self.engine.ask(now)
        for answer in self.engine.thread.take_answers():
            self.engine.receive(answer)
        self.engine.run_clocks(now, still=ui.animation is None)
        self._play_waiting_move(now)
        if self.analysis.review:
            store_review(self.live, self.analysis.limit)
        self.practice.update(self.settings.both_sides)
        if self.calm != self._calm:
            self._calm = self.calm
            self.analysis.graph = not self._calm
        live = self.live
        helped = not self._calm or self.analysis.hint == live.here
        if helped and live.mover == HUMAN and live.step and not live.concluded:
            live.assisted = True  # a person to move sees an evaluation or a hint
        self.engine.ask(now)
        if isinstance(ui.dialog, Chooser) and ui.dialog.follows:
            ui.dialog.refresh()
        self.files.update(live, ui.tab, self.notify)
        self._sounds.follow(self.settings.sound, ui.moved_at, live.number, live.concluded)

    def _play_waiting_move(self, now: float) -> None:
        """Play the engine's waiting move once no disc turns."""
        pause = LEAST_MOVE_SECONDS if ANIMATIONS[self.settings.animation] else 0.05
        may_move = self.ui.animation is None and now - self.ui.moved_at >= pause
        move = self.engine.take_move(now, may_move)
        if move is not None and not self.play(move):
            self.notify(_("The engine chose an illegal move"))
            self.live.paused = True

    def close(self) -> None:
        """Save the game, and stop the threads."""
        self.files.close(self.live)
        self.engine.thread.close()
