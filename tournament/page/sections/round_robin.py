"""The section of a round robin: the rating list, the cross table and costs."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tournament.contests.round_robin import RoundRobin
from tournament.page import measures, plots
from tournament.page.contents import Cell, PageTable, Section, interval, number, rate
from tournament.page.sentences import count_of, faults, prose, signed
from tournament.statistics.ratings import Points, points_taken
from tournament.storage.store import Store

RATINGS_CAPTION = (
    "Players by rating: Elo from the game points of all pairs, mean 0, with its 95 % interval over"
    " classes of openings. Numbered columns: percent of the game points, of complete pairs, against"
    " that player."
)


class RatedPlayer(NamedTuple):
    """A player with its number by rating, from 1, its rating, and its costs."""

    number: int
    spec: str
    elo: float
    ends: tuple[float | None, float | None]
    side: Mapping[str, float]
    games: int


def players_of(data: Mapping[str, Any]) -> list[RatedPlayer]:
    """Return all players, the strongest first."""
    sides = {row["spec"]: {"nodes": 0, "cpu_seconds": 0.0} for row in data["players"]}
    games = dict.fromkeys(sides, 0)
    for result in data["matches"]:
        for side in (result["a"], result["b"]):
            games[side["spec"]] += result["games"]
            for key in sides[side["spec"]]:
                sides[side["spec"]][key] += side[key]
    ordered = sorted(data["players"], key=lambda row: -row["elo"])
    return [
        RatedPlayer(
            *(place, row["spec"], row["elo"], tuple(row["elo_interval"])),
            *(sides[row["spec"]], games[row["spec"]]),
        )
        for place, row in enumerate(ordered, start=1)
    ]


def _share_cell(points: tuple[float, int] | None) -> Cell:
    """Return the share of the points in percent, coloured from lost to won."""
    if points is None or not points[1]:
        return Cell("", -1.0)
    share = points[0] / points[1]
    return Cell(f"{100 * share:.0f}", share, share)


def _cross_table(players: Sequence[RatedPlayer], points: Points) -> PageTable:
    """Return a line for each player: its rating, and its points against each other player."""
    rows = []
    for one in players:
        met = [points.get((one.spec, other.spec)) for other in players]
        won, games = (sum(values) for values in zip(*filter(None, met), strict=True))
        rating = number(one.elo, "+,.0f"), interval(one.ends, form="+,.0f")
        share = rate(won / games if games else 0.5)
        rows.append((number(one.number), Cell(one.spec), *rating, share, *map(_share_cell, met)))
    headings = ("", "player", "Elo", "95 % interval", "points, %")
    numbers = (str(one.number) for one in players)
    return PageTable(RATINGS_CAPTION, (*headings, *numbers), tuple(rows))


def _ratings_plot(players: Sequence[RatedPlayer]) -> plots.Plot:
    rows = []
    for one in players:
        low, high = one.ends if None not in one.ends else (math.nan, math.nan)
        rows.append({"number": one.number, "elo": one.elo, "low": low, "high": high})
    curve = plots.curve("", rows, "number", "elo", line="")
    settings = {"xlabel": "player, by number", "ylabel": "Elo", "xlim": (0.5, len(players) + 0.5)}
    panel = plots.Panel([curve], settings, level=0)
    return plots.Plot(panel, "Ratings", "Ratings and 95 % intervals.")


def verdict(players: Sequence[RatedPlayer], lead: Mapping[str, Any]) -> str:
    """Describe the lead of the first player and its confidence."""
    first, second = players[:2]
    if not all(one.games for one in players):
        return "Not every player has played yet."
    low, high = lead["elo_interval"]
    leads = (
        f"{first.spec} leads with {signed(first.elo)} Elo, {signed(lead['elo'])} above"
        f" {second.spec} (95 % interval of the difference {signed(low, -1)} to {signed(high, 1)})"
    )
    if low is not None and low > 0:
        return f"{leads}."
    return f"{leads}: which of the two is the stronger remains open."


def round_robin_section(contest: RoundRobin, store: Store) -> Section:
    """Return the rating list, the cross table and costs."""
    data, matches = contest.data(store), contest.matches
    players = players_of(data)
    games = sum(match["games"] for match in data["matches"])
    points = points_taken(
        (one["a"]["spec"], one["b"]["spec"], one["pentanomial"]) for one in data["matches"]
    )
    limits = matches[0].time_control.words()
    costs = [measures.cost_row(f"{one.number}", one.side, one.games) for one in players]
    pairings = f"{count_of(len(matches), 'pairing')} of {len(players)} players"
    return Section(
        f"Round robin of {len(players)} players",
        tuple((str(one.number), one.spec) for one in players),
        verdict(players, data["lead"]),
        prose(
            f"{count_of(games, 'game')}: {pairings}, each over"
            f" {count_of(len(matches[0].openings), 'opening')} with both colours."
            f" {f'All played with {limits}.' if limits else 'Each player had its own limits.'}",
            "" if data["complete"] else "It is not finished.",
            faults(data["matches"]),
        ),
        (_cross_table(players, points), measures.cost_table(costs)),
        (_ratings_plot(players),),
        tuple((f"{one.a} against {one.b}", one) for one in matches),
    )
