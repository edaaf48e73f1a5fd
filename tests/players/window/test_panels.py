"""What each panel of the window has to say."""

from pathlib import Path

from players.window.events import COMMANDS, help_lines
from players.window.panels import panel as panel_module
from players.window.panels.panel import HEADINGS, PANELS, TAB_COMMANDS, panels


def test_every_file_of_a_panel_is_in_the_table():
    files = {path.stem for path in Path(panel_module.__file__).parent.glob("*.py")}
    assert files - {"__init__", "panel"} == set(PANELS)


def test_no_two_commands_share_a_key():
    keys = [key for command in COMMANDS for key in command.keys]
    assert sorted(keys) == sorted(set(keys))


def test_every_panel_has_help_and_each_line_of_it_is_in_the_help():
    for name, panel in panels().items():
        assert panel.lines or panel.help is not None, f"{name} has no help"
        assert {line.heading for line in panel.lines} <= set(HEADINGS)
    assert all(keys or words for keys, words in help_lines())
    assert {command.name for command in COMMANDS if command.group == TAB_COMMANDS} == {
        f"tab_{name}" for name, label in PANELS.items() if label and name != "library"
    }
