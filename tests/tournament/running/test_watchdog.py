import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import programs
import pytest

from tournament.running import watchdog
from tournament.running.watchdog import ReportedTurn, TurnReport, clear, last_turn

HOLDER = """
import sys, tempfile
tempfile.tempdir = sys.argv[1]
from tournament.running import watchdog
with watchdog.turns_file() as path:
    print(path, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder in which temporary files are made."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_last_turn_of_a_game_is_found_again(folder):
    with watchdog.turns_file() as path, TurnReport(path, 3) as report:
        assert last_turn(path, 3) is None
        for turn in ((True, True, False), (False, False, True), (True, False, False)):
            report(*turn)
            since, process, *side = last_turn(path, 3)
            assert tuple(side) == turn
            assert (process, since > 0) == (os.getpid(), True)
        assert last_turn(path, 2) is last_turn(path, 4) is None
        clear(path, 3)
        assert last_turn(path, 3) is None


def test_places_of_games_do_not_overlap(folder):
    with watchdog.turns_file() as path:
        for number in range(4):
            with TurnReport(path, number) as report:
                report(number % 2 == 0)
        assert [last_turn(path, number).black_to_move for number in range(4)] == [1, 0, 1, 0]
        assert isinstance(last_turn(path, 0), ReportedTurn)


def test_nothing_is_left_behind(folder):
    with watchdog.turns_file() as path:
        assert path.is_file()
        assert path.is_relative_to(folder)
    assert list(folder.iterdir()) == []


def test_folders_of_others_are_left_alone(folder):
    other = folder / "othello-run-mine"
    other.mkdir()
    (other / "notes").touch()
    with watchdog.turns_file():
        pass
    assert list(folder.iterdir()) == [other]


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_what_a_killed_program_left_goes_and_what_a_running_one_has_stays(folder):
    command = [sys.executable, "-c", HOLDER, str(folder)]
    with programs.Program(command, stdin=subprocess.PIPE) as holder:
        theirs = Path(holder.stdout.readline().strip())
        with watchdog.turns_file() as ours:
            assert theirs.is_file()
            assert ours.is_file()
        holder.send_signal(signal.SIGKILL)
        holder.end()
    assert theirs.is_file()
    with watchdog.turns_file() as ours:
        assert not theirs.parent.exists()
        assert list(folder.iterdir()) == [ours.parent]
