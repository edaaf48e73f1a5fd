"""The section of a search for equal strength: the factor, and the curve that it is read from."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.games.tournament import Tournament
from tournament.page.contents import (
    Labelled,
    PageTable,
    Plot,
    Section,
    interval,
    number,
    rate,
    significant,
)
from tournament.page.measures import ratio_cell
from tournament.page.plots import Axes, PageCurve, Point, draw
from tournament.page.sentences import count_of, differences, faults, prose

UNITS = {"nodes": "nodes", "seconds": "CPU time"}
LIMIT_UNITS = {"nodes": "nodes", "seconds": "CPU seconds"}
MATCHES_CAPTION = (
    "The matches of the search, by A's limit over B's; points are A's share in percent."
)


def _table(data: Mapping[str, Any]) -> PageTable:
    rows = [
        (
            *(significant(one["factor"]), rate(one["game_points_share"])),
            *(interval(one["game_points_interval"]), number(one["games"])),
            *(ratio_cell(one["a"]["nodes"], one["b"]["nodes"]),),
            *(ratio_cell(one["a"]["cpu_seconds"], one["b"]["cpu_seconds"]),),
        )
        for one in sorted(data["matches"], key=lambda one: one["factor"])
    ]
    unit = UNITS.get(data["unit"], data["unit"])
    headings = (f"{unit} A/B allowed", "points of A, %", "95 % interval", "games")
    return PageTable(MATCHES_CAPTION, (*headings, "nodes A/B", "CPU A/B"), tuple(rows))


def _plot(data: Mapping[str, Any]) -> Plot:
    """A's points against its factor, and where one half is crossed."""
    points = [
        Point(
            one["factor"],
            100 * one["game_points_share"],
            *(100 * end for end in one["game_points_interval"]),
        )
        for one in sorted(data["matches"], key=lambda one: one["factor"])
    ]
    curves = [PageCurve("matches", points, "a")]
    if data["factor"] is not None and data["within_the_factors_played"]:
        curves.append(PageCurve("equal strength", [Point(data["factor"], 50)], "paper", mark=6))
    unit = UNITS.get(data["unit"], data["unit"])
    axes = Axes("Points of A", f"A's {unit} over B's", "points of A, %", y_ends=(0, 100), level=50)
    caption = f"A's game points against how many times B's {unit} it may spend."
    return Plot(draw(axes._replace(x_log=True), curves), caption)


def _verdict(data: Mapping[str, Any]) -> str:
    unit = UNITS.get(data["unit"], data["unit"])
    if data["factor"] is None:
        return f"No factor of {unit} is seen at which A and B are equally strong."
    low, high = (
        significant(end).text if end is not None else "∞" for end in data["factor_interval"]
    )
    beyond = "" if data["within_the_factors_played"] else ", beyond the factors that were played"
    return (
        f"A is as strong as B with {significant(data['factor']).text} times B's {unit}{beyond}"
        f" (95 % interval {low} to {high})."
    )


def section_of_parity(
    data: Mapping[str, Any], tournaments: Sequence[Tournament], model: Tournament
) -> Section:
    """What is said, shown and drawn of a search: its result, and all that it came to."""
    matches, unit = data["matches"], data["unit"]
    limit = getattr(model.terms(False).limits, unit)
    games = sum(one["games"] for one in matches)
    labels = {one["tournament"]: f"factor {significant(one['factor']).text}" for one in matches}
    return Section(
        f"Equal strength: {model.a} against {model.b}",
        (("A", model.a), ("B", model.b)),
        _verdict(data),
        prose(
            f"{count_of(games, 'game')} in {len(matches)} matches. B had {limit:,}"
            f" {LIMIT_UNITS[unit]} a move in all of them, A another multiple of that in each.",
            differences(data),
            "" if data["complete"] else "The search is not finished.",
            faults(matches),
        ),
        (_table(data),) if matches else (),
        (_plot(data),) if matches else (),
        tuple(Labelled(labels.get(one.id, "unfinished"), one) for one in tournaments),
    )
