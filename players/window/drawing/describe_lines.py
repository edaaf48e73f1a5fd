"""What the list of best lines shows: the moves from here, best first, each with what follows."""

from othello.notation import move_name
from players.window.drawing.layout import Layout, Rect
from players.window.drawing.scene import LineRow
from players.window.game.judgements import discs_text, proof_text, rating
from players.window.state import State
from players.window.thinking.analysis import is_proven

ROW = 37
"""The height of a line with its values, in design pixels."""
KEYS = 9
"""The lines that have a key."""


def line_places(layout: Layout, count: int) -> list[Rect]:
    """The places of so many lines, or of those that there is room for."""
    body = layout.body
    if body is None:
        return []
    inside = body.inset(layout.size(4), layout.size(5))
    height = min(layout.size(ROW), inside.height)
    shown = min(count, KEYS, inside.height // max(1, height))
    return [Rect(inside.x, inside.y + n * height, inside.width, height) for n in range(shown)]


def lines_scene(state: State, layout: Layout) -> tuple[LineRow, ...]:
    """The lines in sight; none where nothing is known, or an exercise asks for the best move."""
    live = state.live
    values = live.known.get(live.here.position)
    if values is None or live.here.over or state.editor is not None or state.asking:
        return ()
    best, proven = values.best, is_proven(values)
    rows: list[LineRow] = []
    for place, value in zip(line_places(layout, len(values.moves)), values.moves, strict=False):
        lost = best.score - value.score
        exact = proven and value.exact
        rows.append(
            LineRow(
                place,
                len(rows) + 1,
                move_name(value.move),
                discs_text(value.score, value.exact),
                proof_text(value),
                discs_text(-lost, exact) if lost else "",
                rating(lost),
                "  ".join(move_name(move) for move in value.line[1:]),
            )
        )
    return tuple(rows)


def line_at(state: State, layout: Layout, point: tuple[int, int]) -> int | None:
    """Which line is at a point, 0 for the first; None elsewhere."""
    places = (row.place for row in lines_scene(state, layout))
    return next((n for n, place in enumerate(places) if place.contains(point)), None)
