"""Painting reads the window's state and writes nothing of it, whatever is open and in any size."""

import numpy as np
import pygame
import pytest
from window_driver import TWO_PEOPLE, Driver

from players.window.events import BY_NAME, carry_out
from players.window.game.autosave import Autosave
from players.window.game.clocks import TIME, Ending
from players.window.game.library import Library
from players.window.thinking.engine_thread import EngineThread

LINE = "f5d6c3d3c4f4f6"
SIZES = ((1160, 740), (640, 480), (600, 960), (1920, 1080))
STATES = (
    "values", "hint tab_coach", "review", "analyse", "tab_record", "edit",
    "menu", "help", "settings", "new", "save", "comment", "open",
    "tab_library", "exercises", "back back edit tab_moves",
)  # fmt: skip
"""Commands that open something, one after the other."""


IN_THREADS = (EngineThread, Autosave, Library)  # threads write to them meanwhile


def contents(value, seen):
    """All that a value holds, as it is now; what is no data of the window's stands for itself."""
    if isinstance(value, np.ndarray):
        return value.tobytes()
    if isinstance(value, dict):
        return [(contents(key, seen), contents(each, seen)) for key, each in value.items()]
    if isinstance(value, list | tuple | set | frozenset):
        return type(value), [contents(each, seen) for each in value]
    ours = type(value).__module__.startswith(("players.", "othello."))
    if not ours or isinstance(value, IN_THREADS) or not hasattr(value, "__dict__"):
        return value
    if id(value) in seen:
        return "seen", type(value)
    seen.add(id(value))
    return type(value), {name: contents(each, seen) for name, each in vars(value).items()}


def test_painting_changes_nothing_of_the_state(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE, position=LINE) as window:
        state, app = window.state, window.app
        for commands in STATES:
            state.ui.dialog = None
            state.live.editor = None
            state.practice.end()
            for name in commands.split():
                carry_out(state, BY_NAME[name])
            for size in SIZES:
                pygame.display.set_mode(size, pygame.RESIZABLE)
                window.frame()
                window.until(lambda: not app.engine_thread.busy)
                before = contents(state, set())
                app.paint(force=True)
                assert contents(state, set()) == before, (commands, size)
        state.live.ending = Ending(TIME, 0, ())
        assert contents(state, set()) != before


class StandingClock:
    """Stands for the module time of the window: it goes on only while the window sleeps."""

    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


@pytest.mark.parametrize(("seen", "most"), [(True, 60), (False, 2)])
def test_an_idle_window_looks_for_events_at_most_60_times_a_second(
    tmp_path, monkeypatch, seen, most
):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        window.idle()
        clock, looks, get = StandingClock(), [], pygame.event.get
        monkeypatch.setattr("players.window.app.time", clock)
        monkeypatch.setattr(pygame.event, "wait", None)  # it looks every millisecond
        monkeypatch.setattr(pygame.event, "get", lambda: looks.append(clock.now) or get())
        monkeypatch.setattr(pygame.display, "get_active", lambda: seen)
        pygame.event.clear()
        while clock.now < 1010:
            window.app.frame()
        assert len(looks) <= most * (clock.now - 1000)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_s, mod=0, unicode="s"))
        window.app.frame()
        assert window.state.ui.dialog is not None  # whatever it waits for, an event comes first
