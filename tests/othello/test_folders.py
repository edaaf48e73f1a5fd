"""Temporary folders of runs."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import programs
import pytest

from othello.files import locked_folder

HOLDER = """
import pathlib, sys
from othello.files import locked_folder
with locked_folder(pathlib.Path(sys.argv[1])) as path:
    print(path, flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_folder_goes_with_its_program_or_once_that_was_killed(tmp_path):
    other = tmp_path / "othello-run-mine"
    other.mkdir()
    (other / "notes").touch()
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with programs.Program(command, stdin=subprocess.PIPE) as holder:
        theirs = Path(holder.stdout.readline().strip())
        with locked_folder(tmp_path) as ours:
            assert {*tmp_path.iterdir()} == {theirs, ours, other}
        holder.send_signal(signal.SIGKILL)
        holder.end()
    assert {*tmp_path.iterdir()} == {theirs, other}
    with locked_folder(tmp_path) as ours:
        assert {*tmp_path.iterdir()} == {ours, other}
    assert [*tmp_path.iterdir()] == [other]
