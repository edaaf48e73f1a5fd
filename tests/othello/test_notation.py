import pytest
from hypothesis import given
from hypothesis import strategies as st
from public_data import SHARED
from strategies import positions

from othello import notation
from othello.notation import NotationError
from othello.position import PASS, START

FFO = SHARED / "ffo"
START_TEXT = "---------------------------OX------XO--------------------------- X"


def test_square_names_round_trip_in_either_case():
    for square in range(64):
        name = notation.square_name(square)
        assert notation.parse_square(name) == notation.parse_square(name.upper()) == square


@pytest.mark.parametrize("text", ["--", "pa", "PA", "pass", "Pass", "ps", "@@@@"])
def test_a_pass_has_several_spellings(text):
    assert notation.parse_move(text) == PASS


@pytest.mark.parametrize(
    "text",
    ["f5d6c3d3", "F5D6C3D3", "f5 d6\nc3\td3 ", "1. f5 d6 2. c3 d3", "1.f5 2.d6 3.c3 4.d3"],
)
def test_a_transcript_is_read_in_every_usual_form(text):
    assert notation.parse_transcript(text) == (37, 43, 18, 19)


def test_a_transcript_longer_than_any_game_is_refused_where_it_is_too_long():
    with pytest.raises(NotationError, match="^more than 128 moves"):
        notation.parse_transcript("f5" * 129 + "?")


def test_a_board_is_read_up_to_what_is_too_much():
    with pytest.raises(NotationError, match="^the board has more than 65"):
        notation.parse_board("X" * 66 + "?")


@given(st.lists(st.integers(PASS, 63), max_size=128))
def test_transcripts_round_trip(moves):
    assert list(notation.parse_transcript(notation.transcript_text(moves))) == moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5d6i9", "'i9' at character 5"),
        ("f5 d", "'d' at character 4"),
        ("f5d", "'d' at character 3"),
        ("f5;d6", "';d6' at character 3"),
        ("12 f5", "'12 f' at character 1"),
    ],
)
def test_a_wrong_transcript_is_shown_where_it_is_wrong(text, message):
    with pytest.raises(NotationError, match=f"^{message}"):
        notation.parse_transcript(text)


@given(position=positions(), black_to_move=st.booleans())
def test_boards_round_trip(position, black_to_move):
    text = notation.board_text(position, black_to_move)
    assert notation.parse_board(text) == (position, black_to_move)


@pytest.mark.parametrize("black", "Xx*")
@pytest.mark.parametrize("white", "Oo")
@pytest.mark.parametrize("empty", "-.")
def test_boards_are_read_in_every_usual_form(black, white, empty):
    signs = str.maketrans("XO-", black + white + empty)
    lines = [START_TEXT[index : index + 8] for index in range(0, 64, 8)]
    text = "\n".join(lines).translate(signs)
    assert notation.parse_board(f"{text}\n{black}\n") == (START, True)
    assert notation.parse_board(f"{text}{white}") == (START.passed(), False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "ends before the square a1"),
        (START_TEXT[:19], "ends before the square d3"),
        (START_TEXT[:64], "ends before the side to move"),
        (START_TEXT[:64] + " -", "the side to move"),
        (START_TEXT + "X", "more than 65"),
        (START_TEXT[:10] + "?" + START_TEXT[11:], r"'\?' at character 11"),
    ],
)
def test_a_wrong_board_is_shown_where_it_is_wrong(text, message):
    with pytest.raises(NotationError, match=message):
        notation.parse_board(text)
