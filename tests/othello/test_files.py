"""Files that are replaced whole."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from othello.files import replace_file

WRITER = """
import os, sys, time
from othello import files

def stopped(descriptor):
    print("written", flush=True)
    time.sleep(600)

os.fsync = stopped
files.replace_file(sys.argv[1], b"new")
"""
"""A process that stops between writing its part and giving it its name."""


@pytest.fixture
def writer(tmp_path):
    place = tmp_path / "kept [1].txt"
    place.write_bytes(b"old")
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(place)], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"written\n"
    (part,) = tmp_path.glob(".*.partial")
    yield process, place, part
    process.kill()
    process.wait()
    process.stdout.close()


def test_the_part_of_a_killed_writer_goes_when_its_file_is_written_again(writer):
    process, place, part = writer
    process.send_signal(signal.SIGKILL)
    process.wait()
    other = place.with_name(".another.txt.0123.partial")
    others = [other, place.with_name(f".{place.name}.mine.lock")]  # somebody else's
    for one in others:
        one.write_bytes(b"")
    place.with_name(f".{place.name}.{'4f' * 8}.partial").write_bytes(b"")  # that lost its guard
    assert place.read_bytes() == b"old"
    replace_file(place, b"newer")
    assert place.read_bytes() == b"newer"
    assert sorted(place.parent.iterdir()) == sorted([place, *others])


def test_the_part_of_a_living_writer_stays(writer):
    _, place, part = writer
    replace_file(place, b"newer")
    assert part.exists()


def test_a_part_that_another_writer_has_removed_is_written_again(tmp_path, monkeypatch):
    place, parts = tmp_path / "kept.txt", []

    def removed_once(descriptor):
        (part,) = tmp_path.glob(".*.partial")
        if not parts:
            part.unlink()
        parts.append(part)

    monkeypatch.setattr("os.fsync", removed_once)
    replace_file(place, b"new")
    assert (place.read_bytes(), len(set(parts))) == (b"new", 2)
    assert list(tmp_path.iterdir()) == [place]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no file can be made there")
def test_a_place_where_no_lock_can_be_made_is_refused_without_a_wait():
    with pytest.raises(OSError):
        replace_file("/proc/kept.txt", b"new")


def test_a_write_that_fails_leaves_the_old_file_and_no_part(tmp_path, monkeypatch):
    place = tmp_path / "kept.txt"
    place.write_bytes(b"old")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        replace_file(place, b"new")
    assert place.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [place]
