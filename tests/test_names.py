"""A name means one thing: what modules take from each other shares its name with nothing else."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("othello", "players", "tournament")
SAME = {
    "BATCH": "how many of a learner's samples are made together",
    "COMMAND": "what starts the command of a module",
    "EXAMPLES": "the examples in the help of a command",
    "HELD_OUT": "of how many samples a learner holds one out",
    "EXPERIMENT": "the experiment of a module",
    "LEARNER": "the learner of a module",
    "PANEL": "the panel of a module",
    "Recipe": "what a learner is asked for",
}
"""Names that mean the same thing in every module that has one."""


def defined(tree):
    """The public classes and constants of a module."""
    found = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            parts = getattr(target, "elts", [target])
            found |= {part.id for part in parts if isinstance(part, ast.Name) and part.id.isupper()}
    return {name for name in found if not name.startswith("_")}


def taken(tree):
    """The names that a module takes from others: `from a import b`, and b of `a.b`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield node.attr


def shared_names(sources):
    """By name, the modules that define it, of names of several modules that any module takes.

    All classes count, of constants those that are taken. sources: by the path of the module.
    """
    trees = {path: ast.parse(source) for path, source in sources.items()}
    places, used = defaultdict(list), set()
    for path, tree in trees.items():
        used |= set(taken(tree))
        for name in defined(tree):
            places[name].append(path)
    return {
        name: sorted(paths)
        for name, paths in places.items()
        if len(paths) > 1 and (name in used or not name.isupper())
    }


@pytest.mark.parametrize("package", PACKAGES)
def test_no_two_things_of_a_package_share_a_name(package):
    paths = (ROOT / package).rglob("*.py")
    sources = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}
    shared = shared_names(sources)
    assert {name: shared[name] for name in shared.keys() - SAME.keys()} == {}


def test_a_shared_name_is_found():
    sources = {
        "a": "MOST = 1\nclass Form: ...",
        "b": "MOST: int = 2\nDEPTH = 1",
        "c": "from a import MOST\n_MOST, DEPTH = 1, 2\nclass Form: ...",
    }
    assert shared_names(sources) == {"Form": ["a", "c"], "MOST": ["a", "b"]}


OFFERED = {"_asdict", "_exit", "_fields", "_make", "_replace"}
"""Names of Python's own, of tuples and `os`, that are offered in spite of their underscore."""


def reached(tree):
    """The private names of others that a module takes, such as `store._connection`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("setattr", "getattr")):
            names = [ast.unparse(argument).strip("'") for argument in node.args[1:2]]
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) not in ("self", "cls"):
            names = [node.attr]
        else:
            continue
        yield from (name for name in names if re.match("_[^_]", name))


def test_tests_ask_only_for_what_is_offered():
    paths = (ROOT / "tests").rglob("*.py")
    found = {path.name: {*reached(ast.parse(path.read_text("utf-8")))} - OFFERED for path in paths}
    assert {name: private for name, private in found.items() if private} == {}
