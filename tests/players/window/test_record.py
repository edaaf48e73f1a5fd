"""The record of a player's games: its means and intervals, and what of kept games counts."""

import math

import pytest
from samples import random_game, random_moves

from othello.formats.entry import Entry, Reviewed
from othello.game import Game
from othello.game_tree import GameTree
from othello.notation import parse_transcript
from othello.openings import opening_name
from players.levels import HUMAN
from players.study.coach.accuracy import GOOD, LIMITS
from players.study.coach.mistakes import OPENING
from players.window.game import saved_games
from players.window.game.clocks import TIME, Ending
from players.window.game.record import (
    LEVEL_RATINGS,
    RATED_GAMES,
    UNEXPLAINED,
    OwnGame,
    OwnMove,
    Results,
    level_rating,
    move_mean,
    rating_curve,
    record_of,
)
from players.window.game.saved_games import SavedGame, own_game_of, with_levels

LINE = tuple(parse_transcript("f5d6c3d3c4f4"))
CASUAL = (HUMAN, "engine:level=4")


def test_the_interval_of_a_share_is_wilsons():
    found = Results(7, 0, 3).share
    assert found == pytest.approx((0.7, 0.39678, 0.89221), abs=1e-5)  # Newcombe's formula 3
    assert Results(0, 0, 5).share.low == 0 and Results(5, 0, 0).share.high == 1
    assert Results(1, 3, 1).share.value == 0.5


def test_a_mean_weighs_moves_and_its_error_is_that_of_games():
    def moves(*lost):
        return [OwnMove(OPENING, each) for each in lost]

    found = move_mean([moves(100, 300), moves(200), [], moves(0, 0, 400)])
    assert found.value == pytest.approx(10 / 6)
    rests = [4 - 2 * found.value, 2 - found.value, 4 - 3 * found.value]
    error = 4.3027 * math.sqrt(sum(rest**2 for rest in rests) * 3 / 2) / 6
    assert found.error == pytest.approx(error, rel=1e-4)
    assert move_mean([moves(100), moves(200)]).error is None
    assert move_mean([[], []]) is None


def own(date, black, points, lost, opponent="Casual", titles=(), opening="Tiger"):
    judged = tuple(OwnMove(OPENING, each, titles) for each in lost)
    return OwnGame(date, black, opponent, points, opening, 2, judged)


def test_games_amount_to_a_record():
    found = record_of(
        [
            own("2026.03.02", True, 1.0, (100, 300), titles=("gives away a corner",)),
            own("2026.03.01", False, 0.5, (0, 0)),
            own("2026.03.03", False, 0.0, (700,), titles=("gives away a corner",)),  # half reviewed
            own("2026.03.04", True, None, (500, 700), "Child", (UNEXPLAINED,), "Buffalo"),
            own("", True, 0.0, (), "Child", opening=""),
        ]
    )
    assert (found.games, found.unfinished, found.reviewed) == (5, 1, 3)
    assert [row.name for row in found.opponents] == ["Child", "Casual"]  # weakest first
    child, casual = found.opponents
    assert (child.black, child.white) == ((0, 0, 1), (0, 0, 0))
    assert (casual.black, casual.white, casual.both) == ((1, 0, 0), (0, 1, 1), (1, 1, 1))
    assert found.total.both == (1, 1, 2) and casual.both.share.value == 0.5
    assert found.mistakes == (("gives away a corner", 2, 1, 4.0), (UNEXPLAINED, 2, 1, 12.0))
    assert [(row.name, sum(row.results)) for row in found.openings] == [
        ("Tiger", 3),
        ("Buffalo", 0),
        ("", 1),
    ]
    assert found.openings[0].loss.value == 1.0


def test_a_rating_is_the_likeliest_and_its_interval_that_of_the_likelihood_ratio():
    games = [(300.0, 1.0), (300.0, 0.5), (500.0, 0.0), (500.0, 1.0), (700.0, 0.0)]
    found = level_rating(games)

    def likelihood(rating):
        total = 0.0
        for opponent, points in [*games, (460.0, 0.5)]:  # one drawn game more
            expected = 1 / (1 + 10 ** ((opponent - rating) / 400))
            total += points * math.log(expected) + (1 - points) * math.log(1 - expected)
        return total

    likeliest = max(range(-500, 1500), key=likelihood)
    inside = [r for r in range(-500, 1500) if likelihood(likeliest) - likelihood(r) < 1.9207]
    assert found == pytest.approx((likeliest, inside[0], inside[-1]), abs=1)


