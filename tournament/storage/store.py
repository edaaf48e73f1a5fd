"""The only place where results live: every game once, one transaction each; and every trial."""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from othello.cli.command import uncollected
from tournament.games.openings import are_playable, compute_classes
from tournament.games.play import GameRecord
from tournament.games.schedule import Fixture
from tournament.games.tournament import Tournament
from tournament.storage.rows import (
    GAME_COLUMNS,
    NONSENSE,
    PLAIN_COLUMNS,
    RUN_COLUMNS,
    TOTALS,
    Environment,
    StoredRun,
    Totals,
    are_sound,
    details_text,
    named_game,
    run_of_row,
    sound_game,
    totals_of_row,
    trial_of,
)
from tournament.storage.schema import (
    connect,
    one_line_errors,
    transaction,
    unreadable,
)


class StoredContest(NamedTuple):
    """A contest as the table `request` has it: its kind, such as "match", its question as JSON."""

    id: str
    kind: str
    question: str
    asked: str = ""


TAKEN = {
    "request": "id, kind, question, asked",
    "code": "version, part, digest",
    "trial": "experiment, seed, result",
    "run": f"tournament, {RUN_COLUMNS}",
}
"""The columns of the tables that another store gives as they are."""

PLAYED = "SELECT count(*) FROM game WHERE tournament = ?"
ALL_PLAYED = "SELECT tournament, count(*) FROM game GROUP BY tournament"
"""A single one for all: a list of thousands of tournaments asks for each."""

Thing = TypeVar("Thing")


def _tournament_of(name: str, text: str) -> Tournament:
    """The tournament of a row; ValueError if it is not the one that was named so."""
    tournament = Tournament.from_text(text)
    if tournament.id != name:
        raise ValueError("its question is not the one that it was named after")
    return tournament


