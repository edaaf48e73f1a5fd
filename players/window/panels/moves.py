"""The list of moves: each with what it lost, side lines indented, comments between them."""

import textwrap
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from othello.game_tree import GameNode, MovePath
from othello.notation import move_name
from players.coach.accuracy import BEST
from players.coach.mistakes import JudgedMove
from players.window.drawing.board import rating_colour, side_sign
from players.window.drawing.canvas import Canvas, mixed
from players.window.drawing.fonts import columns, font
from players.window.drawing.frame import Words, paint_words
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part, Target
from players.window.game.judgements import discs_text, judged_move
from players.window.game.live_game import Listed, Listing
from players.window.overlays import Prompt
from players.window.panels.panel import (
    LINES,
    MOUSE,
    Keys,
    Named,
    Panel,
    View,
    command_list,
    commands_of,
    tab_command,
)
from players.window.state import State
from players.window.translation import N_, _

MOVE_ROW, LEAST_CELL, INDENT, CHARACTER = 25, 102, 14, 7.4
"""In design pixels: the height of a row, the least width of a move, the indentation of a side line
and the width of a character of a comment."""
MOST_COLUMNS = 4
MOST_INDENTS = 5
"""Side lines of side lines are indented so often at most."""
MOST_COMMENT_ROWS = 6


class MoveItem(NamedTuple):
    """A move in the list, or a line of a comment, whose `node` is None; `path` is where it leads.

    `x` and `width` are in pixels from the list's left.
    """

    path: MovePath
    node: GameNode | None
    text: str
    x: int
    width: int


MoveRow = tuple[tuple[MoveItem, ...], int]
"""What stands in a row of the list, and how far its side line is moved in, in pixels."""


class MoveList(NamedTuple):
    """What of the list is in sight, with its places; `scrolling` and `room` are as of Part.

    `guides` are lines beside the rows of side lines, one pixel wide.
    """

    shown: list[tuple[MoveItem, Rect]]
    guides: list[Rect]
    scrolling: tuple[int, int]
    room: int


class TableCell(NamedTuple):
    """A move in the list; `rating` is None and `lost` empty where they are not known.

    `main` says whether it is of the main line, `ahead` whether it did not lead to the position.
    """

    place: Rect
    number: int
    name: str
    black: bool
    rating: int | None
    lost: str
    current: bool
    ahead: bool
    main: bool


class Remark(NamedTuple):
    """A line of a comment in the list; `current` where it is about the position shown."""

    place: Rect
    text: str
    current: bool


class MovesScene(NamedTuple):
    """The part of the list of moves that is in sight; `guides` are as of MoveList."""

    cells: tuple[TableCell, ...]
    remarks: tuple[Remark, ...]
    guides: tuple[Rect, ...]


