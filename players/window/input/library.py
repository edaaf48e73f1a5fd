"""The library: a folder or a large file is opened, its games are listed, found and shown."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from players.window.game.library import GameChooser, Library
from players.window.overlays import Row
from players.window.state import State
from players.window.translation import _


class WholeFolder(NamedTuple):
    """What a row stands for that opens all games of a folder."""

    path: Path


def folder_row(folder: Path) -> Row:
    """The row that opens all games of a folder as a library."""
    return Row(_("All games"), _("as a library, from all folders below too"), WholeFolder(folder))


def last_row(path: Path) -> Row:
    """The row that opens the library of late again."""
    return Row(_("The last library"), str(path), WholeFolder(path), current=True)


def open_path(state: State, path: Path, take: Callable[[Any], None]) -> None:
    """Read a folder or a file as the library, and list its games; `take` shows one of them."""
    if state.library is not None:
        state.library.close()
    state.library = Library(path)
    state.tab = "tab_library"
    show(state, take)


def show(state: State, take: Callable[[Any], None]) -> None:
    """List the games of the library that is open; `take` is called with the entry of one."""
    library = state.library
    assert library is not None
    here = state.live.here.position

    def choose(row: Row) -> None:
        take(library.entry(row.value))
        step = library.step_sought(row.value, here)
        if step is not None:
            state.go_to(step)

    state.overlay = GameChooser(library, here, choose)
