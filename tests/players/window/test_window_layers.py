"""The ways between the window's rooms, read from the sources, and what each panel has to say.

game <- thinking <- state <- drawing <- what panels share <- panels <- events <- app.
"""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import players.window
from players.window.events import COMMANDS, help_lines
from players.window.panels.panel import HEADINGS, PANELS, TAB_COMMANDS, panels

ROOT = Path(players.window.__file__).parent
SHARED = ("explaining", "wording", "levels", "opening")
"""What several panels need."""
ROOMS = ("game", "thinking", "state", "drawing", *SHARED, "panels", "events")
"""The window's rooms and single files: none imports those behind it."""
ON_TOP = ("app", "screenshots", "command", "launch", "warm_up")
"""The files beside the rooms, which no room imports."""


def modules():
    """The dotted name below `players.window` and the source of every file of the window."""
    for path in sorted(ROOT.rglob("*.py")):
        if path.name != "__init__.py":
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts), path.read_text("utf-8")


def imported(source, known):
    """Which of the modules `known` a source imports, inside functions too."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    below = {name.removeprefix("players.window.") for name in names if "players.window." in name}
    return below & set(known)


def violations(module, source, known):
    """The modules that one of the window imports though it stands below them."""
    room = module.split(".")[0]
    forbidden = (*ROOMS[ROOMS.index(room) + 1 :], *ON_TOP) if room in ROOMS else ()
    return {name for name in imported(source, known) if name.split(".")[0] in forbidden}


def test_the_rooms_of_the_window_import_one_way():
    sources = dict(modules())
    assert {
        "game.live_game",
        "thinking.adviser",
        "state",
        "drawing.scene",
        "panels.moves",
        "events",
        "app",
    } <= set(sources)
    assert {name: violations(name, source, sources) for name, source in sources.items()} == {
        name: set() for name in sources
    }


def test_no_file_of_the_window_imports_itself_by_way_of_others():
    sources = dict(modules())
    graph = {name: imported(source, sources) for name, source in sources.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_beside_what_draws_only_devices_and_events_need_pygame():
    users = [
        name
        for name, source in modules()
        if not name.startswith(("drawing.", "panels.")) and "import pygame" in source
    ]
    assert set(users) == {*ON_TOP[:2], "devices", "events"}


def other_panels(module, source, known):
    """The panels that a panel imports; `panel` is for all."""
    files = {name for name in known if name.startswith("panels.")} - {module, "panels.panel"}
    return imported(source, known) & files


def test_no_panel_imports_another():
    sources = dict(modules())
    listed = {name: sources[f"panels.{name}"] for name in PANELS}
    found = {name: other_panels(f"panels.{name}", text, sources) for name, text in listed.items()}
    assert found == {name: set() for name in PANELS}
    late = "def late():\n    from players.window.panels import moves"
    assert other_panels("panels.lines", late, sources) == {"panels.moves"}


def test_every_file_of_a_panel_is_in_the_table():
    files = {name.removeprefix("panels.") for name, _ in modules() if name.startswith("panels.")}
    assert files - {"panel"} == set(PANELS)


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
