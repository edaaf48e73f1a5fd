"""The player `engine`, its clock and its levels: what they ask of the search."""

from types import SimpleNamespace

import pytest
from samples import late_position, random_position

from othello.bits import squares
from othello.position import START
from players import registry
from players.budget import Alarm
from players.engine import engine
from players.engine import player as engine_player
from players.engine.level_player import LevelPlayer
from players.engine.player import allotment
from players.levels import Level
from players.limits import ClockLeft, Limits
from players.protocol import Choice


@pytest.fixture
def clocks_seen(monkeypatch):
    """Clocks before each move; each reading of the time takes a tenth of a second."""
    seen, late_seen, now = [], [], [0.0]

    def recorded(clock, empties, late):
        seen.append(clock)
        late_seen.append(late)
        return allotment(ClockLeft(0.001), empties)

    def monotonic():
        now[0] += 0.1
        return now[0]

    monkeypatch.setattr(engine_player, "allotment", recorded)
    monkeypatch.setattr(engine_player, "time", SimpleNamespace(monotonic=monotonic))
    return seen, late_seen


def test_the_clock_runs_gains_the_increment_and_is_reset_for_a_game(clocks_seen):
    clocks, late = clocks_seen
    player = registry.make("engine:game_seconds=10,increment=2,table=1")
    player.new_game()
    for _ in range(3):
        player.choose(START)
    first, second, third = (clock.seconds for clock in clocks)
    assert first == 10 and 11 < second < 12 and second + 1 < third < second + 2
    player.new_game()
    player.choose(START)
    assert clocks[-1].seconds == 10 and {clock.increment for clock in clocks} == {2.0}
    assert late[0] == late[-1] == 0 < late[1] < late[2]


@pytest.mark.parametrize(
    ("limits", "wall"),
    [(Limits(clock=ClockLeft(9000.0)), True), (Limits(seconds=9000.0), False)],
)
def test_only_a_clock_ends_the_search_by_wall_time(limits, wall, monkeypatch):
    alarms = []

    def noted(*arguments):
        alarms.append(arguments)
        return Alarm(*arguments)

    monkeypatch.setattr(engine, "Alarm", noted)
    registry.make("engine:table=1,solve=60").choose(late_position(1, 6), limits)
    ((_, _, by_wall),) = alarms
    assert by_wall == wall


def test_a_move_of_the_book_gains_the_increment(clocks_seen):
    player = registry.make("engine:game_seconds=10,increment=2,table=1,book=shipped")
    player.new_game()
    for _ in range(2):
        assert player.choose(START).nodes == 0
    player.choose(random_position(3, 30))
    assert [clock.seconds for clock in clocks_seen[0]] == [14]


def test_only_a_clock_or_seconds_cut_a_forced_move_short():
    positions = (random_position(seed, 50) for seed in range(1000))
    forced = next(position for position in positions if len(squares(position.legal())) == 1)
    player = registry.make("engine:table=1")
    assert player.choose(forced, Limits(depth=3)).depth == 3
    assert player.choose(forced, Limits(depth=3, seconds=9.0)).depth == 1
    assert player.choose(forced, Limits(clock=ClockLeft(9.0))).depth == 1


def test_another_seed_gives_other_moves():
    player = registry.make("engine:table=1,book=shipped,vary=1,depth=1")

    def moves_of(seed):
        player.new_game(seed)
        return [player.choose(START).move for _ in range(12)]

    games = [moves_of(seed) for seed in range(4)]
    assert games[1] == moves_of(1)
    assert len(set(map(tuple, games))) > 1


class Judge:
    """Notes the limits that it is asked under."""

    def __init__(self):
        self.limits = []

    def choose(self, position, limits=None):
        self.limits.append(limits)
        return Choice(move=squares(position.legal())[0], depth=limits.depth)


@pytest.mark.parametrize(
    ("ending", "limit", "depth"), [(60, None, 60), (59, None, 4), (60, 3, 3), (0, 9, 4)]
)
def test_a_level_searches_to_the_end_from_its_ending_on_within_limits(ending, limit, depth):
    judge = Judge()
    LevelPlayer(Level("", "", depth=4, ending=ending), judge).choose(START, Limits(depth=limit))
    assert judge.limits[0].depth == depth
