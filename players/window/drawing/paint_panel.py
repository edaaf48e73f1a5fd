"""The bar and the panel: buttons, players, status, graph, moves."""

import pygame

from players.window.drawing import paint_insight, paint_library, paint_lines, paint_moves
from players.window.drawing.canvas import box, broken, dot, font, mixed, write
from players.window.drawing.layout import (
    ALWAYS,
    BAR_BUTTONS,
    EDITOR_BUTTONS,
    GRAPH_TAB,
    TAB_BUTTONS,
    Layout,
    Rect,
    editor_buttons,
    graph_plot,
    graph_x,
)
from players.window.drawing.paint_board import side_sign
from players.window.drawing.scene import Card, Curve, Scene
from players.window.drawing.themes import Theme
from players.window.translation import _

LABELS = dict((*BAR_BUTTONS, *ALWAYS, *TAB_BUTTONS, GRAPH_TAB, *EDITOR_BUTTONS))
RANGES = (800, 1600, 3200, 6400)
"""The values at the axis's end to choose from, in hundredths of a disc."""


def bar(surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
    """The buttons at the top."""
    for name, place in layout.buttons:
        on = name in scene.active
        face = theme.accent if on else theme.raised
        if name == scene.pressed:
            face = mixed(face, theme.text, 0.2)
        box(surface, place, face, layout.size(8))
        ink = theme.on_accent if on else theme.text
        write(surface, _(LABELS[name]), place, layout.size(14), ink, bold=on, align="centre")


def card(surface: pygame.Surface, layout: Layout, theme: Theme, place: Rect, side: Card) -> None:
    """A player: disc, name, clock and number of discs."""
    border = theme.accent if side.to_move else theme.border
    box(
        surface,
        place,
        theme.panel,
        layout.size(10),
        border,
        layout.size(2.4 if side.to_move else 1),
    )
    inside = place.inset(layout.size(12), layout.size(10))
    diameter = layout.size(32)
    half = inside.height // 2
    centre = (inside.x + diameter // 2, inside.y + half // 2)
    side_sign(surface, theme, centre, diameter, side.black)
    if side.thinking:
        dot(surface, centre, diameter + layout.size(8), theme.accent, 255, layout.size(2))
    counted = font(layout.size(30), True).size("64")[0] + layout.size(4)
    count = Rect(inside.right - counted, inside.y, counted, half)
    write(surface, str(side.discs), count, layout.size(30), theme.text, bold=True, align="right")
    left = inside.x + diameter + layout.size(10)
    kind = Rect(left, inside.y, max(0, count.x - left), half)
    if font(layout.size(14)).size(side.kind)[0] <= kind.width:
        write(surface, side.kind, kind, layout.size(14), theme.muted)
    below = Rect(inside.x, inside.y + half, inside.width, half)
    if side.clock:
        ink = theme.bad if side.hurried else theme.text
        spot = write(surface, side.clock, below, layout.size(19), ink, bold=True, align="right")
        below = below._replace(width=max(0, spot.x - below.x - layout.size(6)))
    write(surface, side.name, below, layout.size(16), theme.text, bold=side.to_move)


def status(surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
    """Whose turn it is, and a word beside it."""
    place = layout.status
    half = place.height // 2
    upper = Rect(place.x, place.y, place.width, half)
    lower = Rect(place.x, place.y + half, place.width, place.height - half)
    write(surface, scene.headline, upper, layout.size(19), theme.text, bold=True)
    write(surface, scene.detail, lower, layout.size(14), theme.muted)


def line(surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
    """The best line."""
    if layout.line is None:
        return
    box(surface, layout.line, theme.panel, layout.size(8), theme.border)
    inside = layout.line.inset(layout.size(12), layout.size(5))
    half = inside.height // 2
    write(surface, scene.line_title, inside._replace(height=half), layout.size(13), theme.muted)
    lower = Rect(inside.x, inside.y + half, inside.width, inside.height - half)
    write(surface, scene.line, lower, layout.size(15), theme.text)


def transport(surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
    """The buttons that step through the game."""
    for name, place in layout.transport:
        face = mixed(theme.raised, theme.text, 0.2) if name == scene.pressed else theme.raised
        box(surface, place, face, layout.size(8))
        ink = mixed(theme.raised, theme.muted, 0.45) if name in scene.disabled else theme.text
        _icon(surface, name, place, min(layout.size(8), place.height // 4), ink, scene.going)


def _icon(
    surface: pygame.Surface, name: str, place: Rect, size: int, ink: tuple, going: bool
) -> None:
    """A sign of the transport, `size` pixels to each side of the middle."""
    x, y = place.centre
    if name == "go" and going:
        for left in (x - size * 3 // 4, x + size // 4):
            pygame.draw.rect(surface, ink, (left, y - size, max(2, size // 2), 2 * size))
        return
    way = -1 if name in ("first", "back") else 1
    near, far = x - way * size * 2 // 3, x + way * size * 2 // 3
    points = [(near, y - size), (far, y), (near, y + size)]
    if name == "go":  # full: the others are angles
        pygame.draw.polygon(surface, ink, points)
        pygame.draw.aalines(surface, ink, True, points)
        return
    thick = max(2, size // 3)
    if name in ("first", "last"):
        points = [(point - way * thick, height) for point, height in points]
        pygame.draw.rect(surface, ink, (far - thick // 2, y - size, thick, 2 * size))
    for shift in range(-thick, thick):  # smooth, and thick by being drawn again
        line = [(point + shift / 2, height) for point, height in points]
        pygame.draw.aalines(surface, ink, False, line)


def reach(curve: Curve) -> int:
    """The value at the upper edge: the least of some that hold the curve."""
    most = max((abs(value) for value in curve.values if value is not None), default=0)
    return next((limit for limit in RANGES if most <= limit), RANGES[-1])


def graph(surface: pygame.Surface, layout: Layout, theme: Theme, curve: Curve | None) -> None:
    """The curve over the moves of the game, black's lead upwards."""
    if layout.graph is None:
        return
    box(surface, layout.graph, theme.panel, layout.size(8), theme.border)
    if curve is None:
        write(
            surface,
            _("K shows the graph of the value"),
            layout.graph.inset(layout.size(12)),
            layout.size(13),
            theme.muted,
            align="centre",
        )
        return
    plot = graph_plot(layout.graph, layout.unit)
    limit = reach(curve)
    _axes(surface, layout, theme, plot, curve, limit)
    points = [
        (graph_x(plot, step, curve.steps), _y(plot, value, limit), exact)
        for step, (value, exact) in enumerate(zip(curve.values, curve.exact, strict=True))
        if value is not None
    ]
    _curve(surface, layout, theme, plot, points)
    _current(surface, layout, theme, plot, curve, limit)


def _y(plot: Rect, value: int, limit: int) -> int:
    """The row of a value."""
    clipped = max(-limit, min(limit, value))
    return plot.y + round((1 - clipped / limit) * (plot.height - 1) / 2)


def _axes(
    surface: pygame.Surface, layout: Layout, theme: Theme, plot: Rect, curve: Curve, limit: int
) -> None:
    size = layout.size(11)
    faint = mixed(theme.panel, theme.border, 0.7)
    for value in (limit, 0, -limit):
        y = _y(plot, value, limit)
        pygame.draw.line(
            surface, theme.muted if value == 0 else faint, (plot.x, y), (plot.right, y)
        )
        text = f"{value // 100:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"
        label = Rect(
            layout.graph.x if layout.graph else 0, y - size, plot.x - plot.width * 0, 2 * size
        )
        label = label._replace(width=plot.x - label.x - layout.size(6))
        write(surface, text, label, size, theme.muted, align="right")
    for step in range(10, curve.steps + 1, 10):
        x = graph_x(plot, step, curve.steps)
        pygame.draw.line(surface, faint, (x, plot.y), (x, plot.bottom - 1))


def _curve(
    surface: pygame.Surface,
    layout: Layout,
    theme: Theme,
    plot: Rect,
    points: list[tuple[int, int, bool]],
) -> None:
    middle = plot.y + (plot.height - 1) // 2
    faint = mixed(theme.panel, theme.accent, 0.3)
    flat = [(x, y) for x, y, exact in points]
    for (x1, y1), (x2, y2) in zip(flat, flat[1:], strict=False):
        for x in range(x1, x2):
            y = y1 + (y2 - y1) * (x - x1) // max(1, x2 - x1)
            pygame.draw.line(surface, faint, (x, middle), (x, y))
    pygame.draw.line(surface, theme.muted, (plot.x, middle), (plot.right, middle))
    if len(points) > 1:
        for shift in range(max(1, layout.size(2))):
            pygame.draw.aalines(surface, theme.accent, False, [(x, y + shift) for x, y in flat])
    for x, y, exact in points:
        if exact:
            dot(surface, (x, y), max(4, layout.size(5)), theme.text)


def _current(
    surface: pygame.Surface, layout: Layout, theme: Theme, plot: Rect, curve: Curve, limit: int
) -> None:
    """Where the game stands."""
    x = graph_x(plot, min(curve.current, curve.steps), curve.steps)
    pygame.draw.line(surface, theme.last_move, (x, plot.y), (x, plot.bottom - 1))
    value = curve.values[curve.current] if curve.current < len(curve.values) else None
    if value is not None:
        dot(surface, (x, _y(plot, value, limit)), max(6, layout.size(8)), theme.last_move)


def body(surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
    """The tabs and what is below them."""
    if not layout.tabs:
        return
    if scene.editing:
        _tools(surface, layout, theme, scene)
        return
    for name, place in layout.tabs:
        on = name == scene.tab
        ink = theme.text if on else theme.muted
        write(surface, _(LABELS[name]), place, layout.size(14), ink, bold=on, align="centre")
        height = layout.size(3 if on else 1)
        under = Rect(place.x, place.bottom - height, place.width, height)
        pygame.draw.rect(surface, theme.accent if on else theme.border, tuple(under))
    if layout.body is None:
        return
    if scene.tab in ("tab_insight", "tab_features") and scene.insight is not None:
        if scene.tab == "tab_insight" and scene.insight.regions is not None:
            paint_insight.regions(surface, layout, theme, layout.body, scene.insight.regions)
        else:
            paint_insight.features(surface, layout, theme, layout.body, scene.insight)
    elif scene.library is not None:
        paint_library.replies(surface, layout, theme, scene.library)
    elif scene.tab == "tab_moves" and scene.words:
        _paragraphs(surface, layout, theme, layout.body, scene.words)
    elif scene.tab == "tab_moves" and scene.moves.cells:
        paint_moves.moves(surface, layout, theme, scene.moves)
    elif scene.tab == "tab_lines" and scene.lines:
        paint_lines.lines(surface, layout, theme, scene.lines)
    else:
        empty = layout.body.inset(layout.size(10))
        write(surface, scene.empty_text, empty, layout.size(14), theme.muted, align="centre")


def _paragraphs(
    surface: pygame.Surface, layout: Layout, theme: Theme, place: Rect, words: tuple[str, ...]
) -> None:
    """Texts below each other, each broken into lines; the last one, on keys, fainter."""
    inside = place.inset(layout.size(6), layout.size(8))
    size, height, y = layout.size(15), layout.size(21), inside.y
    for number, text in enumerate(words):
        ink = theme.muted if number == len(words) - 1 else theme.text
        for line in broken(text, size, inside.width, 99) if text else ():
            if y + height <= inside.bottom:
                write(surface, line, Rect(inside.x, y, inside.width, height), size, ink)
            y += height
        y += layout.size(8) if text else 0


def _tools(surface: pygame.Surface, layout: Layout, theme: Theme, scene: Scene) -> None:
    """The editor's buttons."""
    for name, place in editor_buttons(layout):
        on = name in scene.active or name == "edit_done"
        box(surface, place, theme.accent if on else theme.raised, layout.size(8))
        ink = theme.on_accent if on else theme.text
        write(surface, _(LABELS[name]), place, layout.size(14), ink, bold=on, align="centre")
