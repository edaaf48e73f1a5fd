"""A sequential test that judges pairs in a fixed order of the openings.

A pair waits for all pairs ahead of it, so that games which finish early cannot bias the test. The
stored games are the only state: a test resumes by judging them again.
"""

from tournament.games.match import Match
from tournament.games.openings import GameKey, board_class
from tournament.games.play import GameResult, Games
from tournament.statistics.pairs import Pair
from tournament.statistics.sequential import Hypotheses, SequentialTest


class SprtRun:
    """The judged `pairs` of a test with their `games`, and its `ratios` after each of them.

    `enough` and `text` are callbacks of `ContestRunner.play_match`.

    Pairs of one class of openings, such as copies, are a cluster of the test.
    """

    def __init__(self, match: Match, hypotheses: Hypotheses) -> None:
        self.test = SequentialTest(hypotheses)
        self.games: list[tuple[GameKey, GameResult]] = []
        self.pairs: list[Pair] = []
        self.ratios: list[float] = []
        self._openings = match.openings
        self._place = 0

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
            pair = Pair(opening, *(record.result for _, record in both))
            self.test.add(pair.points / 2, board_class(opening))
            self.pairs.append(pair)
            self.ratios.append(self.test.ratio)
            self.games += both
            self._place += 1
        return self.test.accepted is not None

    def text(self) -> str:
        """Return the ratio and its bounds."""
        low, high = self.test.hypotheses.bounds
        return (
            f"LLR {self.test.ratio:+.2f} in {low:.2f} to {high:.2f} after {self.test.pairs} pairs"
        )
