"""Plots as SVG, with colours of the page's style, so that they follow its theme."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tournament.page.contents import markup

WIDTH, HEIGHT = 440, 290
LEFT, RIGHT, BOTTOM = 56, 14, 44
LEGEND_LINE = 18
LETTER = 8.0
"""The approximate width of a letter; the reader chooses the font."""
SAMPLE = 30
MOST_TICKS = 7


class Point(NamedTuple):
    """A value, the ends of its interval if it has one, and a note."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    note: str = ""


class PageCurve(NamedTuple):
    """A line through points, or points only.

    `tone` is a class of the page's style: "a", "b", "c" or "paper". `dash` is SVG's pattern of the
    line, and `mark` the radius of the points.
    """

    label: str
    points: Sequence[Point]
    tone: str = "a"
    dash: str = ""
    mark: float = 3.5
    joined: bool = True


class Axes(NamedTuple):
    """Titles and ends of the axes; None takes the ends of the data."""

    title: str
    x_label: str
    y_label: str
    x_ends: tuple[float, float] | None = None
    y_ends: tuple[float, float] | None = None
    whole_x: bool = False
    level: float | None = None
    """The height of a horizontal line, such as 50 %."""


def ticks(low: float, high: float, whole: bool = False) -> list[float]:
    """Return a few round numbers from `low` to `high`, with steps such as 1, 2, 5 or 10."""
    span = max(high - low, 1e-9)
    power = 10.0 ** math.floor(math.log10(span / MOST_TICKS))
    step = next(
        power * factor for factor in (1, 2, 5, 10, 20) if span / (power * factor) <= MOST_TICKS
    )
    if whole:
        step = max(1.0, round(step))
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(place * step, 10) for place in range(first, last + 1)]


def short(value: float) -> str:
    """Format a number on an axis: 1500000 as 1.5M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g}{letter}".replace("-", "−")
    return f"{value:g}".replace("-", "−")


def _part(value: float, ends: tuple[float, float]) -> float:
    """Return the position of a value between two ends: 0 to 1."""
    low, high = ends
    return (value - low) / (high - low)


class _Frame(NamedTuple):
    """The transformation of values to the drawing."""

    x_ends: tuple[float, float]
    y_ends: tuple[float, float]
    top: float

    def x(self, value: float) -> float:
        """Return the x coordinate of a value."""
        return LEFT + _part(value, self.x_ends) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """Return the y coordinate of a value, which is clipped to the frame."""
        low, high = self.y_ends
        value = min(max(value, low), high)
        part = _part(value, self.y_ends)
        return HEIGHT - BOTTOM - part * (HEIGHT - BOTTOM - self.top)


def _ends(values: Sequence[float]) -> tuple[float, float]:
    """Return ends with some room around values."""
    low, high = min(values), max(values)
    room = 0.06 * (high - low) or 1.0
    return low - room, high + room


def _frame(axes: Axes, curves: Sequence[PageCurve], top: float) -> _Frame:
    points = [point for curve in curves for point in curve.points]
    values = [value for one in points for value in (one.y, one.low, one.high) if value is not None]
    x_ends = axes.x_ends or _ends([point.x for point in points])
    y_ends = axes.y_ends or _ends(values)
    return _Frame(x_ends, y_ends, top)


def _grid(axes: Axes, frame: _Frame) -> Iterator[str]:
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    for value in ticks(*frame.y_ends):
        y = frame.y(value)
        yield f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}"/>'
        yield f'<text x="{LEFT - 7}" y="{y + 4:.1f}" text-anchor="end">{short(value)}</text>'
    for value in ticks(*frame.x_ends, whole=axes.whole_x):
        x = frame.x(value)
        yield f'<line class="grid" x1="{x:.1f}" y1="{frame.top}" x2="{x:.1f}" y2="{bottom}"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 17}" text-anchor="middle">{short(value)}</text>'
    if axes.level is not None:
        y = frame.y(axes.level)
        yield f'<line class="level" x1="{LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}"/>'
    middle = (LEFT + right) / 2
    yield f'<text x="{middle}" y="{HEIGHT - 6}" text-anchor="middle">{markup(axes.x_label)}</text>'
    middle = (frame.top + bottom) / 2
    yield (
        f'<text transform="translate(13 {middle:.1f}) rotate(-90)" text-anchor="middle">'
        f"{markup(axes.y_label)}</text>"
    )


def _curve(curve: PageCurve, frame: _Frame) -> Iterator[str]:
    yield f'<g class="{curve.tone}">'
    if curve.joined and len(curve.points) > 1:
        places = " ".join(f"{frame.x(one.x):.1f},{frame.y(one.y):.1f}" for one in curve.points)
        dash = f' stroke-dasharray="{curve.dash}"' if curve.dash else ""
        yield f'<polyline points="{places}"{dash}/>'
    for one in curve.points:
        x, y = frame.x(one.x), frame.y(one.y)
        if one.low is not None and one.high is not None:
            low, high = frame.y(one.low), frame.y(one.high)
            yield f'<path d="M{x:.1f} {low:.1f}V{high:.1f}"/>'
            yield f'<path d="M{x - 4:.1f} {low:.1f}h8M{x - 4:.1f} {high:.1f}h8"/>'
        if curve.mark:
            note = f"<title>{markup(one.note)}</title>" if one.note else ""
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{curve.mark}">{note}</circle>'
    yield "</g>"


def _legend_places(labels: Sequence[str]) -> list[tuple[float, int]]:
    """Return the x coordinate and the line of each label of a legend."""
    places, x, line = [], float(LEFT), 0
    for label in labels:
        width = SAMPLE + LETTER * len(label) + 12
        if x > LEFT and x + width > WIDTH:
            x, line = float(LEFT), line + 1
        places.append((x, line))
        x += width
    return places


def _legend(curves: Sequence[PageCurve], places: Sequence[tuple[float, int]]) -> Iterator[str]:
    for one, (x, line) in zip(curves, places, strict=True):
        y = 12 + LEGEND_LINE * line
        yield f'<g class="{one.tone}">'
        if one.joined:
            dash = f' stroke-dasharray="{one.dash}"' if one.dash else ""
            yield f'<path d="M{x} {y}h24"{dash}/>'
        if one.mark:
            yield f'<circle cx="{x + 12}" cy="{y}" r="{one.mark}"/>'
        yield "</g>"
        yield f'<text x="{x + SAMPLE}" y="{y + 4}">{markup(one.label)}</text>'


def draw(axes: Axes, curves: Sequence[PageCurve]) -> str:
    """Draw the curves with points, at least one, below a legend."""
    curves = [curve for curve in curves if curve.points]
    shown = [curve for curve in curves if curve.label]
    places = _legend_places([one.label for one in shown])
    lines = max((line for _, line in places), default=-1) + 1
    frame = _frame(axes, curves, 12 + LEGEND_LINE * lines)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{markup(axes.title)}</title>",
        *_grid(axes, frame),
        *_legend(shown, places),
    ]
    for curve in curves:
        parts += _curve(curve, frame)
    return "\n".join((*parts, "</svg>"))
