"""The evaluation graph: the value of every position of the game, black's lead upwards."""

from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import pygame

from players.study.coach.mistakes import mistakes
from players.window.coach_text import moves_judged
from players.window.drawing.board import rating_colour
from players.window.drawing.canvas import Canvas, mixed
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part, targets_of
from players.window.game.judgements import GraphPoint, axis_length, graph_point
from players.window.panels.panel import Panel, View
from players.window.state import State
from players.window.translation import _

RANGES = (800, 1600, 3200, 6400)
"""Possible values at the end of the axis, in hundredths of a disc."""


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
    """Return the curve; the mouse moves through the game on it."""
    state, place = view.state, view.layout.graph
    if place is None:
        return None
    live = state.live
    points = tuple(graph_point(step, live.best_values) for step in live.steps)
    bad = tuple((move.number, move.rating) for move in mistakes(moves_judged(state)))
    curve = Curve(points, live.step, axis_length(len(points)), bad)
    strips = step_strips(place, view.layout.unit, curve.steps) if state.editor is None else ()
    return Part(place, curve, paint, targets_of("graph", strips))


@lru_cache(maxsize=8)
def step_strips(place: Rect, unit: float, steps: int) -> tuple[tuple[Rect, int], ...]:
    """Return the columns of the graph, each with the nearest position."""
    plot = graph_plot(place, unit)
    nearest = groupby(range(place.x, place.right), lambda x: step_at(plot, x, steps))
    columns = ((step, list(xs)) for step, xs in nearest)
    return tuple((place._replace(x=xs[0], width=len(xs)), step) for step, xs in columns)


def click(state: State, step: int, right: bool) -> None:
    """Go to a position."""
    if step != state.live.step:
        state.go_to(min(step, len(state.live.steps) - 1))


def graph_plot(place: Rect, unit: float) -> Rect:
    """Return the part of the graph that holds the curve."""
    left, margin = round(34 * unit), round(10 * unit)
    return Rect(place.x + left, place.y, place.width - left - margin, place.height).inset(0, margin)


def graph_x(plot: Rect, step: int, steps: int) -> int:
    """Return the column of a position; `steps` is the length of the axis in moves."""
    return plot.x + round(step * (plot.width - 1) / max(1, steps))


def step_at(plot: Rect, x: int, steps: int) -> int:
    """Return the position nearest to a column."""
    return min(max(round((x - plot.x) * max(1, steps) / max(1, plot.width - 1)), 0), steps)


def reach(curve: Curve) -> int:
    """Return the value at the upper edge: the smallest of RANGES that holds the curve."""
    most = max((abs(value) for value, _exact in curve.points if value is not None), default=0)
    return next((limit for limit in RANGES if most <= limit), RANGES[-1])


def paint(canvas: Canvas, part: Part) -> None:
    """Paint the axes, the curve and the current position."""
    curve: Curve = part.content
    canvas.box(part.place, canvas.theme.panel, canvas.size(8), canvas.theme.border)
    plot = graph_plot(part.place, canvas.layout.unit)
    limit = reach(curve)
    _axes(canvas, part.place, plot, limit)
    points = [
        None if value is None else (graph_x(plot, step, curve.steps), _y(plot, value, limit), exact)
        for step, (value, exact) in enumerate(curve.points)
    ]
    middle = plot.y + (plot.height - 1) // 2
    pygame.draw.line(canvas.surface, canvas.theme.muted, (plot.x, middle), (plot.right, middle))
    for known, run in groupby(points, lambda point: point is not None):
        if known:
            _curve(canvas, middle, [point for point in run if point is not None])
    for step, rank in curve.mistakes:
        value = curve.points[step].value
        if value is not None:
            at = graph_x(plot, step, curve.steps), _y(plot, value, limit)
            canvas.dot(at, max(7, canvas.size(9)), canvas.theme.panel)
            canvas.dot(at, max(5, canvas.size(7)), rating_colour(canvas.theme, rank))
    _current(canvas, plot, curve, limit)


def _y(plot: Rect, value: int, limit: int) -> int:
    clipped = max(-limit, min(limit, value))
    return plot.y + round((1 - clipped / limit) * (plot.height - 1) / 2)


def _axes(canvas: Canvas, place: Rect, plot: Rect, limit: int) -> None:
    """Paint lines and numbers at the highest value, the lowest and 0."""
    theme = canvas.theme
    size = canvas.size(11)
    faint = mixed(theme.panel, theme.border, 0.7)
    for value in (limit, 0, -limit):
        y = _y(plot, value, limit)
        ink = theme.muted if value == 0 else faint
        pygame.draw.line(canvas.surface, ink, (plot.x, y), (plot.right, y))
        text = f"{value // 100:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"
        label = Rect(place.x, y - size, plot.x - place.x - canvas.size(6), 2 * size)
        canvas.write(text, label, size, theme.muted, align="right")
    for word, y in ((_("Black leads"), plot.y), (_("White leads"), plot.bottom - 2 * size)):
        place = Rect(plot.x + canvas.size(4), y, plot.width, 2 * size)
        canvas.write(word, place, size, theme.muted)


def _curve(canvas: Canvas, middle: int, points: list[tuple[int, int, bool]]) -> None:
    """Paint values of consecutive positions; unknown ones leave a gap."""
    theme = canvas.theme
    faint = mixed(theme.panel, theme.accent, 0.3)
    flat = [(x, y) for x, y, exact in points]
    area = [(flat[0][0], middle), *flat, (flat[-1][0], middle)]
    pygame.draw.polygon(canvas.surface, faint, area)
    canvas.curve(flat, theme.accent)
    for x, y, exact in points:
        if exact:
            canvas.dot((x, y), max(4, canvas.size(5)), theme.text)


def _current(canvas: Canvas, plot: Rect, curve: Curve, limit: int) -> None:
    x = graph_x(plot, min(curve.current, curve.steps), curve.steps)
    pygame.draw.line(canvas.surface, canvas.theme.last_move, (x, plot.y), (x, plot.bottom - 1))
    value = curve.points[curve.current].value if curve.current < len(curve.points) else None
    if value is not None:
        canvas.dot((x, _y(plot, value, limit)), max(6, canvas.size(8)), canvas.theme.last_move)


PANELS = {"graph": Panel(show=show, click=click, drags=True)}
