"""Clocks and periods of served players."""

import itertools
from types import SimpleNamespace

import pytest
from served import Session

from othello.game import Game
from players.external import gtp_server
from players.external.serving import Thinker, TimeLeft
from players.protocol import Choice


class Noting(Thinker):
    """Answers with the first legal move at once, and notes what time it is given."""

    def __init__(self, spec="greedy"):
        super().__init__(spec)
        self.lefts = []

    def choose(self, position, stop, left=None):
        self.lefts.append(left)
        move = next(square for square in range(64) if int(position.legal()) >> square & 1)
        return Choice(move, 100 * move + int(position.plies_left()), depth=1, variation=(move,))


@pytest.fixture
def watch(monkeypatch):
    """Each move takes four seconds: the time goes on by as much whenever it is asked for."""
    times = itertools.count(step=4.0)
    monkeypatch.setattr(gtp_server, "time", SimpleNamespace(monotonic=lambda: next(times)))


def test_each_side_spends_its_own_time(watch):
    session = Session("gtp", Noting())
    session.ask("time_settings 60 0 0", *["genmove b", "genmove w"] * 2)
    assert session.thinker.lefts == [TimeLeft(60), TimeLeft(60), TimeLeft(56), TimeLeft(56)]
    session.ask("clear_board", "time_left w 9 3", "genmove b", "genmove w", "time_left b 99 0")
    session.ask("genmove b", "time_left w 80 4", "genmove w")
    lefts = session.thinker.lefts[4:]
    assert lefts == [TimeLeft(60), TimeLeft(9, 3), TimeLeft(99), TimeLeft(80, 4)]


def test_periods_follow_the_main_time(watch):
    session = Session("gtp", Noting())
    session.ask("time_settings 6 20 2", *["genmove b", "genmove w"] * 5)
    expected = [TimeLeft(6), TimeLeft(2), TimeLeft(20, 2), TimeLeft(16, 1), TimeLeft(20, 2)]
    assert session.thinker.lefts[::2] == session.thinker.lefts[1::2] == expected


@pytest.mark.parametrize(
    ("settings", "left"), [("0 20 2", TimeLeft(20, 2)), ("7 0 0", TimeLeft(7)), ("7 20 0", None)]
)
def test_time_settings_are_as_specified(settings, left, watch):
    session = Session("gtp", Noting())
    session.ask(f"time_settings {settings}", "genmove b")
    assert session.thinker.lefts == [left]


@pytest.mark.parametrize(
    ("spec", "told", "depth"),
    [("engine:depth=3", 9, 3), ("engine:level=3", 9, None), ("greedy", 9, None)],
)
def test_a_depth_applies_only_to_players_without_a_limit(spec, told, depth):
    thinker = Thinker(spec)
    thinker.set_depth(told)
    assert thinker.depth == depth and thinker.limits(Game().position, None, None).depth is None


def test_the_shorter_time_applies_and_a_period_is_never_used_up():
    position = Game().position
    thinker = Thinker("engine:seconds=1")
    assert thinker.limits(position, None, TimeLeft(680.0)).seconds == 1
    limits = thinker.limits(position, None, TimeLeft(680.0))
    assert limits.clock is not None and limits.clock.longest == 1
    full = Thinker("engine:level=16").limits(position, None, TimeLeft(680.0))
    assert full.seconds == full.clock.longest == 5
    assert Thinker("engine").limits(position, None, TimeLeft(10.0, 1)).seconds < 10
