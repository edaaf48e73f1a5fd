import os

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from public_data import SHARED, needs_public
from refusals import one_line
from wthor_files import WthorGame, write_games, write_names

from othello.formats import FormatError, annotated, collection, ggf, obf, reading, wthor
from othello.formats.entry import Entry
from othello.formats.wthor import Header
from othello.game import Game
from othello.game_tree import GameTree

GAME = Game.from_transcript("f5d6c3d3c4")
LATER = Entry(tree=GameTree(GAME.position, False))
HEADER = Header(20, 5, 10, 8, game_year=1977)
PASSING = f"OX{'-' * 62} X"
GGF = ggf.write([ggf.from_game(GAME, {"PB": "Ann", "PW": "Bert", "PC": "home", "DT": "2003"})])


@pytest.fixture
def file(tmp_path):
    """A WTHOR file of two games, the second against the rules."""
    path = tmp_path / "games.wtb"
    games = [WthorGame(1, 0, 2, 34, 30, (37, 43)), WthorGame(0, 1, 1, 0, 0, (0,))]
    write_games(path, games, HEADER)
    return path


def test_wthor_games_are_named_by_neighbouring_files(file):
    write_names(file.with_name("X.JOU"), ["Ann", "Eve", "Bert"], HEADER)
    write_names(file.with_name("x.trn"), ["???", "Open"], HEADER)
    errors = []
    (game,) = collection.read_file(file, errors.append)
    tree = GameTree().with_line((37, 43))
    assert game == Entry("Ann", "Bert", "Open", "1977", 4, tree, number=1)
    (error,) = errors
    assert f"{file}: game 2: move 1: black cannot play a1" in str(error)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (GGF, [Entry.of(GAME, "Ann", "Bert", place="home", date="2003")]),
        ("f5d6c3d3c4", [Entry.of(GAME)]),
        ("\n 1. F5 d6\n 2. c3 d3\n 3. c4", [Entry.of(GAME)]),
        ("f5d6c3\n\nf5d6c3d3c4\n", [Entry.of(Game.from_transcript("f5d6c3")), Entry.of(GAME)]),
        (f"f5d6c3\n{' ' * 5000}\nf5d6c3d3c4\n", [Entry.of(Game.from_transcript("f5d6c3")),
         Entry.of(GAME)]),
        (f"f5d6c3\nd3c4{' ' * 5000}", [Entry.of(GAME)]),
        (Game().board(), [Entry()]),
        (f"\n{GAME.board()[:40]}\n{GAME.board()[40:]}\n", [LATER]),
        (f"% a\n{GAME.board()}; % b\n", [LATER._replace(place="b")]),
        (f"{Game().board()}\n{Game().board()}\n", [Entry()] * 2),
        ("\n(;FF[4]EV[Open (Paris)]PB[Ann \\[(;\\]]GM[2]SZ[8];B[f5])",
         [Entry.of(Game.from_transcript("f5"), "Ann [(;]")]),
    ],
)  # fmt: skip
def test_format_is_detected_from_content(tmp_path, text, expected):
    path = tmp_path / "dropped.txt"
    path.write_text(text, "utf-8")
    assert collection.read(text) == collection.read_file(path) == expected


SIGNS = 'f5d6c3X-O*(; \n%[]BWGMAP2o8/1.\0é{}"\\@l'


@pytest.mark.parametrize("suffix", [".ggf", ".obf", ".GGF", ".txt", ".wtb", ".jou", ".pgn", ".sgf"])
@settings(max_examples=60)
@given(content=st.binary(max_size=80) | st.text(SIGNS, max_size=90).map(str.encode))
@example(content=b"(;GM[2]B[\\")
@example(content=b"(;GM[2];B[]AB[]AW[])")
@example(content=b"")
@example(content=GGF.encode()[:-8])
@example(content=GGF.encode() + b"\xff(;")
@example(content=f"{Game().board()}; A1:+2;".encode())
@example(content=b"X" * 5000)
@example(content=b"f5d6" * 2000)
def test_random_file_is_read_or_rejected(tmp_path_factory, suffix, content):
    path = tmp_path_factory.getbasetemp() / suffix / f"any{suffix}"  # alone: WTHOR reads neighbours
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    try:
        assert collection.read_file(path)
    except FormatError as error:
        assert str(error).startswith(f"{path}: ") and "\n" not in str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (" \n", "clip: no game or position in it"),
        ("% nothing\n", "clip: no game or position in it"),
        ("f5d6\nf5f5", "clip: line 2: move 2: white cannot play f5: the square is occupied"),
        ("Ann, Bert\n1. f5 d6\n2. c3", "clip: line 3: continues moves of a line above"),
        ("hello", "clip: line 1: 'hello' is neither a board nor moves such as f5d6c3"),
        (
            '{"format": "othello game" "x"}',
            "clip: a game in JSON, as in .othello files, has a fault",
        ),
        ("{note", "clip: line 1: '{note' is neither a board nor moves such as f5d6c3"),
        ("--------\n" * 3, "clip: the board ends before the square a4"),
        (f"{Game().board()}{' ' * 5000}--", "clip: the board has more than 65"),
        (f"{PASSING}; C1:+4; A2:+1;", "clip: line 1: c1 is not a legal move"),
        ("(;GM[Chess]BO[8];)", "clip: line 1, character 3: GM[Chess]: a game of 'Chess'"),
    ],
)
def test_a_text_that_means_nothing_is_refused(text, message):
    with one_line(FormatError, "", message):
        collection.read(text, "clip")


