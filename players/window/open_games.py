"""Open files, folders and pasted games: show them, list them, or read them as the library."""

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from players.levels import HUMAN
from players.window import timed_files
from players.window.dialogs import Chooser, Row
from players.window.game import import_export, saved_games
from players.window.game.library import GameChooser, Library, is_library
from players.window.game.record import mean_text, move_mean
from players.window.game.saved_games import SavedSummary
from players.window.player_names import SIDES
from players.window.settings import MOST_RECENT
from players.window.state import State
from players.window.translation import _, ngettext

MOST_SHOWN = 4
"""Most recent files and folders that are offered."""
_PATH = re.compile(r"[/\\~.]|[A-Za-z]:[/\\]|.*/")
"""Beginnings of a path; a dot is one, since the lists show no hidden names."""


def show_entries(state: State, found: import_export.OpenedFile, title: str) -> None:
    """Show the only game, or list several; report what was left out."""
    entries, errors, gone = *found, ""
    if errors:
        gone = ngettext("{count} game skipped: {why}", "{count} games skipped: {why}", len(errors))
        gone = gone.format(count=len(errors), why=errors[0])
    if len(entries) == 1:
        take_entry(state, entries[0])
        if gone:
            state.notify(gone)
        return
    games = ngettext("{title}: {count} game", "{title}: {count} games", len(entries))
    games = games.format(title=title, count=len(entries))
    rows = [import_export.entry_row(number, entry) for number, entry in enumerate(entries, start=1)]
    hint = gone or _("Type a name to narrow the list")
    state.ui.dialog = Chooser(
        games, lambda: rows, lambda row: take_entry(state, row.value), hint=hint
    )


def take_entry(state: State, entry: import_export.Entry) -> None:
    """Show a game of a file with its side lines; report lines that were left out."""
    try:
        state.open_entry(entry)
    except ValueError as error:
        state.notify(str(error))
        return
    if faults := entry.faults:
        cut = ngettext(
            "{count} side line skipped or cut short: {why}",
            "{count} side lines skipped or cut short: {why}",
            len(faults),
        )
        state.notify(cut.format(count=len(faults), why=faults[0]))


def open_file(state: State, path: Path) -> None:
    """Read a file and show its games, or an error."""
    try:
        take_up(state, path)
    except ValueError as error:
        state.notify(str(error))
    except OSError as error:
        state.notify(f"{path.name}: {error.strerror or error}")


def take_up(state: State, path: Path) -> None:
    """Read a file and show its games; ValueError or OSError, in one line, if it has none.

    A folder or a large file becomes the library. An autosaved game continues in its own file.
    """
    if state.files.autosave.holds(path):
        state.files.autosave.flush(state.live)
        with suppress(ValueError, OSError, RecursionError):  # read as any other file below
            state.open_saved_game(timed_files.run_with_timeout(lambda: saved_games.read(path)))
            return
    if timed_files.run_with_timeout(lambda: is_library(path)):
        open_as_library(state, path)
        return
    found = import_export.read_file(path)
    note_opened(state, path)
    show_entries(state, found, path.name)


def open_as_library(state: State, path: Path) -> None:
    """Read all games of a folder or file in the background, and list them."""
    note_opened(state, path)
    if state.files.library is not None:
        state.files.library.close()
    state.files.library = Library(Path(os.path.abspath(path)))
    if not (state.calm and state.live.tree.replies):  # a game goes on without help
        state.ui.tab = "tab_library"
    list_games(state)


def note_opened(state: State, path: Path) -> None:
    """Remember a path that was opened or saved, for the list of recent files."""
    path = Path(os.path.abspath(path))
    state.files.folder = path if timed_files.is_folder(path) else path.parent
    others = (recent for recent in state.settings.recent if recent != str(path))
    state.change(recent=(str(path), *others)[:MOST_RECENT])


def list_games(state: State) -> None:
    """List the games of the library."""
    library = state.files.library
    assert library is not None
    here = state.live.here.position

    def choose(row: Row) -> None:
        take_entry(state, library.entry(row.value))
        if not state.calm:  # the game was opened
            state.ui.tab = "tab_library"
        step = library.step_sought(row.value, here)
        if step is not None:
            state.go_to(step)

    state.ui.dialog = GameChooser(library, here, choose)


