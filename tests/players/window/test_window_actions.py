"""Any order of moves, undo, clocks, files, editor and analysis keeps the window's promises."""

import random
from functools import partial

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from window_driver import GGF, TWO_PEOPLE, Driver

from othello.game import Game
from players.window.events import BY_KEY
from players.window.game import import_export
from players.window.game.clocks import HUMAN

MINUTES, INCREMENT = 1, 7
BOARDS = (
    Game().board(),
    "OX" + "-" * 22 + "XO" + "-" * 30 + "XO------ O",  # white has to pass at its second turn
)
SIDES = TWO_PEOPLE, (HUMAN, "child"), ("child", HUMAN)
EDITING = ("up", "down", "escape", "tab", "page up", "page down")
EVALUATING = ("v", "r", "t", "shift+r", "ctrl+a", "ctrl+v")


def check_position(live):
    """Replay the moves of the game shown by the rules."""
    game = Game(live.tree.start, black_to_move=live.tree.black_starts)
    for move in live.path:
        game.play(move)
    assert (live.here.position, live.here.black_to_move) == (game.position, game.black_to_move)
    assert live.game == game and live.tree.node_at(live.line) is not None


class Actions(RuleBasedStateMachine):
    """A person at the window, whose clocks count `now`.

    `left` holds the times with which each place was left, by the game's number and the path.
    `evaluated` is true once the person has asked for an evaluation in this game.
    """

    def __init__(self, window):
        super().__init__()
        self.window, self.state = window, window.state
        self.now, self.left, self.evaluated = 1000.0, {}, False
        self.state.live.read_clock = lambda: self.now
        window.state.clipboard.put("f5f6e6f4")

    @property
    def live(self):
        return self.state.live

    @property
    def times(self):
        return tuple(self.live.clocks.left(side, self.now) for side in (0, 1))

    def settle(self):
        """Run frames until the engine has nothing to do."""
        engine = self.state.engine
        while True:
            self.now += 0.3 if engine.waiting is not None else 0
            self.window.frame()
            if engine.request is None and engine.waiting is None:
                return

    def act(self, action, plays=False):
        """Do something; a place shown again without a move has the times with which it was left."""
        before = (self.live.number, self.live.path)
        self.left[before] = self.times
        action()
        now = (self.live.number, self.live.path)
        if plays:
            self.left.pop(now, None)
        elif now in self.left and self.live.clocks.on and self.live.sides == [HUMAN, HUMAN]:
            assert self.times == pytest.approx(self.left[now])
        self.settle()

    @initialize(board=st.sampled_from(BOARDS), sides=st.sampled_from(SIDES))
    def begin(self, board, sides):
        self.state.change(values=False, clock_minutes=MINUTES, increment=INCREMENT)
        self.new_game(sides, Game.from_board(board))

    def new_game(self, sides=None, game=None):
        self.state.ui.dialog = None
        self.state.new_game(sides, game)
        self.evaluated = self.state.settings.values and self.live.sides != [HUMAN, HUMAN]
        self.left.clear()
        self.settle()

    @rule(number=st.integers(0, 63))
    def play(self, number):
        legal = self.live.game.legal()
        if legal:
            self.act(lambda: self.state.play_by_hand(legal[number % len(legal)]), plays=True)

    @rule(key=st.sampled_from(("ctrl+z", "backspace", "ctrl+y", "left", "right", "home", "end")))
    def go(self, key):
        self.act(lambda: self.window.key(key))

    @rule(key=st.sampled_from(("space", "ctrl+e", "escape", "delete", "ctrl+up", "m")))
    def press(self, key):
        self.act(lambda: self.window.key(key))

    @rule(key=st.sampled_from(EVALUATING))
    def evaluate(self, key):
        self.evaluated = True
        self.act(lambda: self.window.key(key))

    @rule(seconds=st.floats(0.1, 40))
    def wait(self, seconds):
        self.now += seconds
        self.settle()

    @rule()
    @precondition(lambda self: self.state.live.editor is None)
    def rematch(self):
        self.new_game()

    @invariant()
    def the_position_is_that_of_the_moves(self):
        check_position(self.live)

    @invariant()
    def no_clock_shows_more_than_minutes_and_increments(self):
        moves = [step.black_to_move for step in self.live.steps[: self.live.step]]
        if self.live.clocks.on:
            for left, black in zip(self.times, (True, False), strict=True):
                assert 0 <= left <= 60 * MINUTES + INCREMENT * moves.count(black) + 1e-6

    @invariant()
    def a_live_game_shows_no_evaluation(self):
        if self.evaluated or self.live.concluded or self.state.live.editor is not None:
            return
        shown = self.window.shown
        assert shown("graph") is None and shown("tabs") is None
        board, moves = shown("board"), shown("moves")
        assert board.balance is None and board.marks == () and board.hint is None
        assert all(getattr(cell, "rating", None) is None for cell in moves or ())


def test_any_order_of_actions_keeps_all_invariants(tmp_path, monkeypatch):
    with Driver(tmp_path, (480, 360), sides=TWO_PEOPLE) as window:
        monkeypatch.setattr(window.app, "paint", lambda force=False: None)
        few = settings(max_examples=25, stateful_step_count=30)
        run_state_machine_as_test(partial(Actions, window), settings=few)


@pytest.mark.parametrize("seed", range(2))
def test_random_events_leave_a_game_that_follows_the_rules(tmp_path, monkeypatch, seed):
    chance, keys = random.Random(seed), [*BY_KEY, *EDITING, *"abcdefgh12345678xo"]
    (tmp_path / "game.ggf").write_text(f"{GGF}\n(;GM[Othello]")
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    for name in ("own_folder", "home"):
        monkeypatch.setattr(import_export, name, lambda: tmp_path)
    with Driver(tmp_path) as window:
        actions = {
            lambda: window.key(chance.choice(keys)): 5,
            lambda: window.click(chance.choice(targets).place.centre, chance.choice((1, 1, 3))): 4,
            lambda: window.drag(chance.randrange(64), chance.randrange(64)): 1,
            lambda: window.wheel(chance.choice((-2, 1))): 1,
            lambda: window.drop(chance.choice((tmp_path, tmp_path / "game.ggf"))): 0.1,
        }
        for _ in range(300):
            parts = window.app.scene().parts.values()
            targets = [target for part in parts for target in part.targets]
            window.state.ui.quit = False
            chance.choices(list(actions), list(actions.values()))[0]()
            assert not window.app.failure
            check_position(window.state.live)
