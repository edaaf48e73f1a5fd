"""The file that holds all results: its tables, its version, and how it is opened."""

import contextlib
import os
import shlex
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import platformdirs

from othello.cli.errors import UserError, short_repr
from othello.files import APPLICATION

APPLICATION_ID = 0x07E110AB
"""Marks our files among all SQLite files."""

VERSION = 6
"""Raised whenever the tables change; a file of another version is refused."""

BUSY_SECONDS = 60.0
"""How long a writer waits for another program's transaction on the same file."""

JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
"""The end of a journal that names a super-journal. Source: sqlite.org/fileformat2.html and
`readSuperJournal` in SQLite's pager.c."""

TABLES = """
CREATE TABLE request (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, question TEXT NOT NULL,
    asked TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE tournament (
    id TEXT PRIMARY KEY, question TEXT NOT NULL, begun TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE game (
    tournament TEXT NOT NULL REFERENCES tournament (id),
    opening INTEGER NOT NULL, a_black INTEGER NOT NULL,
    result INTEGER NOT NULL, transcript TEXT NOT NULL, ending TEXT NOT NULL,
    black_nodes INTEGER NOT NULL, black_cpu_seconds REAL NOT NULL, black_moves INTEGER NOT NULL,
    white_nodes INTEGER NOT NULL, white_cpu_seconds REAL NOT NULL, white_moves INTEGER NOT NULL,
    kind TEXT NOT NULL, details TEXT NOT NULL, stderr TEXT NOT NULL,
    UNIQUE (tournament, opening, a_black)
);
CREATE INDEX game_sums ON game (
    tournament, opening, a_black, result, ending,
    black_nodes, black_cpu_seconds, black_moves, white_nodes, white_cpu_seconds, white_moves
);
CREATE TABLE run (
    id TEXT NOT NULL, tournament TEXT NOT NULL REFERENCES tournament (id), began TEXT NOT NULL,
    version TEXT NOT NULL, commit_id TEXT NOT NULL, cpu TEXT NOT NULL, cores INTEGER NOT NULL,
    python TEXT NOT NULL, numba TEXT NOT NULL, platform TEXT NOT NULL, load REAL,
    jobs INTEGER NOT NULL,
    UNIQUE (id, tournament)
);
CREATE TABLE code (
    version TEXT NOT NULL, part TEXT NOT NULL, digest TEXT NOT NULL,
    UNIQUE (version, part)
);
CREATE TABLE trial (
    experiment TEXT NOT NULL, seed INTEGER NOT NULL, result TEXT NOT NULL,
    UNIQUE (experiment, seed)
);
"""
"""All tables. The index has all that sums over games need, for a store of a million games."""


class StoreError(UserError):
    """A store that cannot be read or written; the message is one line."""


def unreadable(path: Path, reason: str) -> StoreError:
    """The error for a file that is damaged or none of ours; it says how to save what is in it."""
    command = shlex.join(["sqlite3", str(path), ".recover"])
    return StoreError(f"store {path}: {reason}; what can be read of it: {command}")


def default_path() -> Path:
    """Where this platform keeps a user's data: the store that is used unless one is named."""
    folder = Path(platformdirs.user_data_dir(APPLICATION, appauthor=False))
    return folder / "tournaments.sqlite"


