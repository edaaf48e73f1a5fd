"""The status line names the right side: the same game with the colours exchanged."""

import pytest
from window_driver import GAME, TWO_PEOPLE, Driver, FakeEngine

from othello.bits import squares
from othello.game import Game
from othello.notation import parse_square
from players.move_values import MoveValue, sorted_values
from players.window.game.clocks import HUMAN, TIME, Ending

PASSES = "XO" + "-" * 22 + "OX" + "-" * 30 + "OX------ X"
"""The first side plays c1, the other c4 and, since the first has to pass, c8."""
COLOURS = pytest.mark.parametrize(
    ("first", "other", "black_starts"), [("Black", "White", True), ("White", "Black", False)]
)


class LowestIsWorst(FakeEngine):
    """Finds each legal square five discs better than the one before, and knows the reply."""

    def values(self, position, deepest, stop):
        values = []
        for rank, move in enumerate(squares(position.legal())):
            replies = squares(position.play(move).legal())[:1]
            values.append(MoveValue(move, 500 * rank, False, (move, *replies)))
        yield sorted_values(deepest, values)


@pytest.fixture
def window(tmp_path):
    with Driver(tmp_path, engine=LowestIsWorst(), sides=TWO_PEOPLE) as driver:
        yield driver


def begin(window, black_starts, sides=TWO_PEOPLE):
    """Begin a game in which the side that moves first is black, or white on the same board."""
    board = PASSES if black_starts else PASSES.translate(str.maketrans("XO", "OX"))
    window.state.new_game(sides, Game.from_board(board))
    window.frame()


def play(window, *names):
    for name in names:
        assert window.state.play(parse_square(name))
    window.frame()


def only(name, text):
    """True if a text names this side and not the other one."""
    return name in text and ({"Black", "White"} - {name}).pop() not in text


@COLOURS
def test_the_status_names_the_side_to_move_and_the_one_that_passes(
    window, first, other, black_starts
):
    begin(window, black_starts)
    assert only(first, window.shown("status").headline)
    play(window, "c1")
    assert only(other, window.shown("status").headline)
    play(window, "c4")
    assert only(other, window.shown("status").headline)
    assert only(first, window.shown("status").detail)
    unable, mover = window.state.ui.toast.split(". ")
    assert only(first, unable) and only(other, mover)
    play(window, "c8")
    assert only(other, window.shown("status").headline)


@COLOURS
def test_the_headline_names_the_person_and_the_winner_on_time(window, first, other, black_starts):
    begin(window, black_starts, sides=(HUMAN, "child") if black_starts else ("child", HUMAN))
    assert only(first, window.shown("status").headline) and window.state.live.human_to_move
    begin(window, black_starts)
    live = window.state.live
    live.ending = Ending(TIME, live.side, live.path)
    window.frame()
    assert only(other, window.shown("status").headline)


@pytest.mark.parametrize(
    ("sides", "person", "score"),
    [((HUMAN, "child"), 0, "22–42"), (("child", HUMAN), 1, "42–22")],
)
def test_the_result_of_an_opened_game_is_the_persons(tmp_path, sides, person, score):
    with Driver(tmp_path, position=GAME, sides=sides) as window:
        assert score in window.shown("status").headline
        assert [card.name == "You" for card in window.shown("players")].index(True) == person


def test_an_exercise_names_both_sides_rightly(window):
    window.paste("f5d6c3d3c4f4")
    window.key("shift+r")
    window.until(lambda: window.state.practice.exercises is not None)
    window.frame()
    erred = set()
    while window.state.practice.exercises is not None:
        side, other = [("Black", "White"), ("White", "Black")][len(window.game.moves) % 2]
        erred.add(side)
        assert only(side, window.shown("status").detail)
        window.click_square(window.state.practice.exercises.current.step.move)
        window.until(lambda: window.state.practice.answer is not None)
        window.frame()
        assert only(other, window.shown("status").detail)
        window.key("right")
    assert erred == {"Black", "White"}
