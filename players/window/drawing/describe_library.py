"""What was played at the position shown, in the games of the library: words, numbers, places."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from othello.notation import move_name
from players.window.drawing.layout import Layout, Rect
from players.window.drawing.scene import LibraryScene, ReplyRow
from players.window.game.judgements import discs_text
from players.window.state import State
from players.window.translation import N_, _, ngettext

if TYPE_CHECKING:  # it compiles at its import, which is for the library's thread
    from othello.library.search import Replies, Reply

ROW = 24
"""The height of a row in design pixels."""
NONE_OPEN = N_("Ctrl+L opens a folder of games and searches them")


def library_scene(state: State, layout: Layout) -> LibraryScene | None:
    """The replies at the position shown; None where another tab is looked at."""
    if state.tab != "tab_library" or state.editor is not None or layout.body is None:
        return None
    library = state.library
    if library is None:
        return LibraryScene(_(NONE_OPEN))
    known = library.replies(state.live.here.position)
    if known is None:
        games = ngettext("{count} game", "{count} games", library.games)
        return LibraryScene(games.format(count=f"{library.games:,}"))
    title = ngettext("{found} of {count} game", "{found} of {count} games", library.games)
    if not known.games:
        title = ngettext("Not in {count} game", "Not in {count} games", library.games)
    title = title.format(found=f"{known.games:,}", count=f"{library.games:,}")
    if ended := known.games - known.played:
        ends = ngettext("{count} ends here", "{count} end here", ended)
        title = f"{title}, {ends.format(count=f'{ended:,}')}"
    return LibraryScene(title, library.file if library.reading else "", _rows(state, layout, known))


def _rows(state: State, layout: Layout, known: Replies) -> tuple[ReplyRow, ...]:
    """As many replies as have room below a title and the heads of the columns."""
    assert layout.body is not None
    height = layout.size(ROW)
    inside = layout.body.inset(layout.size(6), layout.size(2))
    room = max(0, inside.height // height - 2)
    top = min(max(0, state.scrolled), max(0, len(known.replies) - room))
    return tuple(
        _row(state, reply, known, Rect(inside.x, inside.y + (2 + n) * height, inside.width, height))
        for n, reply in enumerate(known.replies[top : top + room])
    )


def first_reply(state: State, layout: Layout) -> int | None:
    """The move of the first reply in sight; None where there is none."""
    scene = library_scene(state, layout)
    return scene.rows[0].move if scene is not None and scene.rows else None


def _row(state: State, reply: Reply, known: Replies, place: Rect) -> ReplyRow:
    """A reply, and what the engine says of it, if it has looked at it and no exercise asks."""
    values = state.live.known.get(state.live.here.position)
    value = values.of(reply.move) if values is not None and not state.asking else None
    return ReplyRow(
        place,
        reply.move,
        move_name(reply.move),
        f"{reply.games:,}",
        reply.games / known.played,
        "" if isnan(reply.points) else f"{100 * reply.points:.0f} %",
        "" if isnan(reply.score) else discs_text(round(100 * reply.score), False),
        "" if value is None else discs_text(value.score, value.exact),
    )


def reply_at(state: State, layout: Layout, point: tuple[int, int]) -> int | None:
    """The reply whose row is at a point; None elsewhere."""
    scene = library_scene(state, layout)
    rows = scene.rows if scene is not None else ()
    return next((row.move for row in rows if row.place.contains(point)), None)
