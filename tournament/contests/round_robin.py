"""A contest of many players: every player against every other."""

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from othello.cli.errors import UserError
from tournament.contests.contest import Contest, Progress
from tournament.games.match import Match, digest
from tournament.options import (
    OPENINGS_OPTION,
    check_player,
    limit_options,
    match_of_options,
    option,
    seed_option,
)
from tournament.page import measures
from tournament.page.contents import Cell, PageTable, Plot, Section, interval, number, rate
from tournament.page.plots import Axes, PageCurve, Point, draw
from tournament.page.sentences import count_of, faults, prose, signed
from tournament.results import finite, stored_result
from tournament.running.contest_runner import ContestRunner
from tournament.statistics.pairs import complete_pairs
from tournament.statistics.ratings import Points, Rating, Ratings, points_taken, rate_matches
from tournament.storage.store import Store

MOST_PLAYERS = 100
"""The most players of a round robin: 4,950 matches."""


def _check_number(players: Sequence[str]) -> None:
    """Raise UserError for more than MOST_PLAYERS."""
    if len(players) > MOST_PLAYERS:
        raise UserError(f"a round robin has at most {MOST_PLAYERS} players, not {len(players)}")


@dataclass(frozen=True)
class RoundRobin(Contest):
    """Several players; the matches differ from the template in their players alone."""

    players: tuple[str, ...]

    kind = "round-robin"
    summary = "every player against every other, with ratings"
    examples = """
  python -m tournament round-robin greedy mobility alphabeta:depth=2 --openings 20
  python -m tournament round-robin alphabeta forward interest --nodes 2000 --json"""
    options = (
        option("first P1", "a player, such as alphabeta:depth=3"),
        option("others P2...", "more players"),
        OPENINGS_OPTION,
        seed_option(),
        limit_options(),
    )

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> "RoundRobin":
        """Return the round robin of the options."""
        _check_number(("", *options.others))
        players = tuple(check_player(spec) for spec in (options.first, *options.others))
        twice = [spec for spec, number in Counter(players).items() if number > 1]
        if twice:
            raise UserError(f"{twice[0]} is named twice; players do not meet themselves")
        return cls(match_of_options(options, *players), players)

    @classmethod
    def from_text(cls, text: str) -> "RoundRobin":
        """Parse the text of `as_text`."""
        read = json.loads(text)
        players = tuple(read["players"])
        if not 1 < len(set(players)) == len(players):
            raise ValueError("its players are not two different ones or more")
        _check_number(players)
        return cls(Match.from_text(read["model"]), players)

    def as_text(self) -> str:
        """Return this round robin as JSON."""
        return json.dumps({"players": self.players, "model": self.template.as_text()})

    @cached_property
    def id(self) -> str:
        """The digest that identifies this round robin."""
        a, *_, b = self.players
        return digest([self.kind, self.players, replace(self.template, a=a, b=b).id])

    @property
    def sides(self) -> tuple[str, str]:
        """The two columns of players in a list."""
        return "\n".join(self.players), "each other"

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """The numbers of A and B among the players, for each match."""
        return list(combinations(range(len(self.players)), 2))

    @property
    def matches(self) -> list[Match]:
        """One match for each two players."""
        return [
            replace(self.template, a=self.players[a], b=self.players[b]) for a, b in self.pairings
        ]

    def play(self, runner: ContestRunner) -> None:
        """Play all missing games."""
        runner.play_matches(self.matches)

    def progress(self, store: Store) -> Progress:
        """Return how many games are stored."""
        matches = self.matches
        played = sum(store.game_count(match.id) for match in matches)
        games = sum(match.game_count for match in matches)
        return Progress(matches, played == games, f"{played} of {games} games")

    def ratings(self, store: Store) -> Ratings:
        """Rate the players from the complete pairs of all matches."""
        pairs = (complete_pairs(store.games(one.id, details=False)) for one in self.matches)
        return rate_matches(zip(self.pairings, pairs, strict=True), len(self.players))

    def data(self, store: Store) -> dict[str, Any]:
        """Return the result as plain data."""
        ratings = self.ratings(store)
        rated = zip(self.players, ratings.players, strict=True)
        return {
            "round_robin": self.id,
            "complete": self.progress(store).complete,
            "players": [{"spec": spec, **_rating_data(rating)} for spec, rating in rated],
            "lead": _rating_data(ratings.lead),
            "matches": [stored_result(store, one) for one in self.matches],
        }

    def section(self, store: Store) -> Section:
        """Return the rating list, the cross table and costs."""
        return _section(self.data(store), self.matches)


def _rating_data(rating: Rating) -> dict[str, Any]:
    return {"elo": rating.elo, "elo_interval": list(map(finite, rating[1:]))}


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


def _ratings_plot(players: Sequence[RatedPlayer]) -> Plot:
    points = [
        Point(one.number, one.elo, *one.ends, note=f"{one.spec}: {signed(one.elo)}")
        for one in players
    ]
    axes = Axes("Ratings", "player, by number", "Elo", level=0, whole_x=True)
    axes = axes._replace(x_ends=(0.5, len(players) + 0.5))
    curves = [PageCurve("", points, "a", joined=False)]
    return Plot(draw(axes, curves), "Ratings and 95 % intervals.")


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


def _section(data: Mapping[str, Any], matches: Sequence[Match]) -> Section:
    """Return the section of a round robin, of its result and matches."""
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
