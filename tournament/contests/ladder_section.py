"""The section of a ladder: rungs, the curves MORE and LESS with the paper's, and costs."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.contests.rungs import EQUAL_DEPTH, LESS, MORE, rows_on
from tournament.games.match import Match
from tournament.page import measures
from tournament.page.contents import (
    Cell,
    PageTable,
    Plot,
    Section,
    interval,
    number,
    rate,
    significant,
)
from tournament.page.plots import Axes, Band, PageCurve, Point, draw
from tournament.page.sentences import count_of, differences, faults, prose
from tournament.storage.store import Store

RungRow = Mapping[str, Any]
CURVES = ((MORE, "a", "7 4"), (LESS, "b", ""), (EQUAL_DEPTH, "c", "2 4"))
COSTS = {"nodes": "nodes", "cpu": "CPU time"}
LESS_OF = {"nodes": "fewer nodes", "cpu": "less CPU time"}
HEADINGS = (
    *("depth A", "depth B", "curve", "pairs A wins, %", "95 % interval", "points of A, %"),
    *("nodes A", "nodes B", "nodes B/A", "CPU ms A", "CPU ms B", "CPU B/A"),
)
RUNGS_CAPTION = (
    "A row for each match, in the order of play. Rates are A's; nodes and CPU time are per"
    " game. MORE: B searches deeper and costs more than A for the first time at this depth of A;"
    " LESS: the same depth of A, B one ply less deep."
)
PAPERS_PLAYERS = ("alphabeta", "forward")
PAPER = (
    "Zhang 1995, section 5.2 and Figure 3(b), says of forward estimation against alpha-beta, by"
    " CPU time: the same depth at less cost while alpha-beta's is below 3, three plies deeper at"
    " 8, and more than half of the pairs at less cost above depth 2. The figure's points have no"
    " printed numbers."
)

WINS_ABOVE_DEPTH = 2
"""In the paper forward estimation wins at less cost above this depth of alpha-beta."""
LEADS = {1: 0, 2: 0, 8: 3}
"""Plies that it searches deeper in the paper, by the depth of alpha-beta."""


def _table(rows: Sequence[RungRow]) -> PageTable:
    cells = []
    for row in rows:
        games = row["games"]
        spent = []
        for key, scale in (("nodes", 1), ("cpu_seconds", 1000)):
            a, b = row["a"][key], row["b"][key]
            means = (significant(scale * one / games) for one in (a, b))
            spent += [*means, measures.ratio_cell(b, a)]
        rates = rate(row["pair_win_rate"]), interval(row["interval"])
        depths = (number(row["a_depth"]), number(row["b_depth"]), Cell(row["curve"]))
        cells.append((*depths, *rates, rate(row["game_points_share"]), *spent))
    return PageTable(RUNGS_CAPTION, HEADINGS, tuple(cells))


def _is_the_papers(data: Mapping[str, Any]) -> bool:
    """True if A is alpha-beta and B forward estimation, as in the paper."""
    return tuple(data[side].partition(":")[0] for side in "ab") == PAPERS_PLAYERS


def rates_plot(data: Mapping[str, Any]) -> Plot:
    """Plot A's pair win rate against its depth."""
    rows = data["rows"]
    deepest = max(row["a_depth"] for row in rows)
    curves = []
    for place, (name, tone, dash) in enumerate(CURVES):
        points = []
        for row in rows_on(rows, name):
            win_rate, (low, high) = row["pair_win_rate"], row["interval"]
            note = f"A {row['a_depth']}, B {row['b_depth']}: {100 * win_rate:.1f} %"
            x = row["a_depth"] + 0.06 * (place - 1)
            points.append(Point(x, 100 * win_rate, 100 * low, 100 * high, note))
        curves.append(PageCurve(name, points, tone, dash))
    axes = Axes("Pairs won by A", "depth of A", "pairs won by A, %", level=50, whole_x=True)
    axes = axes._replace(x_ends=(0.6, deepest + 0.4), y_ends=(0, 100))
    bands, caption = [], "Pairs won by A against its depth, with 95 % intervals."
    if _is_the_papers(data) and deepest > WINS_ABOVE_DEPTH:
        corner = Point(WINS_ABOVE_DEPTH + 0.5, 0)
        bands = [Band("LESS in the paper", corner, Point(deepest + 1, 50))]
        caption += " Shaded: where the paper's curve LESS lies."
    return Plot(draw(axes, curves, bands), caption)


