"""The library: moves played at the position shown, in the games of a folder or a large file."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from othello.notation import move_name
from players.window.drawing.frame import TextRow, notice, rows_part
from players.window.drawing.scene import Part
from players.window.game.judgements import discs_text
from players.window.open_games import list_games, show_files
from players.window.panels.panel import FILES, Command, Panel, View, tab_command
from players.window.state import State
from players.window.translation import N_, _, ngettext, percent

if TYPE_CHECKING:  # compiles on import; the library's thread does that
    from othello.library.search import Replies, Reply

NONE_OPEN = N_("Ctrl+L: open a folder of games to search")
HEADS = (N_("Move"), N_("Games"), N_("Chosen"), N_("Score"), N_("Engine"))
SHARES = (0.16, 0.24, 0.2, 0.2, 0.2)
"""Shares of the width of the columns."""


def show(view: View) -> Part | None:
    """Return the moves played at the position shown, or the size of the library."""
    state, body, library = view.state, view.body_of("library"), view.state.files.library
    if body is None:
        return None
    if library is None:
        return notice(body, _(NONE_OPEN))
    known = library.replies(state.live.here.position)
    if known is None:
        games = ngettext("{count} game", "{count} games", library.games)
        return notice(body, games.format(count=f"{library.games:,}"))
    if not known.replies:
        return notice(body, _title(known, library.games))
    reading = library.file if library.reading else ""
    title = TextRow((_title(known, library.games), reading), (0.65, 0.35), right=True)
    head = TextRow(tuple(map(_, HEADS)), SHARES, right=True, head=True)
    rows = [_row(state, reply, known) for reply in known.replies]
    return rows_part("library", view.layout, body, rows, state.ui.scrolled, fixed=(title, head))


def _title(known: Replies, count: int) -> str:
    """Return the number of games with the position, out of `count`."""
    title = ngettext("{found} of {count} game", "{found} of {count} games", count)
    if not known.games:
        title = ngettext("Not in {count} game", "Not in {count} games", count)
    title = title.format(found=f"{known.games:,}", count=f"{count:,}")
    if ended := known.games - known.played:
        ends = ngettext("{count} ends here", "{count} end here", ended)
        title = f"{title}, {ends.format(count=f'{ended:,}')}"
    return title


def _row(state: State, reply: Reply, known: Replies) -> TextRow:
    """Return the row of a reply, with the engine's value unless an exercise asks for the move."""
    values = state.live.search_values.get(state.live.here.position)
    value = values.of(reply.move) if values is not None and not state.practice.asking else None
    cells = (
        move_name(reply.move),
        f"{reply.games:,}",
        percent(reply.games / known.played),
        "" if isnan(reply.points) else percent(reply.points),
        "" if value is None else discs_text(value.score, value.exact),
    )
    return TextRow(cells, SHARES, reply.move, right=True)


def open_library(state: State) -> None:
    """List the library's games; without a library, files and folders to open."""
    if state.files.library is not None:
        list_games(state)
    else:
        show_files(state)


PANELS = {"library": Panel(show, lambda state, move, right: state.play_by_hand(move))}
COMMANDS = (
    Command("open", "ctrl+o", N_("Open"), show_files, FILES, in_editor=True),
    Command(
        "library", "ctrl+l", N_("Library: search many games"), open_library, FILES, in_editor=True
    ),
    tab_command("library", N_("Moves played in the library"), "shift+l"),
)