@contextmanager
def one_line_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite and the file system raise into StoreError.

    A number beyond int64 overflows; a damaged name of a table is no text that can be decoded.
    """
    try:
        yield
    except (sqlite3.Error, OSError, OverflowError, UnicodeDecodeError) as error:
        if str(error) == "interrupted":  # by a signal: nothing else interrupts a question
            raise KeyboardInterrupt from error
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        if type(error) in (sqlite3.DatabaseError, UnicodeDecodeError):
            raise unreadable(path, reason) from error
        raise StoreError(f"store {path}: {reason}") from error


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection to the store at `path`, made unless it is only to be read.

    The write-ahead log keeps every committed game through a SIGKILL; without a
    flush per game a power cut may lose the last few, which are then played again.
    """
    if path.is_dir():
        better = path / "games.sqlite"
        raise StoreError(f"store {path}: this is a folder, not a file; {better} would do")
    with one_line_errors(path):
        if path.exists() and not path.is_file():
            raise StoreError(f"store {path}: this is a device, not a file")
        _check_journal(path)
        if read_only:
            return _check(path, _open_to_read(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = _open(path.absolute())  # SQLite has names of its own, as ":memory:"
        try:
            _create_if_new(connection)
            _check(path, connection)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            connection.close()
            raise
        return connection


def _check_journal(path: Path) -> None:
    """StoreError for a journal beside the file that names a super-journal: SQLite would delete it.

    Our stores use the write-ahead log; while one is made it has a journal, which names none.
    """
    journal = Path(f"{path.resolve()}-journal")
    if journal.exists() and not journal.is_file():
        raise StoreError(f"store {path}: {journal.name} is no file")
    with contextlib.suppress(FileNotFoundError), journal.open("rb") as stream:
        stream.seek(-min(len(JOURNAL_MAGIC), journal.stat().st_size), os.SEEK_END)
        if stream.read() == JOURNAL_MAGIC:
            raise StoreError(
                f"store {path}: {journal.name} names a super-journal, a file that SQLite would"
                " delete; no store of ours has one"
            )


class _Connection(sqlite3.Connection):
    """A connection that waits for another program's lock where signals are heard.

    SQLite would sleep through them, and does not wait at all to change its journal.
    """

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        """Carry out a statement, once the file is not locked."""
        patience = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                return super().execute(sql, parameters)
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > patience:
                    raise
                time.sleep(0.01)


def _open(address: Path | str, **options: Any) -> sqlite3.Connection:
    """A connection whose questions end at a signal."""
    connection = sqlite3.connect(
        address, timeout=0, isolation_level=None, factory=_Connection, **options
    )
    connection.text_factory = _text
    connection.set_progress_handler(_listen, LISTENING)
    return connection


def _open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing, on a read-only disk too."""
    if not path.exists():
        raise StoreError(f"store {path}: there is no such file; nothing has been played yet")
    # A log cannot be opened where nothing may be written, and is not there unless
    # a program was killed: then the file is read as it stands.
    effective = os.access in os.supports_effective_ids
    may_write = (os.access(one, os.W_OK, effective_ids=effective) for one in (path.parent, path))
    options = "mode=ro" if all(may_write) else "mode=ro&immutable=1"
    address = f"{path.resolve().as_uri()}?{options}"
    return _open(address, uri=True)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """All that is done inside is kept, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _create_if_new(connection: sqlite3.Connection) -> None:
    """Make the tables in one transaction if the file is empty."""
    found = "SELECT 1 FROM sqlite_master"
    if connection.execute(found).fetchone():
        return
    with transaction(connection):
        if not connection.execute(found).fetchone():  # another program may have been faster
            for statement in TABLES.split(";")[:-1]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


SCHEMA = "SELECT type, name, tbl_name, sql FROM main.sqlite_master"

LISTENING = 2**12
"""Steps of SQLite after which a signal is heard."""


def _listen() -> int:
    """0, to go on: a signal is heard where Python runs, and what it raises ends the question."""
    return 0


_text = partial(str, encoding="utf-8", errors="replace")
"""A text of the file; bytes that are none become a sign that stands in no text of ours."""


@lru_cache
def _own_schema() -> frozenset[tuple[Any, ...]]:
    """All rows of SCHEMA in a store of ours."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(TABLES)
        return frozenset(connection.execute(SCHEMA))


def _strange_row(connection: sqlite3.Connection) -> tuple[Any, ...] | None:
    """Return a row of SCHEMA that no store of ours has, or None.

    Only texts are compared: views, triggers, virtual tables and computed columns run when they are
    read, and the other columns of `sqlite_master` say what the writer of the file wants.
    """
    own = _own_schema()
    rows = connection.execute(f"{SCHEMA} LIMIT {len(own) + 1}").fetchall()
    strange = [row for row in rows if row not in own]
    return next(iter(strange), rows[-1] if len(rows) > len(own) else None)


def _check(path: Path, connection: sqlite3.Connection) -> sqlite3.Connection:
    """The same connection; StoreError, and it is closed, if the file is none of ours."""
    try:
        (owner,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if owner != APPLICATION_ID:
            raise unreadable(path, "this file was not written by a tournament")
        if version != VERSION:
            reason = f"it has version {version}, this program reads and writes version {VERSION}"
            raise unreadable(path, reason)
        strange = _strange_row(connection)
        if strange is not None:
            raise unreadable(path, f"it defines {short_repr(strange[1])}, as no store of ours does")
    except BaseException:
        connection.close()
        raise
    return connection
