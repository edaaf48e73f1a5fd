"""The state of the window: the game, what is open over it, and the engine beside it.

Events and commands change it; the panels make a scene of it.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import wrap
from typing import Any

from othello.formats.reviews import Reviews
from othello.game import Game
from othello.game_tree import GameTree, MovePath
from players.analyse.kept_games import FOLDER
from players.levels import Level
from players.window.devices import Clipboard, Sound
from players.window.game.clocks import HUMAN
from players.window.game.editor import Editor
from players.window.game.exchange import MadeFiles
from players.window.game.judgements import take_reviews
from players.window.game.last_games import Autosave, LastGame, is_program
from players.window.game.library import Library, LibrarySlot
from players.window.game.live_game import Animation, LiveGame, animation_of
from players.window.game.turns import redo_turn, undo_turn
from players.window.overlays import Chooser, Overlay, Row
from players.window.settings import ANIMATIONS, CHOICES, Settings, save_settings
from players.window.thinking.analysis import (
    Analysis,
    keep_review,
    review_limit,
    review_progress,
    show_taken_review,
)
from players.window.thinking.engine_thread import EngineThread
from players.window.thinking.exercises import WithExercises
from players.window.thinking.session import EngineSession
from players.window.training.trainer import TRAINING, Trainer
from players.window.translation import N_, _

TOAST_SECONDS, FILE_SECONDS = 3.5, 10.0
"""How long a line is shown; one that names a file, which is looked for then, longer."""
COMMAND_CHARACTERS = 64
"""Of a program's command that a file names, in a line."""
LEAST_MOVE_SECONDS = 0.25
"""The least time between a move and the engine's answer to it on the board."""


