"""A sequential test that judges pairs in a fixed order of the openings.

A pair waits for all pairs ahead of it, so that games which finish early cannot bias the test. The
stored games are the only state: a test resumes by judging them again.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tournament.games.match import Match, has_chance
from tournament.games.openings import Opening, board_class
from tournament.games.play import GameResult, Games
from tournament.games.repeats import CanonicalGame, canonical_game
from tournament.games.schedule import GameKey
from tournament.statistics.pairs import Pair
from tournament.statistics.sequential import Hypotheses, SequentialTest

MOST_ROUNDS = 100
"""A test with chance ends after this number of rounds, decided or not: further rounds over the same
openings add little."""


class SprtRun:
    """The judged pairs of a test, and its `ratios` after each of them.

    `games` are those of the pairs, behind the numbers of their rounds. `enough` and `text` are
    callbacks of `ContestRunner.play_match`.

    Without chance a pair is a copy, and left out, if both games repeat those of a judged pair up
    to a symmetry of the board. With chance it is another result: if copies were left out, a usual
    line would count once and every rare deviation each time. Pairs of one class of openings, in
    any round, are a cluster of the test.
    """

    def __init__(self, match: Match, hypotheses: Hypotheses) -> None:
        self.test = SequentialTest(hypotheses)
        self.games: list[tuple[int, GameKey, GameResult]] = []
        self.pairs: list[Pair] = []
        self.ratios: list[float] = []
        self.repeated = 0
        self.round = 0
        self.exhausted = False
        self._openings = match.openings
        self._chance = has_chance(match)
        self._place = 0
        self._pairs_of_games: set[tuple[CanonicalGame, CanonicalGame]] = set()

    @property
    def decided(self) -> bool:
        """True if the test has ended, with or without a decision."""
        return self.test.accepted is not None or self.exhausted

    @property
    def rounds(self) -> int:
        """The number of rounds that have begun."""
        return self.round + (not self.exhausted)

    @property
    def end(self) -> str:
        """The reason for the end of an undecided test."""
        if self._chance:
            return f"the openings have been played {self.rounds} times"
        return "the openings are exhausted"

    def enough(self, games: Games) -> bool:
        """Judge the pairs of this round that are complete, up to the first that is not."""
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
        self.games += [(self.round, *game) for game in both]

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

    def begin_next_round(self) -> None:
        """Begin another round over the openings, unless they are exhausted.

        They are exhausted after one round without chance, or else after MOST_ROUNDS.
        """
        self.round += 1
        self.exhausted = self.round >= (MOST_ROUNDS if self._chance else 1)
        self._place = 0


def judge(
    match: Match,
    hypotheses: Hypotheses,
    games_of: Callable[[Match, SprtRun], Games | None],
) -> SprtRun:
    """Judge the games of each round; `games_of` returns None for a round without games.

    `match` is the first round; the others have other seeds.
    """
    run = SprtRun(match, hypotheses)
    while not run.decided:
        played = replace(match, round=run.round)
        games = games_of(played, run)
        if games is None:
            break
        run.enough(games)
        if run.test.accepted is None:
            if len(games) < played.game_count:
                break
            run.begin_next_round()
    return run
