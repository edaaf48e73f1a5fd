"""The file of results: its tables, its version, and connections to it."""

import contextlib
import os
import shlex
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import platformdirs

from othello.cli.errors import UserError, short_repr
from othello.files import APPLICATION, check_links

APPLICATION_ID = 0x07E110AB
"""Identifies our files among all SQLite files."""
VERSION = 8
"""Raised when the tables change; a file of another version is refused."""

BUSY_SECONDS = 60.0
"""A writer waits at most this long for another program's transaction on the file."""

JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
"""The end of a journal that names a super-journal. Source: sqlite.org/fileformat2.html and
`readSuperJournal` in SQLite's pager.c."""

TABLES = """
CREATE TABLE contest (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, question TEXT NOT NULL,
    asked TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE match (
    id TEXT PRIMARY KEY, question TEXT NOT NULL, begun TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE game (
    match TEXT NOT NULL REFERENCES match (id),
    opening INTEGER NOT NULL, a_black INTEGER NOT NULL,
    result INTEGER NOT NULL, transcript TEXT NOT NULL, ending TEXT NOT NULL,
    black_nodes INTEGER NOT NULL, black_cpu_seconds REAL NOT NULL, black_moves INTEGER NOT NULL,
    white_nodes INTEGER NOT NULL, white_cpu_seconds REAL NOT NULL, white_moves INTEGER NOT NULL,
    kind TEXT NOT NULL, details TEXT NOT NULL, stderr TEXT NOT NULL,
    UNIQUE (match, opening, a_black)
);
CREATE TABLE run (
    id TEXT NOT NULL, match TEXT NOT NULL REFERENCES match (id), began TEXT NOT NULL,
    version TEXT NOT NULL, commit_id TEXT NOT NULL, cpu TEXT NOT NULL, cores INTEGER NOT NULL,
    python TEXT NOT NULL, numba TEXT NOT NULL, jobs INTEGER NOT NULL,
    UNIQUE (id, match)
);
CREATE TABLE trial (
    experiment TEXT NOT NULL, seed INTEGER NOT NULL, result TEXT NOT NULL,
    UNIQUE (experiment, seed)
);
"""
"""All tables."""


class StoreError(UserError):
    """A store that cannot be read or written; the message is one line."""


def unreadable(path: Path, reason: str) -> StoreError:
    """Return the error for a damaged or foreign file; it names a command that recovers data."""
    if "not a database" in reason:
        with path.open("rb") as stream:
            if stream.read(16) != b"SQLite format 3\0":
                what = "a store is what contests write, such as games.sqlite"
                better = f"this is not a database; {what}, and not what export writes"
                return StoreError(f"store {path}: {better}")
    command = shlex.join(["sqlite3", str(path), ".recover"])
    return StoreError(f"store {path}: {reason}; what can be read of it: {command}")


def default_path() -> Path:
    """Return the path of the default store, in the user's data folder of this platform."""
    folder = Path(platformdirs.user_data_dir(APPLICATION, appauthor=False))
    return folder / "tournaments.sqlite"


@contextmanager
def one_line_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and the file system into StoreError.

    Numbers beyond int64 overflow; the damaged name of a table cannot be decoded.
    """
    try:
        yield
    except (sqlite3.Error, OSError, OverflowError, UnicodeDecodeError) as error:
        if str(error) == "interrupted":  # by a signal; nothing else interrupts a query
            raise KeyboardInterrupt from error
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        if type(error) in (sqlite3.DatabaseError, UnicodeDecodeError):
            raise unreadable(path, reason) from error
        raise StoreError(f"store {path}: {reason}") from error


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Connect to the store at `path`; create it unless `read_only`.

    Only the default store gets its folder made. The log keeps every committed game through a
    SIGKILL. A power cut may lose the last few games, since they are not flushed one by one; they
    are then played again.
    """
    if path.is_dir():
        better = path / "games.sqlite"
        raise StoreError(f"store {path}: this is a folder, not a file; use {better}")
    with one_line_errors(path):
        if path.exists() and not path.is_file():
            raise StoreError(f"store {path}: this is a device, not a file")
        _check_journal(path)
        connection = _open_to_read(path) if read_only else _open_to_write(path)
        try:
            if not read_only:
                _create_if_new(connection)
            _check(path, connection)
            if not read_only:
                for setting in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
                    connection.execute(f"PRAGMA {setting}")
        except BaseException:
            connection.close()
            raise
        return connection


