"""PGN as other programs write it, and as it is written here."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import one_line
from samples import random_game

from othello.formats import FormatError, collection, pgn
from othello.formats.entry import Entry
from othello.game import Game
from othello.game_tree import GameTree
from othello.notation import square_name
from othello.position import PASS

GAMES = [random_game(seed) for seed in range(8)]
WIPED_OUT = Game.from_transcript("e6f4e3f6g5d6e7f5c5")
PASSING = next(game for game in GAMES if PASS in game.moves)


def numbered(game, passing):
    """The moves in pairs with their numbers; `passing` is the name of a pass."""
    names = [passing if move == PASS else square_name(move) for move in game.moves]
    words = [f"{ply // 2 + 1}. {name}" if ply % 2 == 0 else name for ply, name in enumerate(names)]
    return " ".join(words)


def discs(game):
    """The result as discs of black and of white, empties to the winner."""
    black = 32 + game.result() // 2
    return black, 64 - black


def playok(game, black="ann", white="bert"):
    """A game as PlayOK has it: the result in discs, lines of 80 characters."""
    result = "{}-{}".format(*discs(game))
    moves = textwrap.fill(f"{numbered(game, '--')} {result}", 80, break_on_hyphens=False)
    return (
        f'[Event "?"]\n[Site "PlayOK"]\n[Date "2020.05.05"]\n[Round "-"]\n[Black "{black}"]\n'
        f'[White "{white}"]\n[Result "{result}"]\n[Time "11:24:48"]\n[TimeControl "300"]\n'
        f'[BlackElo "1073"]\n[WhiteElo "1183"]\n\n{moves}\n\n'
    )


def edax(game, black="ann", white="bert"):
    """A game as Edax writes it: who won, and the discs in a comment; a blank before the moves."""
    sides = discs(game)
    winner = black if sides[0] > sides[1] else white
    result = "1/2-1/2" if sides[0] == sides[1] else "1-0" if winner == black else "0-1"
    end = "Draw 32-32" if result[1] == "/" else "{} wins {}-{}".format(winner, *sides)
    moves = textwrap.fill(numbered(game, "pass"), 78)
    return (
        f'[Event "?"]\n[Site "edax"]\n[Date "2020.5.5"]\n[Round "?"]\n[Black "{black}"]\n'
        f'[White "{white}"]\n[Result "{result}"]\n\n {moves}\n{{{end}}} {result}\n\n\n'
    )


def flyordie(game, black="ann", white="bert"):
    """A game as FlyOrDie has it: who won, and moves in pairs without passes."""
    result = edax(game, black, white).split()[-1]
    names = [square_name(move) for move in game.moves if move != PASS]
    pairs = [f"{ply // 2 + 1}. {' '.join(names[ply : ply + 2])}" for ply in range(0, len(names), 2)]
    return (
        f'[Event "?"]\n[Site "club"]\n[Date "2020.01.30"]\n[White "{white}"]\n[Black "{black}"]\n'
        f'[Result "{result}"]\n\n{textwrap.fill(" ".join(pairs), 80)} {result}\n\n'
    )


def standard(game, black="ann", white="bert"):
    """A game as the standard has it, with moves without blanks, a move number of white's, a NAG."""
    first, second, *_ = numbered(game, "--").split(" ")
    moves = numbered(game, "@@@@").replace(f"{first} {second}", f"{first}{second.upper()}! $1 1...")
    return (
        f'[Site "club"]\r\n[Date "2020.??.??"]\r\n[White "{white}"]\r\n[Black "{black}"]\r\n\r\n'
        f"% from elsewhere\r\n{moves} ; the end\r\n*\r\n"
    )


@pytest.mark.parametrize("write", [playok, edax, flyordie, standard])
def test_games_of_other_programs_are_read_whole(write, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("".join(write(game, f"ann {n}") for n, game in enumerate(GAMES)), newline="")
    entries = collection.read_file(path)
    assert [entry.game() for entry in entries] == GAMES
    assert [entry.result for entry in entries] == [game.result() for game in GAMES]
    assert [entry.black for entry in entries] == [f"ann {n}" for n in range(len(GAMES))]
    assert {entry.white for entry in entries} == {"bert"}
    assert {entry.date[:4] for entry in entries} == {"2020"}
    assert {entry.place for entry in entries} <= {"PlayOK", "edax", "club"}
    assert collection.read(path.read_text()) == entries


def test_moves_without_headings_are_a_game():
    text = f"{numbered(PASSING, '--')} {'{}-{}'.format(*discs(PASSING))}"
    for written in (text, textwrap.fill(text, 60), f"{text}\n{text}"):
        assert {entry.game().transcript() for entry in collection.read(written)} == {
            PASSING.transcript()
        }


@st.composite
def records(draw):
    """A game with some headings and comments."""
    game = Game()
    for choice in draw(st.lists(st.integers(0, 63), max_size=60)):
        if game.legal():
            game.play(game.legal()[choice % len(game.legal())])
    text = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=9)
    name = text.filter(lambda each: each != pgn.UNKNOWN)  # the standard's word for no name
    heading = draw(st.dictionaries(st.sampled_from(["black", "white", "place"]), name))
    words = st.text('ab{(;%[]) 1-0."', min_size=1, max_size=20)
    path = tuple(move for move in game.moves if move != PASS)
    comment = " ".join(draw(words).replace("}", ")").split())
    tree = GameTree.of(game).commented(path, comment)
    return Entry(result=game.result(), tree=tree, **heading)


