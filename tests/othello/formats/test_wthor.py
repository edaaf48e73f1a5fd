import pytest
from hypothesis import given
from hypothesis import strategies as st
from public_data import WTHOR, needs_public
from refusals import at_most, one_line
from wthor_files import WthorGame, read_games, write_games, write_names

from othello.formats import FormatError, wthor
from othello.formats.wthor import Header
from othello.game import Game

PUBLIC = sorted(WTHOR.glob("*.wtb"))
HEADER = Header(20, 5, 10, 8, game_year=1977, depth=24)
GAMES = (
    WthorGame(0, 1, 2, 34, 41, (37, 43, 18, 19)),
    WthorGame(65535, 65535, 0, 64, 0, (37,)),
    WthorGame(3, 4, 5, 0, 64, ()),
)

squares = st.sampled_from([square for square in range(64) if square not in (27, 28, 35, 36)])
places = st.integers(0, 65535)
discs = st.integers(0, 64)
moves = st.lists(squares, max_size=60).map(tuple)
games = st.lists(st.builds(WthorGame, places, places, places, discs, discs, moves), max_size=4)
byte = st.integers(0, 255)
headers = st.builds(
    Header,
    century=byte,
    year=byte,
    month=byte,
    day=byte,
    games=places,
    names=places,
    game_year=places,
    board_size=st.sampled_from([0, 8]),
    kind=byte,
    depth=byte,
    reserved=byte,
)
latin = st.characters(codec="latin-1", exclude_characters="\0")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder that all examples of a property share."""
    return tmp_path_factory.mktemp("wthor")


@pytest.fixture
def file(tmp_path):
    """A file with the three games above."""
    path = tmp_path / "games.wtb"
    write_games(path, GAMES, HEADER)
    return path


def put(path, offset, *values):
    """Overwrite bytes of a file from `offset` on."""
    content = bytearray(path.read_bytes())
    content[offset : offset + len(values)] = bytes(values)
    path.write_bytes(content)


def check_error(read, path, message):
    """`read(path)` raises one line that names the file and says `message`."""
    with one_line(FormatError, message, f"{path}: "):
        read(path)


@given(games=games, header=headers)
def test_games_round_trip(folder, games, header):
    path = folder / "games.wtb"
    write_games(path, games, header)
    assert read_games(path) == (
        dict(enumerate(games, start=1)),
        header._replace(games=len(games)),
    )
    assert wthor.read_header(path).games == len(games)


@given(data=st.data(), header=headers)
@pytest.mark.parametrize(("suffix", "longest"), [(".jou", 19), (".trn", 25), (".JOU", 19)])
def test_names_round_trip(folder, suffix, longest, data, header):
    names = data.draw(st.lists(st.text(latin, max_size=longest), max_size=5))
    path = folder / f"names{suffix}"
    write_names(path, names, header)
    assert wthor.read_names(path) == names
    assert wthor.read_header(path) == header._replace(names=len(names))


@pytest.mark.parametrize(
    ("offset", "values", "message"),
    [
        (12, [10], "byte 12 says board size 10, not 8"),
        (4, [4], "220 bytes, but a header and the 4 records it counts make 288"),
        (4, [255, 255, 255, 255], "the 4294967295 records it counts"),
        (22, [65], "game 1: black_discs is 65, over 64"),
        (91, [200], "game 2: theoretical is 200, over 64"),
        (24, [19], "game 1, move 1: byte 19 is no square to play"),
        (25, [90], "game 1, move 2: byte 90 is no square to play"),
        (93, [44], "game 2, move 2: byte 44 is no square to play"),
        (30, [56], "game 1, move 7: byte 56 is after the game's end"),
        (160, [0, 56], "game 3, move 2: byte 56 is after the game's end"),
    ],
)
def test_a_wrong_byte_is_shown_where_it_is(file, offset, values, message):
    put(file, offset, *values)
    check_error(wthor.read_records, file, message)


def test_a_header_that_claims_too_much_costs_no_memory(file):
    put(file, 4, 255, 255, 255, 127)
    with at_most(1_000_000):
        check_error(read_games, file, "220 bytes")


@needs_public(WTHOR)
@pytest.mark.parametrize("path", PUBLIC, ids=lambda path: path.name)
def test_public_games_are_legal_and_end_as_they_say(path):
    games = list(read_games(path)[0].values())
    for played in (games[0], games[-1]):
        game = Game()
        game.play_all(played.moves)
        if game.over:
            assert game.result() == 2 * played.black_discs - 64


def test_valid_games_are_read_and_invalid_ones_reported(file):
    whole = read_games(file)
    put(file, 24, 19)
    put(file, 160, 0, 56)
    errors = []
    found = read_games(file, errors.append)
    assert found == ({2: whole[0][2]}, whole[1])
    assert [str(error) for error in errors] == [
        f"{file}: game 1, move 1: byte 19 is no square to play",
        f"{file}: game 3, move 2: byte 56 is after the game's end",
    ]
    with pytest.raises(FormatError):
        read_games(file)
