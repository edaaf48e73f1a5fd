"""Plots of experiments and reports: points with error bars, those of a paper hollow."""

import io
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from othello.files import check_ending, check_writable, replace_file
from tournament.contests.contest import file_errors

FIGURE_KINDS = (".pdf", ".png", ".svg")
DOTS_PER_INCH = 150
PANEL_INCHES = (7.6, 4.8)
MOST_ACROSS = 3
PAGE_INCHES = (4.8, 3.2)
COLORS = (
    *("#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd"),
    *("#8c564b", "#e377c2", "#17becf", "#7f7f7f", "#bcbd22"),
)
"""Taken in turn by number."""
BLUE, RED, GREEN = 0, 1, 2
"""Numbers of the colours in a report."""
PAGE_COLORS = {
    **{COLORS[BLUE]: "a", COLORS[RED]: "b", COLORS[GREEN]: "paper"},
    **{"#000000": "text", "#808080": "quiet", "#b0b0b0": "quiet", "#ffffff": "ground"},
}
"""The variable of page.css that replaces a colour, so that plots follow the page's theme."""
HOLLOW_SIZES = (12, 9, 6)
"""Sizes of hollow points by color, so that points in one place stay visible."""
MOST_INSIDE = 6
"""A longer legend stands to the right of the axes."""
ABOVE = {
    **{"loc": "lower left", "bbox_to_anchor": (0, 1), "ncols": 3, "frameon": False},
    **{"borderaxespad": 0, "borderpad": 0.2, "columnspacing": 1.2, "handlelength": 1.6},
}
"""A legend above the axes."""
SVG_METADATA = ("Creator", "Date", "Format", "Type")
BEHIND_NOTES = {"boxstyle": "square,pad=0.1", "fc": "white", "ec": "none", "alpha": 0.7}


class Curve(NamedTuple):
    """Points of one kind; `errors` are standard errors, None for exact values.

    Or two lists: lengths of the bars below and above. Published points are hollow and not joined.
    `notes` are texts `above` the points.
    """

    label: str
    x: Sequence[float]
    y: Sequence[float]
    errors: Sequence[Any] | None = None
    color: int = 0
    published: bool = False
    line: str = "-"
    notes: Sequence[str] = ()
    above: float = 6


class Panel(NamedTuple):
    """One pair of axes; `settings` are those of matplotlib's Axes.set.

    `level` is the height of a grey line.
    """

    curves: Sequence[Curve]
    settings: dict[str, Any]
    level: float | None = None


class Plot(NamedTuple):
    """A panel in a report, its title and its caption."""

    panel: Panel
    title: str
    caption: str

    def svg(self) -> str:
        """Draw the panel as an element of a page, with colours of page.css."""
        from matplotlib import rc_context

        content = io.StringIO()
        with rc_context({"svg.fonttype": "none", "font.sans-serif": ["DejaVu Sans"]}):
            figure = _new_figure(*PAGE_INCHES)
            draw_panel(figure.add_subplot(), self.panel, ABOVE)
            figure.savefig(content, format="svg", metadata=dict.fromkeys(SVG_METADATA))
        svg = re.sub(r' id="[\w.]+_\d+"', "", content.getvalue())  # each plot would have the same
        for color, name in PAGE_COLORS.items():
            svg = svg.replace(color, f"var(--{name})")
        return f'<svg role="img" aria-label="{self.title}" {svg.partition("<svg")[2]}'


def check(path: Path | None) -> None:
    """UserError, in one line, if a plot cannot be written to this path."""
    if path is not None:
        with file_errors(path):
            check_ending(path, *FIGURE_KINDS)
            check_writable(path)