def test_ratings_follow_the_last_games_against_levels_without_help():
    games = [("Casual", 1.0)] * 3 + [("nobody", 0.0)] + [("Casual", 0.0)] * RATED_GAMES
    curve = rating_curve(games)
    assert len(curve) == RATED_GAMES + 1 and curve[-1] == rating_curve(games[4:])[-1]
    assert [rating.value for rating in curve] == sorted((r.value for r in curve), reverse=True)
    assert curve[0].low < curve[0].value < curve[0].high < math.inf
    even = rating_curve([("Casual", 1.0), ("Casual", 0.0)] * 2)[-1]
    assert even.value == pytest.approx(LEVEL_RATINGS["Casual"])
    own_games = [own(f"2026.03.0{day}", True, 1.0, ()) for day in (1, 2, 3, 4)]
    helped = [game._replace(assisted=day == 0) for day, game in enumerate(own_games)]
    assert len(record_of(own_games).ratings) == 2
    assert (len(record_of(helped).ratings), record_of(helped).assisted) == (1, 1)


def test_nothing_amounts_to_nothing():
    found = record_of([])
    assert (found.games, found.reviewed, found.total.both.share) == (0, 0, None)


def kept(line=LINE, **changes):
    """A kept game of which every move lost four discs."""
    known = tuple(
        (line[: end + 1], Reviewed(8, -400, 0, (move,), False)) for end, move in enumerate(line)
    )
    game = Entry(tree=GameTree().with_line(line), reviews=known, date="2026.03.04_10:00:00")
    return with_levels(SavedGame(game, CASUAL, line, played_here=True))._replace(**changes)


def test_a_kept_game_is_that_of_the_person():
    found = own_game_of(kept())
    assert (found.black, found.opponent, found.points) == (True, "Casual", None)
    assert found.opening == opening_name(Game.from_transcript("f5d6c3d3c4f4"))
    assert found.moves == len(found.judged) == 3 and found.reviewed
    assert {move.lost for move in found.judged} == {400}
    assert all(move.titles for move in found.judged) and LIMITS[GOOD] < 400
    white = own_game_of(kept(sides=CASUAL[::-1], levels=("Casual", "")))
    assert (white.black, white.moves) == (False, 3)
    assert own_game_of(kept(given=4)).moves == 1  # what the game began with is nobody's
    known = tuple((path, found._replace(line=(0,))) for path, found in kept().entry.reviews)
    broken = own_game_of(kept(entry=kept().entry._replace(reviews=known)))  # a1 is not legal
    assert (broken.moves, broken.judged) == (3, ())
    for other in ({"sides": (HUMAN, HUMAN)}, {"played_here": False}, {"given": 6}):
        assert own_game_of(kept(**other)) is None


def test_time_loss_counts_unless_the_game_continued():
    assert own_game_of(kept(ending=Ending(TIME, 0, LINE))).points == 0
    assert own_game_of(kept(ending=Ending(TIME, 1, LINE))).points == 1
    assert own_game_of(kept(ending=Ending(TIME, 0, LINE[:3]))).points is None


def test_the_end_counts_for_the_side_that_has_more_discs():
    line, game = random_moves(2), random_game(2)
    both = [own_game_of(kept(line, sides=sides)).points for sides in (CASUAL, CASUAL[::-1])]
    assert sum(both) == 1 and set(both) <= {0.0, 0.5, 1.0}
    assert both[0] == (game.result() > 0) + (game.result() == 0) / 2


def test_written_data_round_trips(tmp_path):
    path = tmp_path / "a.othello"
    for game in (kept(), kept(given=3, ending=Ending(TIME, 1, LINE[:2]), levels=("", "Gone"))):
        path.write_text(saved_games.text_of(game))
        assert saved_games.read(path) == game._replace(path=path)
    assert saved_games.files_of(tmp_path) == [path]
