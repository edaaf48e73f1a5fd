"""SGF with games of Othello: their lines and comments, in either way to name a square."""

import pytest
from refusals import at_most, one_line
from samples import random_game, sgf_text

from othello.formats import FormatError, collection, sgf
from othello.formats.reading import raise_error
from othello.game import Game
from othello.position import PASS

HEAD = "(;FF[4]GM[2]SZ[8]"
ESCAPED = r"\\"


NAMES = {
    "square": lambda move: f"{'abcdefgh'[move % 8]}{move // 8 + 1}",
    "letters": lambda move: "abcdefgh"[move % 8] + "abcdefgh"[move // 8],
}


@pytest.mark.parametrize("passes", ["", "pass", "tt", "PA", None])
@pytest.mark.parametrize("names", NAMES)
def test_games_with_passes_round_trip(names, passes):
    passed = 0
    for seed in range(6):
        game = random_game(seed)
        passed += PASS in game.moves
        (read,) = sgf.read(sgf_text(game, passes, NAMES[names]))
        assert read.game() == game
    assert passed > 2


def test_the_first_variation_is_the_game_and_a_text_may_hold_several():
    line = ";B[f5](;W[d6]C[so (;W[f4\\]) it is];B[c3](;W[d3])(;W[b3]))(;W[f4])"
    text = f"(;GM[2]PB[Ann \\[1\\]]\n{line})"
    first, second = sgf.read(f"{text}\n{HEAD};B[c4])")
    assert (first.game().transcript(), first.black) == ("f5d6c3d3", "Ann [1]")
    assert second.game().transcript() == "c4"
    assert second.black == ""


def test_a_board_may_be_set_up():
    text = f"{HEAD}AB[a1][b1][c1]AW[d1][e1]PL[W]"
    board = f"XXXOO{'-' * 59} O"
    assert sgf.read(f"{text})")[0].game() == Game.from_board(board)
    letters = f"{HEAD}AB[aa][ba][ca]AW[da][ea]PL[W]"
    assert sgf.read(f"{letters})")[0].game() == Game.from_board(board)
    usual = f"{HEAD}AB[e4][d5][a1]AW[d4][e5]AE[a1];B[f5])"
    assert sgf.read(usual)[0].game().transcript() == "f5"
    assert sgf.read(f"{HEAD};B[f5];PL[W];W[d6])")[0].game() == Game.from_transcript("f5d6")
    white_first = sgf.read(f"{HEAD}AB[d4][e5]AW[e4][d5];W[f5];B[f4])")[0].game()
    assert (white_first.black_starts, white_first.transcript()) == (False, "f5f4")
    rectangles = sgf.read(f"{HEAD}AB[e3:f4]AW[cd:de]AE[a1:h1])")[0].game()
    one_by_one = sgf.read(f"{HEAD}AB[e3][f3][e4][f4]AW[c4][d4][c5][d5])")[0].game()
    assert rectangles == one_by_one


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[1]SZ[8];B[aa])", "x: line 1: GM[1] is not Othello, which is GM[2]"),
        ("(;FF[4];B[aa])", "x: line 1: GM[] is not Othello"),
        ("(;GM[2]SZ[10])", "x: line 1: SZ[10]: a board that has not 8 by 8 squares"),
        (f"From: Ann\n{HEAD};B[f5]\n;W[a1])", "x: line 3: white cannot play a1"),
        (f"{HEAD};W[f5])", "x: line 1: W[f5] is out of turn"),
        (f"{HEAD};B[pass])", "x: line 1: B[pass] is out of turn"),
        (f"{HEAD};B[i9])", "x: line 1: 'i9' is not a square"),
        (f"{HEAD};B[f5", "x: line 1: unexpected character 'B'"),
        (f"{HEAD};B[f5]", "x: line 1: the text ends within a game"),
        ("GM[2]", "x: line 1: something before the ( of a game"),
        (f"{HEAD}AB[a1]AW[a1])", "x: line 1: a1 holds discs of both sides"),
        (f"{HEAD}AB[]AW[a1])", "x: line 1: '' is not a square"),
        (f"{HEAD}AB[a1:])", "x: line 1: 'a1:' is not a square"),
        (f"{HEAD})", "x: line 1: neither names nor moves"),
        (f"{HEAD};B[f5]);W[f6])", "x: line 1: something before the ( of a game"),
        (f"{HEAD}AB[a1]\nPL[])", "x: line 2: PL: expected B or W, got ''"),
        (f"{HEAD}\nPL[z];B[f5])", "x: line 2: PL: expected B or W, got 'z'"),
        (f"{HEAD}\nAB[a1]\nAW[b9])", "x: line 3: 'b9' is not a square"),
        (f"{HEAD};B[f5]\n;AE[f5])", "x: line 2: AE sets up discs after a move"),
    ],
)
def test_non_othello_game_is_rejected_with_one_line(text, message):
    with one_line(FormatError, "", message):
        sgf.read(text, "x")


def path(moves):
    return tuple(Game.from_transcript(moves).moves)


