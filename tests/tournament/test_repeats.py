import pytest

from othello.game import Game
from othello.notation import parse_transcript, transcript_text
from othello.symmetry import transform_square
from tournament.match import FINISHED, GameRecord, Side, forfeit
from tournament.repeats import course, distinct_games
from tournament.schedule import Fixture

MOVES = "f5d6c3d3c4f4f6f3e6e7"


def record(transcript, result=4, after=6):
    return GameRecord(result, transcript, FINISHED, Side(moves=after // 2), Side(moves=after // 2))


@pytest.mark.parametrize(
    "index", [3, 4, 7]
)  # those that leave the start as it is, with black to move
def test_symmetric_games_are_one(index):
    squares = [transform_square(square, index) for square in parse_transcript(MOVES)]
    Game().play_all(squares)
    games = {Fixture(0, True): record(MOVES), Fixture(9, True): record(transcript_text(squares))}
    assert distinct_games(games.items()) == 1


def test_openings_in_another_order_that_go_on_alike_are_one():
    other = "f5f4c3d3" + MOVES[8:]  # only what comes after the four moves counts
    assert course(Fixture(0, True), record(MOVES)) == course(Fixture(5, True), record(other))


def test_other_colours_results_and_moves_are_others():
    games = {
        Fixture(0, True): record(MOVES),
        Fixture(0, False): record(MOVES),
        Fixture(1, True): record(MOVES, 6),
        Fixture(2, True): record(MOVES[:-2] + "e2"),
    }
    assert distinct_games(games.items()) == 4


def test_games_lost_before_the_first_move_are_no_repetitions():
    games = {Fixture(number, True): forfeit(True, "exception in black") for number in range(3)}
    assert distinct_games(games.items()) == 3
