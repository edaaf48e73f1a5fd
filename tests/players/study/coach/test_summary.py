"""Summaries of games, with losses and positions chosen by hand, for both colours."""

import pytest
from samples import late_position

from othello.notation import move_name, parse_board, parse_transcript
from players.move_values import MoveValue, MoveValues
from players.study.coach.mistakes import OPENING, JudgedMove
from players.study.coach.summary import (
    LOST,
    NO_MISTAKE,
    PHASE_TITLES,
    REPEATED,
    TRAIN,
    TURNED,
    YOURS,
    margin,
    summary,
)

FREE_CORNER = "-OX----- -------- -------- ---X---- ----O--- -------- -------- -------- X"
OWN_SQUARE = "-------- --XX---- -OXXO--- -OXOXO-- -OOXXX-- ---OX--- -------- -------- X"
BOTH_COLOURS = pytest.mark.parametrize(
    ("black", "side", "other"), [(True, "Black", "White"), (False, "White", "Black")]
)


def judged(number, black, score, best_score):
    """A move of a position with two moves or more; the best one itself if it loses nothing."""
    position = late_position(number, 30)
    worse, best = position.legal_squares()[:2]
    move = best if score == best_score else worse
    values = (MoveValue(move, score, False, (move,)), MoveValue(best, best_score, False, (best,)))
    return JudgedMove(number, black, position, *values, False)


def mistake(black, board, played, best, lost):
    """A mistake of a side, whose discs are X on the board, with the lines of both moves."""
    values = (
        MoveValue(line[0], score, False, line)
        for line, score in ((tuple(parse_transcript(played)), -lost),
                            (tuple(parse_transcript(best)), 0))
    )  # fmt: skip
    return JudgedMove(1, black, parse_board(board)[0], *values, False)


@BOTH_COLOURS
@pytest.mark.parametrize("last_by_same_side", [True, False])
def test_the_turning_point_changes_the_result_even_if_another_move_loses_more(
    black, side, other, last_by_same_side
):
    turning, larger = judged(1, black, -300, 200), judged(2, not black, 400, 1400)
    names = {
        "move": move_name(turning.played.move),
        "best": move_name(turning.best.move),
        "value": "\N{MINUS SIGN}3",
        "best_value": "+2",
    }
    for end, text in ((-500, LOST), (500, TURNED)):
        last_by = black if last_by_same_side else not black
        score = end if last_by_same_side else -end
        found = summary([turning, larger, judged(3, last_by, score, score)])
        assert not found.praise
        assert found.sentences[0] == text.format(side=side, number=1, **names)


def test_a_game_without_mistakes_has_no_turning_point():
    assert summary([judged(1, True, 100, 100)]).sentences[0] == NO_MISTAKE


@BOTH_COLOURS
def test_habits_count_mistakes_and_advice_counts_discs_of_each_side(black, side, other):
    def corner(by, lost):
        return mistake(by, FREE_CORNER, "f6", "a1", lost)

    def square(by, lost):
        return mistake(by, OWN_SQUARE, "e2f3f2g6d7c6", "g4e2f2f1f3c1", lost)

    moves = [*[corner(black, 300)] * 3, square(black, 1000)]
    moves += [*[square(not black, 400)] * 2, corner(not black, 900)]
    habits = {
        side: REPEATED.format(side=side, title="doesn't take a corner", count=3),
        other: REPEATED.format(side=other, title="lets the opponent into its own squares", count=2),
    }
    advice = {
        side: TRAIN.format(side=side, term="mobility", phase=PHASE_TITLES[OPENING]),
        other: TRAIN.format(side=other, term="corners", phase=PHASE_TITLES[OPENING]),
    }
    for taught, expected in (([black], side), ([not black], other)):
        found = summary(moves, taught=taught)
        assert found.sentences[1] == f"{habits['Black']} {habits['White']}"
        assert found.sentences[2] == advice[expected]
    found = summary(moves, person=black)
    assert YOURS[REPEATED].format(title="doesn't take a corner", count=3) in found.sentences[1]
    assert habits[other] in found.sentences[1] and found.sentences[2].count("You ") == 1
    assert summary(moves).sentences[2] == f"{advice['Black']} {advice['White']}"


@BOTH_COLOURS
def test_praise_is_for_the_best_move_with_the_largest_margin_of_the_sides_taught(
    black, side, other
):
    moves = [judged(1, black, 500, 500), judged(2, not black, -100, -100)]
    values = {
        move.position: MoveValues(8, (move.best, MoveValue(5, move.best.score - gap, False, ())))
        for move, gap in zip(moves, (300, 700), strict=True)
    }
    assert [margin(move, values[move.position]) for move in moves] == [300, 700]
    praise = summary(moves, values.get).praise
    assert other in praise and side not in praise and "7 discs" in praise
    praise = summary(moves, values.get, taught=[black]).praise
    assert side in praise and other not in praise and "3 discs" in praise
