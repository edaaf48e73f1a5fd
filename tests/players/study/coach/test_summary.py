"""Summaries of games, with losses and positions chosen by hand."""

from samples import late_position

from players.move_values import MoveValue, MoveValues
from players.study.coach.mistakes import JudgedMove
from players.study.coach.summary import margin, summary


def judged(number, black, score, best_score):
    """A move of a position with two moves or more; the best one itself if it loses nothing."""
    position = late_position(number, 30)
    worse, best = position.legal_squares()[:2]
    move = best if score == best_score else worse
    values = (MoveValue(move, score, False, (move,)), MoveValue(best, best_score, False, (best,)))
    return JudgedMove(number, black, position, *values, False)


def test_the_turning_point_changes_the_result_even_if_another_move_loses_more():
    moves = [judged(1, True, -300, 200), judged(2, False, 400, 1400), judged(3, True, -500, -500)]
    result = summary(moves)
    assert result.turning == 1
    assert result.sentences[0].startswith("Black lost the game on move 1 ")
    assert not result.praise


def test_a_game_without_mistakes_has_no_turning_point():
    result = summary([judged(1, True, 100, 100)])
    assert result.turning is None and result.sentences[0] == "Neither side made a mistake."


def test_praise_is_for_the_best_move_with_the_largest_margin():
    moves = [judged(1, True, 500, 500), judged(2, False, -100, -100)]
    values = {
        move.position: MoveValues(8, (move.best, MoveValue(5, move.best.score - gap, False, ())))
        for move, gap in zip(moves, (300, 700), strict=True)
    }
    assert [margin(move, values[move.position]) for move in moves] == [300, 700]
    assert "White" in summary(moves, values.get).praise
    assert "7 discs" in summary(moves, values.get).praise
    assert "Black" in summary(moves, values.get, taught=[True]).praise
