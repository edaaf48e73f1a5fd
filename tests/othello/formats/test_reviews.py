"""Reviews of moves in JSON: written and read again, and what is refused."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from refusals import one_line

from othello.formats import annotated, collection, entry
from othello.formats.entry import Entry, Reviewed
from othello.formats.reading import FormatError
from othello.game import Game
from othello.game_tree import GameTree

LINE = (37, 43, 18, 19)
SCORES = st.integers(-6400, 6400)
REVIEWED = st.builds(
    Reviewed,
    st.integers(0, 60),
    SCORES,
    SCORES,
    st.lists(st.integers(0, 63), min_size=1, max_size=9).map(tuple),
    st.booleans(),
    st.just(()),
)


@given(st.lists(REVIEWED, min_size=4, max_size=4), st.sets(st.integers(1, 4)))
@settings(max_examples=40, deadline=None)
def test_written_data_round_trips(found, lengths):
    known = {LINE[:length]: found[length - 1] for length in lengths}
    game = Game()
    game.play_all(LINE)
    known = {path: each._replace(played_line=each.line[::-1]) for path, each in known.items()}
    kept = Entry(tree=GameTree.of(game), reviews=tuple(known.items()))
    assert dict(annotated.read(annotated.write(kept)).reviews) == known
    assert collection.read(annotated.write(kept)) == [kept]


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
    ],
)
def test_a_wrong_review_in_a_file_is_refused_in_a_line(content):
    with pytest.raises(ValueError, match=".+"):
        entry.review_of(content)
    kept = json.loads(annotated.write(Entry(tree=GameTree().with_line((37,)))))
    kept["moves"] = [{"move": "f5", "review": content}]
    with one_line(FormatError, ""):
        annotated.read(json.dumps(kept))
