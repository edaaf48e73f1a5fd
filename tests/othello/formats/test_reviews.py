"""What moves were worth in GGF and JSON: written and read again, and what is refused."""

import csv
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import one_line

from othello.formats import annotated, collection, entry, ggf, ggf_notes
from othello.formats.entry import Entry, ExportedMove, Reviewed
from othello.formats.ggf_text import Tag
from othello.formats.reading import FormatError
from othello.game import Game
from othello.game_tree import GameTree

LINE = (37, 43, 18, 19)
SCORES = st.integers(-6400, 6400)
DISCS = st.integers(-64, 64).map(lambda discs: 100 * discs)
RANGES = st.one_of(st.just(entry.WHOLE), st.tuples(DISCS, DISCS).map(sorted).map(tuple))
REVIEWED = st.builds(
    Reviewed,
    st.integers(0, 60),
    SCORES,
    SCORES,
    st.lists(st.integers(0, 63), min_size=1, max_size=9).map(tuple),
    st.booleans(),
    RANGES,
    RANGES,
    st.just(()),
)


@given(st.lists(REVIEWED, min_size=4, max_size=4), st.sets(st.integers(1, 4)))
@settings(max_examples=40, deadline=None)
def test_what_is_written_is_read_again(found, lengths):
    known = {LINE[:length]: found[length - 1] for length in lengths}
    game = Game()
    game.play_all(LINE)
    tags = ggf_notes.with_notes(ggf.from_game(game).tags, GameTree(), tuple(known.items()))
    (record,) = ggf.read(ggf.write([ggf.GgfGame(tags)]))
    assert dict(ggf_notes.reviews(record.tags)) == {
        path: each._replace(range=entry.WHOLE, best_range=entry.WHOLE)
        for path, each in known.items()
    }
    assert record.game() == game
    for move, length in zip(record.moves, range(1, 5), strict=True):
        path = LINE[:length]
        assert move.value == (known[path].score / 100 if path in known else None)

    known = {path: each._replace(played_line=each.line[::-1]) for path, each in known.items()}
    kept = Entry(tree=GameTree.of(game), reviews=tuple(known.items()))
    assert dict(annotated.read(annotated.write(kept)).reviews) == known
    assert collection.read(annotated.write(kept)) == [kept]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f5", "f5/-1.50"),
        ("f5/0.5", "f5/-1.50"),
        ("f5/0.5/12.30", "f5/-1.50/12.30"),
        ("F5//3", "F5/-1.50/3"),
    ],
)
def test_a_review_takes_the_place_of_the_value_and_leaves_the_time(text, expected):
    known = (((37,), Reviewed(4, -150, 50, (37,), False)),)
    tags = ggf_notes.with_notes([Tag("B", text)], GameTree(), known)
    assert tags == (Tag("B", expected), Tag("RV", "4 0.50 f5"))


RIGHT = {"depth": 4, "value": 1, "best_value": 1, "line": "c4", "proven": True}


@pytest.mark.parametrize(
    "content",
    [
        None,
        [],
        {},
        {**RIGHT, "value": 65},
        {**RIGHT, "value": "1"},
        {**RIGHT, "best_value": float("nan")},
        {**RIGHT, "depth": 4.5},
        *({**RIGHT, "line": wrong} for wrong in ("", " ", "1. ", "--", "c4x")),
        {**RIGHT, "proven": 1},
        {**RIGHT, "played_line": 4},
        *({**RIGHT, "range": each} for each in ([1, 0], [0, 65], [0], 4, [0, 1.5], [False, 4])),
    ],
)
def test_a_wrong_review_in_a_file_is_refused_in_a_line(content):
    with pytest.raises(ValueError, match=".+"):
        entry.review_of(content)
    kept = json.loads(annotated.write(Entry(tree=GameTree().with_line((37,)))))
    kept["moves"] = [{"move": "f5", "review": content}]
    with one_line(FormatError, ""):
        annotated.read(json.dumps(kept))


def test_an_export_says_the_loss_and_leaves_empty_what_is_not_known():
    rows = [
        ExportedMove(True, 37, None),
        ExportedMove(False, 43, Reviewed(12, -150, 50, (45, -1, 19), False)),
    ]
    first, second = csv.DictReader(entry.csv_text(rows).splitlines())
    assert list(first) == list(entry.FIELDS)
    assert (first["ply"], first["side"], first["move"], first["loss"]) == ("1", "black", "f5", "")
    assert second["loss"] == "2.0" and second["best"] == "f6" and second["best_line"] == "f6d3"
    assert second["proven"] == "false"
    one, two = json.loads(entry.json_text(rows))
    assert one["value"] is None and two["value"] == -1.5 and two["proven"] is False
