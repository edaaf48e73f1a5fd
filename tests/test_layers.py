"""The ways between the packages, read from the sources: what imports what."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("othello", "players", "tournament")
JOINING_COMMAND = "othello.__main__"
"""The one module of the lowest package that joins it with the players, inside `main`."""


def imported_modules(module, source):
    """The dotted names that a module imports anywhere in it, relative ones resolved.

    `from a import b` gives both "a" and "a.b", since b may be a module.
    """
    package = module.split(".")[:-1]
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*above, *filter(None, [node.module])])
            names.add(origin)
            names.update(f"{origin}.{alias.name}" for alias in node.names)
    return names


def is_in(name, *packages):
    """Whether a dotted name is one of the packages or lies in one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def violations(module, source):
    """The imports of a module that break a rule, as "module imports name", sorted."""
    forbidden = []
    if is_in(module, "othello"):
        forbidden.append("tournament")
        if module != JOINING_COMMAND:
            forbidden.append("players")
        if module != JOINING_COMMAND and not is_in(module, "othello.window"):
            forbidden.append("othello.window")
    if is_in(module, "players"):
        forbidden += ["tournament", "othello.window"]
    if is_in(module, "tournament"):
        forbidden.append("othello.window")
    if module != "othello.jit":
        forbidden += ["numba", "llvmlite"]
    if not is_in(module, "othello.window"):
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
        ("othello.evaluation.bill", "from ..window import app"),
        ("othello.game", "from othello import window"),
        ("othello.window.app", "import tournament"),
        ("players.search.alphabeta", "from tournament.match import play"),
        ("players.search.alphabeta", "import othello.window.app"),
        ("players.search.alphabeta", "from numba import njit"),
        ("othello.__main__", "import numba.core"),
        ("othello.bits", "from llvmlite import ir"),
        ("othello.__main__", "import pygame"),
        ("othello.__main__", "import tournament"),
        ("players.learning.bill", "import tournament"),
        ("players.learning.bill", "from othello.window import app"),
        ("othello.evaluation.tables", "from players.learning import selfplay"),
        ("tournament.report", "import pygame.font"),
    ],
)
def test_a_wrong_import_is_found(module, source):
    assert violations(module, source) != []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("othello.__main__", "from players import registry"),
        ("othello.__main__", "from othello.window import app"),
        ("players.learning.bill", "from players.learning import selfplay"),
        ("othello.jit", "import numba"),
        ("othello.window.scene", "import pygame"),
        ("othello.window.scene", "from . import layout"),
        ("othello.game", "import numbers"),
        ("players.search.alphabeta", "from othello.jit import jit"),
        ("tournament.match", "from players import registry"),
    ],
)
def test_a_right_import_is_let_through(module, source):
    assert violations(module, source) == []
