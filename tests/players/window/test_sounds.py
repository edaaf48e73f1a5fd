"""Sounds of the window: off at first, a click for a move, two tones at the end of a game."""

from unittest.mock import Mock

import pygame
from window_driver import TWO_PEOPLE

LAUNCH = {"sides": TWO_PEOPLE}


def test_moves_and_the_end_of_a_game_sound_once_switched_on(window, monkeypatch):
    click, end = Mock(), Mock()
    monkeypatch.setattr(pygame.mixer, "Sound", Mock(side_effect=[click, end]))
    window.keys(*"f5")
    assert pygame.mixer.get_init() is None
    window.state.turn("sound")
    window.keys(*"d6")
    window.state.live.give_up(0)
    window.keys("home", "end")
    assert click.play.call_count == end.play.call_count == 1
    window.state.turn("sound")
    window.keys("ctrl+n", *"f5")
    assert pygame.mixer.get_init() is None and click.play.call_count == 1


def test_a_machine_without_a_sound_device_is_silent(window, monkeypatch):
    monkeypatch.setattr(pygame.mixer, "init", Mock(side_effect=pygame.error("No such device")))
    window.state.turn("sound")
    window.keys(*"f5")
    assert window.state.live.step == 1 and pygame.mixer.get_init() is None
