"""Games as eOthello, Othello Quest and PowerShell give them, and games written by an ending."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import one_line
from samples import random_game

from othello.formats import FormatError, collection, online
from othello.formats.entry import Entry
from othello.formats.reading import raise_error
from othello.game import Game
from othello.game_tree import GameTree
from othello.notation import square_name
from othello.position import PASS

GAMES = [random_game(seed) for seed in range(6)]
PASSING = next(game for game in GAMES if PASS in game.moves)
EOTHELLO = "eOthello_game_id,winner,game_moves\n" + "".join(
    f"{number},{(game.result() > 0) - (game.result() < 0)},{game.transcript()}\n"
    for number, game in enumerate(GAMES)
)


def quest(game):
    """A game as Othello Quest's server gives it, with times and an entry of how it ended."""
    moves = [{"m": "-" if move == PASS else square_name(move), "t": 9} for move in game.moves]
    players = [{"id": "ann1", "name": "Ann"}, {"id": "bert2", "name": "Bert"}]
    content = {"id": "x", "created": "2024-05-06T07:08:09Z", "tcb": 300000, "players": players}
    return json.dumps({**content, "position": {"moves": [*moves, {"s": "SCORE:40-24"}]}})


@pytest.mark.parametrize("suffix", [".csv", ".txt"])
def test_games_of_eothello_are_read(suffix, tmp_path):
    path = tmp_path / f"games{suffix}"
    path.write_text(EOTHELLO)
    entries = collection.read_file(path)
    assert [entry.game() for entry in entries] == GAMES
    assert [entry.result for entry in entries] == [game.result() for game in GAMES]
    assert collection.read(EOTHELLO) == entries


@pytest.mark.parametrize(
    ("text", "black", "start"),
    [
        ('black,moves,white\n"Ann, B.","F5 D6 C3",Bert\n', "Ann, B.", ""),
        ("1;x,f5d6c3d3,\n\n2,f5d6c3d3c4\n", "", ""),
        (f"transcript,opening,black\nc1,{'XO' + '-' * 62} X,Ann\n", "Ann", f"XO{'-' * 62} X"),
    ],
)
def test_columns_are_known_by_their_names_or_by_moves(text, black, start):
    entry = collection.read(text)[0]
    assert entry.black == black
    assert entry.tree.start == (Game.from_board(start) if start else Game()).position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2\n", "x.csv: line 1: no column of moves"),
        ("f5d6c3d3,f5d6c3d3\n", "x.csv: line 1: no column of moves"),
        ("id,moves\n1,f5f5\n", "x.csv: line 2: move 2: white cannot play f5"),
        ("id,moves\n\n1\n", "x.csv: line 3: 1 columns, but moves stand in column 2"),
        (f'"{" " * 10**5}x",b\n', "x.csv: line 4: no column of moves"),
        (f'id,moves\n"{"x" * 10**6}', "x.csv: line 6: field larger than"),
    ],
)
def test_a_bad_row_is_named(text, message):
    with one_line(FormatError, "", message):
        list(online.read_csv(io.StringIO(text, newline=None), "x.csv", raise_error))


def test_a_game_of_othello_quest_is_read():
    (entry,) = collection.read(quest(PASSING))
    assert entry.game() == PASSING and entry.result == PASSING.result()
    assert (entry.black, entry.white, entry.date[:10]) == ("Ann", "Bert", "2024-05-06")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"players": []}, "x: JSON without a game"),
        ({"position": {"moves": [{"m": 5}]}}, "x: '5' is not a square"),
        ({"position": {"moves": [{"m": "a1"}]}}, "x: move 1: black cannot play a1"),
    ],
)
def test_json_without_a_game_is_refused(content, message):
    with one_line(FormatError, "", message):
        collection.read(json.dumps(content), "x")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text", ["f5d6c3\n", "(;GM[2]PB[J\xfcrgen];B[f5];W[d6];B[c3])", EOTHELLO, "1. f5 d6 2. c3 *\n"]
)
def test_a_file_in_utf_16_is_read_as_one_in_utf_8(encoding, text, tmp_path):
    plain, wide = tmp_path / "plain.txt", tmp_path / "wide.txt"
    plain.write_text(text, "utf-8")
    wide.write_bytes("\ufeff".encode(encoding) + text.replace("\n", "\r\n").encode(encoding))
    assert collection.read_file(wide) == collection.read_file(plain)


def test_a_broken_file_in_utf_16_is_refused(tmp_path):
    path = tmp_path / "games.txt"
    path.write_bytes(b"\xff\xfef\x00\x00\xd8z")
    with pytest.raises(FormatError):
        collection.read_file(path)


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
