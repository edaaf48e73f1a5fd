"""Files, folders and pasted games are opened: shown at once, listed, or read as the library."""

import os
from pathlib import Path
from typing import NamedTuple

from players.window.game import exchange
from players.window.game.library import GameChooser, Library, is_library
from players.window.overlays import Chooser, Row
from players.window.state import State
from players.window.translation import _, ngettext


class WholeFolder(NamedTuple):
    """What a row stands for that opens all games of a folder."""

    path: Path


def show_entries(state: State, found: exchange.OpenedFile, title: str) -> None:
    """Take up the only game, or offer a list of them; say what was left out."""
    entries, gone = found.entries, exchange.left_out(found.errors)
    if len(entries) == 1:
        take_entry(state, entries[0])
        if gone:
            state.notify(gone)
        return
    games = ngettext("{title}: {count} game", "{title}: {count} games", len(entries))
    games = games.format(title=title, count=len(entries))
    rows = [exchange.entry_row(number, entry) for number, entry in enumerate(entries, start=1)]
    hint = gone or _("Type a name to narrow the list")
    state.overlay = Chooser(
        games, lambda: rows, lambda row: take_entry(state, row.value), hint=hint
    )


def take_entry(state: State, entry: exchange.Entry) -> None:
    """Show a game of a file with its side lines; say what of these had to be left out."""
    try:
        tree, faults = exchange.tree_of_entry(entry)
        state.load_game(entry.game(), (entry.black, entry.white), tree)
        state.take_reviews(entry.reviews)
    except ValueError as error:
        state.notify(str(error))
        return
    if faults:
        cut = ngettext(
            "{count} of its side lines left out or cut: {why}",
            "{count} of its side lines left out or cut: {why}",
            len(faults),
        )
        state.notify(cut.format(count=len(faults), why=faults[0]))


def open_file(state: State, path: Path) -> None:
    """Read a file and show what is in it; what is wrong is said in a line.

    A folder or a large file becomes the library.
    """
    if is_library(path):
        open_as_library(state, path)
        return
    try:
        found = exchange.opened(path)
    except (ValueError, OSError) as error:
        state.notify(
            str(error) if isinstance(error, ValueError) else f"{path.name}: {error.strerror}"
        )
        return
    state.folder = path.parent
    show_entries(state, found, path.name)


def open_as_library(state: State, path: Path) -> None:
    """Read all games of a folder or file in the background, and list them."""
    state.change(library=str(path.resolve()))
    state.folder = path if path.is_dir() else path.parent
    if state.library is not None:
        state.library.close()
    state.library = Library(path)
    state.tab = "tab_library"
    list_games(state)


def list_games(state: State) -> None:
    """List the games of the library that is open."""
    library = state.library
    assert library is not None
    here = state.live.here.position

    def choose(row: Row) -> None:
        take_entry(state, library.entry(row.value))
        step = library.step_sought(row.value, here)
        if step is not None:
            state.go_to(step)

    state.overlay = GameChooser(library, here, choose)


def show_folder(state: State, folder: Path, last: Path | None = None) -> None:
    """The files of this folder, and above them the library that was open last, if it is told."""
    state.folder = folder

    def choose(row: Row) -> None:
        if row.value is None:
            return
        if isinstance(row.value, WholeFolder):
            open_as_library(state, row.value.path)
        elif os.path.isdir(row.value):  # unlike Path.is_dir, this raises nothing
            show_folder(state, row.value)
        else:
            open_file(state, row.value)

    def rows() -> list[Row]:
        above, *inside = exchange.folder_rows(folder)
        below = _("as a library, from all folders below too")
        whole = Row(_("All games"), below, WholeFolder(folder))
        if last is None:
            return [above, whole, *inside]
        late = Row(_("The last library"), str(last), WholeFolder(last), current=True)
        return [late, above, whole, *inside]

    title = _("Open: {folder}").format(folder=folder)
    hint = _("Type to narrow the list, Enter opens, Escape closes")
    state.overlay = Chooser(title, rows, choose, hint=hint)
