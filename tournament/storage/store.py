"""The store: an SQLite file with all contests, matches, games and trials."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from othello.cli.command import without_gc
from tournament.games.match import Match
from tournament.games.openings import GameKey
from tournament.games.play import GameResult
from tournament.storage.rows import (
    GAME_COLUMNS,
    MALFORMED,
    PLAIN_COLUMNS,
    RUN_COLUMNS,
    Environment,
    Totals,
    cause_of,
    details_text,
    parse_environment,
    parse_game,
    parse_trial,
    sum_games,
)
from tournament.storage.schema import connect, one_line_errors, transaction, unreadable


class ContestRow(NamedTuple):
    """A row of the table `contest`.

    kind: such as "ladder". question: the contest as JSON, see `Contest.as_text`. asked: the time,
    in UTC, when it was added.
    """

    id: str
    kind: str
    question: str
    asked: str = ""


IMPORTED_COLUMNS = {
    "contest": "id, kind, question, asked",
    "trial": "experiment, seed, result",
    "run": f"match, {RUN_COLUMNS}",
}
"""Tables that `import_rows` copies unchanged, with their columns."""

Parsed = TypeVar("Parsed")


def _parse_match(name: str, text: str) -> Match:
    """Parse a match; raise ValueError if its id is not `name`."""
    match = Match.from_text(text)
    if match.id != name:
        raise ValueError("its content does not match its id")
    return match


class Store:
    """An open file of results; use it as a context manager.

    Methods raise StoreError if SQLite fails or a row is malformed.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self._connection = connect(path, read_only=read_only)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *exception: object) -> None:
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Commit all changes of the block or none; a nested block joins the outer transaction."""
        with one_line_errors(self.path):
            if self._connection.in_transaction:
                yield self._connection
            else:
                with transaction(self._connection):
                    yield self._connection

    def parse(self, what: str, parser: Callable[..., Parsed], *values: Any) -> Parsed:
        """Return `parser(*values)`; raise a StoreError that names `what` if they are malformed."""
        try:
            return parser(*values)
        except MALFORMED as error:
            raise unreadable(self.path, f"{what} is damaged: {cause_of(error)}") from error

    def _rows(self, query: str, *values: object) -> list[tuple]:
        """Return all rows of a query."""
        with one_line_errors(self.path):
            return self._connection.execute(query, values).fetchall()

    def _insert(self, table: str, columns: str, rows: Iterable[Sequence[Any]]) -> None:
        """Insert all rows in one transaction, except those that are stored."""
        values = ", ".join("?" * len(columns.split(",")))
        query = f"INSERT INTO {table} ({columns}) VALUES ({values}) ON CONFLICT DO NOTHING"
        with self.transaction() as connection:
            connection.executemany(query, rows)

    def table_rows(self, table: str, columns: str) -> list[tuple]:
        """Return all rows of a table in order of insertion."""
        return self._rows(f"SELECT {columns} FROM {table} ORDER BY rowid")

    def import_rows(self, other: "Store") -> None:
        """Copy rows that this store lacks from another store: the tables of IMPORTED_COLUMNS."""
        for table, columns in IMPORTED_COLUMNS.items():
            self._insert(table, columns, other.table_rows(table, columns))

    def add_contest(self, contest: ContestRow) -> None:
        """Add a contest as the latest one, in place of a stored one with the same id."""
        with self.transaction() as connection:
            connection.execute("DELETE FROM contest WHERE id = ?", (contest.id,))
            query = "INSERT INTO contest (id, kind, question) VALUES (?, ?, ?)"
            connection.execute(query, contest[:3])

    def contests(self) -> list[ContestRow]:
        """Return all contests, the oldest first."""
        rows = self.table_rows("contest", "id, kind, question, asked")
        return [ContestRow(*row) for row in rows]

    def add_environment(self, match: str, environment: Environment) -> None:
        """Add the environment in which games of a match are played, once for each run."""
        self._insert("run", f"match, {RUN_COLUMNS}", [(match, *environment)])

    def environments(self, match: str) -> list[Environment]:
        """Return the environments in which games of a match were played, in order of time."""
        rows = self._rows(f"SELECT {RUN_COLUMNS} FROM run WHERE match = ? ORDER BY rowid", match)
        return [self.parse("a run", parse_environment, *row) for row in rows]

    def add_match(self, match: Match) -> None:
        """Add a match, so that its games can be added."""
        self._insert("match", "id, question", [(match.id, match.as_text())])

    def matches(self, prefix: str = "") -> list[Match]:
        """Return all matches whose ids begin with `prefix`, in order of insertion."""
        return [
            self.parse(f"match {str(name)[:8]!r}", _parse_match, name, text)
            for name, text in self.table_rows("match", "id, question")
            if str(name).startswith(prefix)
        ]

    def add_games(self, match: str, games: Iterable[tuple[GameKey, GameResult]]) -> None:
        """Add games of a match in one transaction; stored games stay as they are."""
        rows = [
            (
                *(match, key.opening, int(key.a_black)),
                *(*game[:3], *game.black, *game.white),
                *(game.kind, details_text(game.details), game.stderr),
            )
            for key, game in games
        ]
        self._insert("game", f"match, opening, a_black, {GAME_COLUMNS}", rows)

    @without_gc()
    def games(self, match: str, details: bool = True) -> dict[GameKey, GameResult]:
        """Return the stored games of a match, sorted by opening, A as black first.

        Set `details` to False to skip the details of moves, which take most of the time to read.
        """
        rows = self._rows(
            f"SELECT opening, a_black, {GAME_COLUMNS if details else PLAIN_COLUMNS} FROM game"
            " WHERE match = ? ORDER BY opening, a_black",
            match,
        )
        for index in range(len(rows) - 1):  # SQLite would sort all rows for a descending order
            if rows[index][0] == rows[index + 1][0] and not rows[index][1]:
                rows[index], rows[index + 1] = rows[index + 1], rows[index]
        what = f"a game of match {match[:8]!r}"
        return dict(self.parse(what, parse_game, *row) for row in rows)

    def error_outputs(self, match: str, most: int) -> dict[str, str]:
        """Return an error output or traceback for each cause, up to `most`, that lost a game."""
        rows = self._rows(
            "SELECT ending, min(stderr) FROM game WHERE match = ? AND stderr <> ''"
            f" GROUP BY ending LIMIT {int(most)}",
            match,
        )
        return {str(ending): str(stderr) for ending, stderr in rows}

    def game_count(self, match: str) -> int:
        """Count the stored games of a match."""
        return self._rows("SELECT count(*) FROM game WHERE match = ?", match)[0][0]

    def totals(self, match: str) -> Totals:
        """Return the sums over the stored games of a match."""
        return sum_games(self.games(match, details=False).items())

    def add_trials(self, experiment: str, results: Mapping[int, Any]) -> None:
        """Add the results of trials, JSON values by seed; stored ones are kept."""
        rows = [(experiment, seed, json.dumps(result)) for seed, result in results.items()]
        self._insert("trial", "experiment, seed, result", rows)

    def trial_keys(self) -> dict[str, set[str]]:
        """Return the keys of a stored result of each experiment."""
        rows = self._rows("SELECT experiment, result FROM trial GROUP BY experiment")
        return {name: {*self.parse("a trial", parse_trial, result)} for name, result in rows}

    def trials(self, experiment: str, seeds: range) -> dict[int, Any]:
        """Return an experiment's stored results for a range of seeds (step 1), by seed."""
        rows = self._rows(
            "SELECT seed, result FROM trial WHERE experiment = ? AND seed >= ? AND seed < ?"
            " ORDER BY seed",
            *(experiment, seeds.start, seeds.stop),
        )
        return {
            seed: self.parse(f"trial {seed!r:.20} of {experiment}", parse_trial, result)
            for seed, result in rows
        }
