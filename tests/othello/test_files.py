"""Files that are replaced whole."""

import pytest

from othello.files import replace_file


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
