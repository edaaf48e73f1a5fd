"""The base class of contests: options, storage, play, results and report."""

import argparse
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from rich.table import Table

from othello.cli.errors import UserError
from othello.formats import FormatError
from tournament.games.match import Match, differ_line, match_differences
from tournament.options import Option
from tournament.page.contents import Section
from tournament.running.contest_runner import ContestRunner
from tournament.storage.store import ContestRow, Store


@contextmanager
def file_errors(path: Path | None = None) -> Iterator[None]:
    """UserError for a file that cannot be read or written, or has the wrong format.

    `path` names it if the system's errors do not.
    """
    try:
        yield
    except OSError as error:
        raise UserError(f"{path or error.filename}: {error.strerror}") from None
    except FormatError as error:
        raise UserError(str(error)) from None


@contextmanager
def value_errors() -> Iterator[None]:
    """UserError for a ValueError."""
    try:
        yield
    except ValueError as error:
        raise UserError(str(error)) from None


class Progress(NamedTuple):
    """The progress of a contest; `played` describes it.

    `matches` are those with games, and the one that comes next.
    """

    matches: list[Match]
    complete: bool
    played: str


@dataclass(frozen=True)
class Contest(ABC):
    """A contest of any kind.

    `template` has the players, openings, limits and code that its matches share.
    """

    template: Match

    kind: ClassVar[str]
    """Its name on the command line and in the store."""
    summary: ClassVar[str]
    description: ClassVar[str] = ""
    document: ClassVar[str] = ""
    """The name of its JSON document; "" for that of its kind."""
    examples: ClassVar[str]
    """Lines at the end of its help."""
    options: ClassVar[Sequence[Option]]
    """Its options on the command line."""
    who: ClassVar[str] = "A and B"
    """The subject of the line of differences."""

    @classmethod
    @abstractmethod
    def from_options(cls, options: argparse.Namespace) -> "Contest":
        """Return the contest of the options; an impossible one is an error of one line."""

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
        """The digest that identifies it."""

    @property
    def row(self) -> ContestRow:
        """Its row in the store."""
        return ContestRow(self.id, self.kind, self.as_text())

    @property
    def specs(self) -> tuple[str, ...]:
        """The specifications of all players."""
        return self.template.a, self.template.b

    @property
    def sides(self) -> tuple[str, str]:
        """The two columns of players in a list."""
        return self.template.a, self.template.b

    @abstractmethod
    def play(self, runner: ContestRunner) -> None:
        """Play all missing games."""

    @abstractmethod
    def progress(self, store: Store) -> Progress:
        """Return its progress."""

    @abstractmethod
    def own_data(self, store: Store) -> dict[str, Any]:
        """Return the result as plain data, without the players' differences."""

    @abstractmethod
    def own_table(self, store: Store) -> Table:
        """Return the result as a table, without the players' differences."""

    @abstractmethod
    def own_section(self, store: Store) -> Section:
        """Return its section of a report, without an anchor."""

    def differences(self) -> list[str]:
        """Return phrases for differences of the players other than the search."""
        return match_differences(self.template)

    def data(self, store: Store) -> dict[str, Any]:
        """Return the result as plain data."""
        return {**self.own_data(store), "differences": self.differences()}

    def table(self, store: Store) -> Table:
        """Return the result as a table, below a line of differences if there are any."""
        table, line = self.own_table(store), differ_line(self.differences(), self.who)
        if line:
            table.title = f"{table.title}\n{line}" if table.title else line
            table.title_justify = "left"
        return table

    def section(self, store: Store) -> Section:
        """Return its section of a report."""
        return self.own_section(store)._replace(name=f"r{self.id[:12]}")
