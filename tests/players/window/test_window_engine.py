"""Players that are typed, and the engine's work, through real events."""

import numpy as np
from window_driver import Driver, FakeEngine

from othello.position import START
from players.window.dialogs import Prompt
from players.window.panels.status import status
from players.window.thinking.engine_thread import EngineThread, MoveRequest
from players.window.thinking.player_cache import Adviser, Progress


def open_prompt(window):
    """Ask for white's player by its specification."""
    window.click(window.place_of("players", 1).centre)
    window.keys("end", "return")
    assert isinstance(window.state.ui.dialog, Prompt)


def test_typed_player_specification_plays(window):
    open_prompt(window)
    window.enter("alphabeta:table=6")
    assert window.state.live.sides[1] == "alphabeta:table=6"
    assert window.state.ui.dialog is None
    assert window.shown("players")[1].name == "Alphabeta, table 6"


def test_unknown_player_prompts_again(window):
    before = list(window.state.live.sides)
    open_prompt(window)
    window.enter("nobody")
    assert "nobody" in window.state.ui.dialog.error and window.state.ui.dialog.text == "nobody"
    assert window.state.live.sides == before


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


def test_the_window_says_that_the_engine_is_prepared_and_offers_no_move_now(tmp_path, monkeypatch):
    with Driver(tmp_path, engine=FakeEngine()) as window:
        window.engine.free.clear()
        window.keys(*"f5")
        window.until(lambda: window.state.engine.thread.thinking)
        assert "M: move now" in status(window.state)
        monkeypatch.setattr(EngineThread, "preparing", True)
        assert status(window.state)[0] == "Preparing the engine …"
        assert "M: move now" not in status(window.state)
        window.key("m")
        window.frame()
        assert len(window.game.moves) == 1 and window.engine.stopped == 0
        window.state.engine.progress = Progress(5, 1000, 1.0)  # other kernels compile
        assert "is thinking" in status(window.state)[0]
        window.key("m")
        window.until(lambda: len(window.game.moves) == 2)
