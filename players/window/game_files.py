"""The files of the window: saved games, the library, training cards, and files being written."""

from collections.abc import Callable
from pathlib import Path

from players.window.game.autosave import Autosave
from players.window.game.import_export import FileWriter
from players.window.game.library import Library
from players.window.game.live_game import LiveGame
from players.window.game.saved_games import FOLDER, SavedGame
from players.window.training.deck import TRAINING, Deck
from players.window.translation import _

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
        if fault := self.deck.take_fault():
            notify(_("Can't save training: {reason}").format(reason=fault))
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

    def open_library(self, path: Path) -> None:
        """Begin to read a library in place of the one that is open."""
        if self.library is not None:
            self.library.close()
        self.library = Library(path)

    def close(self, live: LiveGame) -> None:
        """Save the game, and stop the threads."""
        self.autosave.close(live)
        if self.library is not None:
            self.library.close()
        self.writer.close()
