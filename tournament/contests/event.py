"""Tournaments of many players: a round robin, or one player against all others."""

import argparse
import json
from abc import abstractmethod
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from othello.cli.errors import UserError
from tournament.contests.contest import Contest, State
from tournament.contests.event_section import section_of_event
from tournament.games.differences import Entrant, differences
from tournament.games.tournament import Tournament, code_version, digest
from tournament.options import (
    OPENINGS_OPTION,
    check_known,
    check_player,
    limit_options,
    option,
    seed_option,
    tournament_of_options,
)
from tournament.page.contents import Section
from tournament.results.standings import finite, standing, standing_data
from tournament.running.session import Session
from tournament.statistics.pairs import complete_pairs
from tournament.statistics.ratings import Rating, Ratings, points_taken, rate_matches
from tournament.storage.store import Store

EVENT_CAPTION = (
    "Elo from the game points of all pairs, mean 0, with its 95 % interval over classes of"
    " openings; below the numbers the share of the game points, of complete pairs and in"
    " percent, that the player of the row took"
)
MEETING = (OPENINGS_OPTION, seed_option(), limit_options(sides=False))
"""The options of events behind their players."""


@dataclass(frozen=True)
class Event(Contest):
    """Who plays; the tournaments differ in their players alone, and the `model` is any of them."""

    players: tuple[str, ...]

    who, document = "The players", "event"

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> "Event":
        """The event that options ask for."""
        players = tuple(check_player(spec) for spec in (options.first, *options.others))
        twice = [spec for spec, number in Counter(players).items() if number > 1]
        if twice:
            raise UserError(f"{twice[0]} is named twice; a player meets others, not itself")
        model = tournament_of_options(options, *players[:2])
        for spec in players:
            check_known(spec, model.terms(True))
        code = code_version(options.players, players)
        return cls(replace(model, code=code, round=options.seed), players)

    @classmethod
    def from_text(cls, text: str) -> "Event":
        """The event that `as_text` wrote."""
        read = json.loads(text)
        players = tuple(read["players"])
        if not 1 < len(set(players)) == len(players):
            raise ValueError("its players are not two different ones or more")
        return cls(Tournament.from_text(read["model"]), players)

    def as_text(self) -> str:
        """This event as JSON."""
        return json.dumps({"players": self.players, "model": self.model.as_text()})

    @cached_property
    def id(self) -> str:
        """The digest that names this event."""
        a, *_, b = self.players
        return digest([self.kind, self.players, replace(self.model, a=a, b=b).id])

    @property
    def specs(self) -> tuple[str, ...]:
        """Who plays."""
        return self.players

    @property
    @abstractmethod
    def pairings(self) -> list[tuple[int, int]]:
        """Who meets whom, as A and B, by their places among the players."""

    @property
    def tournaments(self) -> list[Tournament]:
        """One for each pairing."""
        return [replace(self.model, a=self.players[a], b=self.players[b]) for a, b in self.pairings]

    def play(self, session: Session) -> None:
        """Play what is missing."""
        session.matches(self.tournaments)

    def state(self, store: Store) -> State:
        """How many games are stored."""
        tournaments = self.tournaments
        played = sum(store.played(tournament.id) for tournament in tournaments)
        games = sum(tournament.game_count for tournament in tournaments)
        return State(tournaments, played == games, f"{played} of {games} games")

    def ratings(self, store: Store) -> Ratings:
        """The ratings of the players, in their order, from the complete pairs of all matches."""
        pairs = (complete_pairs(store.games(one.id, details=False)) for one in self.tournaments)
        return rate_matches(zip(self.pairings, pairs, strict=True), len(self.players))

    def differences(self) -> list[str]:
        """In what the players differ, whose limits, if any are set, are the same."""
        terms = self.model.terms(True)
        return differences([Entrant(spec, spec, terms) for spec in self.players])

    def figures(self, store: Store) -> dict[str, Any]:
        """The result as plain data."""
        found = self.ratings(store)
        rated = zip(self.players, found.players, strict=True)
        return {
            "event": self.id,
            "kind": self.kind,
            "complete": self.state(store).complete,
            "players": [{"spec": spec, **_rating_data(rating)} for spec, rating in rated],
            "lead": _rating_data(found.lead),
            "matches": [standing_data(standing(store, one)) for one in self.tournaments],
        }

    def bare_table(self, store: Store) -> Table:
        """A row for each player, the strongest first: rating, points, and the share against each.

        Below it by how much the first leads the second.
        """
        found = self.ratings(store)
        ratings = found.players
        table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
        order = sorted(range(len(self.players)), key=lambda place: -ratings[place].elo)
        table.caption = f"{lead_text(found.lead)}\n{EVENT_CAPTION}"
        table.caption_justify = "left"
        for heading in ("", "player"):
            table.add_column(heading, overflow="fold")
        for heading in ("Elo", "95 %", "points", *map(str, range(1, len(order) + 1))):
            table.add_column(heading, justify="right", no_wrap=True)
        points = points_taken(
            (one.a, one.b, standing(store, one).pentanomial) for one in self.tournaments
        )
        for number, place in enumerate(order, start=1):
            rating, spec = ratings[place], self.players[place]
            met = [points.get((spec, self.players[other])) for other in order]
            won, games = (sum(values) for values in zip(*filter(None, met), strict=True))
            ends = f"{rating.low:+.0f} to {rating.high:+.0f}"
            figures = f"{rating.elo:+.0f}", ends, f"{won:g}/{games}"
            table.add_row(str(number), spec, *figures, *map(_percent, met))
        return table

    def full_section(self, store: Store) -> Section:
        """Rating list, cross table, costs."""
        name = self.kind.capitalize().replace("-", " ")
        return section_of_event(name, self.data(store), self.tournaments, store)


