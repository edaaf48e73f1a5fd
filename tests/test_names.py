"""Names of classes: one name, one meaning."""

import ast
from collections import defaultdict

import pytest

from othello.fingerprint import ROOT

SHARED = {"Recipe"}
"""Names that mean the same in several modules: the recipe of each learner."""


@pytest.mark.parametrize("package", ["othello", "players", "tournament"])
def test_no_two_classes_of_a_package_share_a_name(package):
    modules = defaultdict(list)
    for path in (ROOT / package).rglob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules[node.name].append(path.relative_to(ROOT).as_posix())
    repeated = {name: paths for name, paths in modules.items() if len(paths) > 1}
    assert {name: paths for name, paths in repeated.items() if name not in SHARED} == {}