def lead_plot(data: Mapping[str, Any]) -> Plot | None:
    """Plot the plies that B searches deeper than A, on both curves."""
    rows = data["rows"]
    curves = []
    for name, tone, dash in CURVES[:2]:
        points = [
            Point(row["a_depth"], row["b_depth"] - row["a_depth"]) for row in rows_on(rows, name)
        ]
        curves.append(PageCurve(name, points, tone, dash))
    if not any(curve.points for curve in curves):
        return None
    caption = "Plies that B searches deeper than A where it first costs more, and one rung before."
    if _is_the_papers(data):
        published = [Point(*point) for point in LEADS.items()]
        curves.append(PageCurve("LESS in the paper", published, "paper", mark=6, joined=False))
        caption += " Rings: from the paper's text."
    points = [point for curve in curves for point in curve.points]
    axes = Axes("Lead of B", "depth of A", "plies deeper", whole_x=True)
    axes = axes._replace(
        x_ends=(0.6, max(point.x for point in points) + 0.4),
        y_ends=(min(point.y for point in points) - 0.4, max(point.y for point in points) + 0.6),
    )
    return Plot(draw(axes, curves), caption)


def _by_depth(
    rows: Sequence[RungRow], spent: Sequence[tuple[measures.Spending, measures.Spending]], side: int
) -> dict[int, measures.Spending]:
    """Return the costs of a player at each depth, from the last match at that depth."""
    key = ("a_depth", "b_depth")[side]
    return {row[key]: sides[side] for row, sides in zip(rows, spent, strict=True)}


def _cost_plots(
    rows: Sequence[RungRow], spent: Sequence[tuple[measures.Spending, measures.Spending]]
) -> list[Plot | None]:
    """Plot cost by disc count for every depth, and effective branching factors."""
    plots: list[Plot | None] = []
    branching = []
    for side, name in enumerate("AB"):
        by_depth = sorted(_by_depth(rows, spent, side).items())
        tone, deepest = name.lower(), by_depth[-1][0] if by_depth else 1
        curves = [
            (measures.own_curve(f"{depth}", tone, strength=0.3 + 0.7 * depth / deepest), one)
            for depth, one in by_depth
        ]
        title = f"Cost of {name} by disc count, for each of its depths"
        plots.append(measures.discs_plot(title, curves))
        points = [Point(depth, one.branching) for depth, one in by_depth if one.branching]
        branching.append(PageCurve(name, points, tone))
    if any(curve.points for curve in branching):
        axes = Axes("Effective branching factor", "depth", "nodes ** (1 / depth)", whole_x=True)
        caption = "Effective branching factor by depth, mean over moves that far from the end."
        plots.append(Plot(draw(axes, branching), caption))
    return plots


def conclusion(data: Mapping[str, Any]) -> str:
    """Describe the deepest match in which B was the cheaper player."""
    less = rows_on(data["rows"], LESS)
    if not less:
        return "B never got deeper than A before it cost more, so no match is on LESS."
    row = less[-1]
    low, high = row["interval"]
    lead = row["b_depth"] - row["a_depth"]
    where = f"{count_of(lead, 'ply', 'plies')} deeper" if lead else "equally deep"
    key = "nodes" if data["cost"] == "nodes" else "cpu_seconds"
    times = measures.ratio_cell(row["b"][key], row["a"][key]).text
    judged = "wins" if high < 0.5 else "loses" if low > 0.5 else "neither surely wins nor loses"
    return (
        f"At A's depth {row['a_depth']} B searches {where} for {times} times A's"
        f" {COSTS[data['cost']]} and {judged}: A takes {rate(row['pair_win_rate']).text} % of the"
        f" pairs (95 % interval {100 * low:.1f} to {100 * high:.1f} %)."
    )


def section_of_ladder(data: Mapping[str, Any], matches: Sequence[Match], store: Store) -> Section:
    """Return the section of a ladder, of its result and its matches."""
    rows = data["rows"]
    heading = f"Ladder: {data['a']} against {data['b']}"
    section = Section(heading, (("A", data["a"]), ("B", data["b"])))
    if not rows:
        return section._replace(sentences=("No match of this ladder is finished yet.",))
    spent = [measures.spending(store.games(row["tournament"])) for row in rows]
    plots = [rates_plot(data), lead_plot(data), *_cost_plots(rows, spent)]
    return section._replace(
        verdict=conclusion(data),
        sentences=prose(
            f"{count_of(len(rows), 'match', 'matches')} of {rows[0]['games']:,} games each over"
            f" {count_of(rows[0]['pairs'], 'opening')} with both colours; the player with"
            f" {LESS_OF[data['cost']]} searched one ply deeper in the next.",
            differences(data),
            "" if data["complete"] else "The ladder is not finished.",
            faults(rows),
            PAPER if _is_the_papers(data) else "",
        ),
        tables=(_table(rows),),
        plots=tuple(plot for plot in plots if plot is not None),
        matches=tuple(
            (f"A {_depth(rows, place, 'a')}, B {_depth(rows, place, 'b')}", match)
            for place, match in enumerate(matches)
        ),
    )


def _depth(rows: Sequence[RungRow], place: int, side: str) -> str:
    """Describe the depth of a side in a rung."""
    return f"depth {rows[place][f'{side}_depth']}" if place < len(rows) else "unfinished"