class State(WithExercises):
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
        self._sides_before, self._opened = sides, dict[int, list[str]]()
        people = sides == (HUMAN, HUMAN)
        values = settings.values and not people
        self.analysis = Analysis(values, graph=False, ponder=settings.ponder)
        tell = self.notify, self.new_game, self.end_exercises
        self.engine = EngineSession(engine_thread, self.live, self.analysis, *tell)
        self.clipboard, self.sound = Clipboard(), Sound()
        self.overlay: Overlay | None = None
        super().__init__()
        self.animation: Animation | None = None
        self.hover: int | None = None
        self.pointer, self.rests_since = (-1, -1), math.inf
        self.scrolled = 0
        self.cursor: int | None = None
        self.pressed: str | None = None
        self.typed, self.key_sign, self.tab = "", "", "tab_moves"
        self.analysing, self._calm = False, True
        self.toast, self.toast_until, self._not_kept = "", 0.0, ""
        self.quit = False
        self.fullscreen = False
        self.screenshot_path: Path | None = None
        self.last_move_at = 0.0
        self.folder: Path | None = None
        self.keeper = Autosave(path.parent / FOLDER if path is not None else None)
        self.live.on_leave = lambda: self.keeper.note(self.live)
        self.last_game: LastGame | None = None
        self.shelf, self.made_files = LibrarySlot(), MadeFiles()
        self.trainer = Trainer(path.parent / TRAINING if path is not None else None)
        self.read_clock = time.monotonic
        if settings.sound and (fault := self.sound.on(self.now)):
            self.notify(fault)

    @property
    def now(self) -> float:
        """The time, in seconds."""
        return self.read_clock()

    @property
    def calm(self) -> bool:
        """True while a game is played without analysis: no values, no graph, no tabs."""
        analysis, live = self.analysis, self.live
        asked = self.analysing or analysis.values or analysis.review or self.tab != "tab_moves"
        open_over = self.exercises is not None or self.editor is not None
        return not (asked or open_over or live.tree.ended or live.time_up is not None)

    @property
    def library(self) -> Library | None:
        """The library that is open."""
        return self.shelf.library

    @property
    def editor(self) -> Editor | None:
        """The board editor; None while it is closed."""
        return self.live.editor

    def notify(self, text: str, seconds: float = TOAST_SECONDS) -> None:
        """Show a line for a while."""
        self.toast, self.toast_until = text, self.now + seconds

    def change(self, **choices: Any) -> None:
        """Change settings and keep them; what is analysed follows at once."""
        self.settings = replace(self.settings, **choices)
        for name in {"values", "ponder"} & choices.keys():
            setattr(self.analysis, name, choices[name])
        if self.path is not None and (fault := save_settings(self.path, self.settings)):
            self.notify(fault)

    def turn(self, name: str) -> None:
        """Change a setting to the next of its values; a clock is the next game's.

        It is this game's too if that is not begun.
        """
        values = CHOICES.get(name, (False, True))
        value = values[(values.index(getattr(self.settings, name)) + 1) % len(values)]
        self.change(**{name: value})
        if name in ("clock_minutes", "increment"):
            live, clock = self.live, (self.settings.clock_minutes, self.settings.increment)
            live.minutes, live.increment = clock
            if not live.begun and live.tree == GameTree():
                live.set_clock(*clock)

    def play(self, square: int) -> bool:
        """Play a square for the side to move, with its animation; whether it was legal."""
        live = self.live
        black = live.here.black_to_move
        turned = live.play(square)
        if turned is None:
            return False
        self.last_move_at = now = self.now
        seconds = ANIMATIONS[self.settings.animation]
        self.animation = animation_of(square, turned, black, now, seconds)
        self.engine.waiting = None
        self.typed, self.scrolled = "", 0
        if self.settings.sound:
            self.sound.click(now)
        if live.passed and not live.here.over:
            self.notify(
                _("White can't move. Black plays again.")
                if live.here.black_to_move
                else _("Black can't move. White plays again.")
            )
        return True

    def play_by_hand(self, square: int) -> None:
        """Play a square for a person, if it is a person's turn and the move is legal."""
        if self.exercises is not None and square in self.live.game.legal():
            self.exercises.tried, self.typed = square, ""  # a try, which is not played
            self.sound.click(self.now)
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
            self.analysis.balanced = None
            if explores:
                self.live.explore()

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
        self.live.start(game or Game(), names, sides, timed=True)
        self._look_at_another()
        self.analysing, self.tab = False, "tab_moves"
        self.analysis.values = self.settings.values and sides != (HUMAN, HUMAN)

    def load_game(
        self, game: Game, names: tuple[str, str] = ("", ""), tree: GameTree | None = None
    ) -> None:
        """Show an opened or pasted game at the step where it stands, both sides by hand."""
        self._sides_before = self.next_sides
        self.live.start(game, names, (HUMAN, HUMAN), tree, N_("opened game"))
        self._opened[self.live.number] = list(self.live.sides)
        self._look_at_another()
        self.analysing = True

    @property
    def next_sides(self) -> tuple[str, str]:
        """Who plays when a game begins: as now, or as before where a file's game is shown."""
        if self.exercises is not None and self.exercises.sides_before is not None:
            return self.exercises.sides_before
        opened = self._opened.get(self.live.number) == self.live.sides
        black, white = self._sides_before if opened else self.live.sides
        return black, white

    def go_on_with_last_game(self) -> None:
        """Take up the game that was kept last, with its players, where it stood."""
        last, self.last_game = self.last_game, None
        if last is None:
            self.notify(_("No other game to resume"))
            return
        self.keeper.flush(self.live)  # it may have gone on since the window opened
        self._go_on_with(self.keeper.again(last), N_("the last game"))

    def open_kept(self, last: LastGame) -> None:
        """Show a game that was kept, with its players; what is changed is kept in its file.

        No engine moves before a person does, and the next game has the players of before.
        """
        self._sides_before = self.next_sides
        self._go_on_with(last, N_("opened game"))
        self.live.held = self.analysing = True
        self._opened[self.live.number] = list(self.live.sides)

    def _go_on_with(self, last: LastGame, action: str) -> None:
        """Take up a kept game; a person plays for other programs until they are allowed."""
        kept, names = last.kept.game, (last.kept.game.black, last.kept.game.white)
        number = self.keeper.number_of(last.path)
        programs = [spec for spec in last.kept.sides if is_program(spec)]
        black, white = (HUMAN if spec in programs else spec for spec in last.kept.sides)
        self.live.start(last.game(), names, (black, white), last.tree(), action, number)
        self.keeper.goes_on(self.live, last)
        self._look_at_another()
        self.take_reviews(kept.reviews)
        if programs:
            self._ask_for_programs(last.kept.sides, programs)

    def _ask_for_programs(self, sides: tuple[str, str], programs: Sequence[str]) -> None:
        """Ask whether the programs that a file names may be started: it may be a stranger's."""
        number = self.live.number

        def choose(row: Row) -> None:
            if row.value and self.live.number == number:
                self.live.sides[:] = sides
                if number in self._opened:
                    self._opened[number] = list(sides)

        told = " ".join("; ".join(dict.fromkeys(programs)).split())  # nothing is out of sight
        rows = [
            *(Row(line, heading=True) for line in wrap(told, COMMAND_CHARACTERS)),
            Row(_("Play by hand"), value=False, current=True),
            Row(_("Start the program"), value=True),
        ]
        hint = _("Start it only if you know this command")
        title = _("This game's file wants to start a program")
        self.overlay = Chooser(title, lambda: rows, choose, hint=hint)

    def _look_at_another(self) -> None:
        """End what was about the game before, and what was said of it."""
        self.toast = ""
        self.analysis.review = self.exercises_wanted = False
        self.analysis.balanced = self.analysis.check = None
        self.drop_pending()

    def drop_board(self) -> None:
        """Close the editor without its board, which comes back by undo."""
        if self.live.drop_board():
            self.notify(_("Board discarded. Ctrl+Z restores it."))

    def start_review(self) -> None:
        """Compare all moves of the line shown with the best ones, as the settings say."""
        self.analysis.review, self.analysis.limit = True, review_limit(self.settings.review)
        self.tab = "tab_coach" if self.live.ended else "tab_moves"

    def stop_review(self) -> None:
        """Stop a review; what it found stays known, and kept with the game."""
        progress = review_progress(self.live, self.analysis.limit)
        if self.analysis.review and progress < 1:
            stopped = _("Review stopped at {share} %. R: continue.")
            self.notify(stopped.format(share=f"{100 * progress:.0f}"))
        self.analysis.review = False

    def take_reviews(self, known: Reviews) -> None:
        """Keep what a file says of the moves of the game opened just now, and show it."""
        take_reviews(self.live.tree, self.live.kept, known)
        if show_taken_review(self.live, self.analysis):
            self.tab = "tab_moves"

    def undo(self, turn: bool = False) -> None:
        """Bring back what was before the last action; of a `turn`, a move with the reply to it."""
        nothing = _("Nothing to undo")
        self._turn_back(undo_turn if turn else LiveGame.undo, _("Undone: {action}"), nothing)

    def redo(self, turn: bool = False) -> None:
        """Do again what was undone last."""
        nothing = _("Nothing to redo")
        self._turn_back(redo_turn if turn else LiveGame.redo, _("Redone: {action}"), nothing)

    def _turn_back(self, change: Callable[[LiveGame], str | None], done: str, nothing: str) -> None:
        """Undo or redo, and say what, or `nothing`; no move of the engine that waits is played."""
        number = self.live.number
        action = change(self.live)
        self.notify(nothing if action is None else done.format(action=action))
        if action is None:
            return
        self.analysis.balanced = None
        if number != self.live.number:
            self.analysis.review = False
        self.drop_pending()

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
        self.look_at_exercises()
        self.analysis.lines = self.tab == "tab_lines"
        if self.calm != self._calm:
            self._calm = self.calm
            self.analysis.graph = not self._calm
        self.engine.ask(now)
        self.sound.rest(now)
        self.shelf.settle()
        if fault := self.trainer.update():
            self.notify(_("Can't save training: {reason}").format(reason=fault))
        if self.library is not None and self.tab == "tab_library":
            self.library.ask(self.live.here.position)
        if isinstance(self.overlay, Chooser) and self.overlay.follows:
            self.overlay.refresh()
        self.keeper.keep(self.live, now)
        if self._not_kept and not self.keeper.failing:  # it is kept by now
            self.toast = "" if self.toast == self._not_kept else self.toast
            self._not_kept = ""
        fault = self.keeper.take_fault()
        self._not_kept = fault or self._not_kept
        if told := fault or self.made_files.take_words():
            self.notify(told, FILE_SECONDS)
        if self.tab == "tab_record":
            self.keeper.record.look(now, self.keeper.written)

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
        self.trainer.close()
        self.made_files.close()
        self.engine.close()
        self.sound.off()