READERS = {
    ".txt": collection.read_file,
    ".ggf": collection.read_file,
    ".obf": obf.read_problems,
    ".wtb": wthor.read_records,
    ".jou": wthor.read_names,
}


@pytest.mark.parametrize("suffix", READERS)
def test_a_folder_a_pipe_and_a_missing_file_are_refused(tmp_path, suffix):
    folder, pipe, missing = (tmp_path / f"{name}{suffix}" for name in ("folder", "pipe", "none"))
    with pytest.raises(FileNotFoundError):
        READERS[suffix](missing)
    folder.mkdir()
    odd = [folder]
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
        odd.append(pipe)
    for path in odd:
        with pytest.raises(FormatError) as caught:
            READERS[suffix](path)
        assert str(caught.value) == f"{path}: not a file but a folder or a device"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (GGF.encode("utf-16"), "text in UTF-16; save it in UTF-8"),
        (GGF.encode("utf-16-le"), "binary data, not a text of games"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary data, not a text of games"),
    ],
)
@pytest.mark.parametrize("suffix", [".pgn", ".sgf", ".ggf", ".obf", ".othello", ".txt", ""])
def test_binary_and_utf_16_files_are_named_as_such(tmp_path, suffix, content, said):
    path = tmp_path / f"games{suffix}"
    path.write_bytes(content)
    with one_line(FormatError, said, f"{path}: "):
        collection.read_file(path)


@pytest.mark.parametrize(
    "text", [GGF, GAME.transcript(), GAME.board(), annotated.write(LATER), f"{GAME.board()}; % x"]
)
def test_one_byte_order_mark_is_ignored(tmp_path, text):
    path = tmp_path / "games.txt"
    path.write_text(text, "utf-8-sig")
    assert collection.read("\ufeff" + text) == collection.read_file(path) == collection.read(text)
    with pytest.raises(FormatError):
        collection.read("\ufeff\ufeff" + text)


def test_unreadable_file_among_others_is_reported(tmp_path):
    there, missing = tmp_path / "game.txt", tmp_path / "none.txt"
    there.write_text("f5")
    errors = []
    found = reading.read_files([missing, there], collection.read_file, errors.append)
    assert list(found) == [(there, [Entry(tree=GameTree().with_line((37,)))])]
    assert [str(error) for error in errors] == [f"{missing}: No such file or directory"]


SGF = "(;FF[4]{}GM[2]PB[{}];B[f5])"


@pytest.mark.parametrize(
    ("suffix", "text", "place"),
    [
        (".obf", f"{GAME.board()}; % J\xfcrgen\n", "line 1: "),
        (".othello", '{"black": "J\xfcrgen"}', ""),
    ],
)
def test_a_byte_that_is_not_utf_8_is_shown(tmp_path, suffix, text, place):
    path = tmp_path / f"games{suffix}"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(FormatError, match=f": {place}byte 252, which is not UTF-8"):
        collection.read_file(path)


@pytest.mark.parametrize(
    ("text", "charset", "name"),
    [
        (GGF.replace("Ann", "J\xfcrgen"), "latin-1", "J\xfcrgen"),
        (GGF.replace("Ann", "J\xfcrgen"), "utf-8", "J\xfcrgen"),
        (SGF.format("", "J\xfcrgen"), "latin-1", "J\xfcrgen"),
        (SGF.format("", "\u8868"), "utf-8", "\u8868"),
    ],
)
@pytest.mark.parametrize("suffix", [".txt", ""])
def test_names_that_are_not_utf_8_are_latin_1(tmp_path, suffix, text, charset, name):
    path = tmp_path / f"games{suffix}"
    path.write_bytes(text.encode(charset))
    assert [entry.black for entry in collection.read_file(path)] == [name]


@pytest.mark.parametrize(
    "text",
    [
        SGF.format("", "a\ud800b"),
        annotated.write(Entry("a\ud800b")),
        annotated.write(Entry("a?b")).replace("?", "\\ud800"),
        annotated.write(Entry(tree=GameTree(comment="\udfff"))),
    ],
)
def test_half_of_a_sign_is_refused(text):
    with pytest.raises(FormatError, match=r"^clip: (line 1: )?'\\ud[8f].*$"):
        collection.read(text, "clip")


@needs_public()
def test_public_files_give_all_their_games():
    for name, count in [
        ("games/TestGames.ggf", 12),
        ("ffo/fforum-20-39.obf", 20),
        ("openings/xot-small.txt", 3623),
        ("wthor/WTH_1977.wtb", 12),
    ]:
        assert len(collection.read_file(SHARED / name)) == count
    last = collection.read_file(SHARED / "wthor" / "WTH_1977.wtb")[0]
    assert (last.black, last.white, last.place) == (
        *("Inoue Hiroshi", "Heiberg Thomas", "World Championship"),
    )
    assert last.game().result() == last.result == 4


def test_the_files_below_a_folder_are_those_that_can_be_read(tmp_path):
    names = ["b.sgf", "a.GGF", ".c.ggf", "d.pdf", "e/f.obf", ".g/h.ggf"]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    assert collection.files_named(str(tmp_path)) == [
        tmp_path / name for name in ("a.GGF", "b.sgf", "e/f.obf")
    ]
    assert list(collection.files_below(tmp_path, reading.GAMES)) == [
        tmp_path / name for name in ("a.GGF", "b.sgf")
    ]
    with pytest.raises(FormatError, match="'nofile' is neither a file, a board nor moves"):
        collection.files_named("nofile")
    with pytest.raises(FormatError, match="no file in it that ends in"):
        (tmp_path / "empty").mkdir()
        collection.files_named(str(tmp_path / "empty"))
