"""Games and boards go out and come in: saved, copied, pasted, dropped; pictures of the window."""

import os
from pathlib import Path

from players.window.game import exchange
from players.window.game.judgements import review_results
from players.window.opening import note_opened, show_entries
from players.window.overlays import Prompt
from players.window.panels.panel import FILES, MOUSE, Keys, Named, Panel, commands_of
from players.window.state import State
from players.window.translation import N_, _
from players.window.wording import name_to_write

BOARD_COPIED = N_("The board is copied")


def open_save(state: State) -> None:
    """The name of the file to save the game in."""
    folder = exchange.own_folder()

    def accept(text: str) -> str | None:
        path = Path(text)
        names = [state.live.names[side] or name_to_write(state, side) for side in (0, 1)]
        try:
            path = path.expanduser()
            asked = _("{file} exists: Enter again").format(file=path.name)
            if path.exists() and prompt.error != asked:
                return asked
            if path.parent == folder:
                folder.mkdir(parents=True, exist_ok=True)
            known = review_results(state.live.tree, state.live.kept)
            exchange.saved(path, state.live.tree, names, exchange.today(), known)
        except (ValueError, RuntimeError) as error:  # RuntimeError: nobody has that home folder
            return str(error)
        except OSError as error:
            return f"{path.name}: {error.strerror or error}"
        note_opened(state, path)
        state.notify(_("Saved as {file}").format(file=path))
        return None

    prompt = state.overlay = Prompt(
        _("Save the game"),
        exchange.from_home(folder / exchange.stamped(".ggf")),
        accept,
        _(".ggf, .othello: lines, comments, review; .csv, .json: the review; else the moves"),
    )
    name = prompt.text.rpartition(os.sep)[2]
    prompt.field.select(len(prompt.text) - len(name), len(prompt.text) - len(".ggf"))


def copy(state: State) -> None:
    """Copy the moves, or the board where moves do not tell the game."""
    if state.editor is not None:
        copy_board(state)
        return
    text = exchange.transcript_or_board(exchange.whole(state.live.game))
    state.clipboard.put(text)
    state.notify(_("The moves are copied") if " " not in text else _(BOARD_COPIED))


def copy_board(state: State) -> None:
    """Copy the board, the drawn one in the editor."""
    game = state.live.game if state.editor is None else state.editor.drawn()
    state.clipboard.put(game.board())
    state.notify(_(BOARD_COPIED))


def paste(state: State) -> None:
    """Take up what the clipboard holds."""
    try:
        show_entries(state, exchange.pasted(state.clipboard.get()), _("Pasted games"))
    except ValueError as error:
        state.notify(str(error))


def take_picture(state: State) -> None:
    """Save a picture of the window after this frame."""
    state.screenshot_path = exchange.pictures_folder() / exchange.stamped(".png")


PANEL = Panel(
    commands=(
        *commands_of(FILES, ("save", ("ctrl+s",), N_("Save: .ggf, .othello, .txt"), open_save)),
        *commands_of(
            FILES,
            ("copy", ("ctrl+c",), N_("Copy the moves"), copy),
            ("copy_board", ("ctrl+shift+c",), N_("Copy the board"), copy_board),
            ("paste", ("ctrl+v",), N_("Paste moves, a board or GGF"), paste),
            ("picture", ("f12",), N_("Screenshot to a PNG file"), take_picture),
            in_editor=True,
        ),
    ),
    lines=(
        Named(FILES, "save copy copy_board paste edit picture"),
        Keys(MOUSE, N_("Drop a file"), N_("Open it")),
    ),
)
