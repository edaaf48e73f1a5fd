"""Results of a match as data and as a table, where it is unfinished or without spread."""

import math

import pytest

from othello.openings import four_move_openings
from tournament.games.match import Match
from tournament.games.play import GameResult, SideCosts
from tournament.games.schedule import GameKey
from tournament.page.measures import result_table
from tournament.results import match_result
from tournament.statistics.pairs import complete_pairs, share_interval

COSTS = SideCosts(), SideCosts()


def result(pairs, more=()):
    """The standing of pairs of results for black, A having black first, and of more A wins."""
    games = {}
    for number, (a_first, b_first) in pairs.items():
        for a_black, outcome in ((True, a_first), (False, b_first)):
            games[GameKey(number, a_black)] = GameResult(outcome, "", "finished", *COSTS)
    for number in more:
        games[GameKey(number, True)] = GameResult(64, "", "finished", *COSTS)
    asked = Match("greedy", "mobility", tuple({at.opening: 0 for at in games}))
    return match_result(asked, complete_pairs(games), [*games.items()])


def page(data):
    """The rows of the table on the page: value and interval."""
    return {name.text: (value.text, ends.text) for name, value, ends in result_table(data).rows}


def apart(number):
    """Openings of as many different classes."""
    firsts = {}
    for opening in four_move_openings():
        firsts.setdefault(opening.board_class, opening.index)
    return list(firsts.values())[:number]


def test_share_and_elo_are_those_of_complete_pairs():
    """Single games that A won beyond its pairs would put the share outside its interval."""
    numbers = apart(40)
    pairs = {number: (-2, 2 if place else -2) for place, number in enumerate(numbers[:20])}
    data = result(pairs, numbers[20:])
    assert (data["games"], data["game_points"]) == (60, 21)
    assert data["game_points_share"] == 1 / 40
    low, high = data["game_points_interval"]
    assert low <= data["game_points_share"] <= high < 21 / 60
    assert data["elo"] <= data["elo_interval"][1]


def test_results_without_spread_have_an_open_rating():
    data = result({number: (2, -2) for number in apart(20)})
    shown = page(data)
    assert data["elo"] is None
    low = 400 * math.log10((end := share_interval(1.0, 20).low) / (1 - end))
    assert data["elo_interval"] == [pytest.approx(low), None]
    assert shown["Elo of A over B"] == ("∞", f"{low:+.0f} to ∞")
    lost = result({number: (-2, 2) for number in apart(20)})
    assert page(lost)["Elo of A over B"] == ("−∞", f"−∞ to −{low:.0f}")
