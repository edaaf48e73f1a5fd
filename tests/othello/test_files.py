"""Files that are replaced whole."""

import os

import pytest

from othello.files import check_writable, replace_file
from players.study.analyse.answers import Answers
from players.study.analyse.verdicts import VerdictLimits
from tournament.storage.schema import StoreError, connect


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


@pytest.mark.skipif(os.name == "nt", reason="needs modes of files")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_replaced_file_keeps_its_mode(tmp_path, mode):
    place = tmp_path / "kept.txt"
    place.write_bytes(b"old")
    place.chmod(mode)
    replace_file(place, b"new")
    assert (place.read_bytes(), place.stat().st_mode & 0o777) == (b"new", mode)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs two users")
@pytest.mark.parametrize(
    "act",
    [
        check_writable,
        connect,
        lambda place: replace_file(place, b"new"),
        lambda place: Answers(place, VerdictLimits(1)),
    ],
)
@pytest.mark.parametrize("end", ["", "/file"])
def test_a_link_of_another_user_in_a_shared_folder_is_refused(tmp_path, act, end):
    own, shared = tmp_path / "own", tmp_path / "shared"
    for folder in (own, shared):
        folder.mkdir()
    link, target = shared / "link", own / "file"
    link.symlink_to(own if end else target)
    os.lchown(link, 65534, 65534)
    shared.chmod(0o1777)
    with pytest.raises((PermissionError, StoreError), match="a link of another user"):
        act(type(link)(f"{link}{end}"))
    assert not target.exists()
    os.lchown(link, 0, 0)
    replace_file(f"{link}{end}", b"new")
    assert target.read_bytes() == b"new"
