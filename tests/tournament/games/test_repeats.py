import pytest

from othello.game import Game
from othello.notation import parse_transcript, transcript_text
from othello.symmetry import image, transform_square
from tournament.games.openings import GameKey, start
from tournament.games.play import FINISHED, GameResult, SideCosts, forfeit
from tournament.results import canonical_game, count_distinct

MOVES = "f5d6c3d3c4f4f6f3e6e7"


def record(transcript, result=4, after=6):
    return GameResult(
        result, transcript, FINISHED, SideCosts(moves=after // 2), SideCosts(moves=after // 2)
    )


@pytest.mark.parametrize(
    "index", [3, 4, 7]
)  # those that leave the start as it is, with black to move
def test_symmetric_games_are_one(index):
    squares = [transform_square(square, index) for square in parse_transcript(MOVES)]
    Game().play_all(squares)
    other = transcript_text(squares)
    openings = MOVES[:-6], other[:-6]
    games = {GameKey(openings[0], True): record(MOVES), GameKey(openings[1], True): record(other)}
    assert count_distinct(games.items()) == 1


@pytest.mark.parametrize("index", range(8))
def test_an_image_of_moves_is_the_same_game_only_from_the_image_of_the_position(index):
    opening = "f5d6c3d3c4f4"  # a position without symmetries of its own
    position = start(opening).position
    assert [image(position, one) for one in range(8)].count(position) == 1
    squares = [transform_square(square, index) for square in parse_transcript("f6f3e6")]
    games = [
        (GameKey(opening, True), record(text)) for text in ("f6f3e6", transcript_text(squares))
    ]
    assert (
        count_distinct(games) == len({canonical_game(*game) for game in games}) == 1 + (index != 0)
    )


def test_games_lost_before_the_first_move_are_not_repeats():
    games = {GameKey(number, True): forfeit(True, "exception in black") for number in range(3)}
    assert count_distinct(games.items()) == 3
