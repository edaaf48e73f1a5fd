"""The keyboard alone: typed squares, the cursor, and the line for screen readers."""

import pygame
import pytest
from window_driver import GAME, TWO_PEOPLE, Driver

LAUNCH = {"sides": TWO_PEOPLE}


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        ("d9", "d9 is not a square. Type a letter, then a number."),
        ("3", "3 is not a square. Type a letter, then a number."),
        ("d1", "d1 flips nothing."),
        ("d4", "d4 is taken."),
    ],
)
def test_every_part_of_a_typed_move_is_answered(window, keys, answer):
    window.keys(*keys)
    assert window.state.ui.toast == answer


def test_a_typed_letter_lists_its_legal_moves_and_backspace_drops_only_it(window):
    window.keys(*"f5", "f")
    assert window.shown("status")[:2] == ("f: type a number from 1 to 8", "Legal: f4, f6")
    window.key("backspace")
    assert window.game.moves == (37,) and "f" not in window.shown("status").headline


def test_the_cursor_plays_and_leaves_the_arrows_to_the_game_without_it(window):
    window.keys("tab", "right", "down", "down", "right", "down", "up", "space")
    assert window.game.moves == (37,) and window.app.scene().ring is not None
    window.keys("escape", "left")
    assert window.app.scene().ring is None and window.state.live.step == 0


def test_the_cursor_reaches_and_clicks_every_part_with_targets(window):
    window.key("ctrl+a")
    parts = {name for name, part in window.app.scene().parts.items() if part.targets}
    reached = set()
    for _ in parts:
        window.key("tab")
        reached.add(window.state.ui.focus)
    assert reached == parts
    while window.state.ui.focus != "bar":
        window.key("shift+tab")
    window.key("return")
    assert window.state.ui.dialog.title == "New game"


def test_the_cursor_scrolls_a_list_to_its_end():
    with Driver(None, position=GAME, sides=TWO_PEOPLE, size=(800, 560)) as window:
        window.key("home")
        while window.state.ui.focus != "moves":
            window.key("tab")
        window.keys(*["down"] * 30, "return")
        assert window.state.live.step > 56


def test_new_lines_for_screen_readers_are_printed_and_in_the_title(window, capsys):
    window.key("s")
    window.choose("Text for screen readers")
    window.keys("escape", "tab", "c", "4", "e", "3", "down", "n")
    said = capsys.readouterr().out
    for line in (
        "Black c4 flips d4. White to move.",
        "White e3 flips e4.",
        "Play black you move first",
    ):
        assert line in said
    assert "d3: legal, flips d4" in said and "d4: Black" in said
    assert pygame.display.get_caption()[0] == said.splitlines()[-1]