def _open_to_write(path: Path) -> sqlite3.Connection:
    check_links(path)
    if path == default_path():
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.parent.is_dir():
        raise StoreError(f"store {path}: there is no folder {path.parent}")
    return _open(path.absolute())  # SQLite has names of its own, as ":memory:"


def _check_journal(path: Path) -> None:
    """StoreError for a journal of the file that names a super-journal: SQLite would delete that.

    Our stores use the write-ahead log; a store being created has a journal without such a name.
    """
    journal = Path(f"{path.resolve()}-journal")
    if journal.exists() and not journal.is_file():
        raise StoreError(f"store {path}: {journal.name} is not a file")
    with contextlib.suppress(FileNotFoundError), journal.open("rb") as stream:
        stream.seek(-min(len(JOURNAL_MAGIC), journal.stat().st_size), os.SEEK_END)
        if stream.read() == JOURNAL_MAGIC:
            raise StoreError(
                f"store {path}: {journal.name} names a super-journal, a file that SQLite would"
                " delete; a store never has one"
            )


class _Connection(sqlite3.Connection):
    """A connection that can be interrupted while it waits for another program's lock.

    SQLite's own wait ignores signals, and a change of the journal mode does not wait at all.
    """

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        """Execute a statement as soon as the file is not locked."""
        patience = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                return super().execute(sql, parameters)
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > patience:
                    raise
                time.sleep(0.01)


def _open(address: Path | str, **options: Any) -> sqlite3.Connection:
    """Open a connection whose queries end at a signal."""
    connection = sqlite3.connect(
        address, timeout=0, isolation_level=None, factory=_Connection, **options
    )
    # Invalid bytes become a character that our texts never contain.
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    # Python handles signals in the handler, and an error of it ends the query; 0 continues it.
    connection.set_progress_handler(lambda: 0, 2**12)
    return connection


def _open_to_read(path: Path) -> sqlite3.Connection:
    """Open a connection that changes nothing; works on a read-only disk, too.

    Only a closed store has no log. SQLite would create one, so it must take the file as immutable
    where it cannot. It finds the games of a log through its index, even beside a writer.
    """
    if not path.exists():
        raise StoreError(f"store {path}: there is no such file; nothing has been played yet")
    file = path.resolve()
    log, index = (file.with_name(f"{file.name}-{end}") for end in ("wal", "shm"))
    options = "mode=ro"
    if not (_permitted(file, os.W_OK) and _permitted(file.parent, os.W_OK)):
        if not log.exists():
            options = "mode=ro&immutable=1"
        elif not (_permitted(log, os.R_OK) and _permitted(index, os.R_OK)):
            better = f"copy {file.name} and {log.name} to a folder where you may write"
            raise StoreError(f"store {path}: its newest games are in {log.name}; {better}")
    return _open(f"{file.as_uri()}?{options}", uri=True)


def _permitted(path: Path, mode: int) -> bool:
    """True if this process may access `path` in a mode of `os.access`."""
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Write all changes of the block or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _create_if_new(connection: sqlite3.Connection) -> None:
    """Create the tables in one transaction if the file is empty."""
    found = "SELECT 1 FROM sqlite_master"
    if connection.execute(found).fetchone():
        return
    with transaction(connection):
        if not connection.execute(found).fetchone():  # another program may have been faster
            for statement in TABLES.split(";")[:-1]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def _check(path: Path, connection: sqlite3.Connection) -> None:
    """StoreError if the file is not a store of this version with exactly our tables.

    Views, triggers, virtual tables and computed columns would run when they are read. Texts are
    compared, since the writer of a file can choose the other columns of `sqlite_master`.
    """
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if owner != APPLICATION_ID:
        raise unreadable(path, "this file was not written by a tournament")
    if version != VERSION:
        reason = f"it has version {version}, this program reads and writes version {VERSION}"
        raise unreadable(path, reason)
    schema = "SELECT type, name, tbl_name, sql FROM main.sqlite_master LIMIT 99"
    with contextlib.closing(sqlite3.connect(":memory:")) as own:
        own.executescript(TABLES)
        expected = Counter(own.execute(schema))
    for _, name, *_ in Counter(connection.execute(schema)) - expected:
        raise unreadable(path, f"it defines {short_repr(name)}, which is not part of a store")
