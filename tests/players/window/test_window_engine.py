"""The engine's work, through real events."""

import numpy as np

from othello.position import START
from players.window.thinking.engine_thread import EngineThread, MoveRequest
from players.window.thinking.player_cache import Adviser


def test_adviser_reports_each_stage():
    adviser, told = Adviser(), []
    request = MoveRequest(START, "engine:depth=3,table=1", True, 1)
    adviser.choose(request, np.zeros(1, np.int64), told.append)
    depths = [progress.depth for progress in told]
    assert depths == sorted(depths) and depths[-1] == 3 and told[-1].nodes > 0


def test_the_engine_is_given_the_line_of_the_game(window):
    window.keys("f", "5")
    window.my_turn()
    assert window.engine.line.moves == window.game.moves[:1]


def test_no_move_is_forced_while_the_engine_is_prepared(window, monkeypatch):
    window.engine.free.clear()
    window.keys(*"f5")
    window.until(lambda: window.state.engine.thread.thinking)
    monkeypatch.setattr(EngineThread, "preparing", True)
    assert window.state.engine.preparing
    window.keys("m")
    window.frame()
    assert len(window.game.moves) == 1 and window.engine.stopped == 0
    window.state.engine.searched = True  # other kernels compile
    assert not window.state.engine.preparing
    window.key("m")
    window.until(lambda: len(window.game.moves) == 2)