@given(st.lists(records(), max_size=3))
def test_written_games_round_trip(written):
    again = pgn.read(pgn.write(written))
    assert again == written


@pytest.mark.parametrize(
    ("result", "moves", "expected"),
    [
        ("38-26", GAMES[0].moves, 12),
        ("33-0", GAMES[0].moves, 64),
        ("1-0", GAMES[0].moves, GAMES[0].result()),
        ("13-0", WIPED_OUT.moves, 64),
        ("0-13", WIPED_OUT.moves, -64),
        ("64-0", WIPED_OUT.moves, 64),
        ("1-0", WIPED_OUT.moves, 64),
        ("*", GAMES[0].moves, GAMES[0].result()),
        ("38-26", GAMES[0].moves[:9], 12),
        ("7-5", GAMES[0].moves[:8], None),
        ("1-0", GAMES[0].moves[:8], None),
        ("1/2-1/2", GAMES[0].moves[:8], 0),
        ("70-0", GAMES[0].moves[:8], None),
    ],
)
def test_a_result_is_a_disc_difference_or_unknown(result, moves, expected):
    game = Game()
    game.play_all(moves)
    (entry,) = collection.read(f'[Result "{result}"]\n{numbered(game, "--")}')
    assert entry.result == expected


HEAD = '[Black "Ann"]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{HEAD}\n1. f5\nd7 *", "x: line 4: white cannot play d7"),
        (f"{HEAD}1. e4 e5 2. Nf3", "x: line 2: black cannot play e4"),
        (f"{HEAD}1. f5 Nf6", "x: line 2: expected a move or a result, got 'Nf6'"),
        (f"{HEAD}1. f5 -- 2. d6", "x: line 2: white cannot play --"),
        (f"{HEAD}1. f5 * d6", "x: line 2: d6 behind the result"),
        (f"{HEAD}1. f5 d6) *", "x: line 2: a bracket that nothing opens"),
        ("1. f5 *\n*\n", "x: line 2: neither headings nor moves"),
        ('[FEN "8/8 b"]\n*', "x: line 1: a game with another start"),
        ('[Black "\x07"]\n*', "x: line 1: Black: '\\x07' holds control characters"),
        (f"{HEAD}{{{'x ' * 2**16}}}", "x: line 1: a game of more than 65536 characters"),
    ],
)
def test_invalid_game_is_rejected_with_one_line(text, message):
    with one_line(FormatError, "", message):
        collection.read(text, "x")


@pytest.mark.parametrize(
    ("part", "faults"),
    [
        ("; wrong { sign", 0),
        ("\n% a line {\n", 0),
        ("{ [Black (c) 1-0\n}", 0),
        ("{ no end", 1),
        ("{ no end\n\n; } {", 1),
        ("( no end", 1),
        ("}", 1),
    ],
)
def test_a_bad_comment_costs_no_other_game(part, faults):
    texts = [playok(game, f"ann {n}") for n, game in enumerate(GAMES)]
    texts[2] = texts[2].replace("\n1. ", f"\n{part}\n1. ", 1)
    errors = []
    entries = collection.read("".join(texts), "x", errors.append)
    assert [entry.game() for entry in entries] == GAMES[: 3 - faults] + GAMES[3:]
    assert [entry.black[:4] for entry in entries] == ["ann "] * len(entries)
    assert len(errors) == faults


@pytest.mark.parametrize("note", ["{note}", "{two\nlines}", ";; note {", "% note {"])
def test_notes_above_headings_are_comments(note):
    text = f'{note}\n{HEAD}{note}\n1. f5 *\n\n{note}\n\n{HEAD}[White "Bert"] 1. f5 d6 *'
    first, second = collection.read(f"\ufeff{text}\n{note}\n")
    assert (first.black, first.moves) == ("Ann", (37,))
    assert (second.white, second.moves) == ("Bert", (37, 43))


def test_headings_that_are_cut_off_cost_no_other_game():
    whole = playok(GAMES[0])
    cut = whole[: whole.index("[Time ")].replace("ann", "eve")
    for end in range(1, len(cut)):
        errors = []
        entries = collection.read(whole + cut[:end] + whole, "x", errors.append)
        assert [entry.black for entry in entries if entry.moves] == ["ann", "ann"]
        assert len(errors) == (cut[:end].strip()[-1] != "]")


def test_headings_without_moves_are_a_game_of_their_own():
    first, second = pgn.read(f'{HEAD}[White "Eve"]\n{HEAD}\n1. f5 *')
    assert (first.white, first.moves) == ("Eve", ()) and (second.white, second.moves) == ("", (37,))


def test_names_may_hold_quotes_that_nothing_escapes():
    (game,) = pgn.read('[Black "Ann "the" \\ one"]\n[White "B\\"\\\\"]\n\n1. f5 *')
    assert (game.black, game.white) == ('Ann "the" \\ one', 'B"\\')


def test_a_result_in_a_comment_ends_no_game():
    games = pgn.read("1. f5 d6 {1-0\n} 2. c3 ; not 1-0\n2... d3 {; now} *\n\n1. f5 f6 *\n")
    assert [game.game().transcript() for game in games] == ["f5d6c3d3", "f5f6"]


def test_variations_are_skipped_and_reported():
    text = f"{HEAD}\n1. f5 (1. d3 c3 (1... c5)) d6 (1... f4 {{no}}) 2. c3 {{so far}} *"
    (entry,) = collection.read(text)
    assert entry.game() == Game.from_transcript("f5d6c3")
    assert entry.tree.comments() == ((entry.moves, "so far"),)
    assert entry.faults == ("2 side lines left out",)
