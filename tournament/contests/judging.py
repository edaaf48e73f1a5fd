"""A sequential test that judges pairs in a fixed order of the openings.

A pair waits for all pairs ahead of it, so that games which finish early cannot bias the test. The
stored games are the only state: a test resumes by judging them again.
"""

from collections.abc import Sequence

from tournament.games.match import Match, has_randomness
from tournament.games.openings import Opening, board_class
from tournament.games.play import GameResult, Games
from tournament.games.repeats import CanonicalGame, canonical_game
from tournament.games.schedule import GameKey
from tournament.statistics.pairs import Pair
from tournament.statistics.sequential import Hypotheses, SequentialTest


class SprtRun:
    """The judged `pairs` of a test with their `games`, and its `ratios` after each of them.

    `enough` and `text` are callbacks of `ContestRunner.play_match`.

    Without chance a pair is a copy, and left out, if both games repeat those of a judged pair up
    to a symmetry of the board. With chance it is another result: if copies were left out, a usual
    line would count once and every rare deviation each time. Pairs of one class of openings are
    a cluster of the test.
    """

    def __init__(self, match: Match, hypotheses: Hypotheses) -> None:
        self.test = SequentialTest(hypotheses)
        self.games: list[tuple[GameKey, GameResult]] = []
        self.pairs: list[Pair] = []
        self.ratios: list[float] = []
        self.repeated = 0
        self._openings = match.openings
        self._chance = has_randomness(match)
        self._place = 0
        self._pairs_of_games: set[tuple[CanonicalGame, CanonicalGame]] = set()

    @property
    def exhausted(self) -> bool:
        """True if all openings are judged, and the test is undecided."""
        return self.test.accepted is None and self._place == len(self._openings)

    @property
    def decided(self) -> bool:
        """True if the test has ended, with or without a decision."""
        return self.test.accepted is not None or self.exhausted

    def enough(self, games: Games) -> bool:
        """Judge the pairs that are complete, up to the first that is not."""
        while self.test.accepted is None and self._place < len(self._openings):
            opening = self._openings[self._place]
            both = [
                (at, games[at])
                for at in (GameKey(opening, True), GameKey(opening, False))
                if at in games
            ]
            if len(both) < 2:
                return False
            self._judge(opening, both)
            self._place += 1
        return self.test.accepted is not None

    def _judge(self, opening: Opening, both: Sequence[tuple[GameKey, GameResult]]) -> None:
        if not self._chance and self._repeats(both):
            self.repeated += 1
            return
        pair = Pair(opening, *(record.result for _, record in both))
        self.test.add(pair.points / 2, board_class(opening))
        self.pairs.append(pair)
        self.ratios.append(self.test.ratio)
        self.games += both

    def _repeats(self, both: Sequence[tuple[GameKey, GameResult]]) -> bool:
        """True if both games of a pair repeat those of an earlier one; note them if not."""
        first, second = (canonical_game(*game) for game in both)
        if first.moves and second.moves and (first, second) in self._pairs_of_games:
            return True
        self._pairs_of_games.add((first, second))
        return False

    def text(self) -> str:
        """Return the ratio and its bounds."""
        low, high = self.test.hypotheses.bounds
        return (
            f"LLR {self.test.ratio:+.2f} in {low:.2f} to {high:.2f} after {self.test.pairs} pairs"
        )