def test_variations_are_side_lines_and_comments_stand_with_their_moves():
    text = (
        f"{HEAD}C[the start](;B[f5]C[only one](;W[d6];B[c3]C[usual](;W[d3])(;W[f3];B[c5]))"
        "(;W[f4]C[rare];B[e3]))(;C[turned]C[the start];B[d3]))"
    )
    (game,) = sgf.read(text)
    assert game.faults == ()
    lines = "f5d6c3d3", "f5d6c3f3c5", "f5f4e3", "d3"
    assert game.tree.lines() == tuple(map(path, lines))
    assert dict(game.tree.comments()) == {
        (): "the start turned",
        path("f5"): "only one",
        path("f5d6c3"): "usual",
        path("f5f4"): "rare",
    }


@pytest.mark.parametrize("node", [";C[{}]", ";C[{}];B[f5];W[d6];B[zz]"])
def test_the_work_for_side_lines_within_each_other_grows_as_the_text_does(node, monkeypatch):
    levels, played, play = 1500, [], Game.play
    monkeypatch.setattr(Game, "play", lambda *asked: played.append(1) or play(*asked))
    text = "".join(f"({node.format(level)}(;)" for level in range(levels))
    (game,) = sgf.read(f"{HEAD}(;B[d3];W[c3]){text}{')' * (levels + 1)}")
    assert len(played) < 4 * levels  # 81 s for 21 kB where each line was played by itself
    assert len(game.faults) == ("zz" in node) * levels


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{HEAD}AB{'[aa]' * 3 * 10**5})", "unexpected character '['"),
        (f"{HEAD}C[{ESCAPED * 10**6}])", "unexpected character 'C'"),
        (" " * (2**24 + 1), "more than 16777216 characters"),
        (f"{HEAD})" * 10**5, "3,000 of its first 3,000 parts hold no game"),
    ],
    ids=["values", "escaped", "long", "empty"],
)
def test_a_text_that_takes_too_much_memory_is_refused(text, said):
    with at_most(5e7), one_line(FormatError, said):
        sgf.read(text, on_error=str if "parts" in said else raise_error)


def test_a_game_of_too_many_parts_is_refused():
    with one_line(FormatError, "a game of more than 65536 properties and brackets"):
        sgf.read(f"{HEAD}{'(;B[f5])' * 22_000})")


def test_a_long_value_is_quoted_in_a_line():
    with pytest.raises(FormatError) as caught:
        sgf.read(f"{HEAD};B[{'x' * 10**6}])")
    assert len(str(caught.value)) < 200


def test_illegal_move_truncates_a_variation():
    text = f"{HEAD};B[f5](;W[d6])(;W[f4]\n;B[a1];W[c3])(;B[f6])(;W[f6]))"
    (entry,) = collection.read(text)
    assert entry.tree.lines() == (path("f5d6"), path("f5f4"), path("f5f6"))
    assert entry.faults == (
        "side line 1: line 2: black cannot play a1: it flips nothing",
        "side line 2: line 2: B[f6] is out of turn",
    )


@pytest.mark.parametrize(
    "bad",
    [
        f"{HEAD};B[f5]C[(;FF[4\\] or ] so (see)];W[f6](;B[e6]))",
        f"{HEAD};B[f5](;W[f6])(;W[d6])",
        f"{HEAD};B[f5]C[open)",
        f"{HEAD[2:]};B[f5](;W[f6])(;W[d6]))",
        f"{HEAD};B[\ud800])",
        "",
    ],
    ids=["bracket in a comment", "no end", "open value", "no beginning", "surrogate", "note"],
)
def test_a_bad_game_and_notes_cost_no_other_game(bad):
    good, errors = f"{HEAD};B[f5]C[(;FF[4\\]GM[2\\])];W[d6])", []
    text = f"From: Ann\n{good}\nnote (so)\n{bad}\n{good} note\n{good}"
    entries = sgf.read(text, "x", errors.append)
    assert [entry.moves for entry in entries] == [path("f5d6")] * 3
    assert [str(error).split(": ")[1] for error in errors] == ["line 4"] * (bad != "")


def test_line_ends_join_text_or_are_blanks_in_names():
    text = "(;GM[2]PB[Ann\nof\r\nOz]PW[Be\\\nrt];B[f5]C[so \\\r\nfar\ngood])"
    (entry,) = sgf.read(text)
    assert (entry.black, entry.white) == ("Ann of Oz", "Bert")
    assert entry.tree.comments() == ((path("f5"), "so far good"),)
    assert '[Black "Ann of Oz"]' in collection.text_of([entry], ".pgn")


def test_a_pass_behind_the_end_is_read():
    game = Game.from_transcript("e6f4e3f6g5d6e7f5c5")  # black has all discs
    for name in ("", "tt", "pass"):
        for side in "BW":
            text = sgf_text(game).removesuffix(")")
            assert sgf.read(f"{text};{side}[{name}])")[0].game() == game


def test_readable_games_are_read_and_the_rest_reported():
    good, bad = f"{HEAD};B[f5])", f"{HEAD};B[a1])"
    errors = []
    entries = collection.read(f"{good}\n{bad}\n(;GM[1])\n{good}\n(;GM[2]", "x", errors.append)
    assert [entry.moves for entry in entries] == [(37,), (37,)]
    assert [str(error) for error in errors] == [
        "x: line 2: black cannot play a1: it flips nothing",
        "x: line 3: GM[1] is not Othello, which is GM[2]",
        "x: line 5: the text ends within a game",
    ]
    with pytest.raises(FormatError):
        sgf.read(f"{good}{bad}")
