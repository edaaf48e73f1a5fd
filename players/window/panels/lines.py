"""The best lines from here: each with its value, what is proven, what it loses, what follows."""

from typing import NamedTuple

from othello.notation import move_name
from players.coach.accuracy import BEST, rating
from players.window.drawing.board import rating_colour
from players.window.drawing.canvas import Canvas
from players.window.drawing.fonts import font
from players.window.drawing.frame import Words, paint_words
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part, Scene, targets_of
from players.window.game.judgements import discs_text, is_proven, proof_text
from players.window.panels.panel import BOARD, Keys, Panel, View, tab_command
from players.window.state import State
from players.window.translation import N_, _
from players.window.wording import waiting_text

LINE_HEIGHT = 37
"""The height of a line with its values, in design pixels."""
KEYS = 9
"""The lines that have a key."""
MOST_ADDED = 16
"""The most moves of a best line that are added to the tree."""


class LineRow(NamedTuple):
    """One of the best lines: the number that is its key, its move, value and loss, what follows.

    `proof` says what of the value is proven, `rating` is as of Mark.
    """

    place: Rect
    number: int
    name: str
    value: str
    proof: str
    lost: str
    rating: int
    text: str


def show(view: View) -> Part | None:
    """The lines in sight, or why there are none."""
    body = view.body_of("lines")
    if body is None:
        return None
    rows = _rows(view, body)
    if not rows:
        return Part(body, Words(_nothing(view.state)), paint_words)
    targets = targets_of("lines", [(row.place, row.number - 1) for row in rows])
    return Part(body, rows, paint, targets)


def _nothing(state: State) -> str:
    if waiting := waiting_text(state):
        return waiting
    return _("The best lines are shown after your try.") if state.asking else _("thinking …")


def _places(view: View, body: Rect, count: int) -> list[Rect]:
    """The places of `count` lines, or of those that there is room for."""
    inside = body.inset(view.layout.size(4), view.layout.size(5))
    height = min(view.layout.size(LINE_HEIGHT), inside.height)
    shown = min(count, KEYS, inside.height // max(1, height))
    return [inside.row(number, height) for number in range(shown)]


def _rows(view: View, body: Rect) -> tuple[LineRow, ...]:
    """The lines; none where nothing is known, or an exercise asks for the best move."""
    state, live = view.state, view.state.live
    values = live.known.get(live.here.position)
    if values is None or live.here.over or state.asking:
        return ()
    best, proven = values.best, is_proven(values)
    rows = []
    places = _places(view, body, len(values.moves))
    for number, (place, value) in enumerate(zip(places, values.moves, strict=False), start=1):
        lost = best.score - value.score
        lost_text = discs_text(-lost, proven and value.exact) if lost else ""
        follows = "  ".join(move_name(move) for move in value.line[1:])
        said = move_name(value.move), discs_text(value.score, value.exact), proof_text(value)
        rows.append(LineRow(place, number, *said, lost_text, rating(lost), follows))
    return tuple(rows)


def paint(canvas: Canvas, part: Part) -> None:
    """The lines in sight."""
    for row in part.content:
        _line(canvas, row)


def _line(canvas: Canvas, row: LineRow) -> None:
    """One line in its frame: the key that plays it, the move and its value, and what follows."""
    theme = canvas.theme
    canvas.box(row.place.inset(1), theme.panel, canvas.size(6), theme.border)
    inside = row.place.inset(canvas.size(8), canvas.size(3))
    usual, small = canvas.size(15), canvas.size(13)
    upper, lower = inside.halves()

    def column(text: str, widest: str, size: int, ink: tuple[int, int, int], bold: bool) -> None:
        nonlocal upper
        canvas.write(text, upper, size, ink, bold=bold)
        width = font(size, bold).size(widest)[0] + canvas.size(8)
        upper = upper.right_of(upper.x + width)

    column(str(row.number), "9", small, theme.muted, False)
    indent = upper.x - inside.x
    column(row.name, "g8", usual, theme.text, True)
    losing = row.rating == BEST and row.value.startswith("\N{MINUS SIGN}")
    worth = theme.text if losing else rating_colour(theme, row.rating)
    column(row.value, "+00.0", usual, worth, True)
    column(row.proof, row.proof, small, theme.muted, False)
    if row.lost:
        colour = rating_colour(theme, row.rating)
        canvas.write(row.lost, upper, small, colour, align="right")
    canvas.write(row.text, lower.right_of(lower.x + indent), small, theme.muted)


def take_up(state: State, number: int) -> None:
    """Add one of the best lines from here to the tree, and go to its first move."""
    live = state.live
    values = live.known.get(live.here.position)
    if state.training or values is None or not 0 <= number < len(values.moves):
        return
    line = values.moves[number].line[:MOST_ADDED]
    live.add_line(line)
    state.drop_pending()
    added = _("{move} and its line are in the list of moves: Ctrl+Z undoes it")
    state.notify(added.format(move=move_name(line[0])))


def press_key(state: State, key: str, scene: Scene) -> bool:
    """Take up one of the lines with its digit, while they are looked at."""
    if state.editor or state.tab != "tab_lines" or len(key) != 1 or key not in "123456789":
        return False
    rows = scene.content("lines")
    if not isinstance(rows, Words | None) and int(key) <= len(rows):
        take_up(state, int(key) - 1)
    return True


PANEL = Panel(
    show=show,
    click=lambda state, number, right: take_up(state, number),
    key=press_key,
    commands=(tab_command("lines", N_("Best lines from here"), "shift+v", back=True),),
    lines=(Keys(BOARD, "1 … 9", N_("Take up that one of the best lines")),),
)
