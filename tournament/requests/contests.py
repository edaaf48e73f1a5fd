"""What can be asked for beside matches and ladders: events, sequential tests, equal strength."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from players import registry
from tournament.formats.differences import add_line, event_differences, tournament_differences
from tournament.formats.events import ROUND_ROBIN, Event, ratings
from tournament.formats.parity import Parity, Step, bisect, factor_of
from tournament.formats.progress import ONLY, Games, Part
from tournament.formats.sprt import Prefix, SequentialMatch, judge, totals_of
from tournament.games.tournament import Tournament
from tournament.requests.matches import TwoPlayers
from tournament.results import contest_tables
from tournament.results.standings import Standing, finite, standing, standing_data, standing_of
from tournament.running.session import Session
from tournament.statistics.pairs import Pair, complete_pairs
from tournament.statistics.pentanomial import pentanomial_statistics
from tournament.statistics.sequential import ELO0, ELO1, expected_pairs
from tournament.storage.store import Store, StoredRequest


@dataclass(frozen=True)
class EventRequest:
    """A round robin or a gauntlet."""

    event: Event

    @property
    def stored(self) -> StoredRequest:
        """How the store remembers it."""
        return StoredRequest(self.event.id, self.event.kind, self.event.as_text())

    @property
    def subject(self) -> Tournament:
        """Over which openings and with which code they play."""
        return self.event.model

    @property
    def specs(self) -> tuple[str, ...]:
        """Who plays."""
        return self.event.players

    @property
    def sides(self) -> tuple[str, str]:
        """Who plays whom, in words."""
        if self.event.kind == ROUND_ROBIN:
            return "\n".join(self.event.players), "each other"
        return self.event.players[0], "\n".join(self.event.players[1:])

    def play(self, session: Session) -> None:
        """Play what is missing."""
        session.matches(self.event.tournaments)

    def tournaments(self, store: Store) -> list[Tournament]:
        """The tournaments that have games, or will have."""
        return self.event.tournaments

    def _games(self, store: Store) -> int:
        """How many games are played."""
        return sum(store.played(tournament.id) for tournament in self.event.tournaments)

    @property
    def _all_games(self) -> int:
        """How many games there will be."""
        return sum(tournament.game_count for tournament in self.event.tournaments)

    def complete(self, store: Store) -> bool:
        """Whether nothing is missing."""
        return self._games(store) == self._all_games

    def progress(self, store: Store) -> str:
        """How far it is, in words."""
        return f"{self._games(store)} of {self._all_games} games"

    def _standings(self, store: Store) -> list[Standing]:
        """The results of its tournaments."""
        return [standing(store, tournament) for tournament in self.event.tournaments]

    def data(self, store: Store) -> dict[str, Any]:
        """The answer as plain data."""
        found = ratings(self.event, store)
        rows = [
            {
                "spec": spec,
                "elo": rating.elo,
                "elo_interval": list(map(finite, rating[1:])),
            }
            for spec, rating in zip(self.event.players, found.players, strict=True)
        ]
        lead = {"elo": found.lead.elo, "elo_interval": list(map(finite, found.lead[1:]))}
        matches = [standing_data(one) for one in self._standings(store)]
        kind = {"event": self.event.id, "kind": self.event.kind, "complete": self.complete(store)}
        said = event_differences(self.event)
        return {**kind, "players": rows, "lead": lead, "matches": matches, "differences": said}

    def table(self, store: Store) -> Table:
        """The answer as a table."""
        found = ratings(self.event, store)
        table = contest_tables.event_table(self.event, found, self._standings(store))
        return add_line(table, event_differences(self.event), "The players")


@dataclass(frozen=True)
class SequentialRequest(TwoPlayers):
    """A sequential test."""

    asked: SequentialMatch

    @property
    def stored(self) -> StoredRequest:
        """How the store remembers it."""
        return StoredRequest(self.asked.id, "sprt", self.asked.as_text())

    @property
    def subject(self) -> Tournament:
        """Who plays, over which openings and with which code."""
        return self.asked.tournament

    def play(self, session: Session) -> None:
        """Play until the test is decided, or the openings are exhausted."""

        def play_round(tournament: Tournament, prefix: Prefix) -> Games:
            part = Part(prefix.round + 1, 0, name="round") if prefix.round else ONLY
            session.match(tournament, part, prefix)
            return session.games(tournament)

        judge(self.asked, play_round)

    def replay(self, store: Store, details: bool = False) -> tuple[Prefix, list[Tournament]]:
        """What was judged, with the details of moves where wanted, and the rounds with games."""
        registry.load(self.subject.modules)
        reached: list[Tournament] = []

        def look_up(tournament: Tournament, prefix: Prefix) -> Games | None:
            games = store.games(tournament.id, details)
            if not games:
                return None
            reached.append(tournament)
            return games

        return judge(self.asked, look_up), reached

    def tournaments(self, store: Store) -> list[Tournament]:
        """The tournaments that have games: a round each."""
        return self.replay(store)[1]

    def complete(self, store: Store) -> bool:
        """Whether nothing is missing."""
        return self.replay(store)[0].decided

    def progress(self, store: Store) -> str:
        """How far it is, in words."""
        prefix, reached = self.replay(store)
        played = sum(store.played(tournament.id) for tournament in reached)
        said = "" if prefix.test.accepted is None else f", {prefix.test.accepted} accepted"
        return f"{prefix.test.pairs} pairs judged of {played} games{said}"

    def _standing(self, prefix: Prefix) -> Standing:
        """The result of the pairs that were judged."""
        games = [(fixture, record) for _, fixture, record in prefix.games]
        return standing_of(self.subject, prefix.pairs, games, totals_of(prefix))

    def _expected(self, prefix: Prefix) -> dict[str, float] | None:
        """How many pairs such a test takes on average where elo0, elo1 or the mean of both holds.

        As many times more as the ratio is divided by, if the design effect stays as it is.
        None where the pairs do not say yet how much they vary, and for normalised Elo.
        """
        hypotheses = self.asked.hypotheses
        variance = pentanomial_statistics(prefix.test.counts).variance
        if hypotheses.normalised or not variance:
            return None
        elo0, elo1, *_ = hypotheses
        ratings = {ELO0: elo0, "between": (elo0 + elo1) / 2, ELO1: elo1}
        times = prefix.test.design_effect
        return {
            name: times * expected_pairs(hypotheses, elo, variance) for name, elo in ratings.items()
        }

    def data(self, store: Store) -> dict[str, Any]:
        """The answer as plain data."""
        prefix, _ = self.replay(store)
        return self.data_of(prefix)

    def data_of(self, prefix: Prefix) -> dict[str, Any]:
        """The same, of what was judged."""
        return {
            "sprt": self.asked.id,
            "complete": prefix.decided,
            "hypotheses": self.asked.hypotheses._asdict(),
            "bounds": list(self.asked.hypotheses.bounds),
            "log_likelihood_ratio": prefix.test.ratio,
            "design_effect": prefix.test.design_effect,
            "accepted": prefix.test.accepted,
            "exhausted": prefix.exhausted,
            "rounds": prefix.rounds,
            "pairs_judged": prefix.test.pairs,
            "pairs_repeated": prefix.repeated,
            "expected_pairs": self._expected(prefix),
            "judged": standing_data(self._standing(prefix)),
            "differences": tournament_differences(self.subject),
        }

    def table(self, store: Store) -> Table:
        """The answer as a table."""
        prefix, _ = self.replay(store)
        table = contest_tables.sequential_table(
            self.asked.hypotheses, prefix, self._expected(prefix), self._standing(prefix)
        )
        return add_line(table, tournament_differences(self.subject))


@dataclass(frozen=True)
class ParityRequest(TwoPlayers):
    """A search for the factor at which two players are equally strong."""

    asked: Parity

    @property
    def stored(self) -> StoredRequest:
        """How the store remembers it."""
        return StoredRequest(self.asked.id, "parity", self.asked.as_text())

    @property
    def subject(self) -> Tournament:
        """Who plays, over which openings and with which code."""
        return self.asked.model

    def play(self, session: Session) -> None:
        """Play what is missing."""

        def play(tournament: Tournament, number: int) -> Sequence[Pair]:
            after = (self.asked.steps - number - 1) * tournament.game_count
            session.match(tournament, Part(number + 1, self.asked.steps, after))
            return complete_pairs(session.games(tournament))

        list(bisect(self.asked, play))

    def _replay(self, store: Store) -> tuple[list[Step], list[Tournament]]:
        """The finished matches, and all that the search came to."""
        reached: list[Tournament] = []

        def look_up(tournament: Tournament, number: int) -> Sequence[Pair] | None:
            reached.append(tournament)
            if store.played(tournament.id) < tournament.game_count:
                return None
            return complete_pairs(store.games(tournament.id, details=False)) or None  # damaged

        return list(bisect(self.asked, look_up)), reached

    def tournaments(self, store: Store) -> list[Tournament]:
        """The tournaments that have games, or will have the next ones."""
        return self._replay(store)[1]

    def complete(self, store: Store) -> bool:
        """Whether nothing is missing."""
        return len(self._replay(store)[0]) == self.asked.steps

    def progress(self, store: Store) -> str:
        """How far it is, in words."""
        steps, reached = self._replay(store)
        words = f"{len(steps)} of {self.asked.steps} matches"
        if len(reached) > len(steps):
            words += f" and {store.played(reached[-1].id)} games"
        return words

    def data(self, store: Store) -> dict[str, Any]:
        """The answer as plain data."""
        steps, _ = self._replay(store)
        found = factor_of(steps)
        return {
            "parity": self.asked.id,
            "complete": len(steps) == self.asked.steps,
            "unit": self.asked.unit,
            "factor": finite(found.factor),
            "factor_interval": [finite(found.low), finite(found.high)],
            "within_the_factors_played": found.reached,
            "matches": [
                {"factor": step.factor, **standing_data(standing(store, step.tournament))}
                for step in steps
            ],
            "differences": tournament_differences(self.subject),
        }

    def table(self, store: Store) -> Table:
        """The answer as a table."""
        steps, _ = self._replay(store)
        standings = [standing(store, step.tournament) for step in steps]
        table = contest_tables.parity_table(self.asked, steps, standings, factor_of(steps))
        return add_line(table, tournament_differences(self.subject))
