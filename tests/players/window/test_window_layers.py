"""The ways between the window's rooms: game <- thinking <- state <- drawing <- input <- app."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import players.window

ROOT = Path(players.window.__file__).parent
ROOMS = ("game", "thinking", "state", "drawing", "input")
"""The window's rooms, and the file of its state: none imports those behind it."""
ON_TOP = ("app", "screenshots", "frame_times", "command", "launch", "warm_up")
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
        "drawing.describe",
        "input.events",
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


def test_below_drawing_and_input_only_the_devices_need_pygame():
    users = [
        name
        for name, source in modules()
        if not name.startswith(("drawing.", "input.")) and "import pygame" in source
    ]
    assert set(users) == {*ON_TOP[:3], "devices"}


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("state", "from players.window.drawing import describe"),
        ("state", "import players.window.input.events"),
        ("state", "from players.window.app import App"),
        ("drawing.describe", "def late():\n    from players.window.input import events"),
        ("input.events", "from players.window import app"),
    ],
)
def test_a_wrong_import_is_found(module, source):
    assert violations(module, source, dict(modules())) != set()
