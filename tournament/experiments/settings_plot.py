"""The plot of many settings: what each costs, against what it wins."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tournament.experiments import plots

LINES = ("-", "--", ":", "-.")
LEGEND_INCHES = 2.4
RATIOS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10)
"""Where the axis of costs may have a mark."""


def draw(rows: Sequence[dict[str, Any]], path: Path, title: str) -> None:
    """Win rate against CPU ratio: a row of panels for each depth, a line for each setting."""
    depths = sorted({row["depth"] for row in rows})
    conditions = list(dict.fromkeys(row["conditions"] for row in rows))
    width, height = plots.PANEL_INCHES
    figure = plots.new_figure(len(conditions) * (width + LEGEND_INCHES), len(depths) * height)
    for line, depth in enumerate(depths):
        for column, name in enumerate(conditions):
            place = line * len(conditions) + column + 1
            axes = figure.add_subplot(len(depths), len(conditions), place)
            chosen = [row for row in rows if (row["depth"], row["conditions"]) == (depth, name)]
            _draw_panel(axes, chosen, f"{name}, alpha-beta at depth {depth}")
    figure.suptitle(title, fontsize="medium")
    plots.save(figure, path)


def _draw_panel(axes: Any, rows: Sequence[dict[str, Any]], title: str) -> None:
    """The settings under one condition at one depth of alpha-beta."""
    for number, setting in enumerate(sorted({row["setting"] for row in rows})):
        points = sorted(
            (row for row in rows if row["setting"] == setting), key=lambda row: row["forward_depth"]
        )
        _draw_setting(axes, points, setting, number)
    axes.axhline(50, color="grey", lw=0.8)
    axes.axvline(1, color="grey", lw=0.8)
    axes.set(
        title=title,
        xlabel="CPU time of forward estimation / alpha-beta",
        ylabel="pairs won by forward estimation, %",
        xscale="log",
    )
    low, high = axes.get_xlim()
    marks = [ratio for ratio in RATIOS if low <= ratio <= high]
    axes.set_xticks(marks, [f"{ratio:g}" for ratio in marks])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.01, 1.0))


def _draw_setting(axes: Any, points: Sequence[dict[str, Any]], label: str, number: int) -> None:
    """One setting, each point with the depth that it is for."""
    color = plots.COLORS[number % len(plots.COLORS)]
    line = LINES[number // len(plots.COLORS) % len(LINES)]
    x = [row["cpu_ratio"] for row in points]
    y = [row["win_rate"] for row in points]
    axes.plot(x, y, color=color, ls=line, marker="o", ms=3, lw=1, label=label)
    for row in points:
        if math.isfinite(row["cpu_ratio"]):
            place = (row["cpu_ratio"], row["win_rate"])
            text = str(row["forward_depth"])
            offset = {"xytext": (2, 2), "textcoords": "offset points"}
            axes.annotate(text, place, fontsize=6, color=color, **offset)
