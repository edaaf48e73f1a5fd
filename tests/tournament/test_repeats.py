import random

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


@pytest.mark.parametrize("seed", range(5))
def test_all_games_at_once_are_counted_as_one_by_one(seed):
    chance = random.Random(seed)
    lines = [parse_transcript(MOVES), *([chance.randrange(64)] * 9 for _ in range(2))]
    games = []
    for number in range(60):
        line = list(chance.choice(lines)[: chance.choice((4, 5, 8, 9))])
        if chance.random() < 0.3:
            line[-1] = chance.choice((0, 7, 63))
        index = chance.randrange(8)
        text = transcript_text(transform_square(square, index) for square in line)
        result, after = chance.choice((-64, 0, 64)), chance.randrange(6)
        side, other = Side(moves=after // 2), Side(moves=after - after // 2)
        game = GameRecord(result, text, FINISHED, side, other)
        games.append((Fixture(number, chance.random() < 0.5), game))
    courses = [course(*game) for game in games]
    one_by_one = len({one for one in courses if one.moves})
    without_a_move = sum(not one.moves for one in courses)
    assert distinct_games(games) == one_by_one + without_a_move
    assert one_by_one < len(games) - without_a_move
