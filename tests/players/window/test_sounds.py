"""Sounds of the window: off at first, a click for a move, two tones at the end of a game."""

import pygame
import pytest
from window_driver import TWO_PEOPLE

from players.window import sounds

LAUNCH = {"sides": TWO_PEOPLE}


@pytest.fixture
def heard(monkeypatch):
    """The lengths of the sounds played, in tenths of a second."""
    played = []

    class Heard(pygame.mixer.Sound):
        def play(self):
            played.append(round(10 * self.get_length()))

    monkeypatch.setattr(sounds.pygame.mixer, "Sound", Heard)
    return played


def test_moves_and_the_end_of_a_game_sound_once_switched_on(window, heard):
    window.keys(*"f5")
    assert pygame.mixer.get_init() is None and heard == []
    window.state.turn("sound")
    window.keys(*"d6")
    assert heard == [1]
    window.state.live.give_up(0)
    window.keys("home", "end")
    assert heard == [1, 5]
    window.state.turn("sound")
    window.keys("ctrl+n", *"f5")
    assert pygame.mixer.get_init() is None and heard == [1, 5]


def test_a_machine_without_a_sound_device_is_silent(window, heard, monkeypatch):
    def fail(*_args, **_named):
        raise pygame.error("No such audio device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    window.state.turn("sound")
    window.keys(*"f5")
    assert window.state.live.step == 1 and heard == []
