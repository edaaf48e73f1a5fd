"""What the disk and other programs do to a store: one line is said, nothing is lost or doubled."""

import io
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest

from othello.cli.output import Display
from tournament.__main__ import main
from tournament.contests.contest_list import stored_contests
from tournament.running.contest_runner import ContestRunner
from tournament.storage import schema, store
from tournament.storage.store import Store

GAMES = 24
PLAY = ("match", "greedy", "mobility", "--openings", str(GAMES // 2), "--jobs", "0")
NOTHING_TRUSTED = 65534


def play(path):
    """The exit code of a match in the store."""
    return main([*PLAY, "--store", str(path)])


def results(path):
    """The games of the only match in the store, times apart."""
    with Store(path, read_only=True) as kept:
        (tournament,) = kept.matches()
        games = kept.games(tournament.id)
        assert len(games) == kept.game_count(tournament.id) == kept.totals(tournament.id).games
        return {fixture: game[:3] for fixture, game in games.items()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The results of the match where nothing is in its way."""
    path = tmp_path_factory.mktemp("whole") / "results.sqlite"
    assert play(path) == 0
    found = results(path)
    assert len(found) == GAMES
    return found


def said_in_one_line(capsys, path, cause):
    """Whether the last thing said is that the store failed, and why; nothing is a traceback."""
    said = capsys.readouterr().err
    last = said.splitlines()[-1]
    return (
        last.startswith(f"python -m tournament: store {path}: ")
        and cause in last
        and ("Traceback" not in said)
    )


def test_run_stopped_by_a_full_disk_resumes(tmp_path, monkeypatch, capsys, whole):
    path = tmp_path / "results.sqlite"

    def connect(*arguments, **options):
        connection = schema.connect(*arguments, **options)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 3}")  # the disk ends here
        return connection

    with monkeypatch.context() as small:
        small.setattr(store, "connect", connect)
        assert play(path) == 2
    assert said_in_one_line(capsys, path, "disk is full")
    assert 0 < len(results(path)) < GAMES
    assert results(path).items() <= whole.items()
    assert play(path) == 0
    assert results(path) == whole


@pytest.fixture
def folder():
    """A folder for a user who may not write wherever he likes, as the superuser may."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)
        os.chmod(name, 0o755)


@pytest.fixture
def as_nobody():
    """Change the user if this one may do everything; return how."""
    if os.name == "nt":
        pytest.skip("the modes of files mean little here")
    superuser = os.geteuid() == 0
    yield lambda: os.seteuid(NOTHING_TRUSTED) if superuser else None
    if superuser:
        os.seteuid(0)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_store_that_cannot_be_written_is_shown_and_not_played_in(
    folder, as_nobody, capsys, whole, what
):
    path = folder / "results.sqlite"
    assert play(path) == 0
    before = path.read_bytes()
    os.chmod(path, 0o444 if what == "file" else 0o666)
    os.chmod(folder, 0o777 if what == "file" else 0o555)
    as_nobody()
    assert main(["show", "--store", str(path)]) == 0
    capsys.readouterr()
    assert main(["match", "greedy", "random", "--store", str(path), "--jobs", "0"]) == 2
    assert said_in_one_line(capsys, path, "")
    assert path.read_bytes() == before
    assert results(path) == whole


@pytest.mark.parametrize(
    ("parts", "mode"), [(("-wal", "-shm"), 0o644), (("-wal", "-shm"), 0), (("-wal",), 0o644)]
)
def test_a_read_only_copy_of_a_killed_runs_store_shows_the_games_of_its_log(
    folder, as_nobody, tmp_path, capsys, whole, parts, mode
):
    path, copy = tmp_path / "results.sqlite", folder / "copy.sqlite"
    with Store(path) as store:  # as long as it is open, the log stays
        store.contests()
        assert play(path) == 0
        for part in ("", *parts):
            shutil.copy(f"{path}{part}", f"{copy}{part}")
    os.chmod(f"{copy}-wal", mode)
    os.chmod(folder, 0o555)
    as_nobody()
    if mode and "-shm" in parts:
        assert results(copy) == whole
    else:
        assert main(["show", "--store", str(copy)]) == 2
        assert said_in_one_line(capsys, copy, "in copy.sqlite-wal; copy copy.sqlite and")


def at_game(monkeypatch, number, do):
    """Do something before the game of that number, from 0, is recorded."""
    record, recorded = Store.add_games, []

    def interfered(self, *arguments):
        recorded.append(arguments)
        if len(recorded) == number + 1:
            do()
        record(self, *arguments)

    monkeypatch.setattr(Store, "add_games", interfered)


def test_locked_store_is_reported(tmp_path, monkeypatch, capsys, whole):
    path = tmp_path / "results.sqlite"
    monkeypatch.setattr(schema, "BUSY_SECONDS", 0.05)
    with Store(path):
        other = sqlite3.connect(path, isolation_level=None)
    with monkeypatch.context() as patch:
        at_game(patch, 5, lambda: other.execute("BEGIN IMMEDIATE"))
        assert play(path) == 2
    assert said_in_one_line(capsys, path, "locked")
    assert main(["show", "--store", str(path)]) == 0  # who only reads is not kept waiting
    assert "unfinished: 5 of 24 games" in " ".join(capsys.readouterr().out.split())
    assert play(path) == 2
    assert said_in_one_line(capsys, path, "locked")
    other.execute("ROLLBACK")
    other.close()
    assert len(results(path)) == 5
    assert play(path) == 0
    assert results(path) == whole


@pytest.mark.parametrize("number", [0, 7])
def test_two_runs_on_one_store_at_once_double_nothing(tmp_path, monkeypatch, whole, number):
    path = tmp_path / "results.sqlite"

    def play_all_of_it():
        with (
            Store(path) as other,
            ContestRunner(other, Display(io.StringIO(), "games"), 0) as session,
        ):
            (request,) = stored_contests(other)
            request.play(session)

    with monkeypatch.context() as patch:
        at_game(patch, number, play_all_of_it)
        assert play(path) == 0
    assert results(path) == whole
    with Store(path, read_only=True) as kept:
        (tournament,) = kept.matches()
        assert len(kept.environments(tournament.id)) == 2
        assert len(kept.contests()) == 1
