"""The list of moves: each with its loss, side lines indented, comments between them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from othello.game_tree import GameNode, GameTree, MovePath
from othello.notation import move_name
from players.study.coach.accuracy import BEST
from players.window.dialogs import Chooser, Prompt
from players.window.drawing.board import rating_colour, side_sign
from players.window.drawing.canvas import Canvas, wrapped
from players.window.drawing.fonts import font
from players.window.drawing.frame import PADDING, ROW, TextRow, in_view, rows_part
from players.window.drawing.layout import Rect
from players.window.drawing.scene import COMMAND, Part, Target
from players.window.game.judgements import discs_text, judged_move
from players.window.panels.panel import (
    LINES,
    Command,
    Panel,
    View,
    command_row,
    key_text,
    tab_command,
    unlisted,
)
from players.window.state import State
from players.window.translation import N_, _

MOVE_ROW, CELL_GAP, INDENT, COMMENT, COMMENT_MARGIN = 25, 6, 14, 13, 7
"""Height of a row, gap after a move, indentation of a side line, size and margin of comments, in
design pixels."""
LEAST_CELL = 108
"""Least width of a move with its gap, in design pixels."""
MOST_COLUMNS = 4
MOST_INDENTS = 5
"""Largest indentation of nested side lines."""
MOST_COMMENT_ROWS = 6
FIRST_STEPS = (
    ("F2", N_("Learn to play"), "learn"),
    (N_("Click a dot"), N_("Play there"), None),
    ("l", N_("Choose a level"), "level"),
    ("t", N_("Get a hint"), "hint"),
    ("?", N_("All keys"), "help"),
)
"""What to do while there are no moves: keys, their effect, and the command of a click."""


class Block(NamedTuple):
    """Consecutive moves, each after its path, or a comment on the place `path`.

    `depth` is 0 in the main line.
    """

    depth: int
    moves: tuple[tuple[MovePath, GameNode], ...] = ()
    comment: str = ""
    path: MovePath = ()


def blocks(tree: GameTree) -> Iterator[Block]:
    """The blocks of a tree from top to bottom."""
    if tree.comment:
        yield Block(0, comment=tree.comment)
    if tree.replies:
        first, *others = tree.replies
        yield from _blocks_from(first, (first.move,), 0, others)


def _blocks_from(
    node: GameNode, path: MovePath, depth: int, others: Sequence[GameNode] = ()
) -> Iterator[Block]:
    """Blocks of the line that begins with `node`; `others` are the alternatives to that move."""
    moves = []
    while True:
        moves.append((path, node))
        if node.comment or others or not node.replies:
            yield Block(depth, tuple(moves))
            moves = []
        if node.comment:
            yield Block(depth, comment=node.comment, path=path)
        for other in others:
            yield from _blocks_from(other, (*path[:-1], other.move), depth + 1)
        if not node.replies:
            return
        node, *others = node.replies
        path = (*path, node.move)


class Item(NamedTuple):
    """A move in the list, or a line of a comment with no `node`; a click leads to `path`.

    `x` counts pixels from the left of the list.
    """

    path: MovePath
    node: GameNode | None
    text: str
    x: int
    width: int


class TableCell(NamedTuple):
    """A move in the list; `rating` is None and `lost` empty if they are not known.

    `main`: it is on the main line. `ahead`: it did not lead to the position shown.
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
    """A line of a comment; `current` if it belongs to the position shown."""

    place: Rect
    text: str
    current: bool


Rows = tuple[list[list[Item]], dict[MovePath, int]]
"""All rows of a list, and the row of each move."""


