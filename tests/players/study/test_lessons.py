"""The lessons: what each sentence claims, by the rules and by a plain search to the end."""

from pathlib import Path

import pytest
from naive.endgame import score

from othello.bits import squares
from othello.notation import parse_square
from othello.rules import RAYS, flips
from othello.stability import stable_discs
from players.study.lessons import CORNERS, NOT_LEGAL, lessons

ROOT = Path(__file__).parents[3]
LESSONS = {lesson.title: lesson for lesson in lessons()}
X_SQUARES = {parse_square(name) for name in ("b2", "b7", "g2", "g7")}
A8 = parse_square("a8")


def directions(position, move):
    flipped = int(flips(position.own, position.opp, move))
    return sum(bool(int(ray) & flipped) for ray in RAYS[move])


def replies(position, move):
    return set(position.play(move).legal_squares())


def always_a8(position, move):
    after = position.play(move)
    return all(A8 in after.play(reply).legal_squares() for reply in after.legal_squares())


def opened(position, move):
    return replies(position, move) - set(position.passed().legal_squares())


TASKS = {
    "Flipping discs": lambda position, move: directions(position, move) == 1,
    "Several directions": lambda position, move: directions(position, move) == 6,
    "No move: pass": lambda position, move: not replies(position, move),
    "The end of the game": lambda position, move: score(position.play(move)) < 0,
    "Corners": lambda position, move: move in CORNERS,
    "X-squares": lambda position, move: not replies(position, move) & {*CORNERS},
    "C-squares": always_a8,
    "Mobility": lambda position, move: len(replies(position, move)) == 3,
    "Quiet moves": lambda position, move: not opened(position, move),
    "Parity": lambda position, move: score(position.play(move)) < 0,
}


@pytest.mark.parametrize("title", LESSONS)
def test_exactly_the_right_moves_of_a_lesson_fulfil_its_task(title):
    lesson, game = LESSONS[title], LESSONS[title].game()
    right = {move for move in game.legal() if TASKS[title](game.position, move)}
    assert game.black_to_move and right == {*map(parse_square, lesson.right.split())}
    assert right < {*game.legal()} or not lesson.fault
    for square in range(64):
        named = lesson.answer(square, str)
        assert (named == NOT_LEGAL.format(move=named[:2])) == (square not in game.legal())
    for page in ("docs/strategy.md", "data/strategy.html"):
        text = (ROOT / page).read_text("utf-8")
        assert lesson.idea in text and lesson.task in text


def try_of(title, name):
    """The position of a lesson, and the one after a move in it."""
    position = LESSONS[title].game().position
    return position, position.play(parse_square(name))


def test_numbers_in_the_answers_are_true():
    for name, result in (("f8", 34 - 30), ("e1", 31 - 33)):
        position, after = try_of("The end of the game", name)
        assert (int(position.own).bit_count(), int(position.opp).bit_count()) == (26, 36)
        assert score(after) == -100 * result
    _, after = try_of("Mobility", "a4")
    assert len(after.passed().legal_squares()) == 8
    legal = LESSONS["X-squares"].game().legal()
    assert len(legal) == 5 and len(X_SQUARES.intersection(legal)) == 3


def test_claims_of_the_answers_about_the_board_are_true():
    assert try_of("No move: pass", "d1")[1].passed().legal_squares()
    after = try_of("Corners", "a8")[1]
    assert A8 in squares(stable_discs(after.opp, after.own))
    position, after = try_of("Quiet moves", "g4")
    (flipped,) = squares(int(after.opp) & int(position.opp))
    around = [flipped + step for step in (-9, -8, -7, -1, 1, 7, 8, 9)]
    assert all(int(after.own | after.opp) >> square & 1 for square in around)
    assert try_of("Parity", "f1")[1].legal_squares()
    for name, reply in (("b1", "c2"), ("c2", "b1")):
        assert score(try_of("Parity", name)[1].play(parse_square(reply))) < 0


@pytest.mark.parametrize("title", ["Several directions", "X-squares", "C-squares", "Quiet moves"])
def test_faults_are_explained_by_what_the_move_does(title):
    lesson, position = LESSONS[title], LESSONS[title].game().position
    explains = {
        "Several directions": lambda move: directions(position, move) < 6,
        "X-squares": lambda move: move in X_SQUARES and lesson.line(move)[1] in CORNERS,
        "C-squares": lambda move: A8 not in position.play(move).passed().legal_squares(),
        "Quiet moves": lambda move: lesson.line(move)[1] in opened(position, move),
    }[title]
    assert all(explains(move) for move in lesson.game().legal() if not lesson.is_right(move))
