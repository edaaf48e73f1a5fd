"""The section of a ladder: rungs, the curves MORE and LESS, and costs."""

from collections.abc import Mapping, Sequence
from typing import Any

from players.registry import SpecError
from tournament.contests.ladder import Ladder
from tournament.contests.rungs import EQUAL_DEPTH, LESS, MORE, rows_on
from tournament.page import measures, plots
from tournament.page.contents import (
    Cell,
    PageTable,
    Section,
    number,
    rate,
    share_interval,
    significant,
)
from tournament.page.sentences import count_of, faults, is_even, prose
from tournament.storage.store import Store

RungRow = Mapping[str, Any]
CURVES = ((MORE, plots.BLUE, "--"), (LESS, plots.RED, "-"), (EQUAL_DEPTH, plots.GREY, ":"))
COSTS = {"nodes": "nodes", "cpu": "CPU time"}
LESS_OF = {"nodes": "fewer nodes", "cpu": "less CPU time"}
HEADINGS = (
    *("depth A", "depth B", "curve", "pairs A wins, %", "95 % interval"),
    *("nodes A", "nodes B", "nodes B/A", "CPU ms A", "CPU ms B", "CPU B/A"),
)
RUNGS_CAPTION = (
    "A row for each match, in the order of play. Rates are A's; nodes and CPU time are per"
    " game. MORE: B searches deeper and costs more than A for the first time at this depth of A;"
    " LESS: the same depth of A, B one ply less deep."
)


def _table(rows: Sequence[RungRow]) -> PageTable:
    cells = []
    for row in rows:
        games = row["games"]
        spent = []
        for key, scale in (("nodes", 1), ("cpu_seconds", 1000)):
            a, b = row["a"][key], row["b"][key]
            means = (significant(scale * one / games) for one in (a, b))
            spent += [*means, measures.ratio_cell(b, a)]
        rates = rate(row["pair_win_rate"]), share_interval(row["interval"])
        depths = (number(row["a_depth"]), number(row["b_depth"]), Cell(row["curve"]))
        cells.append((*depths, *rates, *spent))
    return PageTable(RUNGS_CAPTION, HEADINGS, tuple(cells))


def rates_plot(data: Mapping[str, Any]) -> plots.Plot:
    """Plot A's pair win rate against its depth."""
    deepest = max(row["a_depth"] for row in data["rows"])
    curves = []
    for place, (name, color, line) in enumerate(CURVES):
        points = [
            {
                "depth": row["a_depth"] + 0.06 * (place - 1),
                "rate": 100 * row["pair_win_rate"],
                "low": 100 * row["interval"][0],
                "high": 100 * row["interval"][1],
            }
            for row in rows_on(data["rows"], name)
        ]
        curves.append(plots.curve(name, points, "depth", "rate", color=color, line=line))
    settings = {
        **{"xlabel": "depth of A", "ylabel": "pairs won by A, %", "ylim": (-4, 104)},
        **{"xlim": (0.6, deepest + 0.4), "xticks": range(1, deepest + 1, deepest // 20 + 1)},
    }
    caption = "Pairs won by A against its depth, with 95 % intervals."
    return plots.Plot(plots.Panel(curves, settings, 50), "Pairs won by A", caption)


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
    judged = "wins" if high < 0.5 else "loses" if low > 0.5 else "may be weaker or stronger"
    judged = "comes out even in every opening" if is_even(row) else judged
    return (
        f"At A's depth {row['a_depth']} B searches {where} for {times} times A's"
        f" {COSTS[data['cost']]} and {judged}: A takes {rate(row['pair_win_rate']).text} % of the"
        f" pairs (95 % interval {share_interval(row['interval']).text} %)."
    )


def ladder_section(contest: Ladder, store: Store) -> Section:
    """Return the rungs, the curves MORE and LESS, and costs."""
    a, b = contest.template.a, contest.template.b
    section = Section(f"Ladder: {a} against {b}", (("A", a), ("B", b)))
    try:
        data = contest.data(store)
    except SpecError as error:
        return section._replace(sentences=(f"Its players are not loaded here: {error}.",))
    rows = data["rows"]
    if not rows:
        return section._replace(sentences=("No match of this ladder is finished yet.",))
    return section._replace(
        verdict=conclusion(data),
        sentences=prose(
            f"{count_of(len(rows), 'match', 'matches')} of {rows[0]['games']:,} games each over"
            f" {count_of(rows[0]['pairs'], 'opening')} with both colours; the player with"
            f" {LESS_OF[data['cost']]} searched one ply deeper in the next.",
            "" if data["complete"] else "The ladder is not finished.",
            faults(rows),
        ),
        tables=(_table(rows),),
        plots=(rates_plot(data),),
        matches=tuple(
            (f"A {_depth(rows, place, 'a')}, B {_depth(rows, place, 'b')}", match)
            for place, match in enumerate(contest.progress(store).matches)
        ),
    )


def _depth(rows: Sequence[RungRow], place: int, side: str) -> str:
    """Describe the depth of a side in a rung."""
    return f"depth {rows[place][f'{side}_depth']}" if place < len(rows) else "unfinished"
