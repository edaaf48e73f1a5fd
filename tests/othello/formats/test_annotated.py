import json

import pytest
from refusals import one_line

from othello.formats import annotated
from othello.formats.reading import FormatError
from othello.notation import board_text
from othello.position import START

LINES = [["f4"]] * (annotated.MOST_TREE_MOVES - 1)


def text_of(moves):
    heading = {"format": annotated.FORMAT, "version": annotated.VERSION}
    return json.dumps({**heading, "board": board_text(START, True), "moves": moves})


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (["f5", "f5"], "text: move 2: white cannot play f5: the square is occupied"),
        (["--", "f5"], "text: move 1: black cannot play --: passes are made automatically"),
        (["f5", {"move": "d6", "instead": [["f6"], ["a1"]]}], "text: side line 2: move 2: "),
        (["f5", {"move": "d6", "instead": LINES}], "text: more than 16384 moves in all its lines"),
    ],
)
def test_a_game_is_read_up_to_its_first_wrong_move_and_no_longer_than_a_game_can_be(moves, said):
    with one_line(FormatError, said):
        annotated.read(text_of(moves))


def test_as_many_moves_as_may_be_are_read():
    game = annotated.read(text_of(["f5", {"move": "d6", "instead": LINES[1:]}]))
    assert game.tree.lines() == ((37, 43), (37, 29))
