import re

import faulty_players  # noqa: F401 - registers the player "shallow"
import pytest

from players.registry import SpecError
from tournament.contests.ladder import Ladder
from tournament.contests.rungs import Depths, Goal, Rung, curves_of, next_depths
from tournament.games.match import Match
from tournament.games.play import SideCosts
from tournament.storage.rows import Totals

OPENINGS = (0, 1)
ENDLESS = Goal()
GAMES = 2 * len(OPENINGS)


def totals(a_cost, b_cost, games=GAMES):
    """A finished tournament in which A and B generated so many nodes."""
    return Totals(
        games, games / 2, SideCosts(a_cost, 0.1 * b_cost), SideCosts(b_cost, 0.1 * a_cost)
    )


def ladder(cost="nodes", goal=ENDLESS):
    """A ladder of two players that can be deepened."""
    return Ladder(Match("shallow:width=4", "shallow:width=2", OPENINGS), cost, goal)


def depths_of(match):
    """The depths of both players of a match; without an option the depth is 1."""
    depths = ((re.findall(r"depth=(\d+)", spec) or ["1"])[0] for spec in (match.a, match.b))
    return Depths(*map(int, depths))


def climbed(costs_at, goal, cost="nodes"):
    """The rungs of a ladder whose matches cost what `costs_at(depths)` says."""
    return list(ladder(cost, goal).climb(lambda match: totals(*costs_at(depths_of(match)))))


def rungs(*steps):
    """Rungs at (a, b) with costs."""
    return [Rung(Depths(*depths), spent) for depths, spent in steps]


def test_equal_cost_deepens_the_smaller_level_and_then_b():
    assert next_depths(Depths(3, 4), (10, 10)) == (4, 4)
    assert next_depths(Depths(4, 3), (10, 10)) == (4, 4)
    assert next_depths(Depths(3, 3), (10, 10)) == (3, 4)


def test_ladder_starts_at_one_and_follows_the_costs():
    path = climbed(lambda depths: (4**depths.a, 2**depths.b), Goal(rungs=7))
    # A costs 4, 16, 64, ... and B 2, 4, 8, ...; at (1, 2) both 4, and A is at the smaller level
    assert [rung.depths for rung in path] == [
        (1, 1), (1, 2), (2, 2), (2, 3), (2, 4), (3, 4), (3, 5),
    ]  # fmt: skip
    assert ladder().match(path[0].depths).a == "shallow:width=4"
    assert ladder().match(path[3].depths).b == "shallow:depth=3"


@pytest.mark.parametrize(
    ("goal", "played"),
    [(Goal(rungs=3), 3), (Goal(max_depth=1), 1), (Goal(max_depth=2), 3), (Goal(9, 2), 3)],
)
def test_goal_ends_the_ladder(goal, played):
    assert len(climbed(lambda depths: (10, 10), goal)) == played


def test_goal_for_a_alone_ends_once_b_is_dearer_at_that_depth():
    path = climbed(lambda depths: (4**depths.a, 2**depths.b), Goal(a_max_depth=2))
    assert [rung.depths for rung in path][-2:] == [(2, 3), (2, 4)]
    path = climbed(lambda depths: (9**depths.a, 2**depths.b), Goal(a_max_depth=2))
    assert path[-1].depths == (2, 7)  # 2**7 > 9**2
    assert curves_of(path)[-2:] == ["LESS", "MORE"]


def test_ladder_stops_at_an_unfinished_tournament():
    def look_up(match):
        return totals(1, 2, games=GAMES if depths_of(match).a == 1 else 3)

    assert [rung.depths for rung in ladder(goal=Goal(rungs=9)).climb(look_up)] == [(1, 1)]


def test_ladder_of_a_player_without_depth_is_refused():
    with pytest.raises(SpecError, match="cannot deepen"):
        Ladder(Match("greedy", "mobility", OPENINGS)).match(Depths())


def test_identity_has_no_end_but_everything_else():
    assert Ladder.from_text(ladder(goal=Goal(5)).as_text()) == ladder(goal=Goal(5))
    assert ladder().id == ladder(goal=Goal(5)).id != ladder("cpu").id


def test_more_is_deeper_and_dearer_and_less_is_one_level_less():
    path = rungs(
        ((2, 2), (20, 10)),
        ((2, 3), (20, 15)),  # deeper for less
        ((2, 4), (20, 30)),  # deeper for more: the first time
        ((3, 4), (60, 31)),
    )
    assert curves_of(path) == ["", "LESS", "MORE", ""]


def test_less_is_missing_where_it_was_not_played():
    path = rungs(((1, 2), (10, 20)), ((2, 2), (15, 20)), ((3, 2), (90, 20)))
    assert curves_of(path) == ["MORE", "", ""]
    path = rungs(((1, 1), (9, 8)), ((1, 2), (9, 10)), ((2, 2), (11, 10)), ((2, 3), (11, 10)))
    assert curves_of(path) == ["LESS", "MORE", "", ""]
