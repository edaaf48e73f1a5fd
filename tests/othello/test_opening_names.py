import pytest

from othello.game import Game
from othello.openings import OPENING_LINES, named_openings, opening_name
from othello.symmetry import transform_square

BOARDS = {
    "Tiger": "c4e3f6e6f5",
    "Rose": "c4e3f4c5d6f3e6c3d3e2",
    "Cow": "c4c3d3c5d6",
}
"""Compared with the boards of R. Berg's list."""


@pytest.mark.parametrize(("name", "moves"), BOARDS.items())
def test_common_openings_are_named(name, moves):
    assert opening_name(Game.from_transcript(moves)) == name


def test_names_and_positions_are_one_to_one():
    lines = OPENING_LINES.strip().splitlines()
    assert len(named_openings()) == len(set(named_openings().values())) == len(lines)


@pytest.mark.parametrize("index", [0, 3, 4, 7])
def test_a_name_holds_for_every_image_of_the_start(index):
    game = Game()
    for move in Game.from_transcript(BOARDS["Tiger"]).moves:
        game.play(int(transform_square(move, index)))
    assert opening_name(game) == "Tiger"


def test_a_name_is_kept_until_the_next_one_and_a_start_has_none():
    assert opening_name(Game()) == ""
    game = Game.from_transcript(BOARDS["Cow"])
    game.play(game.legal()[0])
    assert opening_name(game) in {"Cow", *named_openings().values()}
