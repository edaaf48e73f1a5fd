import random

import pytest

from othello.game import Game
from othello.notation import parse_transcript, transcript_text
from othello.symmetry import image, transform_square
from tournament.games.openings import end_position
from tournament.games.play import FINISHED, GameRecord, Side, forfeit
from tournament.games.repeats import course, distinct_games
from tournament.games.schedule import Fixture

MOVES = "f5d6c3d3c4f4f6f3e6e7"


def record(transcript, result=4, after=6):
    return GameRecord(result, transcript, FINISHED, Side(moves=after // 2), Side(moves=after // 2))


@pytest.mark.parametrize(
    "index", [3, 4, 7]
)  # those that leave the start as it is, with black to move
def test_symmetric_games_are_one(index):
    squares = [transform_square(square, index) for square in parse_transcript(MOVES)]
    Game().play_all(squares)
    other = transcript_text(squares)
    openings = MOVES[:-6], other[:-6]
    games = {Fixture(openings[0], True): record(MOVES), Fixture(openings[1], True): record(other)}
    assert distinct_games(games.items()) == 1


BOARDS = [
    "---------------------------OX------XO--------------------------- X",
    "--------------------------XXX------XO--------------------------- O",
]


@pytest.mark.parametrize("index", range(8))
def test_an_image_of_moves_is_the_same_game_only_from_the_image_of_the_position(index):
    opening = "f5d6c3d3c4f4"  # a position without symmetries of its own
    position = end_position(opening)
    assert [image(position, one) for one in range(8)].count(position) == 1
    squares = [transform_square(square, index) for square in parse_transcript("f6f3e6")]
    games = [
        (Fixture(opening, True), record(text)) for text in ("f6f3e6", transcript_text(squares))
    ]
    assert distinct_games(games) == len({course(*game) for game in games}) == 1 + (index != 0)


def test_games_lost_before_the_first_move_are_no_repetitions():
    games = {Fixture(number, True): forfeit(True, "exception in black") for number in range(3)}
    assert distinct_games(games.items()) == 3


@pytest.mark.parametrize("seed", range(5))
def test_all_games_at_once_are_counted_as_one_by_one(seed):
    chance = random.Random(seed)
    lines = [parse_transcript(MOVES), *([chance.randrange(64)] * 9 for _ in range(2))]
    games = []
    for _ in range(300):
        line = list(chance.choice(lines)[: chance.choice((4, 5, 8, 9))])
        if chance.random() < 0.3:
            line[-1] = chance.choice((0, 7, 63))
        index = chance.randrange(8)
        text = transcript_text(transform_square(square, index) for square in line)
        result, after = chance.choice((-64, 0, 64)), chance.randrange(6)
        side, other = Side(moves=after // 2), Side(moves=after - after // 2)
        game = GameRecord(result, text, FINISHED, side, other)
        opening = chance.choice((0, 1, "f5", *BOARDS))
        games.append((Fixture(opening, chance.random() < 0.5), game))
    courses = [course(*game) for game in games]
    one_by_one = len({one for one in courses if one.moves})
    without_a_move = sum(not one.moves for one in courses)
    assert distinct_games(games) == one_by_one + without_a_move
    assert one_by_one < len(games) - without_a_move