def move_list(
    body: Rect, unit: float, listing: Listing, current: MovePath, scrolled: int = 0
) -> MoveList:
    """The list of a tree's moves, the current one in sight unless it is `scrolled` so many rows."""
    place = body.inset(round(8 * unit))
    height = max(1, round(MOVE_ROW * unit))
    rows, row_of = _rows(listing, place.width, unit)
    visible = max(1, place.height // height)
    last = max(0, len(rows) - visible)
    first = min(last, max(0, row_of.get(current, 0) - (visible - 1) // 2))
    top = min(last, max(0, first + scrolled))
    shown, guides = [], []
    for below, (items, indent) in enumerate(rows[top : top + visible]):
        line = Rect(place.x, place.y + below * height, place.width, height)
        shown += [(item, line._replace(x=line.x + item.x, width=item.width)) for item in items]
        if indent:
            guides.append(line._replace(x=line.x + indent - max(3, indent // 8), width=1))
    return MoveList(shown, guides, (-first, last - first), visible)


@lru_cache(maxsize=8)
def _rows(listing: Listing, width: int, unit: float) -> tuple[list[MoveRow], dict[MovePath, int]]:
    """All rows of a list that is so wide, and in which of them each move stands."""
    cell = max(1, width // min(MOST_COLUMNS, max(2, int(width / (LEAST_CELL * unit)))))
    rows: list[MoveRow] = []
    row_of: dict[MovePath, int] = {}
    for block in listing.blocks:
        indent = round(INDENT * unit * min(block.depth, MOST_INDENTS))
        for line in _comment_lines(block.comment, width - indent, unit):
            rows.append(((MoveItem(block.path, None, line, indent, width - indent),), indent))
        fitting = max(1, (width - indent) // cell)
        for cells in _in_columns(block.moves, fitting - fitting % 2 or 1):
            row_of |= {move.path: len(rows) for _column, move in cells}
            places = ((move, indent + column * cell) for column, move in cells)
            rows.append((tuple(MoveItem(m.path, m.node, "", x, cell) for m, x in places), indent))
    return rows, row_of


def _in_columns(moves: Sequence[Listed], fitting: int) -> list[list[tuple[int, Listed]]]:
    """Moves in rows of `fitting` columns: black's in the first of each two, white's beside it."""
    lines: list[list[tuple[int, Listed]]] = []
    column = fitting
    for move in moves:
        column += fitting > 1 and column % 2 == move.node.black
        if column >= fitting:
            lines.append([])
            column = int(fitting > 1 and not move.node.black)
        lines[-1].append((column, move))
        column += 1
    return lines


def _comment_lines(comment: str, width: int, unit: float) -> list[str]:
    """A comment, its words wrapped in `width` pixels."""
    wide = columns(comment) / max(1, len(comment)) or 1.0  # 2 for nothing but Japanese
    characters = max(8, int(width / (CHARACTER * unit * wide)))
    return textwrap.wrap(comment, characters, max_lines=MOST_COMMENT_ROWS, placeholder=" …")


def show(view: View) -> Part | None:
    """The part of the list that is in sight."""
    state, body = view.state, view.body_of("moves")
    if body is None or state.exercises is not None:
        return None
    live = state.live
    listed = move_list(body, view.layout.unit, live.listing, live.path, state.scrolled)
    here, main = live.path, live.tree.main_line
    targets = tuple(Target(place, item.path, "moves") for item, place in listed.shown)
    cells = [_cell(state, item, place, here, main) for item, place in listed.shown if item.node]
    if not cells:
        text = _("No move yet. Click a square, or type its name.")
        return Part(body, Words(text), paint_words, targets, listed.scrolling)
    remarks = [Remark(at, item.text, item.path == here) for item, at in listed.shown if item.text]
    content = MovesScene(tuple(cells), tuple(remarks), tuple(listed.guides))
    return Part(body, content, paint, targets, listed.scrolling, listed.room)


def _cell(state: State, item: MoveItem, place: Rect, here: MovePath, main: MovePath) -> TableCell:
    node, path = item.node, item.path
    assert node is not None
    rated = state.analysis.review or state.analysis.values
    judged = judged_move(node.step, state.live.judged) if rated else None
    return TableCell(
        *(place, len(path), move_name(node.move), node.black),
        *(None if judged is None else judged.rating, lost_text(judged)),
        *(path == here, here[: len(path)] != path, main[: len(path)] == path),
    )


def lost_text(judged: JudgedMove | None) -> str:
    """What a move lost, in whole discs where that is exact; nothing for one of the best."""
    if judged is None or judged.rating == BEST:
        return ""
    return discs_text(-judged.lost, judged.exact)


def paint(canvas: Canvas, part: Part) -> None:
    """The rows of the list that are in sight."""
    theme = canvas.theme
    scene: MovesScene = part.content
    for guide in scene.guides:
        ink = mixed(theme.panel, theme.muted, 0.6)
        pygame.draw.rect(canvas.surface, ink, tuple(guide))
    for remark in scene.remarks:
        ink = theme.text if remark.current else theme.muted
        canvas.write(remark.text, remark.place.inset(canvas.size(7), 0), canvas.size(13), ink)
    for cell in scene.cells:
        _move(canvas, cell)


def _move(canvas: Canvas, cell: TableCell) -> None:
    theme = canvas.theme
    place = cell.place
    if cell.current:
        canvas.box(place.inset(1), theme.raised, canvas.size(5), theme.accent)
    inside = place.inset(canvas.size(4), 0)
    ink = theme.muted if cell.ahead else theme.text
    small, usual = canvas.size(12), canvas.size(14)
    number = inside._replace(width=font(small).size("60")[0])
    canvas.write(str(cell.number), number, small, theme.muted, align="right")
    side = canvas.size(14)
    x = number.right + canvas.size(3)
    side_sign(canvas, (x + side // 2, place.y + place.height // 2), side, cell.black)
    x += side + canvas.size(3)
    name = Rect(x, place.y, font(usual, True).size("g8")[0] + 1, place.height)
    canvas.write(cell.name, name, usual, ink, bold=cell.current or cell.main)
    if cell.rating is None:
        return
    rest = inside.right_of(name.right + canvas.size(2))
    colour = rating_colour(theme, cell.rating)
    if cell.lost:
        canvas.write(cell.lost, rest, canvas.size(13), colour, align="right")
    else:
        canvas.dot((rest.right - canvas.size(6), rest.centre[1]), canvas.size(7), colour)


def click(state: State, path: MovePath, right: bool) -> None:
    """Go to a move; with the right button, list what can be done with it."""
    state.go_to_path(path)
    if right and path:
        title = _("Move {number}, {move}").format(number=len(path), move=move_name(path[-1]))
        is_main = state.live.tree.main_line[: len(path)] == path
        offered = [each for each in OF_A_MOVE if each.name != "promote" or not is_main]
        state.overlay = command_list(offered, lambda command: command.run(state), title)


def undo(state: State, turn: bool = False) -> None:
    """Bring back what was before the last action, or the last `turn`, in the editor as it is."""
    if state.editor is None:
        state.undo(turn)


def redo(state: State, turn: bool = False) -> None:
    """Do again what was undone, in the editor what was undone there."""
    if state.editor is None:
        state.redo(turn)


def _to_line(state: State, by: int) -> None:
    """Go to the move so many places beside this one, or beside the one that its line began with."""
    live = state.live
    for length in range(len(live.path), 0, -1):
        path = live.tree.beside(live.path[:length], by)
        if path is not None:
            state.go_to_path(path)
            return
    state.notify(_("There is no other line above") if by < 0 else _("There is no other line below"))


def promote(state: State) -> None:
    """Let this side line become the main line, or go up by one."""
    if not state.live.promote():
        state.notify(_("This is the main line"))


def delete(state: State) -> None:
    """Take this move and all that follows it away."""
    live = state.live
    if state.training or not live.path:
        state.notify(_("There is no move to delete here"))
        return
    name = move_name(live.path[-1])
    live.delete()
    state.drop_pending()
    deleted = _("{move} and what followed is deleted: Ctrl+Z brings it back")
    state.notify(deleted.format(move=name))


def open_comment(state: State) -> None:
    """A line to write what there is to say of the position shown."""
    live = state.live
    path = live.path

    def accept(text: str) -> str | None:
        try:
            live.set_comment(path, text)
        except KeyError:
            return _("The move is not there any more")
        return None

    title = _("Comment on the start")
    if path:
        title = _("Comment on move {number}, {move}")
        title = title.format(number=len(path), move=move_name(path[-1]))
    hint = _("An empty line takes the comment away")
    state.overlay = Prompt(title, live.comment, accept, hint)


OF_A_MOVE = commands_of(
    LINES,
    ("comment", ("ctrl+m",), N_("Write a comment here"), open_comment),
    ("delete", ("delete",), N_("Delete from this move on"), delete),
    ("promote", ("ctrl+up",), N_("Make this the main line"), promote),
)
"""The commands about the move shown that a right click on it in the list offers."""
PANEL = Panel(
    show=show,
    click=click,
    commands=(
        *commands_of(
            LINES,
            ("undo", ("ctrl+z",), N_("Undo the last step"), undo),
            ("redo", ("ctrl+y",), N_("Do again"), redo),
            ("undo_turn", (), N_("Undo your move with the reply"), lambda state: undo(state, True)),
            ("redo_turn", (), N_("Do your move again"), lambda state: redo(state, True)),
            in_editor=True,
        ),
        *commands_of(
            LINES,
            ("line_above", ("up",), N_("To the line above"), lambda state: _to_line(state, -1)),
            ("line_below", ("down",), N_("To the line below"), lambda state: _to_line(state, 1)),
        ),
        *reversed(OF_A_MOVE),
        tab_command("moves", N_("List of moves")),
    ),
    lines=(
        Named(LINES, "undo redo"),
        Named(LINES, "line_above/line_below", N_("To the line above, below")),
        Named(LINES, "promote delete comment"),
        Keys(MOUSE, N_("Right click a move"), N_("Comment on it, delete it")),
    ),
)
