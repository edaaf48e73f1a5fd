"""The ways between the packages, read from the sources: what imports what."""

import ast
import functools
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("othello", "players", "tournament")
ROOMS = ("games", "statistics", "storage", "running", "options", "results", "page", "contests")
"""The rooms of `tournament` of which each imports only those in front of it."""
JOINING_COMMAND = "othello.__main__"
"""The one module of the lowest package that joins it with the players: the door to the window."""


@functools.cache
def imports(module, source):
    """Each import anywhere in a module as (origin, name), relative ones resolved.

    `from a import b` gives ("a", "b"), `import a.b` gives ("a.b", "").
    """
    package = module.split(".")[:-1]
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*above, *filter(None, [node.module])])
            found += [(origin, alias.name) for alias in node.names]
    return found


def imported_modules(module, source):
    """The dotted names that a module may import: of `from a import b` both "a" and "a.b"."""
    pairs = imports(module, source)
    return {origin for origin, _ in pairs} | {f"{origin}.{name}" for origin, name in pairs if name}


def import_graph(sources):
    """By module, the modules among `sources` that it imports anywhere in it, itself left out.

    sources: the source by dotted name; the name of a package is that of its `__init__`.
    """
    names = {module.removesuffix(".__init__") for module in sources}
    graph = {}
    for module, source in sources.items():
        pairs = imports(module, source)
        imported = {
            f"{origin}.{name}" if f"{origin}.{name}" in names else origin for origin, name in pairs
        }
        name = module.removesuffix(".__init__")
        graph[name] = (imported & names) - {name}
    return graph


def circle(graph):
    """Modules each of which imports the next one, and the last the first; () if there are none."""
    finished = set()

    def search(module, path):
        if module in path:
            return path[path.index(module) :]
        if module in finished:
            return ()
        for imported in sorted(graph[module]):
            found = search(imported, (*path, module))
            if found:
                return found
        finished.add(module)
        return ()

    return next((found for module in sorted(graph) if (found := search(module, ()))), ())


def is_in(name, *packages):
    """Whether a dotted name is one of the packages or lies in one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def violations(module, source):
    """The imports of a module that break a rule, as "module imports name", sorted."""
    forbidden = []
    if not is_in(module, "tournament"):
        forbidden.append("tournament")
    if is_in(module, "othello") and module != JOINING_COMMAND:
        forbidden.append("players")
    if module != JOINING_COMMAND and not is_in(module, "players.window"):
        forbidden.append("players.window")
    if module != "othello.jit":
        forbidden += ["numba", "llvmlite"]
    if not is_in(module, "players.window"):
        forbidden += ["pygame", "pygame_ce"]
    imported = imported_modules(module, source)
    return sorted(f"{module} imports {name}" for name in imported if is_in(name, *forbidden))


def modules():
    """The dotted name and the path of every module of the three packages."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts), path


def test_all_imports_point_down():
    found = [line for name, path in modules() for line in violations(name, path.read_text("utf-8"))]
    assert found == []


def test_rooms_of_tournaments_import_those_in_front_of_them():
    rooms = [f"tournament.{room}" for room in ROOMS]
    read, found = set(), []
    for name, path in modules():
        if not is_in(name, *rooms):
            continue
        place = next(place for place, room in enumerate(rooms) if is_in(name, room))
        read.add(place)
        allowed = ("othello", "players", *rooms[: place + 1])
        imported = imported_modules(name, path.read_text("utf-8"))
        ours = {one for one in imported if one.startswith(("othello", "players", "tournament."))}
        found += [f"{name} imports {one}" for one in sorted(ours) if not is_in(one, *allowed)]
    assert read == set(range(len(ROOMS)))
    assert found == []


def test_no_files_import_each_other_in_a_circle():
    sources = {name: path.read_text("utf-8") for name, path in modules()}
    assert circle(import_graph(sources)) == ()


def folder_graphs(sources):
    """By folder, the graph of the folders in it: which of them import which, at any depth.

    sources: as in `import_graph`; the top is "".
    """
    graph = import_graph(sources)
    folders = {module.rpartition(".")[0] for module in sources}
    graphs = {}
    for folder in folders:
        parent = folder.rpartition(".")[0]
        others = {one for one in folders if one.rpartition(".")[0] == parent} - {folder}
        imported = set().union(*(graph[module] for module in graph if is_in(module, folder)))
        graphs.setdefault(parent, {})[folder] = {
            other for other in others if any(is_in(module, other) for module in imported)
        }
    return graphs


def test_no_folders_import_each_other_in_a_circle():
    sources = {name: path.read_text("utf-8") for name, path in modules() if name != JOINING_COMMAND}
    assert [found for graph in folder_graphs(sources).values() if (found := circle(graph))] == []


def test_a_circle_of_folders_is_found():
    sources = {
        "a.b.one": "from a.c import two",
        "a.c.two": "",
        "a.c.three": "def late():\n    import a.b.one",
        "a.b.__init__": "",
        "a.c.__init__": "",
    }
    assert circle(folder_graphs(sources)["a"]) == ("a.b", "a.c")
    assert circle(folder_graphs({**sources, "a.c.three": "import a.c.two"})["a"]) == ()


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ({"a.b": "import a.c", "a.c": "from a import d", "a.d": "import os"}, ()),
        ({"a.b": "import a.c", "a.c": "from a import b"}, ("a.b", "a.c")),
        ({"a.b": "from .c import x", "a.c": "def f():\n    from a.b import y"}, ("a.b", "a.c")),
        ({"a.__init__": "from a.b import x", "a.b": "from a import y"}, ("a", "a.b")),
    ],
)
def test_a_circle_is_found(sources, expected):
    assert circle(import_graph(sources)) == expected


def test_every_package_is_read():
    read = {name for name, _ in modules()}
    assert {"othello.rules", "players.protocol", "tournament.__init__"} <= read


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("othello.game", "import players"),
        ("othello.game", "from players.registry import make"),
        ("othello.game", "import tournament.store as store"),
        ("othello.game", "def late():\n    from players import registry"),
        ("othello.evaluation.bill", "from ...players import registry"),
        ("players.search.bounds", "from ..window import app"),
        ("players.registry", "from players import window"),
        ("players.window.app", "import tournament"),
        ("players.search.alphabeta", "from tournament.games.play import play"),
        ("players.search.alphabeta", "import players.window.app"),
        ("players.search.alphabeta", "from numba import njit"),
        ("othello.__main__", "import numba.core"),
        ("othello.bits", "from llvmlite import ir"),
        ("othello.__main__", "import pygame"),
        ("othello.__main__", "import tournament"),
        ("players.learning.bill", "import tournament"),
        ("players.learning.bill", "from players.window import app"),
        ("othello.evaluation.tables", "from players.learning import batches"),
        ("tournament.results.standings", "import pygame.font"),
    ],
)
def test_a_wrong_import_is_found(module, source):
    assert violations(module, source) != []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("othello.__main__", "from players import registry"),
        ("othello.__main__", "from players.window import app"),
        ("players.learning.bill", "from players.learning import batches"),
        ("othello.jit", "import numba"),
        ("players.window.drawing.scene", "import pygame"),
        ("players.window.drawing.scene", "from . import layout"),
        ("othello.game", "import numbers"),
        ("players.search.alphabeta", "from othello.jit import jit"),
        ("tournament.games.play", "from players import registry"),
    ],
)
def test_a_right_import_is_let_through(module, source):
    assert violations(module, source) == []
