"""Games written by an ending, PGN or SGF."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import random_game

from othello.formats import FormatError, collection
from othello.formats.entry import Entry
from othello.game import Game
from othello.game_tree import GameTree


@st.composite
def entries(draw):
    """A game with names, a date, comments and side lines."""
    game, path = Game(), ()
    lines, comments = [], []
    for choice in draw(st.lists(st.integers(0, 63), max_size=40)):
        legal = game.legal()
        if not legal:
            break
        if choice % 7 == 0 and len(legal) > 1:
            lines.append((*path, legal[(choice + 1) % len(legal)]))
        game.play(legal[choice % len(legal)])
        path = (*path, legal[choice % len(legal)])
        if choice % 5 == 0:
            comments.append((path, draw(st.text("a]\\[;( )", min_size=1)).strip() or "]"))
    name = draw(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=9))
    tree = GameTree.of(game)
    for line in lines:
        tree = tree.with_line(line)
    tree = tree.with_comments(comments)
    return Entry(name.strip("?"), "Bert", "home", "2020", game.result(), tree)


@given(st.lists(entries(), min_size=1, max_size=3))
def test_written_games_are_read_alike(written):
    assert collection.read(collection.text_of(written, ".sgf")) == written
    again = collection.read(collection.text_of(written, ".pgn"))
    assert [(each.game(), each.black, each.result, each.date) for each in again] == [
        (each.game(), each.black, each.result, each.date) for each in written
    ]


@pytest.mark.parametrize("ending", collection.WRITABLE)
def test_a_start_and_a_thousand_games_are_written_and_read(ending, tmp_path):
    games = [Game.from_board(f"OX{'-' * 54}OX------ {side}") for side in "XO"]
    games = [] if ending == ".pgn" else games
    games += [random_game(seed, 8) for seed in range(1000)]
    path = tmp_path / f"games{ending}"
    collection.write_file(path, map(Entry.of, games))
    assert [entry.game() for entry in collection.read_file(path)] == games


def test_what_cannot_be_written_is_refused():
    with pytest.raises(FormatError, match=r"'.wtb' is not .pgn or .sgf"):
        collection.text_of([], ".wtb")
    for ending in collection.WRITABLE:
        with pytest.raises(FormatError, match="d800"):
            collection.text_of([Entry("Ann\ud800")], ending)


def test_the_results_of_sgf_are_as_the_standard_has_them():
    for result, written in ((12, "B+12"), (-3, "W+3"), (0, "0"), (None, "?")):
        assert f"RE[{written}]" in collection.text_of([Entry(result=result)], ".sgf")