def _new_figure(width: float, height: float) -> Any:
    """Return an empty figure; sizes in inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _draw_curve(axes: Any, curve: Curve) -> Any:
    """Draw a curve; return its handle for the legend."""
    color = COLORS[curve.color % len(COLORS)]
    if curve.published:
        size = HOLLOW_SIZES[curve.color % len(HOLLOW_SIZES)]
        return axes.plot(curve.x, curve.y, "o", mfc="none", mec=color, ms=size)[0]
    style = {"color": color, "ls": curve.line, "lw": 1.2, "capsize": 2}
    marker = "" if curve.errors is None else "o"
    for *place, note in zip(curve.x, curve.y, curve.notes, strict=False):
        offset = {"xytext": (5, curve.above), "textcoords": "offset points"}
        axes.annotate(note, place, fontsize=7, color=color, bbox=BEHIND_NOTES, **offset)
    return axes.errorbar(curve.x, curve.y, yerr=curve.errors, marker=marker, ms=3.5, **style)


def draw_panel(axes: Any, panel: Panel, place: Mapping[str, Any] | None = None) -> None:
    """Draw all curves of a panel, and their legend; `place` has arguments of Axes.legend."""
    handles = [_draw_curve(axes, curve) for curve in panel.curves]
    labels = [curve.label for curve in panel.curves]
    if panel.level is not None:
        axes.axhline(panel.level, color="grey", lw=0.8)
    axes.set(**panel.settings)
    for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        if f"{name}ticklabels" in panel.settings:  # else logarithmic axes add more
            axis.set_tick_params(which="minor", labelbottom=False, labelleft=False)
    whole = all(float(x).is_integer() for curve in panel.curves for x in curve.x)
    if whole and not {"xticks", "xscale"} & panel.settings.keys():
        axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(alpha=0.3)
    if place is None:
        inside = len(labels) <= MOST_INSIDE
        place = {} if inside else {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0)}
    if any(labels):
        axes.legend(handles, labels, fontsize="small", **place)


INTERVAL = "interval"
"""Spread of points with a 95 % interval under the keys "low" and "high"."""


def curve(
    label: str,
    rows: Sequence[Mapping[str, Any]],
    x: str,
    y: str,
    spread: str | None = INTERVAL,
    color: int = 0,
    line: str = "-",
) -> Curve:
    """Return the curve of the rows' values under the keys `x` and `y`.

    `spread` is INTERVAL, the key of standard errors, or None.
    """
    errors: Any = bars(rows, y) if spread == INTERVAL else spread and [row[spread] for row in rows]
    xs, ys = [row[x] for row in rows], [row[y] for row in rows]
    return Curve(label, xs, ys, errors, color, line=line)


def curves_by(
    rows: Sequence[Mapping[str, Any]], key: str, x: str, y: str, spread: str | None = INTERVAL
) -> list[Curve]:
    """Return a curve for each value of the rows under `key`, in their order."""
    names = dict.fromkeys(row[key] for row in rows)
    return [
        curve(name, [row for row in rows if row[key] == name], x, y, spread, color)
        for color, name in enumerate(names)
    ]


def named_ticks(axis: str, values: Iterable[float]) -> dict[str, Any]:
    """Return settings of an axis, "x" or "y", with marks at these values only."""
    marks = sorted(set(values))
    return {f"{axis}ticks": marks, f"{axis}ticklabels": [f"{mark:,g}" for mark in marks]}


def bars(rows: Sequence[Mapping[str, Any]], key: str) -> list[list[float]]:
    """Return the distances of "low" and "high" from a value of each row, for error bars.

    An end that is nan has no bar: it comes first in `max`, which then returns it.
    """
    below = [max(row[key] - row["low"], 0) for row in rows]
    return [below, [max(row["high"] - row[key], 0) for row in rows]]


def draw(panels: Sequence[Panel], path: Path, title: str = "") -> None:
    """Draw panels in rows of MOST_ACROSS; the file is written completely or not at all.

    UserError if it cannot be written.
    """
    across = min(MOST_ACROSS, len(panels))
    down = math.ceil(len(panels) / across)
    width, height = PANEL_INCHES
    figure = _new_figure(across * width, down * height)
    for number, panel in enumerate(panels, 1):
        draw_panel(figure.add_subplot(down, across, number), panel)
    figure.suptitle(title, fontsize="medium", wrap=True)
    content = io.BytesIO()
    figure.savefig(content, format=path.suffix.lower().strip("."), dpi=DOTS_PER_INCH)
    with file_errors(path):
        replace_file(path, content.getvalue())
