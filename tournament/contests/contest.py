"""What every kind of contest is: how it is typed, stored, played, shown and reported."""

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
from tournament.games.differences import differ_line, tournament_differences
from tournament.games.tournament import Tournament
from tournament.options import Option
from tournament.page.contents import Section
from tournament.running.session import Session
from tournament.storage.store import Store, StoredContest


@contextmanager
def readable(path: Path | None = None) -> Iterator[None]:
    """UserError for a file that cannot be read or written, or has the wrong form.

    `path` is its name, None where the system's errors know it.
    """
    try:
        yield
    except OSError as error:
        raise UserError(f"{path or error.filename}: {error.strerror}") from None
    except FormatError as error:
        raise UserError(str(error)) from None


@contextmanager
def refused_in_a_line() -> Iterator[None]:
    """UserError for a value that makes no sense."""
    try:
        yield
    except ValueError as error:
        raise UserError(str(error)) from None


class State(NamedTuple):
    """How far a contest is: `played` says it in words.

    `tournaments` are those that have games, or will have the next ones.
    """

    tournaments: list[Tournament]
    complete: bool
    played: str


@dataclass(frozen=True)
class Contest(ABC):
    """A contest that was asked for; a subclass for each kind.

    `model` says who plays over which openings, with which limits and which code: the only
    tournament of a match, what those of any other contest have in common.
    """

    model: Tournament

    kind: ClassVar[str]
    """What it is called by who types it, and in the store."""
    summary: ClassVar[str]
    description: ClassVar[str] = ""
    document: ClassVar[str] = ""
    """Which document its result is for programs; "" for that of its kind."""
    examples: ClassVar[str]
    """Lines at the end of its help."""
    options: ClassVar[Sequence[Option]]
    """With which it is asked for."""
    who: ClassVar[str] = "A and B"
    """Its players, where it is said in what they differ."""

    @classmethod
    @abstractmethod
    def from_options(cls, options: argparse.Namespace) -> "Contest":
        """The contest that options ask for; an error of one line for a senseless one."""

    @classmethod
    @abstractmethod
    def from_text(cls, text: str) -> "Contest":
        """The contest that `as_text` wrote."""

    @abstractmethod
    def as_text(self) -> str:
        """This contest as JSON."""

    @property
    @abstractmethod
    def id(self) -> str:
        """The digest that names it."""

    @property
    def stored(self) -> StoredContest:
        """How the store remembers it."""
        return StoredContest(self.id, self.kind, self.as_text())

    @property
    def specs(self) -> tuple[str, ...]:
        """Who plays."""
        return self.model.a, self.model.b

    @property
    def sides(self) -> tuple[str, str]:
        """Who plays whom, in words."""
        return self.model.a, self.model.b

    @abstractmethod
    def play(self, session: Session) -> None:
        """Play what is missing."""

    @abstractmethod
    def state(self, store: Store) -> State:
        """How far it is."""

    @abstractmethod
    def figures(self, store: Store) -> dict[str, Any]:
        """The result as plain data, but for the players' differences."""

    @abstractmethod
    def bare_table(self, store: Store) -> Table:
        """The result as a table, but for the players' differences."""

    @abstractmethod
    def full_section(self, store: Store) -> Section:
        """What a report says, shows and draws of it, but for its name."""

    def differences(self) -> list[str]:
        """In what its players differ besides how they search, a phrase each."""
        return tournament_differences(self.model)

    def data(self, store: Store) -> dict[str, Any]:
        """The result as plain data."""
        return {**self.figures(store), "differences": self.differences()}

    def table(self, store: Store) -> Table:
        """The result as a table, with a line of differences above it if there are any."""
        table, line = self.bare_table(store), differ_line(self.differences(), self.who)
        if line:
            table.title = f"{table.title}\n{line}" if table.title else line
            table.title_justify = "left"
        return table

    def section(self, store: Store) -> Section:
        """Its section of a report."""
        return self.full_section(store)._replace(name=f"r{self.id[:12]}")
