"""Games and boards: save, share, copy, paste."""

import errno
import os
import re
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from othello.formats.entry import Entry
from players.study.coach.words import Translate
from players.study.sharing import MOVING, PAGE, PICTURE, shared, shared_game
from players.window import timed_files
from players.window.coach_text import moves_judged
from players.window.dialogs import Chooser, Prompt, Row
from players.window.game import import_export
from players.window.game.judgements import review_results
from players.window.open_games import note_opened, show_entries
from players.window.panels.panel import FILES, Command, unlisted
from players.window.player_names import player_name
from players.window.state import FILE_SECONDS, State
from players.window.translation import N_, _, current_language

SHARED = (
    (N_("Web page"), N_("board, graph, mistakes and reasons in one file"), PAGE),
    (N_("GIF"), N_("animated moves"), MOVING),
    (N_("Picture"), N_("only the position shown"), PICTURE),
)
"""Ways to share a game: name, description, and ending of the file."""
BOARD_COPIED = N_("Board copied")


def _written(
    state: State,
    prompt: Prompt,
    path: Path,
    write: Callable[[Path], object],
    message: Callable[[Path], str],
) -> str | None:
    """Write a file with a typed name; return an error, or a question before replacing a file.

    `message` returns the notice after success.
    """

    def put() -> str | None:
        if path.is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        question = _("{file} exists. Press Enter again to replace it.").format(file=path.name)
        if path.exists() and prompt.error != question:
            return question
        if path.parent == import_export.own_folder():
            path.parent.mkdir(parents=True, exist_ok=True)
        write(path)
        return None

    try:
        path = path.expanduser()
        if path.name and path.parent == Path():
            path = import_export.own_folder() / path
        if question := timed_files.run_with_timeout(put):
            return question
    except (ValueError, RuntimeError) as error:  # RuntimeError: unknown home folder
        return str(error)
    except OSError as error:
        return f"{path.name or path}: {error.strerror or error}"
    state.notify(message(path), FILE_SECONDS)
    return None


def _names(state: State, translate: Translate) -> list[str]:
    """Return the names of both players, black's first."""
    live = state.live
    return [live.names[side] or player_name(state, side, translate) for side in (0, 1)]


def _named_prompt(
    state: State, title: str, ending: str, accept: Callable[[str], str | None], hint: str = ""
) -> Prompt:
    """Return a prompt for a file named after the players; typing replaces all but the ending."""
    who = re.sub(r"[^\w.]+", "-", "-".join(_names(state, str))).strip("-.")
    name = f"{who}-{datetime.now():%Y%m%d-%H%M%S}{ending}"
    path = import_export.from_home(import_export.own_folder() / name)
    prompt = Prompt(title, path, accept, hint)
    prompt.button = N_("Save")
    prompt.field.anchor, prompt.field.caret = path.rindex(os.sep) + 1, len(path) - len(ending)
    return prompt


def open_save(state: State) -> None:
    """Ask for the name of the file to save the game in."""

    def accept(text: str) -> str | None:
        tree = state.live.tree
        known = review_results(tree, state.live.review_values)
        black, white = _names(state, str)
        heading = black, white, import_export.PLACE, import_export.today()
        entry = Entry(*heading, tree.game().result(), tree, known)

        def message(path: Path) -> str:
            note_opened(state, path)
            return import_export.saved_message(path)

        write = partial(import_export.save_game, game=entry)
        return _written(state, prompt, Path(text), write, message)

    hint = _(".othello keeps all; .sgf lines and comments; .ggf and .pgn comments")
    kept_by_ggf = len(state.live.tree.lines()) == 1 and not state.live.review_values
    ending = ".ggf" if kept_by_ggf else ".othello"
    prompt = state.ui.dialog = _named_prompt(state, _("Save game"), ending, accept, hint)


def open_share(state: State) -> None:
    """Ask how to share the game, then for the name of the file."""
    rows = [Row(_(name), _(words), ending) for name, words, ending in SHARED]
    hint = _("Files to show to others. Ctrl+S saves the game itself.")
    choose = partial(_name_shared, state)
    state.ui.dialog = Chooser(_("Share game"), lambda: rows, choose, hint=hint)


def _name_shared(state: State, row: Row) -> None:
    """Ask for the name of the file, and make it in the background."""
    ending = row.value

    def accept(text: str) -> str | None:
        path = Path(text)
        if path.name and path.suffix.lower() != ending:
            path = path.with_name(path.name + ending)
        live = state.live
        black, white = _names(state, _)
        game = shared_game(live.tree.game(live.line), (black, white), moves_judged(state))

        def write(path: Path) -> None:
            if not path.parent.is_dir():
                raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
            made = partial(shared, ending, game, live.step, _, current_language())
            state.files.writer.make(path, made)

        making = _("Making {file} …")
        return _written(state, prompt, path, write, lambda path: making.format(file=path.name))

    title = _("Share: {what}").format(what=row.label)
    prompt = state.ui.dialog = _named_prompt(state, title, ending, accept, row.detail)


def copy(state: State) -> None:
    """Copy the moves, or the board if the game did not start at the usual position."""
    if state.live.editor is not None:
        copy_board(state)
        return
    text = import_export.transcript_or_board(state.live.tree.game(state.live.line))
    state.clipboard.put(text)
    state.notify(_("Moves copied") if " " not in text else _(BOARD_COPIED))


def copy_board(state: State) -> None:
    """Copy the board, in the editor its own."""
    game = state.live.game if state.live.editor is None else state.live.editor.drawn()
    state.clipboard.put(game.board())
    state.notify(_(BOARD_COPIED))


def paste(state: State) -> None:
    """Open the games on the clipboard."""
    try:
        show_entries(state, import_export.read_pasted(state.clipboard.get()), _("Pasted games"))
    except ValueError as error:
        state.notify(str(error))


COMMANDS = (
    Command("save", "ctrl+s", N_("Save"), open_save, FILES),
    Command("share", "ctrl+shift+s", N_("Share"), open_share, FILES),
    Command("copy", "ctrl+c", N_("Copy moves"), copy, FILES, in_editor=True),
    Command("paste", "ctrl+v", N_("Paste moves or a board"), paste, FILES, in_editor=True),
    unlisted("copy_board", "ctrl+shift+c", N_("Copy board"), copy_board, FILES, in_editor=True),
)
