"""A contest of one match."""

import argparse
from dataclasses import dataclass
from typing import Any

from tournament.contests.contest import Contest, Progress
from tournament.games.match import Match
from tournament.options import A_AND_B, limit_options, match_of_options, seed_option
from tournament.results import stored_result
from tournament.running.contest_runner import ContestRunner
from tournament.storage.store import Store


@dataclass(frozen=True)
class MatchContest(Contest):
    """One match, the template."""

    kind = "match"
    summary = "A against B, each opening with both colours"
    examples = """
  python -m tournament match alphabeta:depth=3,evaluator=mobility greedy
  python -m tournament match random:seed=1 mobility --openings 20 --json
  python -m tournament match alphabeta mobility --openings f5d6c3d3,f5f6e6f4 --nodes 5000"""
    options = (A_AND_B, seed_option(), limit_options())

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> "MatchContest":
        """Return the match of the options."""
        return cls(match_of_options(options, options.a, options.b))

    @classmethod
    def from_text(cls, text: str) -> "MatchContest":
        """Parse the text of `as_text`."""
        return cls(Match.from_text(text))

    def as_text(self) -> str:
        """Return the match as JSON."""
        return self.template.as_text()

    @property
    def id(self) -> str:
        """The digest that identifies the match."""
        return self.template.id

    def play(self, runner: ContestRunner) -> None:
        """Play all missing games."""
        runner.play_match(self.template)

    def progress(self, store: Store) -> Progress:
        """Return how many games are stored."""
        played, games = store.game_count(self.id), self.template.game_count
        return Progress([self.template], played == games, f"{played} of {games} games")

    def data(self, store: Store) -> dict[str, Any]:
        """Return the result as plain data."""
        return stored_result(store, self.template)
