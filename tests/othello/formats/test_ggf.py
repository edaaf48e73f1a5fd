import pytest
from hypothesis import given
from hypothesis import strategies as st
from public_data import SHARED, needs_public
from refusals import one_line

from othello.formats import FormatError, collection, ggf
from othello.formats.ggf import LONGEST_GAME, GgfGame, Tag
from othello.game import Game
from othello.notation import square_name
from othello.position import PASS

PUBLIC = SHARED / "games" / "TestGames.ggf"

START = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
ROWS = "*O------ -------- -------- -------- -------- -------- -------- *O------"
PASSING = f"BO[8 {ROWS} *]"
USUAL = f"(;GM[Othello]PB[Ann]PW[Bert]RE[+2.000:t]{START}B[F5/0.48/2.5]W[d6//0.01]B[c3];)"
SYNCHRO = (
    f"(;GM[Othello]TY[s8r4]RE[-64.00]{PASSING}B[c1/-1/2]W[pass//3.00]B[c8];)"
    f"(;GM[Othello]TY[s8r4]RE[?]CO[nice ;)]{PASSING}B[c8]B[C1];)"
)
KOMI = f"(;GM[Othello]TY[8k]KB[d3/2.0/5]KW[c4/-1/4]KM[1.5]RE[+0.500]{START}B[d3]W[c5];)"
TEXT = f"1 {USUAL}\n2 {SYNCHRO}\n{KOMI}\n"


@st.composite
def played_games(draw):
    """A game of some legal moves from the start."""
    game = Game()
    for choice in draw(st.lists(st.integers(0, 63), max_size=60)):
        if game.legal():
            game.play(game.legal()[choice % len(game.legal())])
    return game


def test_games_are_written_as_they_were_read():
    games = ggf.read(TEXT)
    assert ggf.write(
        games
    ) == f"1 {USUAL}\n1 {SYNCHRO.replace(';)(;', ';)|1 (;')}\n1 {KOMI}\n".replace("|", "\n")


def test_game_has_its_tags_and_moves():
    game = ggf.read(TEXT)[0]
    assert [game.text(name) for name in ("PB", "PW", "PC", "DT")] == ["Ann", "Bert", "", ""]
    assert (game.result, game.text("TI")) == (2, "")
    assert game.game() == Game.from_transcript("f5d6c3")


def test_a_pass_is_there_whether_it_is_written_or_not():
    _, written, left_out, _ = ggf.read(TEXT)
    assert written.game().moves == (2, PASS, 58)
    assert left_out.game().moves == (58, PASS, 2)
    for game in (written, left_out):
        assert game.game().result() == 64
    assert (written.result, left_out.result, left_out.text("CO")) == (-64, None, "nice ;)")


def test_komi_is_kept_and_changes_no_move():
    game = ggf.read(TEXT)[3]
    assert game.game() == Game.from_transcript("d3c5")
    assert (game.text("KB"), game.text("KM"), game.result) == ("d3/2.0/5", "1.5", None)


@pytest.mark.parametrize(
    ("tags", "result"),
    [
        ("RE[-64.00:t]", -64),
        ("RE[-127.000]", None),
        ("RE[64.5]", None),
        ("RE[+2,000]", None),
        ("RE[-1e999]", None),
        ("RE[+4]TY[8k]", None),
        ("RE[+4]TY[standard]", 4),
    ],
)
def test_a_result_is_a_disc_difference_of_othello(tags, result):
    (game,) = ggf.read(f"(;GM[Othello]{tags}{START}B[d3];)")
    assert game.result == result


def test_non_numeric_move_comment_is_preserved():
    text = f"(;GM[Othello]{START}B[d3/0,48/1:02.5]W[c5//3]B[d6/nan/1e999]W[e3/1/2/3];)\n"
    (game,) = ggf.read(text)
    assert ggf.write([game]) == f"1 {text}"
    assert len(collection.read(text)[0].moves) == 4


def test_blanks_and_line_ends_between_tags_mean_nothing():
    (game,) = ggf.read(f"\r\n1\n(; GM[Othello]\r\n\t{START} B[f5]\n\n;)\n")
    assert game.tags[0] == Tag("GM", "Othello") and game.game() == Game.from_transcript("f5")


@given(game=played_games(), name=st.text(st.characters(codec="utf-8", exclude_characters="[]")))
def test_random_game_round_trips(game, name):
    try:
        record = ggf.from_game(game, {"PB": name, "XX": "y", "DT": "2003"})
    except FormatError:
        assert not name.isprintable()
        return
    (again,) = ggf.read(ggf.write([record]))
    assert again == record and again.text("PB") == name and again.text("XX") == "y"
    assert again.game() == game
    assert again.result == game.result()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1 (;", "1 (", "line 1, character 3: unexpected text '(GM[Othe'"),
        ("1 (;", "PB[x] (;", "line 1, character 1: 'PB[x]' outside of a game"),
        ("1 (;", "(;(;", "line 1, character 3: '(;' inside a game, before its ;)"),
        ("TY[8k]", "TY[8ka]", "an anti game, whose aim is fewer discs"),
        ("PB[Ann]", "PB[Ann]PB[Eve]", "line 1, character 16: PB[Ann]: 2 tags PB, not 1"),
        ("PB[Ann]", "PB[A\0n]", "line 1, character 16: '\\x00' in the text of PB"),
        ("Othello", "Chess", "line 1, character 5: GM[Chess]: a game of 'Chess', not Othello"),
        ("GM[Othello]", "", "line 1, character 3: a game without the tag GM"),
        (START, "", "line 1, character 3: a game without the tag BO"),
        ("BO[8", "BO[10", "line 1, character 43: BO[10 -------- --------: board size '10', not 8"),
        ("--- *]", "--- ?]", "'?' at character 73"),
        ("B[F5", "W[F5", "line 1, character 122: W[F5/0.48/2.5]: it is not white's turn"),
        ("d6//", "a1//", "line 1, character 136: W[a1//0.01]: white cannot play a1: it flips"),
        ("d6//", "pass//", "white cannot play --: passes are made automatically"),
        ("d6//", "i9//", "line 1, character 136: W[i9//0.01]: 'i9' is not a square, a1 to h8"),
        ("W[pass//", "B[pass//", "it is not black's turn"),
        ("B[c8]", "B[c8]W[pass]", "white cannot play --: the game is over"),
        ("KM[1.5]", "KM[1.5", "line 3, character 43: '[' in the text of KM"),
    ],
)
def test_a_fault_is_shown_where_it_is(old, new, message):
    assert old in TEXT
    with one_line(FormatError, message, "games.ggf: line "):
        ggf.read(TEXT.replace(old, new, 1), "games.ggf")