class Store:
    """An open file of results; use it as a context manager.

    StoreError where it fails, and for the first row that makes no sense.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self._connection = connect(path, read_only=read_only)
        self._read_only = read_only
        self._totals: dict[str, Totals] = {}
        self._played: Counter[str] | None = None

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *exception: object) -> None:
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is written inside is kept, or nothing; within another one it is part of that."""
        with one_line_errors(self.path):
            if self._connection.in_transaction:
                yield self._connection
            else:
                with transaction(self._connection):
                    yield self._connection

    def readable(self, what: str, read: Callable[..., Thing], *values: Any) -> Thing:
        """What `read` makes of values from the file; StoreError if they are nonsense."""
        try:
            return read(*values)
        except NONSENSE as error:
            cause = next(iter(str(error).splitlines()), "") or type(error).__name__
            if isinstance(error, KeyError):
                cause = f"it has no {cause}"
            raise unreadable(self.path, f"{what} is damaged: {cause}") from error

    def _rows(self, query: str, *values: object) -> list[tuple]:
        """All rows of a query."""
        with one_line_errors(self.path):
            return self._connection.execute(query, values).fetchall()

    def ask(self, contest: StoredContest) -> None:
        """Remember what is asked; asked again, it is the latest, with its new question."""
        with self.transaction() as connection:
            connection.execute("DELETE FROM request WHERE id = ?", (contest.id,))
            connection.execute(
                "INSERT INTO request (id, kind, question) VALUES (?, ?, ?)", contest[:3]
            )

    def extend(self, contest: StoredContest) -> None:
        """Give a contest that is remembered another question of the same id, in its place."""
        query = "UPDATE request SET question = ? WHERE id = ?"
        self._write(query, [(contest.question, contest.id)])

    def contests(self) -> list[StoredContest]:
        """All that was asked, the latest last."""
        rows = self._rows("SELECT id, kind, question, asked FROM request ORDER BY rowid")
        return [StoredContest(*row) for row in rows]

    def _write(self, query: str, rows: Iterable[Sequence[Any]]) -> None:
        """Carry out a query for each row, or for none."""
        with self.transaction() as connection:
            connection.executemany(query, rows)

    def add(self, tournament: Tournament) -> None:
        """Remember a tournament, so that its games can be recorded."""
        query = "INSERT INTO tournament (id, question) VALUES (?, ?) ON CONFLICT (id) DO NOTHING"
        self._write(query, [(tournament.id, tournament.as_text())])

    def drop_empty(self, contest: str, tournaments: Sequence[str], run_id: str) -> None:
        """Forget a contest of whose tournaments no game is stored, unless another run plays them.

        All that is kept of the run `run_id` itself goes.
        """
        with self.transaction() as connection:

            def rows_in(table: str) -> int:
                query = f"SELECT count(*) FROM {table} WHERE tournament = ?"
                return sum(connection.execute(query, (one,)).fetchone()[0] for one in tournaments)

            if rows_in("game"):
                return
            connection.execute("DELETE FROM run WHERE id = ?", (run_id,))
            if rows_in("run"):
                return
            connection.execute("DELETE FROM request WHERE id = ?", (contest,))
            places = [(one,) for one in tournaments]
            connection.executemany("DELETE FROM tournament WHERE id = ?", places)

    def keep_code(self, version: str, parts: Mapping[str, str]) -> None:
        """Keep the digests of which a code version is made, by name, for who asks what differs."""
        rows = [(version, *part) for part in parts.items()]
        self._write("INSERT OR IGNORE INTO code VALUES (?, ?, ?)", rows)

    def code(self, version: str) -> dict[str, str]:
        """The digests of which a code version is made, by name; none if they were not kept."""
        rows = self.table_rows("code", "version, part, digest")
        return {str(part): str(digest) for known, part, digest in rows if known == version}

    def keep_run(self, tournament_id: str, run_id: str, environment: Environment) -> None:
        """Keep that a run begins to play games of a tournament, and where; once for each run."""
        columns = RUN_COLUMNS.replace("began, ", "")
        places = ", ".join("?" * (1 + len(environment)))
        self._write(
            f"INSERT INTO run (tournament, began, {columns})"
            f" VALUES (?, datetime('now'), {places}) ON CONFLICT (id, tournament) DO NOTHING",
            [(tournament_id, run_id, *environment)],
        )

    def runs(self, tournament_id: str) -> list[StoredRun]:
        """The runs that played games of a tournament, in the order in which they began."""
        query = f"SELECT {RUN_COLUMNS} FROM run WHERE tournament = ? ORDER BY rowid"
        rows = self._rows(query, tournament_id)
        return [self.readable("a run", run_of_row, *row) for row in rows]

    def tournaments(self, start: str = "") -> list[Tournament]:
        """All tournaments whose ids start so, in the order in which they began."""
        return [
            self.readable(f"tournament {str(name)[:8]!r}", _tournament_of, name, text)
            for name, text in self._rows("SELECT id, question FROM tournament ORDER BY rowid")
            if str(name).startswith(start)
        ]

    def record_all(self, tournament_id: str, games: Iterable[tuple[Fixture, GameRecord]]) -> None:
        """Keep all of some games, or none; those that are kept already stay as they are."""
        rows = [
            (
                *(tournament_id, fixture.opening, int(fixture.a_black)),
                *(*game[:3], *game.black, *game.white),
                *(game.kind, details_text(game.details), game.stderr),
            )
            for fixture, game in games
        ]
        self._write(
            f"INSERT INTO game (tournament, opening, a_black, {GAME_COLUMNS})"
            f" VALUES ({', '.join('?' * (3 + len(GAME_COLUMNS.split(','))))})"
            " ON CONFLICT (tournament, opening, a_black) DO NOTHING",
            rows,
        )

    def take_rows(self, other: "Store") -> None:
        """Take from another store what was asked for, code, trials and runs, where they are new."""
        for table, columns in TAKEN.items():
            rows = other.table_rows(table, columns)
            places = ", ".join("?" * len(columns.split(",")))
            self._write(f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({places})", rows)

    def table_rows(self, table: str, columns: str) -> list[tuple]:
        """All rows of a table in their order."""
        return self._rows(f"SELECT {columns} FROM {table} ORDER BY rowid")

    @uncollected()
    def games(self, tournament_id: str, details: bool = True) -> dict[Fixture, GameRecord]:
        """The stored games of a tournament by opening, numbers first, A's game as black first.

        Without the details of their moves, which take most of the time, where these are not
        wanted.
        """
        if not details:
            return dict(sound_game(*row) for row in self.plain_rows(tournament_id))
        rows = self._game_rows(tournament_id, GAME_COLUMNS)
        compute_classes(row[0] for row in rows)
        return dict(self._named_game(tournament_id, *row) for row in rows)

    def _named_game(self, tournament_id: str, *row: Any) -> tuple[Fixture, GameRecord]:
        """The game in a row; StoreError for one that makes no sense."""
        return self.readable(f"a game of tournament {tournament_id[:8]!r}", named_game, *row)

    def plain_rows(self, tournament_id: str) -> list[tuple]:
        """The rows of `games` without details: opening, A's colour, PLAIN_COLUMNS.

        StoreError for one that makes no sense.
        """
        rows = self._game_rows(tournament_id, PLAIN_COLUMNS)
        if not (are_sound(rows) and are_playable({row[0] for row in rows})):
            for row in rows:
                self._named_game(tournament_id, *row, "", "")
        return rows

    def _game_rows(self, tournament_id: str, columns: str) -> list[tuple]:
        """These columns of the stored games of a tournament, behind opening and A's colour.

        SQLite would sort all rows for a descending order; they are exchanged here.
        """
        rows = self._rows(
            f"SELECT opening, a_black, {columns} FROM game"
            " WHERE tournament = ? ORDER BY opening, a_black",
            tournament_id,
        )
        for place in range(len(rows) - 1):
            if rows[place][0] == rows[place + 1][0] and not rows[place][1]:
                rows[place], rows[place + 1] = rows[place + 1], rows[place]
        return rows

    def fixtures(self, tournament_id: str) -> set[Fixture]:
        """Which games of a tournament are stored."""
        rows = self._rows("SELECT opening, a_black FROM game WHERE tournament = ?", tournament_id)
        return {Fixture(opening, bool(a_black)) for opening, a_black in rows}

    def played(self, tournament_id: str) -> int:
        """How many games of a tournament are stored."""
        if not self._read_only:
            return self._rows(PLAYED, tournament_id)[0][0]
        if self._played is None:  # what is shown is the state at one moment
            self._played = Counter(dict(self._rows(ALL_PLAYED)))
        return self._played[tournament_id]

    def totals(self, tournament_id: str) -> Totals:
        """The sums over the stored games of a tournament."""
        if tournament_id in self._totals:
            return self._totals[tournament_id]
        (row,) = self._rows(TOTALS, tournament_id)
        sums = self.readable(f"tournament {tournament_id[:8]!r}", totals_of_row, *row)
        if self._read_only:  # what is shown is the state at one moment
            self._totals[tournament_id] = sums
        return sums

    def keep_trials(self, experiment: str, results: Mapping[int, Any]) -> None:
        """Keep the results of trials, plain data by seed; those that are kept already stay."""
        rows = [(experiment, seed, json.dumps(result)) for seed, result in results.items()]
        self._write("INSERT OR IGNORE INTO trial VALUES (?, ?, ?)", rows)

    def trials(self, experiment: str, seeds: range) -> dict[int, Any]:
        """The stored results of an experiment for the seeds of an unbroken range, in order."""
        rows = self._rows(
            "SELECT seed, result FROM trial WHERE experiment = ? AND seed >= ? AND seed < ?"
            " ORDER BY seed",
            *(experiment, seeds.start, seeds.stop),
        )
        return {
            seed: self.readable(f"trial {seed!r:.20} of {experiment}", trial_of, result)
            for seed, result in rows
        }
