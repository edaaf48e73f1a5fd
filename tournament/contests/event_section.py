"""The section of a round robin or a gauntlet: rating list, cross table, costs."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tournament.games.tournament import Tournament
from tournament.page import measures
from tournament.page.contents import (
    Cell,
    PageTable,
    Plot,
    Section,
    interval,
    number,
    rate,
)
from tournament.page.plots import Axes, PageCurve, Point, draw
from tournament.page.sentences import count_of, differences, faults, prose, signed
from tournament.statistics.ratings import Points, points_taken
from tournament.storage.store import Store

RATINGS_CAPTION = (
    "Players by rating: Elo from the game points of all pairs, mean 0, with its 95 % interval over"
    " classes of openings; below the numbers the share of the game points, of complete pairs and in"
    " percent, that the player of the line took from that player."
)
TONES = 6
"""How many colours the page has for players; then dashes tell them apart."""
DASHES = ("", "7 3", "2 3")


class Contestant(NamedTuple):
    """A player: its number by rating, from 1 on, what is known of its rating, and what it spent."""

    number: int
    spec: str
    elo: float
    ends: tuple[float | None, float | None]
    side: Mapping[str, float]
    games: int
    spent: measures.Spending


def players_of(
    data: Mapping[str, Any], tournaments: Sequence[Tournament], store: Store
) -> list[Contestant]:
    """All players, the strongest first."""
    sums = {row["spec"]: measures.Sums() for row in data["players"]}
    sides = {spec: {"nodes": 0, "cpu_seconds": 0.0} for spec in sums}
    games = dict.fromkeys(sums, 0)
    for tournament, match in zip(tournaments, data["matches"], strict=True):
        measures.count_moves(store.games(tournament.id), sums[tournament.a], sums[tournament.b])
        for side in (match["a"], match["b"]):
            games[side["spec"]] += match["games"]
            for key in sides[side["spec"]]:
                sides[side["spec"]][key] += side[key]
    ordered = sorted(data["players"], key=lambda row: -row["elo"])
    return [
        Contestant(
            *(place, row["spec"], row["elo"], tuple(row["elo_interval"])),
            *(sides[row["spec"]], games[row["spec"]], sums[row["spec"]].spending()),
        )
        for place, row in enumerate(ordered, start=1)
    ]


def _share_cell(points: tuple[float, int] | None) -> Cell:
    """The share of the points in percent, coloured from lost to won."""
    if points is None or not points[1]:
        return Cell("", -1.0)
    share = points[0] / points[1]
    return Cell(f"{100 * share:.0f}", share, share)


def _cross_table(players: Sequence[Contestant], points: Points) -> PageTable:
    """A line for each player: its rating, and what it took from each other one."""
    rows = []
    for one in players:
        met = [points.get((one.spec, other.spec)) for other in players]
        won, games = (sum(each) for each in zip(*(pair for pair in met if pair), strict=True))
        rating = number(one.elo, "+,.0f"), interval(one.ends, 1, "+,.0f")
        share = rate(won / games if games else 0.5)
        rows.append((number(one.number), Cell(one.spec), *rating, share, *map(_share_cell, met)))
    headings = ("", "player", "Elo", "95 % interval", "points, %")
    numbers = (str(one.number) for one in players)
    return PageTable(RATINGS_CAPTION, (*headings, *numbers), tuple(rows))


def _ratings_plot(players: Sequence[Contestant]) -> Plot:
    points = [
        Point(one.number, one.elo, *one.ends, note=f"{one.spec}: {signed(one.elo)}")
        for one in players
    ]
    axes = Axes("Ratings", "player, by number", "Elo", level=0, whole_x=True)
    axes = axes._replace(x_ends=(0.5, len(players) + 0.5))
    curves = [PageCurve("", points, "a", joined=False)]
    return Plot(draw(axes, curves), "Ratings and 95 % intervals.")


def _discs_plot(players: Sequence[Contestant]) -> Plot | None:
    curves = []
    for place, one in enumerate(players):
        tone, dash = f"s{place % TONES + 1}", DASHES[place // TONES % len(DASHES)]
        curves.append((measures.own_curve(str(one.number), tone, dash=dash), one.spent))
    return measures.discs_plot("Cost by disc count, for each player by number", curves)


def verdict(players: Sequence[Contestant], lead: Mapping[str, Any]) -> str:
    """Who leads, by how much, and whether that is sure."""
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


def section_of_event(
    name: str, data: Mapping[str, Any], tournaments: Sequence[Tournament], store: Store
) -> Section:
    """What is said, shown and drawn of an event: its kind's name, result and tournaments."""
    players = players_of(data, tournaments, store)
    games = sum(match["games"] for match in data["matches"])
    points = points_taken(
        (one["a"]["spec"], one["b"]["spec"], one["pentanomial"]) for one in data["matches"]
    )
    plot = _discs_plot(players)
    terms = tournaments[0].terms(True).words()
    costs = [measures.cost_row(f"{one.number}", one.side, one.games, one.spent) for one in players]
    pairings = f"{count_of(len(tournaments), 'pairing')} of {len(players)} players"
    return Section(
        f"{name} of {len(players)} players",
        tuple((str(one.number), one.spec) for one in players),
        verdict(players, data["lead"]),
        prose(
            f"{count_of(games, 'game')}: {pairings}, each over"
            f" {count_of(len(tournaments[0].openings), 'opening')} with both colours."
            f" {f'All played with {terms}.' if terms else 'Each played with limits of its own.'}",
            differences(data, "The players"),
            "" if data["complete"] else "It is not finished.",
            faults(data["matches"]),
        ),
        (
            _cross_table(players, points),
            measures.cost_table(costs),
            measures.tournaments_table(data["matches"]),
        ),
        (_ratings_plot(players), plot) if plot else (_ratings_plot(players),),
        tuple((f"{one.a} against {one.b}", one) for one in tournaments),
    )
