"""What can be asked for: how it is played, kept and answered."""

from dataclasses import dataclass
from typing import Any

from rich.table import Table

from players import registry
from tournament import report, tables
from tournament.differences import Side, add_line, differences, tournament_differences
from tournament.events import GAUNTLET, ROUND_ROBIN, Event
from tournament.format_requests import (
    EventRequest,
    ParityRequest,
    SequentialRequest,
    TwoPlayers,
)
from tournament.identity import Tournament
from tournament.ladder import Goal, Ladder, Levels, Rung, climb
from tournament.parity import Parity
from tournament.report import standing
from tournament.session import Session
from tournament.sprt import SequentialMatch
from tournament.store import Store, StoredRequest, Totals


class RequestError(ValueError):
    """Something that was never asked for, or cannot be asked again; the message is one line."""


@dataclass(frozen=True)
class MatchRequest(TwoPlayers):
    """One tournament."""

    tournament: Tournament

    @property
    def stored(self) -> StoredRequest:
        """How the store remembers it."""
        return StoredRequest(self.tournament.id, "match", self.tournament.as_text())

    @property
    def subject(self) -> Tournament:
        """Who plays, over which openings and with which code."""
        return self.tournament

    def play(self, session: Session) -> None:
        """Play what is missing."""
        session.match(self.tournament)

    def tournaments(self, store: Store) -> list[Tournament]:
        """The tournaments that have games."""
        return [self.tournament]

    def complete(self, store: Store) -> bool:
        """Whether nothing is missing."""
        return store.played(self.tournament.id) == self.tournament.game_count

    def progress(self, store: Store) -> str:
        """How far it is, in words."""
        return f"{store.played(self.tournament.id)} of {self.tournament.game_count} games"

    def data(self, store: Store) -> dict[str, Any]:
        """The answer as plain data."""
        data = report.standing_data(standing(store, self.tournament))
        return {**data, "differences": tournament_differences(self.tournament)}

    def table(self, store: Store) -> Table:
        """The answer as a table."""
        table = tables.match_table(standing(store, self.tournament))
        return add_line(table, tournament_differences(self.tournament))


@dataclass(frozen=True)
class LadderRequest(TwoPlayers):
    """A ladder up to a goal."""

    ladder: Ladder
    goal: Goal

    @property
    def stored(self) -> StoredRequest:
        """How the store remembers it."""
        return StoredRequest(self.ladder.id, "ladder", self.ladder.as_text(self.goal))

    @property
    def subject(self) -> Ladder:
        """Who plays, over which openings and with which code."""
        return self.ladder

    def play(self, session: Session) -> None:
        """Play what is missing."""
        session.ladder(self.ladder, self.goal)

    def _replay(self, store: Store) -> tuple[list[Rung], list[Tournament]]:
        """The finished rungs, and all tournaments that the ladder came to."""
        registry.load(self.ladder.modules)
        reached: list[Tournament] = []

        def look_up(tournament: Tournament, levels: Levels) -> Totals:
            reached.append(tournament)
            return store.totals(tournament.id)

        return list(climb(self.ladder, self.goal, look_up)), reached

    def tournaments(self, store: Store) -> list[Tournament]:
        """The tournaments that have games."""
        return self._replay(store)[1]

    def complete(self, store: Store) -> bool:
        """Whether nothing is missing."""
        rungs, reached = self._replay(store)
        return len(rungs) == len(reached)

    def progress(self, store: Store) -> str:
        """How far it is, in words."""
        rungs, reached = self._replay(store)
        words = f"{len(rungs)} tournaments"
        if len(reached) > len(rungs):
            words += f" and {store.played(reached[-1].id)} games"
        return words

    def data(self, store: Store) -> dict[str, Any]:
        """The answer as plain data."""
        rungs, reached = self._replay(store)
        standings = [standing(store, rung.tournament) for rung in rungs]
        data = report.ladder_data(self.ladder, rungs, standings, len(rungs) == len(reached))
        return {**data, "differences": self._differences()}

    def _differences(self) -> list[str]:
        """In what A and B differ; the ladder sets their depths."""
        sides = [Side("A", self.ladder.a), Side("B", self.ladder.b)]
        return differences(sides, own_limits=False)

    def table(self, store: Store) -> Table:
        """The answer as a table."""
        rungs, _ = self._replay(store)
        standings = [standing(store, rung.tournament) for rung in rungs]
        return add_line(tables.ladder_table(self.ladder, rungs, standings), self._differences())


Request = MatchRequest | LadderRequest | EventRequest | SequentialRequest | ParityRequest


def request_of(stored: StoredRequest) -> Request:
    """The request that a row of the store remembers; ValueError for an unknown kind."""
    if stored.kind == "match":
        return MatchRequest(Tournament.from_text(stored.question))
    if stored.kind == "ladder":
        return LadderRequest(*Ladder.from_text(stored.question))
    if stored.kind in (ROUND_ROBIN, GAUNTLET):
        return EventRequest(Event.from_text(stored.kind, stored.question))
    if stored.kind == "sprt":
        return SequentialRequest(SequentialMatch.from_text(stored.question))
    if stored.kind == "parity":
        return ParityRequest(Parity.from_text(stored.question))
    raise ValueError(f"nothing is known of the kind {stored.kind!r}")


def stored_requests(store: Store, start: str = "") -> list[Request]:
    """All that was asked for and can be read and whose id starts so, the latest last."""
    found = (
        store.readable(f"{stored.kind!s:.20} {str(stored.id)[:8]!r}", _named_request, stored)
        for stored in store.requests()
        if str(stored.id).startswith(start)
    )
    return [request for request in found if request is not None]


def _named_request(stored: StoredRequest) -> Request:
    """The request of a row; ValueError if it is not the one that was named so."""
    request = request_of(stored)
    if request.stored.id != stored.id:
        raise ValueError("its question is not the one that it was named after")
    return request


def find_request(store: Store, start: str) -> Request:
    """The one request, or tournament of one, whose id starts so; or RequestError."""
    found = {request.stored.id: request for request in stored_requests(store, start)}
    for tournament in store.tournaments(start):
        found.setdefault(tournament.id, MatchRequest(tournament))
    matching = [request for name, request in found.items() if name.startswith(start)]
    if len(matching) != 1:
        many = f"{len(matching)} ids start" if matching else "no id starts"
        raise RequestError(f"{many} with {start!r}; `python -m tournament show` lists them")
    return matching[0]
