"""The base class of contests: options, storage, play and results; and the contest of one match."""

import argparse
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from othello.cli.errors import UserError
from othello.formats import FormatError
from tournament.games.match import Match
from tournament.options import A_AND_B, Option, limit_options, match_of_options, seed_option
from tournament.results import stored_result
from tournament.running.contest_runner import ContestRunner
from tournament.storage.store import ContestRow, Store


@contextmanager
def file_errors(path: Path | None = None) -> Iterator[None]:
    """Turn errors of reading or writing a file into UserErrors.

    The message names `path`, or else the file of the OSError.
    """
    try:
        yield
    except OSError as error:
        raise UserError(f"{path or error.filename}: {error.strerror}") from None
    except FormatError as error:
        raise UserError(str(error)) from None


class Progress(NamedTuple):
    """The progress of a contest; `played` describes it, such as "3 of 8 games".

    `matches` are the matches that have games, and the one to be played next.
    """

    matches: list[Match]
    complete: bool
    played: str


@dataclass(frozen=True)
class Contest(ABC):
    """Base class of contests, with a subclass for each kind.

    `template` has the players, openings, limits and code that its matches share.
    """

    template: Match

    kind: ClassVar[str]
    """The contest's name on the command line, in the store and in JSON."""
    summary: ClassVar[str]
    description: ClassVar[str] = ""
    examples: ClassVar[str]
    """Example commands at the end of the help."""
    options: ClassVar[Sequence[Option]]
    """The contest's options on the command line."""

    @classmethod
    @abstractmethod
    def from_options(cls, options: argparse.Namespace) -> "Contest":
        """Return the contest of the options; raise a one-line ValueError if it is impossible."""

    @classmethod
    @abstractmethod
    def from_text(cls, text: str) -> "Contest":
        """Parse the text of `as_text`."""

    @abstractmethod
    def as_text(self) -> str:
        """Return this contest as JSON."""

    @property
    @abstractmethod
    def id(self) -> str:
        """The digest that identifies the contest in the store."""

    @property
    def row(self) -> ContestRow:
        """The contest's row in the store."""
        return ContestRow(self.id, self.kind, self.as_text())

    @property
    def sides(self) -> tuple[str, str]:
        """The two columns of players in the list of `show`."""
        return self.template.a, self.template.b

    @abstractmethod
    def play(self, runner: ContestRunner) -> None:
        """Play all missing games."""

    @abstractmethod
    def progress(self, store: Store) -> Progress:
        """Return the contest's progress."""

    @abstractmethod
    def data(self, store: Store) -> dict[str, Any]:
        """Return the result as plain data."""


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
