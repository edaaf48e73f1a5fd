"""A match that ends as soon as a sequential test has decided between two hypotheses.

Pairs are judged in the fixed order of the openings, and none before all that stand ahead of
it, so that games which finish early cannot bias the test. It has no memory but the stored
games: to resume it is to judge them again.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import NamedTuple

from tournament.formats.progress import Games
from tournament.games.openings import board_class
from tournament.games.play import GameRecord
from tournament.games.repeats import Course, course
from tournament.games.schedule import Fixture
from tournament.games.tournament import Tournament, digest, has_chance
from tournament.statistics.pairs import Pair
from tournament.statistics.sequential import Hypotheses, SequentialTest
from tournament.storage.totals import Totals, totals_of_games

MOST_ROUNDS = 100
"""A test with chance ends after so many rounds, decided or not.

The more rounds, the less another one says: what the openings have in common with all that could
be played remains as unknown as after the first."""


@dataclass(frozen=True)
class SequentialMatch:
    """What is asked: the hypotheses, and a tournament whose openings stand in the fixed order."""

    tournament: Tournament
    hypotheses: Hypotheses

    @cached_property
    def id(self) -> str:
        """The digest that names this test."""
        return digest(["sprt", self.tournament.id, self.hypotheses])

    def round(self, number: int) -> Tournament:
        """The tournament of a round, 0 upward: the same openings, other seeds."""
        return replace(self.tournament, round=number)

    def as_text(self) -> str:
        """This test as JSON."""
        return json.dumps(
            {"tournament": self.tournament.as_text(), "hypotheses": self.hypotheses._asdict()}
        )

    @classmethod
    def from_text(cls, text: str) -> "SequentialMatch":
        """The test that `as_text` wrote."""
        fields = json.loads(text)
        tournament = Tournament.from_text(fields["tournament"])
        return cls(tournament, Hypotheses(**fields["hypotheses"]))


def in_fixed_order(tournament: Tournament, seed: int) -> Tournament:
    """The same tournament, its openings in an order that depends on the seed alone."""
    openings = list(tournament.openings)
    Random(f"order {seed}").shuffle(openings)
    return replace(tournament, openings=tuple(openings))


class JudgedGame(NamedTuple):
    """A game that counts, and its place in the schedule of its round."""

    round: int
    fixture: Fixture
    record: GameRecord


class Prefix:
    """The pairs that are judged so far: a judge for `Session.match`, round after round.

    Where no player has chance in it, a pair both of whose games repeat those of one that
    was judged, but for a symmetry of the board, is passed over: it is a copy. With chance
    it is one more result, and pairs of one class of openings, in whatever round, are a
    cluster of the test: without its repetitions a usual line would count once and each rare
    deviation from it every time.
    """

    def __init__(self, asked: SequentialMatch) -> None:
        self.test = SequentialTest(asked.hypotheses)
        self.games: list[JudgedGame] = []
        self.pairs: list[Pair] = []
        self.repeated = 0
        self.round = 0
        self.exhausted = False
        self._asked = asked
        self._chance = has_chance(asked.tournament)
        self._place = 0
        self._courses: set[tuple[Course, Course]] = set()

    @property
    def decided(self) -> bool:
        """Whether the test has ended, with or without a decision."""
        return self.test.accepted is not None or self.exhausted

    @property
    def rounds(self) -> int:
        """How many rounds are begun."""
        return self.round + (not self.exhausted)

    @property
    def end(self) -> str:
        """Why no more is played where nothing is decided, in words."""
        if self._chance:
            return f"the openings have been played {self.rounds} times"
        return "the openings are exhausted"

    def enough(self, games: Games) -> bool:
        """Judge the pairs of this round that are complete, up to the first that is not."""
        openings = self._asked.tournament.openings
        while self.test.accepted is None and self._place < len(openings):
            opening = openings[self._place]
            fixtures = (Fixture(opening, True), Fixture(opening, False))
            a_first, b_first = map(games.get, fixtures)
            if a_first is None or b_first is None:
                return False
            self._judge(fixtures, (a_first, b_first))
            self._place += 1
        return self.test.accepted is not None

    def _judge(
        self, fixtures: tuple[Fixture, Fixture], records: tuple[GameRecord, GameRecord]
    ) -> None:
        """Judge one more pair, unless it is a copy."""
        if not self._chance and self._repeats(fixtures, records):
            self.repeated += 1
            return
        opening = fixtures[0].opening
        pair = Pair(opening, records[0].result, records[1].result)
        self.test.add(pair.points / 2, board_class(opening))
        self.pairs.append(pair)
        self.games += [
            JudgedGame(self.round, *game) for game in zip(fixtures, records, strict=True)
        ]

    def _repeats(
        self, fixtures: tuple[Fixture, Fixture], records: tuple[GameRecord, GameRecord]
    ) -> bool:
        """Whether both games of a pair repeat those of an earlier one; remember them if not."""
        first, second = (course(*game) for game in zip(fixtures, records, strict=True))
        if first.moves and second.moves and (first, second) in self._courses:
            return True
        self._courses.add((first, second))
        return False

    def text(self) -> str:
        """The ratio between its bounds."""
        low, high = self._asked.hypotheses.bounds
        return (
            f"LLR {self.test.ratio:+.2f} in {low:.2f} to {high:.2f} after {self.test.pairs} pairs"
        )

    def begin_next_round(self) -> None:
        """Go on with the same openings, or say that they are exhausted.

        They are after one round where no player has chance in it, else after MOST_ROUNDS.
        """
        self.round += 1
        self.exhausted = self.round >= (MOST_ROUNDS if self._chance else 1)
        self._place = 0


def judge(asked: SequentialMatch, games_of: Callable[[Tournament, Prefix], Games | None]) -> Prefix:
    """All that can be judged of the games of each round; None for a round without games."""
    prefix = Prefix(asked)
    while not prefix.decided:
        tournament = asked.round(prefix.round)
        games = games_of(tournament, prefix)
        if games is None:
            break
        prefix.enough(games)
        if prefix.test.accepted is None:
            if len(games) < tournament.game_count:
                break
            prefix.begin_next_round()
    return prefix


def totals_of(prefix: Prefix) -> Totals:
    """The sums over the games that were judged, as `Store.totals` has them for a tournament."""
    return totals_of_games((fixture, record) for _, fixture, record in prefix.games)
