"""The library: moves played at the position shown, in the games of a folder or a large file."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from othello.notation import move_name
from players.window.drawing.canvas import Canvas, mixed
from players.window.drawing.fonts import font
from players.window.drawing.layout import Rect, split
from players.window.drawing.scene import Part, targets_of
from players.window.game.judgements import discs_text
from players.window.opening import list_games, show_files
from players.window.panels.panel import (
    ANALYSIS,
    FILES,
    Named,
    Panel,
    View,
    commands_of,
    tab_command,
)
from players.window.state import State
from players.window.translation import N_, _, ngettext

if TYPE_CHECKING:  # compiles on import; the library's thread does that
    from othello.library.search import Replies, Reply

REPLY_HEIGHT = 24
"""Height of a row in design pixels."""
NONE_OPEN = N_("Ctrl+L: open a folder of games to search")
REPLY_HEADS = ("", N_("Games"), N_("Share"), N_("Score"), N_("Discs"), N_("Engine"))
SHARES = (0.10, 0.20, 0.19, 0.16, 0.175, 0.175)
"""Shares of the width of the columns."""
SHARE = 2
"""Index of the column with the bar."""


class ReplyRow(NamedTuple):
    """A move played in the library's games, with its share of them and its results."""

    place: Rect
    move: int
    name: str
    games: str
    share: float
    won: str
    score: str
    value: str


class LibraryScene(NamedTuple):
    """Moves played at the position; `reading` names the file that is being read, "" for none."""

    title: str
    reading: str = ""
    rows: tuple[ReplyRow, ...] = ()


def show(view: View) -> Part | None:
    """Return the moves played at the position shown, or the size of the library."""
    state, body = view.state, view.body_of("library")
    if body is None:
        return None
    library = state.library
    if library is None:
        return Part(body, LibraryScene(_(NONE_OPEN)), paint)
    known = library.replies(state.live.here.position)
    if known is None:
        games = ngettext("{count} game", "{count} games", library.games)
        return Part(body, LibraryScene(games.format(count=f"{library.games:,}")), paint)
    rows, last, room = _rows(view, body, known)
    title = _title(known, library.games)
    content = LibraryScene(title, library.file if library.reading else "", rows)
    targets = targets_of("library", [(row.place, row.move) for row in rows])
    return Part(body, content, paint, targets, (0, last), room)


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


def _rows(view: View, body: Rect, known: Replies) -> tuple[tuple[ReplyRow, ...], int, int]:
    """Return the visible rows, the largest scroll position and the number of rows that fit."""
    height = view.layout.size(REPLY_HEIGHT)
    inside = body.inset(view.layout.size(6), view.layout.size(2))
    room = max(0, inside.height // height - 2)
    last = max(0, len(known.replies) - room)
    top = min(max(0, view.state.scrolled), last)
    shown = known.replies[top : top + room]
    lines = (inside.row(2 + number, height) for number in range(room))
    rows = [_row(view.state, *each, known) for each in zip(shown, lines, strict=False)]
    return tuple(rows), last, room


def _row(state: State, reply: Reply, place: Rect, known: Replies) -> ReplyRow:
    """Return the row of a reply, with the engine's value unless an exercise asks for the move."""
    values = state.live.search_values.get(state.live.here.position)
    value = values.of(reply.move) if values is not None and not state.asking else None
    return ReplyRow(
        *(place, reply.move, move_name(reply.move), f"{reply.games:,}", reply.games / known.played),
        "" if isnan(reply.points) else f"{100 * reply.points:.0f} %",
        "" if isnan(reply.score) else discs_text(round(100 * reply.score), False),
        "" if value is None else discs_text(value.score, value.exact),
    )


def paint(canvas: Canvas, part: Part) -> None:
    """Paint the title, the headings and a row for each reply."""
    theme = canvas.theme
    scene: LibraryScene = part.content
    inside = part.place.inset(canvas.size(6), canvas.size(2))
    if not scene.rows:
        canvas.write(scene.title, inside, canvas.size(14), theme.muted, align="centre")
        return
    title = inside._replace(height=scene.rows[0].place.height)
    spot = canvas.write(scene.title, title, canvas.size(13), theme.text, bold=True)
    rest = title.right_of(spot.right + canvas.size(8))
    canvas.write(scene.reading, rest, canvas.size(12), theme.muted, align="right")
    heads = split(title._replace(y=title.bottom), SHARES)
    for number, (text, place) in enumerate(zip(REPLY_HEADS, heads, strict=True)):
        align = "centre" if number == SHARE else "right"
        canvas.write(_(text), place, canvas.size(12), theme.muted, align=align)
    for row in scene.rows:
        _paint_row(canvas, row)


def _paint_row(canvas: Canvas, row: ReplyRow) -> None:
    theme = canvas.theme
    places = split(row.place, SHARES)
    size = canvas.size(14)
    canvas.write(row.name, places[0], size, theme.text, bold=True)
    bar = places[SHARE].inset(canvas.size(6), canvas.size(3))
    canvas.box(bar, theme.raised, canvas.size(3))
    length = round(bar.width * row.share)
    if length > 1:
        ink = mixed(theme.panel, theme.accent, 0.6)
        canvas.box(bar._replace(width=length), ink, canvas.size(3))
    if bar.width > font(canvas.size(12)).size("100 %")[0]:
        text = f"{100 * row.share:.0f} %"
        canvas.write(text, bar, canvas.size(12), theme.text, align="centre")
    del places[SHARE]
    texts = row.games, row.won, row.score, row.value
    for place, text in zip(places[1:], texts, strict=True):
        canvas.write(text, place, size, theme.text, align="right")


def open_library(state: State) -> None:
    """List the library's games; without a library, files and folders to open."""
    if state.library is not None:
        list_games(state)
    else:
        show_files(state)


PANELS = {
    "library": Panel(
        show=show,
        click=lambda state, move, right: state.play_by_hand(move),
        commands=(
            *commands_of(
                FILES,
                ("open", ("ctrl+o",), N_("Open"), show_files),
                ("library", ("ctrl+l",), N_("Library: search many games"), open_library),
                in_editor=True,
            ),
            tab_command("library", N_("Moves played in the library"), "shift+l"),
        ),
        lines=(
            Named(FILES, "open library"),
            Named(ANALYSIS, "tab_library"),
        ),
    )
}
