import pytest
from naive import rules as naive

from othello.game import Game
from othello.openings import four_move_openings
from othello.position import Position
from othello.symmetry import SYMMETRIES, image

OPENINGS = four_move_openings()


def end(opening):
    """The position after an opening, by the naive rules."""
    *_, last = naive.replay(list(opening.moves))
    return Position(*last.words())


def naive_lines(position, plies):
    """All lines of so many moves, by the naive rules."""
    if plies == 0:
        return [()]
    return [
        (naive.square(move), *rest)
        for move in position.legal()
        for rest in naive_lines(position.play(move), plies - 1)
    ]


def test_they_are_all_lines_of_four_moves():
    assert len(OPENINGS) == 244
    assert {opening.moves for opening in OPENINGS} == set(naive_lines(naive.START, 4))


def test_they_end_on_236_boards():
    assert len({end(opening) for opening in OPENINGS}) == 236


def test_they_end_in_60_classes_that_are_numbered_as_they_appear():
    first_seen = list(dict.fromkeys(opening.board_class for opening in OPENINGS))
    assert first_seen == list(range(60))


def test_a_class_holds_the_boards_that_are_images_of_each_other():
    classes = {}
    for opening in OPENINGS:
        position = end(opening)
        images = frozenset(image(position, index) for index in range(SYMMETRIES))
        assert classes.setdefault(images, opening.board_class) == opening.board_class
    assert len(classes) == 60


@pytest.mark.parametrize("opening", OPENINGS[::20], ids=lambda opening: opening.transcript)
def test_their_transcripts_are_games_with_black_to_move(opening):
    game = Game.from_transcript(opening.transcript)
    assert game.moves == opening.moves
    assert game.black_to_move
