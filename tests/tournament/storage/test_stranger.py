"""A store from a stranger: it is shown, and nothing that it names is run."""

import contextlib
import os
import signal
import sqlite3
import struct
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from stores import change

from players import registry
from players.workers.interrupts import StopRequests
from tournament.__main__ import main
from tournament.contests.contest import MatchContest
from tournament.contests.ladder import Goal, Ladder
from tournament.contests.round_robin import RoundRobin
from tournament.games.code import code_version
from tournament.games.match import Match
from tournament.storage import schema
from tournament.storage.schema import connect, one_line_errors
from tournament.storage.store import Store

FAKE = Path(__file__).parents[2] / "fake_engine.py"
MODULE = "players_of_a_stranger"
ENGINE = " ".join([sys.executable, "-S", str(FAKE), "gtp"])
STARTING = f"gtp:command=\"sh -c 'touch started; exec {ENGINE}'\""
AT_A_LEVEL = STARTING.replace("touch", ": {level}; touch")


@pytest.fixture
def theirs(tmp_path, monkeypatch):
    """The path of a store, and a function that puts a contest into it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    Path(f"{MODULE}.py").write_text("from pathlib import Path\nPath('ran').touch()\n")
    path = tmp_path / "theirs.sqlite"

    def ask(contest):
        with Store(path) as store:
            store.add_contest(contest.row)
            store.add_match(contest.template)

    yield path, ask
    sys.modules.pop(MODULE, None)


def asked(a, modules=()):
    """A tournament as this code would ask for it."""
    a = registry.canonical(a)
    return Match(a, "greedy", (0,), code=code_version((), (a, "greedy")), modules=modules)


@pytest.mark.parametrize(
    "contest",
    [
        MatchContest(asked(STARTING, modules=(MODULE,))),
        RoundRobin(asked("mobility"), ("mobility", "greedy", STARTING)),
        Ladder(replace(asked(AT_A_LEVEL, modules=(MODULE,)), b=AT_A_LEVEL), "nodes", Goal(1)),
    ],
    ids=lambda contest: contest.kind,
)
@pytest.mark.parametrize("words", [["show"], ["report"], ["export"]])
def test_no_module_and_no_command_that_a_store_names_is_run(theirs, contest, words):
    path, ask = theirs
    ask(contest)
    assert main([*words, "--store", str(path)]) == 0
    assert not Path("started").exists()
    assert not Path("ran").exists() and MODULE not in sys.modules


def test_a_module_and_a_command_that_the_user_names_are_run(theirs):
    path, ask = theirs
    ask(MatchContest(asked("mobility")))
    assert main(["show", "--store", str(path), "--players", MODULE]) == 0
    assert Path("ran").exists()
    words = ("--openings", "1", "--jobs", "0", "--store", str(path))
    assert main(["match", STARTING, "greedy", *words]) == 0
    assert Path("started").exists()


COMPUTED = "ALTER TABLE contest ADD COLUMN more TEXT AS (hex(zeroblob(500000000)));"
NEGATED = (
    "CREATE TRIGGER late AFTER INSERT ON game BEGIN"
    " UPDATE game SET result = -result WHERE rowid = new.rowid; END;"
)
HIDDEN = "PRAGMA writable_schema = ON; UPDATE sqlite_master SET type = upper(type), rootpage = "


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE contest; CREATE VIEW contest AS WITH RECURSIVE n(x) AS"
        " (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, x AS kind, x AS question,"
        " x AS asked, x AS rowid FROM n",
        NEGATED,
        COMPUTED,
        f"{NEGATED}{HIDDEN} 2 WHERE name = 'late'",
        f"{COMPUTED}{HIDDEN} rootpage WHERE name = 'contest'",
        "CREATE TABLE more (x)",
        "CREATE INDEX more ON game (result) WHERE result > 0",
    ],
)
@pytest.mark.parametrize("words", [["show"], ["import"]])
def test_a_store_that_computes_what_it_says_is_refused(theirs, capsys, statement, words):
    path, ask = theirs
    ask(MatchContest(asked("mobility")))
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(statement)
    given = ["--store", str(path)] if words == ["show"] else [str(path), "--store", "ours.sqlite"]
    assert main([*words, *given]) == 2
    assert "not part of a store" in capsys.readouterr().err


def journal_naming(victim):
    """A journal to be rolled back, after which SQLite deletes its super-journal `victim`."""
    name = os.fsencode(victim)
    magic = schema.JOURNAL_MAGIC
    header = struct.pack(">8s5I", magic, 0, 0, 1, 512, 4096).ljust(512, b"\0")
    locked = 2**30 // 4096 + 1
    return header + struct.pack(f">I{len(name)}sII8s", locked, name, len(name), sum(name), magic)


@pytest.mark.parametrize("words", [["show"], ["match", "greedy", "mobility"]])
def test_a_journal_that_names_a_file_is_refused_and_the_file_stays(theirs, capsys, words):
    path, ask = theirs
    ask(MatchContest(asked("mobility")))
    change(path, "PRAGMA journal_mode = DELETE")
    victim = Path("thesis.txt").absolute()
    victim.write_text("years of work")
    Path(f"{path}-journal").write_bytes(journal_naming(victim))
    assert main([*words, "--store", str(path), "--jobs", "0"]) == 2
    assert victim.exists()
    assert "names a super-journal" in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGTERM])
def test_a_signal_ends_a_question_that_takes_too_long(theirs, number):
    path, ask = theirs
    ask(MatchContest(asked("mobility")))
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"
    before = signal.signal(number, StopRequests())
    stop = threading.Timer(0.3, os.kill, (os.getpid(), number))
    with contextlib.closing(connect(path, read_only=True)) as connection:
        stop.start()
        with pytest.raises(KeyboardInterrupt), one_line_errors(path):
            connection.execute(endless)
    signal.signal(number, before)


def test_a_signal_ends_the_wait_for_a_locked_store(theirs, monkeypatch):
    path, ask = theirs
    ask(MatchContest(asked("mobility")))
    before = signal.signal(signal.SIGTERM, StopRequests())
    monkeypatch.setattr(schema.time, "sleep", lambda _: os.kill(os.getpid(), signal.SIGTERM))
    with Store(path) as store, contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(KeyboardInterrupt):
            store.add_match(asked("greedy"))
    signal.signal(signal.SIGTERM, before)
