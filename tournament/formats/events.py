"""Tournaments of many players: a round robin, or one player against all others."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from tournament.games.openings import class_numbers
from tournament.games.tournament import Tournament, digest
from tournament.statistics.pairs import complete_pairs
from tournament.statistics.ratings import OpeningShare, Ratings, rated
from tournament.storage.store import Store

ROUND_ROBIN, GAUNTLET = "round-robin", "gauntlet"


@dataclass(frozen=True)
class Event:
    """What is asked: who plays, everybody against everybody or the first against the others.

    `model` is any of its tournaments: they differ in their players alone.
    """

    kind: str
    players: tuple[str, ...]
    model: Tournament

    @cached_property
    def id(self) -> str:
        """The digest that names this event."""
        a, *_, b = self.players
        return digest([self.kind, self.players, replace(self.model, a=a, b=b).id])

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """Who meets whom, as A and B, by their places among the players."""
        everybody = list(combinations(range(len(self.players)), 2))
        return everybody if self.kind == ROUND_ROBIN else everybody[: len(self.players) - 1]

    @property
    def tournaments(self) -> list[Tournament]:
        """One for each pairing."""
        return [replace(self.model, a=self.players[a], b=self.players[b]) for a, b in self.pairings]

    def as_text(self) -> str:
        """This event as JSON."""
        return json.dumps({"players": self.players, "model": self.model.as_text()})

    @classmethod
    def from_text(cls, kind: str, text: str) -> "Event":
        """The event of this kind that `as_text` wrote."""
        fields = json.loads(text)
        return cls(kind, tuple(fields["players"]), Tournament.from_text(fields["model"]))


Points = Mapping[tuple[str, str], tuple[float, int]]
"""What one player took from another, by both specifications: game points, and of how many games."""


def points_taken(results: Iterable[tuple[str, str, Sequence[int]]]) -> Points:
    """The points of both players of each match: A, B, and its pairs counted by A's game points.

    The pairs are those that gave A 0, 1/2, 1, 3/2 and 2 points.
    """
    taken = {}
    for a, b, counts in results:
        points, games = (
            sum(place * count for place, count in enumerate(counts)) / 2,
            2 * sum(counts),
        )
        taken[a, b], taken[b, a] = (points, games), (games - points, games)
    return taken


def ratings(event: Event, store: Store) -> Ratings:
    """The ratings of the players, in their order, from the complete pairs of all tournaments."""
    found = []
    for (a, b), tournament in zip(event.pairings, event.tournaments, strict=True):
        pairs = complete_pairs(store.games(tournament.id, details=False))
        found += [(a, b, pair.points / 2, pair.opening) for pair in pairs]
    classes = class_numbers(opening for *_, opening in found)
    shares = [OpeningShare(*one[:3], number) for one, number in zip(found, classes, strict=True)]
    return rated(shares, len(event.players))