@dataclass(frozen=True)
class RoundRobin(Event):
    """Everybody against everybody."""

    kind = "round-robin"
    summary = "everybody against everybody, with ratings"
    examples = """
  python -m tournament round-robin greedy mobility alphabeta:depth=2 --openings 20
  python -m tournament round-robin alphabeta forward interest --nodes 2000 --json"""
    options = (
        option("first P1", "a player, such as alphabeta:depth=3"),
        option("others P2...", "and more"),
        *MEETING,
    )

    @property
    def sides(self) -> tuple[str, str]:
        """Who plays whom, in words."""
        return "\n".join(self.players), "each other"

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """All pairs of players."""
        return list(combinations(range(len(self.players)), 2))


@dataclass(frozen=True)
class Gauntlet(Event):
    """The first against all others."""

    kind = "gauntlet"
    summary = "one player against all others, with ratings"
    examples = """
  python -m tournament gauntlet alphabeta:depth=2 greedy mobility random --openings 20"""
    options = (
        option("first PLAYER", "who meets all others"),
        option("others OPPONENT...", ""),
        *MEETING,
    )

    @property
    def sides(self) -> tuple[str, str]:
        """Who plays whom, in words."""
        return self.players[0], "\n".join(self.players[1:])

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """The first player with each other one."""
        return [(0, other) for other in range(1, len(self.players))]


def _rating_data(rating: Rating) -> dict[str, Any]:
    return {"elo": rating.elo, "elo_interval": list(map(finite, rating[1:]))}


def lead_text(lead: Rating) -> str:
    """How far the first player of an event is above the second, and whether that is sure."""
    sure = "" if lead.low > 0 else ": which of the two is the stronger remains open"
    ends = f"{lead.low:+.0f} to {lead.high:+.0f}"
    return f"1 leads 2 by {lead.elo:.0f} Elo (95 %: {ends}){sure}."


def _percent(points: tuple[float, int] | None) -> str:
    return f"{100 * points[0] / points[1]:.0f}" if points and points[1] else ""
