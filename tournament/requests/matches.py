"""What can be asked for of two players: one tournament, or a ladder of them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from players import registry
from tournament.formats.differences import Side, add_line, differences, tournament_differences
from tournament.formats.ladder import Goal, Ladder, Levels, Rung, climb
from tournament.games.tournament import Tournament
from tournament.results import tables
from tournament.results.standings import ladder_data, standing, standing_data
from tournament.running.session import Session
from tournament.storage.store import Store, StoredRequest
from tournament.storage.totals import Totals


class TwoPlayers(ABC):
    """A request of A against B."""

    @property
    @abstractmethod
    def subject(self) -> Tournament | Ladder:
        """Who plays, over which openings and with which code."""

    @property
    def specs(self) -> tuple[str, ...]:
        """Who plays."""
        return self.subject.a, self.subject.b

    @property
    def sides(self) -> tuple[str, str]:
        """Who plays whom, in words."""
        return self.subject.a, self.subject.b


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
        data = standing_data(standing(store, self.tournament))
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
        data = ladder_data(self.ladder, rungs, standings, len(rungs) == len(reached))
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
