"""A contest of many players: all against all, or the first few against the others."""

import argparse
import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from othello.cli.errors import UserError, short_repr
from othello.cli.parser import natural
from tournament.contests.contest import (
    Contest,
    add_anchor,
    add_limits,
    add_openings,
    add_seed,
    check_player,
    match_of_options,
)
from tournament.games.match import Match, check_values, digest
from tournament.results import finite, stored_result
from tournament.statistics.pairs import complete_pairs
from tournament.statistics.ratings import Rating, rate_matches
from tournament.storage.store import Store

MOST_PLAYERS = 100
"""The most players of a round robin: 4,950 matches."""


def _check_number(players: Sequence[str]) -> None:
    """Raise UserError for more than MOST_PLAYERS."""
    if len(players) > MOST_PLAYERS:
        raise UserError(f"a round robin has at most {MOST_PLAYERS} players, not {len(players)}")


@dataclass(frozen=True)
class RoundRobin(Contest):
    """Several players; the matches differ from the template in their players alone.

    With `against` N above 0 it is a gauntlet: the first N players meet each of the others.
    """

    players: tuple[str, ...]
    against: int = 0
    anchor: tuple[int, float] | None = None
    """Number and fixed rating of a player, which change only what is shown."""

    kind = "round-robin"
    summary = "every player against every other, or a gauntlet, with ratings"
    examples = """
  python -m tournament round-robin greedy mobility alphabeta:depth=2 --openings 20
  python -m tournament round-robin alphabeta forward interest --nodes 2000 --json
  python -m tournament round-robin alphabeta:depth=3 greedy mobility random --against 1"""

    @staticmethod
    def add_options(parser: argparse.ArgumentParser) -> None:
        """Add players, openings, seed and limits."""
        parser.add_argument("first", metavar="P1", help="a player, such as alphabeta:depth=3")
        parser.add_argument("others", metavar="P2", nargs="+", help="more players")
        words = "gauntlet: only the first N meet the others, and not each other (default: all meet)"
        parser.add_argument("--against", metavar="N", type=natural, default=0, help=words)
        add_openings(parser)
        add_seed(parser)
        add_limits(parser)
        add_anchor(parser)

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> "RoundRobin":
        """Return the round robin of the options."""
        _check_number(("", *options.others))
        players = tuple(check_player(spec) for spec in (options.first, *options.others))
        twice = [spec for spec, number in Counter(players).items() if number > 1]
        if twice:
            raise UserError(f"{twice[0]} is named twice; players do not meet themselves")
        if options.against >= len(players):
            raise UserError(f"--against {options.against} leaves no others of {len(players)}")
        contest = cls(match_of_options(options, *players), players, options.against)
        return contest.anchored(options.anchor) if options.anchor else contest

    def anchored(self, text: str) -> "RoundRobin":
        """Return this round robin with a rating fixed by PLAYER=RATING; UserError if wrong."""
        spec, _, rating = text.rpartition("=")
        spec = spec if not spec or spec in self.players else check_player(spec)
        return replace(self, anchor=parse_anchor(f"{spec}={rating}", self.players))

    @classmethod
    def from_text(cls, text: str) -> "RoundRobin":
        """Parse the text of `as_text`."""
        read = json.loads(text)
        players = tuple(read["players"])
        check_values("players", players, str)
        if not 1 < len(set(players)) == len(players):
            raise ValueError("its players are not two different ones or more")
        _check_number(players)
        against = read.get("against", 0)
        if type(against) is not int or not 0 <= against < len(players):
            raise ValueError(f"it cannot be a gauntlet of {short_repr(against)}")
        return cls(Match.from_text(read["model"]), players, against)

    def as_text(self) -> str:
        """Return this round robin as JSON."""
        text = {"players": self.players, "model": self.template.as_text(), "against": self.against}
        return json.dumps(text)

    @cached_property
    def id(self) -> str:
        """The digest that identifies this round robin."""
        a, *_, b = self.players
        gauntlet = [self.against] if self.against else []
        return digest([self.kind, self.players, replace(self.template, a=a, b=b).id, *gauntlet])

    @property
    def sides(self) -> tuple[str, str]:
        """The two columns of players in a list."""
        first = self.against or len(self.players)
        return "\n".join(self.players[:first]), "\n".join(self.players[first:]) or "each other"

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """The numbers of A and B among the players, for each match."""
        pairs = combinations(range(len(self.players)), 2)
        return [(a, b) for a, b in pairs if not self.against or a < self.against <= b]

    @property
    def matches(self) -> list[Match]:
        """One match for each two players."""
        return [
            replace(self.template, a=self.players[a], b=self.players[b]) for a, b in self.pairings
        ]

    def data(self, store: Store) -> dict[str, Any]:
        """Return the result as plain data."""
        place, elo = self.anchor or (None, 0.0)
        anchor = None if place is None else {"spec": self.players[place], "elo": elo}
        pairs = (complete_pairs(store.games(one.id, details=False)) for one in self.matches)
        met = zip(self.pairings, pairs, strict=True)
        ratings = rate_matches(met, len(self.players), place)
        rated = zip(self.players, ratings.players, strict=True)
        return {
            "round_robin": self.id,
            "complete": self.progress(store).complete,
            "anchor": anchor,
            "players": [{"spec": spec, **rating_data(rating, elo)} for spec, rating in rated],
            "lead": rating_data(ratings.lead),
            "matches": [stored_result(store, one) for one in self.matches],
        }


def parse_anchor(text: str, players: Sequence[str]) -> tuple[int, float]:
    """Return the number of a player and its fixed rating from PLAYER=RATING, or raise UserError."""
    name, _, rating = text.rpartition("=")
    try:
        place, elo = players.index(name), float(rating)
    except ValueError:
        place, elo = 0, math.nan
    if not math.isfinite(elo):
        known = ", ".join(players)
        raise UserError(f"--anchor {text}: expected PLAYER=RATING, a number for one of {known}")
    return place, elo


def rating_data(rating: Rating, zero: float = 0.0) -> dict[str, Any]:
    """Return a rating and its interval as plain data; `zero` is added to each."""
    ends = [finite(zero + end) for end in rating[1:]]
    return {"elo": zero + rating.elo, "elo_interval": ends}
