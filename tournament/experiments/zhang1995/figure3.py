"""What figures 3a and 3b of Zhang 1995 share: points of a ladder, the paper's claims, the plot.

A row is a tournament of alpha-beta against forward estimation. All rates are
those of forward estimation, in percent, and all ratios are what it cost over
what alpha-beta cost. `curve` is MORE, LESS or empty: see tournament.contests.rungs.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from tournament.contests.rungs import EQUAL_DEPTH, LESS, MORE, rows_on
from tournament.experiments.runner import Found, Table, plots
from tournament.experiments.runner.contests import FORWARD_WINS
from tournament.experiments.runner.output import grouped

MOST_IN_A_LINE = 3
STYLES = {MORE: ("--", 1, 6, 0.05), LESS: ("-", 0, -12, 0.0), EQUAL_DEPTH: (":", 2, 6, -0.05)}
"""A curve's line, the number of its color, how far its labels are above, how far all is right."""

Row = dict[str, Any]


class Claim(NamedTuple):
    """Words of the paper, the series that they are about, and what our rows of one say."""

    words: str
    series: tuple[str, ...]
    answer: Callable[[Sequence[Row]], str]


def on_curve(rows: Iterable[Row], curve: str) -> list[Row]:
    """The points of a curve, by depth of alpha-beta."""
    return rows_on(rows, curve, "depth", "forward_depth")


def leads(rows: Iterable[Row]) -> str:
    """How many plies deeper forward estimation is in each row: "3 +0, 4 +1"."""
    return _listed(rows, lambda row: f"{row['depth']} {row['forward_depth'] - row['depth']:+d}")


def rates(rows: Iterable[Row]) -> str:
    """Its win rate in each row, with a mark where it is not by chance: "3 51.2, 4 60.0*"."""

    def text(row: Row) -> str:
        mark = "*" if row["low"] > 50 else "-" if row["high"] < 50 else ""
        return f"{row['depth']} {row['win_rate']:.1f}{mark}"

    return _listed(rows, text)


def _listed(rows: Iterable[Row], text: Callable[[Row], str]) -> str:
    """The texts of all rows in one line; a dash without any."""
    return ", ".join(map(text, rows)) or "-"


def answers(claims: Iterable[Claim], rows: Sequence[Row]) -> list[dict[str, str]]:
    """Each claim beside what was found, for the series that were played."""
    played = grouped(rows, "series")
    return [
        {"claim": claim.words, "series": series, "ours": claim.answer(played[series])}
        for claim in claims
        for series in claim.series
        if series in played
    ]


def claim_table(found: Sequence[dict[str, str]]) -> Table:
    """The claims for people, the words of each but once."""
    said = ["", *(line["claim"] for line in found)]
    lines = [
        {**line, "claim": "" if line["claim"] == before else line["claim"]}
        for line, before in zip(found, said, strict=False)
    ]
    return Table(
        "Zhang 1995 {claim} | series {series} | here {ours}",
        "The paper's claims, and ours beside them",
        "by depth of alpha-beta: the plies that forward estimation searches more, or its win rate"
        " (* where the interval is above, - where it is below 50 %)",
        lines,
    )


def with_claims(costs: str, title: str, caption: str) -> Callable[[Found], list[Table]]:
    """What makes the table of the tournaments, and below it that of the paper's claims.

    `costs`: its columns behind those of wins.
    """
    shown = "series {series} | AB depth {depth:d} | FE depth {forward_depth:d} | curve {curve}"
    table = Table(f"{shown} | {FORWARD_WINS} | {costs}", title, caption)
    return lambda found: [table, claim_table(found["claims"])]


def _curve(rows: Sequence[Row], curve: str) -> plots.Curve:
    """The points of a curve with their intervals, and at each the cost ratio and the lead."""
    line, color, above, right = STYLES[curve]
    x, y = [row["depth"] + right for row in rows], [row["win_rate"] for row in rows]
    notes = [f"{row['cost_ratio']:.2f} ({row['forward_depth'] - row['depth']:+d})" for row in rows]
    errors = plots.bars(rows, "win_rate")
    return plots.Curve(curve, x, y, errors, color, line=line, notes=notes, above=above)


def _panel(rows: Sequence[Row], title: str) -> plots.Panel:
    """MORE and LESS of one series, and equal depth where it hardly got deeper."""
    deepest = max(row["depth"] for row in rows)
    hardly_deeper = len(on_curve(rows, MORE)) < deepest / 2
    names = (MORE, LESS, *([EQUAL_DEPTH] if hardly_deeper else ()))
    axes = {
        "title": title,
        "xlabel": "alpha-beta search horizon",
        "ylabel": "pairs won by forward estimation, %",
        "xlim": (0.5, deepest + 0.9),
        "xticks": range(1, deepest + 1),
        "ylim": (-6, 110),
        "yticks": range(0, 101, 10),
    }
    curves = [_curve(points, name) for name in names if (points := on_curve(rows, name))]
    return plots.Panel(curves, axes, level=50)


def draw(rows: Sequence[Row], labels: str, claims: Sequence[Claim]) -> plots.Drawing:
    """A panel for each series, below them what the `labels` of points mean and the claims."""
    words = dict.fromkeys(claim.words for claim in claims)
    note = "\n".join((f"at each point: {labels}", *(f"Zhang 1995: {one}" for one in words)))
    panels = [_panel(own, series) for series, own in grouped(rows, "series").items()]
    return plots.Drawing(panels, min(len(panels), MOST_IN_A_LINE), note)