@lru_cache(maxsize=8)
def _rows(tree: GameTree, width: int, unit: float) -> Rows:
    """Black's moves stand in the first, third ... column, white's in the others."""
    cell = max(1, width // (MOST_COLUMNS if width >= MOST_COLUMNS * LEAST_CELL * unit else 2))
    wide = max(1, cell - round(CELL_GAP * unit))
    rows: list[list[Item]] = []
    row_of: dict[MovePath, int] = {}
    for block in blocks(tree):
        indent = round(INDENT * unit * min(block.depth, MOST_INDENTS))
        size, room = round(COMMENT * unit), width - indent - round(2 * COMMENT_MARGIN * unit)
        comment = wrapped(block.comment, size, room, MOST_COMMENT_ROWS) if block.comment else ()
        rows += [[Item(block.path, None, line, indent, width - indent)] for line in comment]
        fitting = max(1, (width - indent) // cell)
        column = count = fitting - fitting % 2 or 1
        for path, node in block.moves:
            column += count > 1 and column % 2 == node.black
            if column >= count:
                rows.append([])
                column = int(count > 1 and not node.black)
            row_of[path] = len(rows) - 1
            rows[-1].append(Item(path, node, "", indent + column * cell, wide))
            column += 1
    return rows, row_of


def show(view: View) -> Part | None:
    """Return the part of the list around the current move, or the first steps."""
    state, body, layout, live = view.state, view.body_of("moves"), view.layout, view.state.live
    if body is None or state.practice.exercises is not None:
        return None
    place, height = body.inset(layout.size(8)), layout.size(MOVE_ROW)
    rows, row_of = _rows(live.tree, place.width, layout.unit)
    if not rows:
        room = max(1, body.inset(0, layout.size(PADDING)).height // layout.size(ROW))
        steps = [
            TextRow((key_text(keys), _(words)), (0.36, 0.64), name)
            for keys, words, name in FIRST_STEPS[:room]  # the last ones are buttons, too
        ]
        return rows_part(COMMAND, layout, body, steps)
    room = max(1, place.height // height)
    usual = row_of.get(live.path, 0) - (room - 1) // 2
    top, scrolling = in_view(len(rows), room, usual, state.ui.scrolled)
    cells, targets = [], []
    for number, items in enumerate(rows[top : top + room]):
        for item in items:
            at = place.row(number, height)._replace(x=place.x + item.x, width=item.width)
            cells.append(_cell(state, item, at))
            targets.append(Target(at, item.path, "moves"))
    return Part(body, tuple(cells), paint, tuple(targets), scrolling, room, top)


def _cell(state: State, item: Item, place: Rect) -> TableCell | Remark:
    live, path, node = state.live, item.path, item.node
    if node is None:
        return Remark(place, item.text, path == live.path)
    rated = state.analysis.review or state.analysis.values
    judged = judged_move(node.step, live.best_values) if rated else None
    lost = judged is not None and judged.rating != BEST
    return TableCell(
        place,
        number=len(path),
        name=move_name(node.move),
        black=node.black,
        rating=None if judged is None else judged.rating,
        lost=discs_text(-judged.lost, judged.exact) if judged is not None and lost else "",
        current=path == live.path,
        ahead=live.path[: len(path)] != path,
        main=live.tree.main_line[: len(path)] == path,
    )


def paint(canvas: Canvas, part: Part) -> None:
    """Paint the visible rows of the list."""
    for cell in part.content:
        if isinstance(cell, TableCell):
            _move(canvas, cell)
        else:
            ink = canvas.theme.text if cell.current else canvas.theme.muted
            inside = cell.place.inset(canvas.size(COMMENT_MARGIN), 0)
            canvas.write(cell.text, inside, canvas.size(COMMENT), ink)


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
    """Go to a move; the right button lists commands for it."""
    state.live.go_to_path(path)
    state.drop_pending()
    if right and path:
        title = _("Move {number}, {move}").format(number=len(path), move=move_name(path[-1]))
        is_main = state.live.tree.main_line[: len(path)] == path
        offered = [each for each in OF_A_MOVE if each.name != "promote" or not is_main]
        rows = [command_row(command) for command in offered]
        state.ui.dialog = Chooser(title, lambda: rows, lambda row: row.value.run(state))


def promote(state: State) -> None:
    """Move this side line up by one; the first becomes the main line."""
    if not state.live.promote():
        state.notify(_("This is the main line"))


def delete(state: State) -> None:
    """Delete this move and all that follows."""
    live = state.live
    if state.practice.training or not live.path:
        state.notify(_("No move to delete here"))
        return
    name = move_name(live.path[-1])
    live.delete()
    state.drop_pending()
    deleted = _("Deleted {move} and the moves after it. Ctrl+Z restores them.")
    state.notify(deleted.format(move=name))


def open_comment(state: State) -> None:
    """Ask for a comment on the position shown."""
    live = state.live
    path = live.path

    title = _("Comment on the starting position")
    if path:
        title = _("Comment on move {number}, {move}")
        title = title.format(number=len(path), move=move_name(path[-1]))
    hint = _("Leave blank to delete the comment")
    state.ui.dialog = Prompt(title, live.comment, partial(live.set_comment, path), hint)


OF_A_MOVE = (
    unlisted("comment", "ctrl+m", N_("Comment"), open_comment, LINES),
    unlisted("delete", "delete", N_("Delete this move and the rest"), delete, LINES),
    unlisted("promote", "ctrl+up", N_("Make main line"), promote, LINES),
)
"""Commands for the move shown, also offered by a right click on it."""
PANELS = {"moves": Panel(show, click)}
COMMANDS = (
    Command("undo", "ctrl+z", N_("Undo"), State.undo, LINES),
    unlisted("redo", "ctrl+y", N_("Redo"), State.redo, LINES),
    unlisted(
        "undo_turn", "backspace", N_("Undo your move and the reply"), lambda s: s.undo(True), LINES
    ),
    *OF_A_MOVE,
    tab_command("moves", N_("List of moves")),
)
