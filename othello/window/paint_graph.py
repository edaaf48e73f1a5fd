"""The graph: the value of every position for black."""

import pygame

from othello.window.canvas import box, dot, write
from othello.window.layout import Layout, Rect
from othello.window.panel_layout import graph_plot, graph_x
from othello.window.scene import Curve
from othello.window.themes import Theme, mixed

LEAST_RANGE = 800
RANGES = (800, 1600, 3200, 6400)
"""How far the axis goes, in hundredths of a disc."""


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
            "K shows the graph of the value",
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
    for (x1, y1, _), (x2, y2, _) in zip(points, points[1:], strict=False):
        for x in range(x1, x2):
            y = y1 + (y2 - y1) * (x - x1) // max(1, x2 - x1)
            pygame.draw.line(surface, faint, (x, middle), (x, y))
    pygame.draw.line(surface, theme.muted, (plot.x, middle), (plot.right, middle))
    if len(points) > 1:
        flat = [(x, y) for x, y, _ in points]
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
