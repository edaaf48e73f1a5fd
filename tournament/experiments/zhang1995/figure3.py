"""What figures 3a and 3b of Zhang 1995 share: points of a ladder, the paper's claims, the plot.

A row is a tournament of alpha-beta against forward estimation. All rates are
those of forward estimation, in percent, and all ratios are what it cost over
what alpha-beta cost. `curve` is MORE, LESS or empty: see tournament.contests.rungs.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from tournament.contests.rungs import LESS, MORE
from tournament.experiments.runner import plots
from tournament.experiments.runner.output import Column, Table

EQUAL = "equal depth"
MOST_IN_A_LINE = 3
STYLES = {MORE: ("--", 1, 6, 0.05), LESS: ("-", 0, -12, 0.0), EQUAL: (":", 2, 6, -0.05)}
"""A curve's line, the number of its color, how far its labels are above, how far all is right."""

Row = dict[str, Any]


class Claim(NamedTuple):
    """Words of the paper, the series that they are about, and what our rows of one say."""

    words: str
    series: tuple[str, ...]
    answer: Callable[[Sequence[Row]], str]


class Figure(NamedTuple):
    """What a plot says: its title, what the labels of its points mean, the paper's claims."""

    title: str
    labels: str
    claims: Sequence[Claim]

    @property
    def footnote(self) -> str:
        """What stands below the panels."""
        words = dict.fromkeys(claim.words for claim in self.claims)
        return "\n".join((f"at each point: {self.labels}", *(f"Zhang 1995: {w}" for w in words)))


CLAIM_COLUMNS = (Column("Zhang 1995", "claim"), Column("series", "series"), Column("here", "ours"))
CLAIM_CAPTION = (
    "by depth of alpha-beta: the plies that forward estimation searches more, or its win rate"
    " (* where the interval is above, - where it is below 50 %)"
)


def of_series(rows: Iterable[Row], series: str) -> list[Row]:
    """The rows of one series."""
    return [row for row in rows if row["series"] == series]


def on_curve(rows: Iterable[Row], curve: str) -> list[Row]:
    """The points of a curve, by depth of alpha-beta; EQUAL are all tournaments at equal depth."""
    if curve == EQUAL:
        chosen = [row for row in rows if row["depth"] == row["forward_depth"]]
    else:
        chosen = [row for row in rows if row["curve"] == curve]
    return sorted(chosen, key=lambda row: row["depth"])


def leads(rows: Iterable[Row]) -> str:
    """How many plies deeper forward estimation is in each row: "3 +0, 4 +1"."""
    return _listed(rows, lambda row: f"{row['depth']} {row['forward_depth'] - row['depth']:+d}")


def rates(rows: Iterable[Row]) -> str:
    """Its win rate in each row, with a mark where it is not by chance: "3 51.2, 4 60.0*"."""
    return _listed(rows, lambda row: f"{row['depth']} {row['win_rate']:.1f}{_mark(row)}")


def _mark(row: Row) -> str:
    """On which side of one half the whole interval lies, if on one."""
    return "*" if row["low"] > 50 else "-" if row["high"] < 50 else ""


def _listed(rows: Iterable[Row], text: Callable[[Row], str]) -> str:
    """The texts of all rows in one line; a dash without any."""
    return ", ".join(map(text, rows)) or "-"


def answers(claims: Iterable[Claim], rows: Sequence[Row]) -> list[dict[str, str]]:
    """Each claim beside what was found, for the series that were played."""
    return [
        {"claim": claim.words, "series": series, "ours": claim.answer(of_series(rows, series))}
        for claim in claims
        for series in claim.series
        if of_series(rows, series)
    ]


def claim_table(found: Sequence[dict[str, str]]) -> Table:
    """The claims for people, the words of each but once."""
    lines = []
    said = ""
    for line in found:
        lines.append({**line, "claim": "" if line["claim"] == said else line["claim"]})
        said = line["claim"]
    title = "The paper's claims, and ours beside them"
    return Table(CLAIM_COLUMNS, title, CLAIM_CAPTION, lines)


def _draw_curve(axes: Any, rows: Sequence[Row], curve: str) -> None:
    """The points of a curve with their intervals, and at each the cost ratio and the lead."""
    line, color, above, right = STYLES[curve]
    y = [row["win_rate"] for row in rows]
    errors = plots.bars(rows, "win_rate")
    style = {"color": plots.COLORS[color], "ls": line, "marker": "o", "ms": 4}
    x = [row["depth"] + right for row in rows]
    axes.errorbar(x, y, yerr=errors, lw=1.2, capsize=2, label=curve, **style)
    behind = {"boxstyle": "square,pad=0.1", "fc": "white", "ec": "none", "alpha": 0.7}
    for row in rows:
        lead = row["forward_depth"] - row["depth"]
        axes.annotate(
            f"{row['cost_ratio']:.2f} ({lead:+d})",
            (row["depth"] + right, row["win_rate"]),
            xytext=(5, above),
            textcoords="offset points",
            fontsize=7,
            color=style["color"],
            bbox=behind,
        )


def _draw_panel(axes: Any, rows: Sequence[Row], title: str) -> None:
    """MORE and LESS of one series, and equal depth where it hardly got deeper."""
    deepest = max(row["depth"] for row in rows)
    hardly_deeper = len(on_curve(rows, MORE)) < deepest / 2
    for curve in (MORE, LESS, EQUAL) if hardly_deeper else (MORE, LESS):
        points = on_curve(rows, curve)
        if points:
            _draw_curve(axes, points, curve)
    axes.axhline(50, color="grey", lw=0.8)
    axes.set(
        title=title,
        xlabel="alpha-beta search horizon",
        ylabel="pairs won by forward estimation, %",
        xlim=(0.5, deepest + 0.9),
        xticks=range(1, deepest + 1),
        ylim=(-6, 110),
        yticks=range(0, 101, 10),
    )
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")


def draw(rows: Sequence[Row], figure: Figure) -> Any:
    """A panel for each series."""
    names = list(dict.fromkeys(row["series"] for row in rows))
    across = min(len(names), MOST_IN_A_LINE)
    down = math.ceil(len(names) / across)
    width, height = plots.PANEL_INCHES
    drawn = plots.new_figure(across * width, down * height)
    for number, series in enumerate(names, 1):
        _draw_panel(drawn.add_subplot(down, across, number), of_series(rows, series), series)
    drawn.suptitle(figure.title, fontsize="medium")
    drawn.supxlabel(figure.footnote, fontsize="small")
    return drawn
