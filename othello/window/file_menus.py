"""The lists of files and of the games in them, and the name to save a game by."""

import os
from collections.abc import Sequence
from pathlib import Path

from othello.window import exchange
from othello.window.desk import Desk
from othello.window.overlays import Chooser, Prompt, Row

FOLDER_HINT = "Type to narrow the list, Enter opens, Escape closes"


def show_entries(desk: Desk, entries: Sequence[exchange.Entry], title: str) -> None:
    """Take up the only game, or offer a list of them."""

    def take(entry: exchange.Entry) -> None:
        try:
            desk.take_up(entry.game(), (entry.black, entry.white))
        except ValueError as error:
            desk.notify(str(error))

    if len(entries) == 1:
        take(entries[0])
        return
    rows = [exchange.entry_row(number, entry) for number, entry in enumerate(entries, start=1)]
    heading = f"{title}: {len(entries)} games"
    desk.overlay = Chooser(
        heading, lambda: rows, lambda row: take(row.value), hint="Type a name to narrow the list"
    )


def open_file(desk: Desk, path: Path) -> None:
    """Read a file and show what is in it; what is wrong is said in a line."""
    try:
        entries = exchange.opened(path)
    except (ValueError, OSError) as error:
        desk.notify(
            str(error) if isinstance(error, ValueError) else f"{path.name}: {error.strerror}"
        )
        return
    desk.folder = path.parent
    show_entries(desk, entries, path.name)


def open_folder(desk: Desk) -> None:
    """The files of a folder."""
    show_folder(desk, desk.folder or exchange.games_folder())


def show_folder(desk: Desk, folder: Path) -> None:
    """The files of this folder."""
    desk.folder = folder

    def choose(row: Row) -> None:
        if row.value is None:
            return
        if os.path.isdir(row.value):  # unlike Path.is_dir, this raises nothing
            show_folder(desk, row.value)
        else:
            open_file(desk, row.value)

    title = f"Open: {folder}"
    desk.overlay = Chooser(title, lambda: exchange.folder_rows(folder), choose, hint=FOLDER_HINT)


def open_save(desk: Desk) -> None:
    """The name of the file to save the game in."""
    folder = desk.folder or exchange.games_folder()

    def accept(text: str) -> str | None:
        path = Path(text)
        names = [desk.session.names[side] or desk.session.sides[side] for side in (0, 1)]
        try:
            path = path.expanduser()
            if path.exists() and prompt.error != (asked := f"{path.name} exists: Enter again"):
                return asked
            exchange.saved(path, desk.session.game, names, exchange.today())
        except (ValueError, RuntimeError) as error:  # RuntimeError: nobody has that home folder
            return str(error)
        except OSError as error:
            return f"{path.name}: {error.strerror or error}"
        desk.folder = path.parent
        desk.notify(f"Saved as {path}")
        return None

    prompt = desk.overlay = Prompt(
        "Save the game",
        str(folder / exchange.stamped(".ggf")),
        accept,
        "A name that ends in .ggf is written in GGF, any other as a transcript",
    )
