"""Games as a data frame say what the reader of files says of each."""

import math
import sys

import pytest

from othello.formats import collection
from othello.library.reading import games_frame
from othello.openings import opening_name

pytest.importorskip("pandas", reason="the extra pandas is not installed")

GAMES = """\
(;GM[Othello]PC[here]DT[2001-02-03]PB[Ann]PW[Bert]RE[+4.00]TY[8]BO[8 \
---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3];)
(;GM[Othello]PC[there]PB[Bert]PW[Cid]TY[8]BO[8 \
---------------------------O*------*O--------------------------- *]B[f5]W[f6];)
"""


def test_a_frame_says_what_the_files_say(tmp_path):
    (tmp_path / "games.ggf").write_text(GAMES)
    (tmp_path / "lines.txt").write_text("f5d6c3d3\n")
    entries = [
        entry
        for name in ("games.ggf", "lines.txt")
        for entry in collection.read_file(tmp_path / name)
    ]
    frame = games_frame(tmp_path)
    assert len(frame) == len(entries) == 3
    for row, entry in zip(frame.itertuples(), entries, strict=True):
        game = entry.game()
        assert (row.black, row.white, row.place) == (entry.black, entry.white, entry.place)
        assert (row.transcript, row.plies) == (game.transcript(), len(game.moves))
        assert row.opening == opening_name(game)
        assert row.year == (2001 if entry.date else 0)
        assert row.result == entry.result or (math.isnan(row.result) and entry.result is None)


def test_missing_file_raises_and_unreadable_game_is_reported(tmp_path):
    with pytest.raises(OSError):
        games_frame(tmp_path / "none")
    (tmp_path / "odd.ggf").write_text("(;GM[Othello")
    errors = []
    frame = games_frame(tmp_path, errors.append)
    assert len(frame) == 0 and len(errors) == 1
    assert {"black", "transcript"} <= set(frame)


def test_without_pandas_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="^a frame of games needs pandas: install the extra"):
        games_frame(tmp_path)