class OwnGames(Chooser):
    """The saved games, the latest first."""

    follows = True

    def __init__(self, state: State) -> None:
        self._state, self._listed_at, own = state, -1, state.files.autosave.record
        super().__init__(
            _("Your games"),
            lambda: [_kept_row(path, game) for path, game in own.games()],
            lambda row: open_file(state, row.value),
        )

    def refresh(self) -> None:
        """Show the progress of reading; make the rows again after new games were read."""
        saves, record = self._state.files.autosave, self._state.files.autosave.record
        record.update(self._state.now, saves.written)
        self.hint = record.progress() if record.reading else record.notice
        if record.games() and not record.reading:
            self.hint = _("Type a name to narrow the list")
        if self._listed_at != record.times_read:
            self._listed_at = record.times_read
            super().refresh()


def _kept_row(path: Path, game: SavedSummary) -> Row:
    """Return the row of a saved game: players, opening, result, day, and the person's loss."""
    names = zip(game[1:3], SIDES, strict=True)
    players = " \N{EN DASH} ".join(_(side if n == HUMAN else n) for n, side in names)
    judged = game.own.judged if game.own is not None and game.own.reviewed else ()
    lost = mean_text(move_mean([judged]))
    shown = game.opening, game.result, game.date[:10], lost and _("Loss") + f" {lost}"
    return Row(players, "  ".join(filter(None, shown)), path)


def list_own_games(state: State) -> None:
    """List all saved games, this one among them."""
    state.files.autosave.flush(state.live)
    state.ui.dialog = OwnGames(state)


class FolderChooser(Chooser):
    """The files of a folder; a typed or pasted path leads elsewhere."""

    def __init__(
        self, folder: Path, rows: Callable[[], Sequence[Row]], choose: Callable[[Row], None]
    ) -> None:
        self._folder = folder
        hint = _("Type part of a name, or a path. Ctrl+V pastes one.")
        super().__init__(_("Open: {folder}").format(folder=folder), rows, choose, hint=hint)

    def _narrow(self) -> None:
        text = self.field.text.strip().strip("\"'")
        if _PATH.match(text):
            path = self._folder / os.path.expanduser(text)
            self.rows, self.selected = [Row(str(path), value=path)], 0
        else:
            super()._narrow()


def show_folder(state: State, folder: Path, before: Sequence[Row] = ()) -> None:
    """List the files of a folder, below the rows `before`."""
    state.files.folder = folder

    def choose(row: Row) -> None:
        if row.value is None:  # the row explains an empty list
            state.ui.dialog = chooser
        elif callable(row.value):
            row.value(state)
        elif timed_files.is_folder(row.value):
            show_folder(state, row.value)
        else:
            open_file(state, row.value)

    def rows() -> list[Row]:
        above = Row("..", _("parent folder"), folder.parent)
        below = _("as a library, with subfolders")
        whole = Row(_("All games"), below, partial(open_as_library, path=folder))
        return [*before, above, whole, *import_export.folder_rows(folder)]

    chooser = state.ui.dialog = FolderChooser(folder, rows, choose)


def _recent(state: State) -> list[tuple[Path, bool]]:
    """Return recent paths that still exist, each with True for a folder."""
    paths = list(map(Path, state.settings.recent))
    with suppress(OSError):
        return timed_files.run_with_timeout(
            lambda: [(p, os.path.isdir(p)) for p in paths if os.path.exists(p)]
        )
    return []


def show_files(state: State) -> None:
    """List recent files and the files of a folder, below the person's own games."""
    folder = import_export.nearest_folder(state.files.folder or import_export.own_folder())
    rows = [Row(_("Your games"), _("saved automatically"), list_own_games)]
    for path, is_folder in _recent(state):
        value = partial(open_as_library, path=path) if is_folder else path
        where = _("recent, in {folder}").format(folder=import_export.from_home(path.parent))
        rows.append(Row(path.name, where, value))
    show_folder(state, folder, rows[:MOST_SHOWN])
