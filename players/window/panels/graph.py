"""The evaluation graph: the value of every position of the game, black's lead upwards."""

from itertools import groupby, pairwise
from typing import NamedTuple

import pygame

from players.study.coach.mistakes import mistakes
from players.window.coach_text import moves_judged
from players.window.drawing.board import rating_colour
from players.window.drawing.canvas import Canvas, mixed
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part, Target
from players.window.game.judgements import GraphPoint, discs_text, graph_point
from players.window.panels.panel import Panel, View
from players.window.state import State
from players.window.translation import _

RANGES = (800, 1600, 3200, 6400)
"""Possible values at the end of the axis, in hundredths of a disc."""
SHORTEST_AXIS = 60


class Curve(NamedTuple):
    """Value of every position; `steps` is the length of the axis in moves.

    `current` is the number of the position shown. `mistakes` are pairs of a position after a
    mistake and its rating.
    """

    points: tuple[GraphPoint, ...]
    current: int
    steps: int
    mistakes: tuple[tuple[int, int], ...] = ()


def show(view: View) -> Part | None:
    """Return the curve; a click goes to its place in the game."""
    state, place = view.state, view.layout.graph
    if place is None:
        return None
    live = state.live
    points = tuple(graph_point(step, live.best_values) for step in live.steps)
    bad = tuple((move.number, move.rating) for move in mistakes(moves_judged(state)))
    curve = Curve(points, live.step, max(SHORTEST_AXIS, len(points) - 1), bad)
    strips = step_strips(place, view.layout.unit, curve.steps) if state.live.editor is None else ()
    return Part(place, curve, paint, tuple(Target(strip, step, "graph") for strip, step in strips))


def step_strips(place: Rect, unit: float, steps: int) -> list[tuple[Rect, int]]:
    """Return the columns of the graph, each with the nearest position."""
    plot = graph_plot(place, unit)
    borders = (graph_x(plot, step + 0.5, steps) for step in range(steps))
    strips = enumerate(pairwise([place.x, *borders, place.right]))
    return [(place._replace(x=start, width=end - start), step) for step, (start, end) in strips]


def click(state: State, step: int, right: bool) -> None:
    """Go to a position."""
    if step != state.live.step:
        state.go_to(min(step, len(state.live.steps) - 1))


def graph_plot(place: Rect, unit: float) -> Rect:
    """Return the part of the graph that holds the curve."""
    left, margin = round(34 * unit), round(10 * unit)
    return Rect(place.x + left, place.y, place.width - left - margin, place.height).inset(0, margin)


def graph_x(plot: Rect, step: float, steps: int) -> int:
    """Return the column of a position; `steps` is the length of the axis in moves."""
    return plot.x + round(step * (plot.width - 1) / steps)


def paint(canvas: Canvas, part: Part) -> None:
    """Paint the axes, the curve with the mistakes, and the current position."""
    curve: Curve = part.content
    theme, surface = canvas.theme, canvas.surface
    canvas.box(part.place, theme.panel, canvas.size(8), theme.border)
    plot = graph_plot(part.place, canvas.layout.unit)
    most = max((abs(value) for value, _exact in curve.points if value is not None), default=0)
    limit = next((limit for limit in RANGES if most <= limit), RANGES[-1])
    _axes(canvas, part.place, plot, limit)
    points = [
        None if value is None else (graph_x(plot, step, curve.steps), _y(plot, value, limit), exact)
        for step, (value, exact) in enumerate(curve.points)
    ]
    middle = plot.y + (plot.height - 1) // 2
    pygame.draw.line(surface, theme.muted, (plot.x, middle), (plot.right, middle))
    for known, run in groupby(points, lambda point: point is not None):
        if known:
            _curve(canvas, middle, [point for point in run if point is not None])
    for step, rank in curve.mistakes:
        if (point := points[step]) is not None:
            canvas.dot(point[:2], max(7, canvas.size(9)), theme.panel)
            canvas.dot(point[:2], max(5, canvas.size(7)), rating_colour(theme, rank))
    x = graph_x(plot, curve.current, curve.steps)
    pygame.draw.line(surface, theme.last_move, (x, plot.y), (x, plot.bottom - 1))
    if (point := points[curve.current]) is not None:
        canvas.dot(point[:2], max(6, canvas.size(8)), theme.last_move)


def _y(plot: Rect, value: int, limit: int) -> int:
    clipped = max(-limit, min(limit, value))
    return plot.y + round((1 - clipped / limit) * (plot.height - 1) / 2)


def _axes(canvas: Canvas, place: Rect, plot: Rect, limit: int) -> None:
    """Paint lines and numbers at the highest value, the lowest and 0."""
    theme, size = canvas.theme, canvas.size(12)
    faint = mixed(theme.panel, theme.border, 0.7)
    for value in (limit, 0, -limit):
        y = _y(plot, value, limit)
        ink = faint if value else theme.muted
        pygame.draw.line(canvas.surface, ink, (plot.x, y), (plot.right, y))
        label = Rect(place.x, y - size, plot.x - place.x - canvas.size(6), 2 * size)
        canvas.write(discs_text(value, True), label, size, theme.muted, align="right")
    for word, y in ((_("Black leads"), plot.y), (_("White leads"), plot.bottom - 2 * size)):
        label = Rect(plot.x + canvas.size(4), y, plot.width, 2 * size)
        canvas.write(word, label, size, theme.muted)


def _curve(canvas: Canvas, middle: int, points: list[tuple[int, int, bool]]) -> None:
    """Paint values of consecutive positions; unknown ones leave a gap."""
    theme = canvas.theme
    flat = [(x, y) for x, y, exact in points]
    area = [(flat[0][0], middle), *flat, (flat[-1][0], middle)]
    pygame.draw.polygon(canvas.surface, mixed(theme.panel, theme.accent, 0.3), area)
    canvas.curve(flat, theme.accent)
    for x, y, exact in points:
        if exact:
            canvas.dot((x, y), max(4, canvas.size(5)), theme.text)


PANELS = {"graph": Panel(show, click)}
