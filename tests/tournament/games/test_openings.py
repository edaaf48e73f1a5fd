import random

import pytest
from hypothesis import given, strategies
from public_data import SHARED, needs_public

from othello.cli.errors import UserError
from othello.game import Game
from othello.notation import board_text
from othello.openings import four_move_openings
from tournament.games.openings import (
    board_class,
    chosen_openings,
    class_numbers,
    is_board,
    opening_name,
    opening_of,
    random_openings,
    seed,
    start,
)

XOT = SHARED / "openings" / "xot-small.txt"
FFO = SHARED / "ffo" / "fforum-40-49.obf"


def random_line(seed, plies):
    """A game of so many random moves, or of fewer if it ends."""
    chance = random.Random(seed)
    game = Game()
    for _ in range(plies):
        if not game.over:
            game.play(chance.choice(game.legal()))
    return game


@pytest.mark.parametrize("seed", range(12))
def test_openings_of_any_length_lead_where_their_moves_lead(seed):
    game = random_line(seed, 4 * seed + 1)
    if game.over:
        game.undo()
    opening = opening_of(game.transcript(passes=True))
    assert start(opening) == game
    assert opening_name(opening) == game.transcript()
    board = opening_of(game.board())
    assert is_board(board)
    assert start(board).position == game.position
    assert board_class(board) == board_class(opening)


def test_four_moves_are_one_of_the_244_in_any_spelling():
    for opening in four_move_openings()[::40]:
        assert opening_of(opening.transcript.upper()) == opening.index
        assert start(opening.index).moves == opening.moves


def test_board_whose_mover_must_pass_passes():
    game = Game.from_board("OOOOOOOO" * 7 + "OOOOXXX- X")
    assert not game.black_to_move
    board = opening_of("oooooooo" * 7 + "oooo***. *")
    assert start(board).position == game.position


def naive_class(board):
    """The set of all boards that are images of this one, the side to move as X."""
    cells = {(place // 8, place % 8): disc for place, disc in enumerate(board[:64])}
    swap = {"X": "O", "O": "X", "-": "-"} if board[65] == "O" else {}
    images = set()
    for flip in (False, True):
        for turn in range(4):
            out = {}
            for (row, column), disc in cells.items():
                place = (row, 7 - column) if flip else (row, column)
                for _ in range(turn):
                    place = (place[1], 7 - place[0])
                out[place] = swap.get(disc, disc)
            images.add("".join(out[row, column] for row in range(8) for column in range(8)))
    return frozenset(images)


def test_classes_are_those_of_the_naive_symmetries():
    games = [random_line(seed, 3 + seed % 3) for seed in range(60)]
    names = [opening_of(game.transcript()) for game in games]
    numbers = class_numbers(names)
    naively = [naive_class(game.board()) for game in games]
    for first in range(len(games)):
        for second in range(first):
            same = naively[first] == naively[second]
            assert (numbers[first] == numbers[second]) == same
    assert len(set(numbers)) < len(numbers)


def test_files_have_transcripts_and_boards(tmp_path):
    path = tmp_path / "openings"
    game = Game.from_transcript("f5d6c3d3")
    board = board_text(game.position, True)
    path.write_text(
        f"% a comment\n\nf5 d6 C3 % note\n{board}; C4:+2; b5:-9\nf5d6c3\r\nf5d6c3d3 # a b\n# end\n"
    )
    openings = chosen_openings(str(path))
    assert openings == ("f5d6c3", board, opening_of("f5d6c3d3"))
    assert class_numbers(openings) == [0, 1, 1]


WON = "e6f4e3f6g5d6e7f5c5"
"""White is wiped out. Source: the shortest game that there is, nine moves."""


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("a1", "line 2: move 1: black cannot play a1"),
        ("f5d6c3z9", "line 2: 'z9' at character 7"),
        (WON, "line 2: the game is over"),
        ("X" * 64 + " O", "line 2: the game is over"),
        ("X-O X; d3:4", "line 2: the board ends before"),
        ("f5" * 600, "line 2: longer than 1000"),
        ("f5\udcff", r"line 2: '\\udcff' at character 3"),
        ("\0", "binary data"),
    ],
)
def test_bad_lines_are_named(tmp_path, line, complaint):
    path = tmp_path / "some.txt"
    path.write_text(f"f5d6\n{line}\n", encoding="utf-8", errors="surrogateescape")
    with pytest.raises(UserError, match=complaint) as caught:
        chosen_openings(str(path))
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_longer_random_openings_extend_shorter_ones():
    ten = random_openings(7, 10, seed=3)
    assert random_openings(7, 20, seed=3)[:10] == ten != random_openings(7, 10, seed=4)
    assert len(set(ten)) == 10
    assert all(len(start(opening).moves) == 7 for opening in ten)
    assert chosen_openings("random:plies=7,count=10,seed=3") == ten
    assert len(chosen_openings("random")) == 100


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0", "1 to 244 openings"),
        ("245", "1 to 244 openings"),
        ("a1d6c3d3", "move 1: black cannot play a1"),
        ("f5,z9", "'z9'"),
        ("f5d6c3z9", "'z9'"),
        ("", "no moves"),
        ("random:plies=0", "1 to 50 plies, not 0"),
        ("random:plies=51", "1 to 50 plies, not 51"),
        ("random:count=0", "1 or more random openings, not 0"),
        ("random:plies=1,count=5", "found 4 random openings of 1 plies, not 5"),
        ("random:depth=1", "expected some of random:plies=8,"),
        ("random:count=1,count=2", "expected some of"),
        ("random:plies=x", "expected some of"),
        ("no/such/file", "no/such/file: No such file"),
        ("typo.txt", "typo.txt: No such file"),
        ("/", "a folder or a device"),
    ],
)
def test_openings_that_are_none_are_refused_in_one_line(text, complaint):
    with pytest.raises(UserError, match=complaint) as caught:
        chosen_openings(text)
    assert "\n" not in str(caught.value)


@needs_public(XOT, FFO)
def test_public_lists_of_openings_are_read():
    xot = chosen_openings(str(XOT))
    assert len(xot) == 3623
    some = xot[::8]
    classes = {naive_class(start(opening).board()) for opening in some}
    assert len(set(class_numbers(some))) == len(classes)
    assert len(chosen_openings(str(FFO))) == 10


@given(strategies.integers(1, 243))
def test_a_number_of_openings_has_as_many_classes_as_can_be_and_extends_fewer(count):
    chosen = chosen_openings(str(count))
    assert list(chosen) == sorted(chosen)
    assert set(chosen) < set(chosen_openings(str(count + 1)))
    assert len(chosen) == count
    assert len({four_move_openings()[one].board_class for one in chosen}) == min(count, 60)


def test_classes_are_one_opening_of_each_class():
    every = {opening.board_class for opening in four_move_openings()}
    chosen = [four_move_openings()[one].board_class for one in chosen_openings("classes")]
    assert sorted(chosen) == sorted(every)


def test_openings_can_be_named():
    names = [opening_name(index) for index in (200, 7)]
    assert chosen_openings(",".join(names)) == (7, 200)


def test_seeds_depend_on_identity_alone():
    assert seed("a", 1) == seed("a", 1) != seed("a", 2)
    assert seed("a", "b") != seed("b", "a")
    assert seed("a|b", "c") == seed("a|b", "c")
    assert 0 <= seed() < 2**63
