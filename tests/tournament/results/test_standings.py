"""Results of a match as data and as a table, where it is unfinished or without spread."""

import math

import pytest

from othello.openings import four_move_openings
from tournament.contests.rungs import LESS
from tournament.games.match import Match
from tournament.games.openings import GameKey
from tournament.games.play import GameResult, SideCosts
from tournament.page.contents import result_table
from tournament.page.sections import ladder_verdict
from tournament.page.sentences import verdict
from tournament.results import match_result
from tournament.statistics.pairs import complete_pairs, elo, share_interval

COSTS = SideCosts(), SideCosts()


def result(pairs, more=(), players=("greedy", "mobility")):
    """The standing of pairs of results for black, A having black first, and of more A wins."""
    games = {}
    for number, (a_first, b_first) in pairs.items():
        for a_black, outcome in ((True, a_first), (False, b_first)):
            games[GameKey(number, a_black)] = GameResult(outcome, "", "finished", *COSTS)
    for number in more:
        games[GameKey(number, True)] = GameResult(64, "", "finished", *COSTS)
    asked = Match(*players, tuple({at.opening: 0 for at in games}))
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


@pytest.mark.parametrize(
    ("players", "high", "said"),
    [
        (("greedy", "greedy"), 0.5, "A and B are the same player and came out even"),
        (("greedy", "mobility"), 1 - 0.5 * 0.05 ** (1 / 20), "A and B came out even"),
        (("random", "random"), 1 - 0.5 * 0.05 ** (1 / 20), "A and B came out even"),
    ],
)
def test_a_player_without_chance_against_itself_has_no_spread(players, high, said):
    data = result({number: (6, 6) for number in apart(20)}, players=players)
    assert data["interval"] == data["game_points_interval"] == pytest.approx([1 - high, high])
    assert data["elo_interval"] == pytest.approx([-elo(high), elo(high)])
    assert data["disc_margin_interval"][1] == pytest.approx(128 * high - 64)
    assert verdict(data).startswith(said)
    assert "and comes out even in every opening" in ladder_verdict(ladder_of(data))


def test_a_pair_won_and_a_pair_lost_are_not_even():
    ties = dict.fromkeys(apart(10), (6, 6))
    first, *_, last = ties
    data = result(ties | {first: (6, 4), last: (4, 6)})
    assert data["pairs_won_tied_lost"] == [1, 8, 1]
    assert data["pentanomial"] == [0, 0, 10, 0, 0]
    assert "remains open" in verdict(data)
    assert "may be weaker or stronger" in ladder_verdict(ladder_of(data))


def ladder_of(data):
    """A ladder of one match, at equal depths."""
    return {"cost": "nodes", "rows": [{**data, "a_depth": 1, "b_depth": 1, "curve": LESS}]}


def test_results_without_spread_have_an_open_rating():
    data = result({number: (2, -2) for number in apart(20)})
    shown = page(data)
    assert data["elo"] is None
    low = 400 * math.log10((end := share_interval(1.0, 20).low) / (1 - end))
    assert data["elo_interval"] == [pytest.approx(low), None]
    assert shown["Elo of A over B"] == ("∞", f"{low:+.0f} to ∞")
    lost = result({number: (-2, 2) for number in apart(20)})
    assert page(lost)["Elo of A over B"] == ("−∞", f"−∞ to −{low:.0f}")
