import pytest
from hypothesis import given
from hypothesis import strategies as st
from public_data import SHARED, needs_public
from refusals import at_most, one_line
from strategies import positions

from othello.bits import squares
from othello.formats import FormatError, obf
from othello.formats.obf import LONGEST_LINE, Problem
from othello.notation import board_text, move_name
from othello.position import PASS, START, Position

PUBLIC = sorted([*SHARED.glob("ffo/*.obf"), *SHARED.glob("problems/*.obf")])

BOARD = board_text(START, True)
TEXT = f"""% two problems
%from the start
{BOARD}; D3:+0; C4:-2; --:-127; % the first
{BOARD[:-1]}O; E3:+64; C5:+7; %
{BOARD[:-1]}O;
%that is all
"""
comments = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=20)


@st.composite
def problems(draw):
    """A problem with scores for some of its legal moves, or for the pass."""
    position = draw(positions())
    moves = draw(st.permutations(squares(position.legal()) or [PASS]))
    scores = draw(st.lists(st.integers(-99, 99), max_size=len(moves)))
    return Problem(
        position,
        draw(st.booleans()),
        tuple(zip(moves, scores, strict=False)),
        draw(comments).strip(),
    )


def test_problems_are_read_with_their_scores_and_comments():
    assert obf.read(TEXT) == (
        Problem(START, True, ((19, 0), (26, -2)), "the first"),
        Problem(START.passed(), False, ((20, 64), (34, 7))),
        Problem(START.passed(), False),
    )


def test_a_side_without_a_move_may_have_a_score_for_its_pass():
    problem = Problem(Position(0b10, 0b1), True, ((PASS, -64),))
    assert obf.read(f"OX{'-' * 62} X; PASS:-64;") == (problem,)


@given(st.lists(problems(), max_size=3).map(tuple))
def test_problems_round_trip(written):
    text = "".join(
        f"{board_text(problem.position, problem.black_to_move)};"
        + "".join(f" {move_name(move)}:{score:+d};" for move, score in problem.scores)
        + f" % {problem.comment}\n"
        for problem in written
    )
    assert obf.read(text) == written


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("X; D3", "; D3", "line 3: the board ends before the side to move"),
        ("X; D3", "?; D3", "line 3: '?' at character 66"),
        ("D3:+0", "D3", "line 3: expected a move and its score such as D3:+4, got 'D3'"),
        ("D3:+0", "I3:+0", "line 3: 'I3' is not a square, a1 to h8"),
        ("D3:+0", "A1:+0", "line 3: a1 is not a legal move"),
        ("D3:+0", "--:+0", "line 3: -- is not a legal move"),
        ("D3:+0", "D3:+100", "such as D3:+4, got 'D3:+100'"),
        ("D3:+0", "D3:٣", "such as D3:+4, got 'D3:٣'"),
        ("D3:+0", "C4:+0", "line 3: c4 has two scores"),
        ("--:-127;", "--:-127; E6:+2;", "such as D3:+4, got '--:-127'"),
        ("C5:+7;", "C5:+7", "line 4: 'C5:+7' has no semicolon behind it"),
        ("first", "f\0rst", "line 3: '\\x00' at character 99: unexpected control character"),
        ("first", "x" * LONGEST_LINE, "line 3: more than 4096 characters"),
    ],
)
def test_a_fault_is_shown_where_it_is(old, new, message):
    assert old in TEXT
    with one_line(FormatError, message, "problems.obf: line "):
        obf.read(TEXT.replace(old, new, 1), "problems.obf")


@pytest.mark.parametrize("sign", ["-", "%"])
def test_a_line_without_end_costs_no_memory(tmp_path, sign):
    path = tmp_path / "long.obf"
    path.write_text(sign * 5_000_000, "utf-8")
    with at_most(1_000_000), one_line(FormatError, "line 1: more than 4096 characters"):
        obf.read_problems(path)


@needs_public(SHARED / "ffo", SHARED / "problems")
def test_every_move_of_the_public_problems_has_its_score():
    """Source: the FFO endgame test suite as Edax has it, positions 40 to 49."""
    last = obf.read_problems(SHARED / "ffo" / "fforum-40-49.obf")
    assert [max(score for _, score in problem.scores) for problem in last] == [
        *(38, 0, 6, -12, -14, 6, -8, 4, 28, 16)
    ]
    assert [problem.position.plies_left() for problem in last] == [
        *(20, 22, 22, 23, 23, 24, 24, 25, 25, 26)
    ]
    counts = {path.name: len(obf.read_problems(path)) for path in PUBLIC}
    assert counts["hard-20.obf"] == 276
    assert sum(counts[path.name] for path in PUBLIC if path.parent.name == "ffo") == 49


def test_valid_lines_are_read_and_invalid_ones_reported():
    lines = [
        f"{BOARD};",
        "nonsense",
        f"% above\n{BOARD}; A1:+0;",
        "-" * (3 * LONGEST_LINE),
        f"{BOARD};",
    ]
    errors = []
    problems = obf.read("\n".join(lines), "x", errors.append)
    assert [problem.position for problem in problems] == [START, START]
    assert [str(error).split(": ")[1] for error in errors] == ["line 2", "line 4", "line 5"]
    assert "more than" in str(errors[-1])