@pytest.mark.parametrize("number", ["0.026000000000000002", "-3.5e-05", "12.", ".1234567890123"])
def test_numbers_are_read_as_other_programs_write_them(number):
    (game,) = ggf.read(f"(;GM[OTHELLO]RE[{number}]{START}B[f5/{number}/{number}];)")
    assert game.result == float(number) and ggf.write([game]).count(number) == 3


@pytest.mark.parametrize("name", ["Othello", "othello", "OTHELLO", " othello "])
def test_the_games_name_is_read_in_any_case(name):
    (game,) = ggf.read(f"(;GM[{name}]{START}B[f5];)")
    assert game.game() == Game.from_transcript("f5") and game.text("GM") == name


GOOD = f"(;GM[Othello]{START}B[f5];)"


@pytest.mark.parametrize(
    ("odd", "places"),
    [
        (GOOD.replace("f5", "a1"), ["line 2, character 93"]),
        (GOOD.replace("B[f5]", "(;B[f5]"), ["line 2, character 93"]),
        ("(;CO[a[b]];)", ["line 2, character 3"]),
        ("(;GM[Othello]", ["line 3, character 1"]),
        ("nonsense", ["line 2, character 1"]),
        ("(;CO[never closed", ["line 2, character 3"]),
        ("2 (;GM[Chess];) x", ["line 2, character 3", "line 2, character 17"]),
        ("\x07\n\n(;CO[(;]", ["line 2, character 1", "line 5, character 1"]),
        ("(" * 70000, ["line 2, character 1"]),
    ],
)
def test_games_around_an_invalid_one_are_read(odd, places):
    errors = []
    found = ggf.read(f"{GOOD}\n{odd}\n{GOOD}\n{GOOD}\n", "games.ggf", errors.append)
    assert [game.tags for game in found] == [ggf.read(GOOD)[0].tags] * 3
    assert [str(error).split(": ")[1] for error in errors] == places
    with pytest.raises(FormatError, match=places[0]):
        ggf.read(f"{GOOD}\n{odd}\n{GOOD}\n{GOOD}\n", "games.ggf")


@pytest.mark.parametrize(
    ("games", "message"),
    [
        ([GgfGame((Tag("PB", "a]b"),))], "no way to write the tag 'PB[a]b]'"),
        ([GgfGame((Tag("P1", "a"),))], "no way to write the tag 'P1[a]'"),
        ([GgfGame((Tag("CO", "x" * LONGEST_GAME),))], "characters, more than"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(games, message):
    with one_line(FormatError, message):
        ggf.write(games)


@pytest.mark.parametrize(
    ("heading", "message"),
    [
        ({"B": "f5"}, "holds no moves"),
        ({"BO": "8"}, "2 tags BO"),
        ({"GM": "Chess"}, "not Othello"),
        ({"RE": "won"}, "'won' is not a result"),
        ({"PB": "]"}, "no way to write"),
    ],
)
def test_a_record_that_ggf_cannot_hold_is_refused(heading, message):
    with one_line(ValueError, message):
        ggf.from_game(Game.from_transcript("f5d6"), heading)


@pytest.mark.parametrize(
    ("content", "errors"),
    [
        pytest.param(f"(;GM[Othello]PC[{'x' * 9000}]{START};)\n" * 500, 0, id="many games"),
        pytest.param("(;PB[" + "x" * 5_000_000, 1, id="a tag without end"),
        pytest.param("(;" + "AB[]" * 1_250_000, 1, id="a game without end"),
        pytest.param(" " * 5_000_000, 0, id="blanks"),
        pytest.param("x" * 5_000_000, 1, id="no tag"),
    ],
)
def test_a_large_text_is_read_once(content, errors):
    found = []
    games = ggf.read(content, "games.ggf", found.append)
    assert (len(games), len(found)) == (content.count("GM["), errors)
    assert all(len(str(error)) < 200 for error in found)


@needs_public(PUBLIC)
def test_the_public_games_end_as_they_say():
    """Source: TestGames.ggf of ntest, 12 games of the Generic Game Server, 2003."""
    games = ggf.read(PUBLIC.read_text("latin-1"))
    assert len(games) == 12
    for game in games:
        assert game.game().result() == game.result
    assert [games[9].text(name) for name in ("PB", "PW")] == ["cruel+", "Saio1200"]
    assert games[9].game().moves[-3:] == (PASS, 14, 6)
    assert square_name(games[9].game().moves[0]) == "f5"
