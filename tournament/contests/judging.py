"""Pairs judged by a sequential test, in the fixed order of the openings.

None is judged before all that stand ahead of it, so that games which finish early cannot
bias the test. There is no memory but the stored games: to resume a test is to judge them again.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournament.games.openings import Opening, board_class
from tournament.games.play import GameRecord, Games
from tournament.games.repeats import GameKey, course
from tournament.games.schedule import Fixture
from tournament.games.tournament import Tournament, has_chance
from tournament.statistics.pairs import Pair
from tournament.statistics.sequential import Hypotheses, SequentialTest

MOST_ROUNDS = 100
"""A test with chance ends after so many rounds, decided or not.

The more rounds, the less another one says: what the openings have in common with all that could
be played remains as unknown as after the first."""


class SprtRun:
    """The pairs that are judged so far, and the test's `ratios` after each of them.

    `games` are theirs, each behind the number of its round.
    `enough` and `text` are for `Session.match`.

    Where no player has chance in it, a pair both of whose games repeat those of one that
    was judged, but for a symmetry of the board, is passed over: it is a copy. With chance
    it is one more result, and pairs of one class of openings, in whatever round, are a
    cluster of the test: without its repetitions a usual line would count once and each rare
    deviation from it every time.
    """

    def __init__(self, tournament: Tournament, hypotheses: Hypotheses) -> None:
        self.test = SequentialTest(hypotheses)
        self.games: list[tuple[int, Fixture, GameRecord]] = []
        self.pairs: list[Pair] = []
        self.ratios: list[float] = []
        self.repeated = 0
        self.round = 0
        self.exhausted = False
        self._openings = tournament.openings
        self._chance = has_chance(tournament)
        self._place = 0
        self._courses: set[tuple[GameKey, GameKey]] = set()

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
        while self.test.accepted is None and self._place < len(self._openings):
            opening = self._openings[self._place]
            both = [
                (at, games[at])
                for at in (Fixture(opening, True), Fixture(opening, False))
                if at in games
            ]
            if len(both) < 2:
                return False
            self._judge(opening, both)
            self._place += 1
        return self.test.accepted is not None

    def _judge(self, opening: Opening, both: Sequence[tuple[Fixture, GameRecord]]) -> None:
        if not self._chance and self._repeats(both):
            self.repeated += 1
            return
        pair = Pair(opening, *(record.result for _, record in both))
        self.test.add(pair.points / 2, board_class(opening))
        self.pairs.append(pair)
        self.ratios.append(self.test.ratio)
        self.games += [(self.round, *game) for game in both]

    def _repeats(self, both: Sequence[tuple[Fixture, GameRecord]]) -> bool:
        """Whether both games of a pair repeat those of an earlier one; remember them if not."""
        first, second = (course(*game) for game in both)
        if first.moves and second.moves and (first, second) in self._courses:
            return True
        self._courses.add((first, second))
        return False

    def text(self) -> str:
        """The ratio between its bounds."""
        low, high = self.test.hypotheses.bounds
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


def judge(
    tournament: Tournament,
    hypotheses: Hypotheses,
    games_of: Callable[[Tournament, SprtRun], Games | None],
) -> SprtRun:
    """All that can be judged of the games of each round; None for a round without games.

    The tournament is that of the first round; another one has other seeds.
    """
    prefix = SprtRun(tournament, hypotheses)
    while not prefix.decided:
        played = replace(tournament, round=prefix.round)
        games = games_of(played, prefix)
        if games is None:
            break
        prefix.enough(games)
        if prefix.test.accepted is None:
            if len(games) < played.game_count:
                break
            prefix.begin_next_round()
    return prefix
