"""The clocks: whose runs when, and that an engine never loses on time."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from window_driver import PATIENCE_SECONDS, TWO_PEOPLE, Driver, FakeEngine

from othello.notation import parse_square
from players.window.game.clocks import HUMAN, RESERVE_SECONDS, TIME, WHITE, Clocks
from players.window.game.live_game import LiveGame
from players.window.thinking.player_cache import Adviser


class Time:
    """A time that goes on when it is told to."""

    def __init__(self, window):
        self.seconds = 1000.0
        window.state.live.read_clock = lambda: self.seconds
        self._window = window

    def passes(self, seconds, step=0.05):
        """Let so many seconds go by, in frames."""
        for _ in range(round(seconds / step)):
            self.seconds += step
            self._window.frame()


def left(window, side):
    return window.state.live.clocks.left(side, window.state.now)


@pytest.fixture
def game(tmp_path):
    """Two people with a minute each, black to move after two moves."""
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        window.state.live.clocks = Clocks(1)
        clock = Time(window)
        window.keys(*"f5d6")
        yield window, clock


def test_only_the_clock_of_the_side_to_move_runs(game):
    window, clock = game
    clock.passes(5)
    assert left(window, 0) == pytest.approx(55, abs=0.2) and left(window, 1) == 60
    black, white = (card.clock for card in window.shown("players"))
    assert black in ("0:54", "0:55") and white == "1:00"
    window.keys(*"c3")
    clock.passes(7)
    assert left(window, 0) == pytest.approx(55, abs=0.2)
    assert left(window, 1) == pytest.approx(53, abs=0.2)


@pytest.mark.parametrize("doing", ["ctrl+e", "left", "home", "ctrl+z", "ctrl+v", "delete"])
def test_the_clocks_stand_in_the_editor_while_browsing_and_on_what_is_pasted(game, doing):
    window, clock = game
    window.state.clipboard.put("f5f6e6f4")
    window.key(doing)
    before = [left(window, side) for side in (0, 1)]
    clock.passes(120, step=5)
    assert [left(window, side) for side in (0, 1)] == before
    assert window.state.live.ending is None


def test_the_clocks_stand_in_a_side_line_where_no_engine_counts_time_either(game):
    window, clock = game
    live = window.state.live
    live.clocks.increment = 5.0
    window.keys("left", *"f4")
    assert live.on_side_line and live.clocks.on
    clock.passes(120, step=5)
    assert [left(window, side) for side in (0, 1)] == [60, 60]
    assert live.ending is None and live.allowed(window.state.now) is None
    window.state.live.go_to_path(live.tree.main_line)
    window.key("space")
    clock.passes(5)
    assert left(window, 0) == pytest.approx(55, abs=0.3)


def test_two_people_pause_their_clock_until_the_next_move(game):
    window, clock = game
    window.key("space")
    clock.passes(120, step=5)
    assert left(window, 0) == 60 and window.state.live.paused
    window.key("space")
    clock.passes(5)
    assert left(window, 0) == pytest.approx(55, abs=0.3)
    window.keys("space", *"c3")
    clock.passes(5)
    assert left(window, 1) == pytest.approx(55, abs=0.3)


def test_flag_falls_and_play_can_continue(game):
    window, clock = game
    clock.passes(61, step=1)
    assert window.state.live.ending.loser == 0 and window.state.live.ended
    window.keys(*"c3")
    assert window.game.transcript() == "f5d6"
    window.key("left")
    window.keys(*"f4")
    assert window.game.transcript() == "f5f4" and not window.state.live.ended


def test_an_engine_that_thinks_too_long_is_stopped_before_its_flag_falls(tmp_path):
    """The player heeds nothing but the stop flag."""
    with Driver(tmp_path) as window:
        window.state.live.clocks = Clocks(1)
        clock = Time(window)
        window.engine.free.clear()
        window.keys(*"f5")
        window.until(lambda: window.engine.asked)

        def answered():
            assert not window.state.live.ended
            if left(window, 1) > RESERVE_SECONDS / 2:
                clock.passes(0.1)
            return len(window.game.moves) == 2

        window.until(answered)
        assert window.engine.stopped and window.state.live.ending is None


def test_an_answer_that_waits_on_the_screen_costs_an_engine_nothing(tmp_path):
    with Driver(tmp_path) as window:
        window.state.live.clocks = Clocks(1)
        clock = Time(window)
        window.state.change(animation="slow")
        window.keys(*"f5")
        window.until(lambda: window.state.engine.waiting is not None)
        before = left(window, 1)
        window.state.ui.moved_at = clock.seconds + 1000  # it is not due yet
        clock.passes(30, step=1)
        assert left(window, 1) == before


def test_what_a_player_needs_to_get_ready_costs_no_time(tmp_path):
    ready, asked = threading.Event(), threading.Event()

    class SlowToStart(FakeEngine):
        def prepare(self, request, stop):
            asked.set()
            assert ready.wait(PATIENCE_SECONDS)

    with Driver(tmp_path, engine=SlowToStart()) as window:
        window.state.live.clocks = Clocks(1)
        clock = Time(window)
        window.keys(*"f5")
        window.until(asked.is_set)
        clock.passes(300, step=5)
        assert left(window, 1) == 60 and window.state.live.ending is None
        ready.set()
        window.until(lambda: len(window.game.moves) == 2)
        assert 0 < left(window, 1) < 60


@given(st.floats(0.01, 60), st.integers(1, 32), st.floats(0, 1).map(lambda share: share * share))
def test_what_a_clock_allows_always_leaves_some(minutes, moves, gone):
    clocks = Clocks(minutes)
    clocks.run(0, 0.0)
    now = gone * 60 * minutes
    allowed = clocks.allowed(0, moves, now)
    assert 0 <= allowed.seconds <= allowed.clock.seconds < max(clocks.left(0, now), 1e-9)
    assert allowed.clock.seconds == pytest.approx(allowed.seconds * moves)


class TimedGame:
    """A game of two people with five minutes and ten seconds a move, without a window."""

    def __init__(self):
        self.live, self.now = LiveGame(TWO_PEOPLE), 1000.0
        self.live.read_clock = lambda: self.now
        self.live.clocks = Clocks(5, 10)

    def play(self, square, after=0.0):
        """Play a square `after` seconds; return the seconds left to black and white."""
        self.live.run_clocks(self.now)
        self.now += after
        assert self.live.play(parse_square(square)) is not None
        return self.left

    def undo(self, after):
        """Take back a move `after` seconds; return the seconds left before and after."""
        self.live.run_clocks(self.now)
        self.now += after
        before = self.left
        self.live.take_back(turn=False)
        return before, self.left

    @property
    def left(self):
        return tuple(self.live.clocks.left(side, self.now) for side in (0, 1))


def test_each_move_adds_one_increment_and_undo_restores_both_clocks():
    game = TimedGame()
    assert game.play("f5") == (310, 300)
    assert game.play("d6", after=4) == (310, 306)
    game.live.delete()
    assert game.left == (310, 296) and game.play("d6") == (310, 306)
    assert game.undo(after=50) == ((260, 306), (310, 296))
    assert game.play("f4") == (310, 306)
    assert game.undo(after=20) == ((290, 306), (310, 296))
    assert game.play("d6") == (260, 306)  # where black has thought already
    game.live.go_to(0)
    assert game.left == (300, 300)
    game.live.go_to(2)
    assert game.left == (260, 306)


def test_a_move_after_the_time_is_up_adds_no_increment():
    game = TimedGame()
    game.play("f5")
    assert game.play("d6", after=301) == (310, 0)
    assert game.live.run_clocks(game.now) and game.live.ending == (TIME, WHITE, game.live.path)


@pytest.mark.second_tier
@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["engine:level=16", "alphabeta:depth=40"])
def test_real_engines_keep_their_time(tmp_path, spec):
    """A game of five seconds a side in real time: what a busy machine takes is far less."""
    with Driver(tmp_path, engine=Adviser(), sides=TWO_PEOPLE) as window:
        window.state.change(clock_minutes=5 / 60)
        window.state.new_game((spec, spec))
        window.until(lambda: window.state.live.ended)
        assert window.state.live.ending is None
        assert window.game.over and HUMAN not in window.state.live.sides


def test_settings_of_the_clock_are_those_of_the_next_game(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        clock = Time(window)
        window.key("n")
        window.choose("Time per side")  # 1 minute
        window.choose("Increment")  # 1 second
        window.keys("escape", *"f5")
        clock.passes(10)
        window.keys(*"d6", "s")
        window.choose("Increment")  # 2 seconds
        window.key("escape")
        assert (left(window, 0), left(window, 1)) == pytest.approx((61, 51), abs=0.3)
        window.keys("ctrl+n", *"f5")
        assert left(window, 0) == pytest.approx(62, abs=0.3)
