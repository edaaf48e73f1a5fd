"""Panels of the window, their commands, the menu and the help."""

from pathlib import Path

import pytest

from players.window.dialogs import TextField
from players.window.events import COMMANDS, open_menu
from players.window.panels import panel as panel_module
from players.window.panels.panel import MODULES, TABS, panels
from players.window.search_words import OTHER_WORDS
from players.window.setting_rows import TITLES


def test_every_file_of_a_panel_is_in_the_table():
    files = {path.stem for path in Path(panel_module.__file__).parent.glob("*.py")}
    assert files - {"__init__", "panel"} == set(MODULES)


def test_every_tab_has_a_panel_and_a_command():
    assert set(TABS) <= set(panels())
    assert {f"tab_{name}" for name in TABS} <= {command.name for command in COMMANDS}


def test_no_two_commands_share_a_key():
    keys = [key for command in COMMANDS for key in command.keys.split()]
    assert sorted(keys) == sorted(set(keys))


def test_the_help_lists_every_command_with_a_key_and_carries_it_out(window):
    window.key("?")
    listed = {row.value for row in window.state.ui.dialog.rows}
    assert {command for command in COMMANDS if command.keys} <= listed
    window.keys(*"rematch", "return")
    assert window.state.ui.dialog is None


def test_the_menu_has_at_most_thirty_lines_and_typing_finds_the_rest(window):
    open_menu(window.state)
    menu = window.state.ui.dialog
    assert len(menu.rows) <= 30
    found = {id(row.value) for row in menu.rows if row.value is not None}
    for command in COMMANDS:
        menu.field = TextField(command.title)
        menu.refresh()
        found |= {id(row.value) for row in menu.rows}
    assert {id(command) for command in COMMANDS} <= found


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        *(("rules", "learn"), ("how to play", "learn"), ("learn", "learn"), ("help", "learn")),
        *(("engine", "level"), ("level", "level"), ("colours", "theme"), ("size", "zoom")),
        *(("size", "full_screen"), ("language", "language"), ("dansk", "language")),
        *(("take back", "undo"), ("options", "settings")),
        *(("volume", "sound"), ("noise", "sound"), ("give up", "resign"), ("tie", "resign")),
    ],
)
def test_the_menu_finds_commands_and_settings_by_other_words(window, typed, found):
    window.key("ctrl+k")
    window.state.ui.dialog.type(typed)
    values = [row.value for row in window.state.ui.dialog.rows]
    assert found in [getattr(value, "name", value) for value in values]


def test_other_words_belong_to_commands_and_settings():
    assert set(OTHER_WORDS) <= {command.name for command in COMMANDS} | set(TITLES)


def test_a_setting_is_found_by_typing_in_the_menu(window):
    window.key("ctrl+k")
    window.state.ui.dialog.type(TITLES["zoom"])
    window.key("return")
    dialog = window.state.ui.dialog
    assert dialog.rows[dialog.selected].value == "zoom"
