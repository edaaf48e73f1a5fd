"""A changed source recompiles the kernels that it affects, and no others."""

import json
import os
import shutil
import sys
from pathlib import Path

import programs
import pytest

from othello.jit import COMPILED

ROOT = Path(__file__).parents[2]
RULES = "answer = int(othello.rules.final_score(3, 4))"
FOREIGN = "import foreign; answer = foreign.folded(5), len(foreign.grown.signatures)"

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

COUNT = """
import json, sys
from numba.core import event
with event.install_recorder("numba:compile") as recorder:
    import othello.rules
    {use}
compiled = [happened.data["dispatcher"].py_func.__name__ for _, happened in recorder.buffer]
print(json.dumps([answer, sorted(set(compiled))]))
"""
MODULE = '''
from typing import NamedTuple
import numpy as np
from othello.jit import jit, jitmethods
from neighbour import STEP

@jitmethods
class Scale(NamedTuple):
    """A factor."""

    number: int = 3

    def scaled(self, x):
        return 10 * x

@jit
def grown(scale, x):
    return scale.scaled(x) + STEP

@jit
def folded(x):
    return grown(Scale(3), x) + 0 * grown(Scale(3), np.int64(7))
'''
NEIGHBOUR = """
from othello.jit import jit
STEP = 1

@jit
def first(row):
    return row[0]
"""


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """A folder for compiled kernels."""
    return tmp_path_factory.mktemp("kernels")


@pytest.fixture
def tree(tmp_path):
    """A copy of the packages, to be edited, with foreign modules beside them."""
    for package in ("othello", "players"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)
    (tmp_path / "foreign.py").write_text(MODULE)
    (tmp_path / "neighbour.py").write_text(NEIGHBOUR)
    return tmp_path


@pytest.fixture
def run(tree, kernels):
    """Give the answer of a fresh process, and the names of the kernels that it compiles."""

    def run(use):
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(kernels)}
        line = [sys.executable, "-B", "-c", COUNT.format(use=use)]
        done = programs.run(line, env=environment, cwd=tree)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    assert run(RULES)[0] == 6200
    return run


def edit(path, old, new):
    """Replace the first `old` in a file."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_comment_compiles_nothing_and_constant_does(tree, run):
    rules = tree / "othello" / "rules.py"
    edit(rules, '"""', '"""Comments move lines.\n\n    More.\n    ')
    edit(rules, "\n@jit", "\n\n# Edited.\n\n\n@jit")
    assert run(RULES) == [6200, []]
    edit(rules, "SCORE_SCALE = 100", "SCORE_SCALE = 10")
    score, compiled = run(RULES)
    assert score == 620 and {"final_score", "legal_moves", "flips"} <= set(compiled)


def test_foreign_kernels_depend_on_their_module_and_its_neighbours(tree, run):
    """A constant with a type compiles no version of its own, such as the 7 in `folded`."""
    assert run(FOREIGN)[0] == [51, 1]
    edit(tree / "foreign.py", '"""A factor."""', '"""A number."""\n\n    # Edited.')
    assert run(FOREIGN) == [[51, 0], []]  # the loaded code contains `grown`
    edit(tree / "neighbour.py", "STEP = 1", "STEP = 2")
    assert run(FOREIGN) == [[52, 1], ["folded", "grown", "scaled"]]
    edit(tree / "foreign.py", "10 * x", "20 * x")
    assert run(FOREIGN)[0] == [102, 1]


def test_kernel_that_took_a_foreign_class_loads_without_its_module(tree, run):
    use = "import {}; answer = neighbour.first({})"
    assert run(use.format("foreign, neighbour", "foreign.Scale(4)"))[0] == 4
    (tree / "foreign.py").unlink()
    assert run(use.format("neighbour", "(5,)"))[0] == 5


@pytest.mark.skipif(sys.platform != "linux", reason="the user's cache folder has another variable")
@pytest.mark.parametrize("user", [True, False])
def test_read_only_installation_uses_the_users_cache_folder_if_there_is_one(tree, user):
    (tree / "othello" / "__pycache__").touch()
    caches = tree / ("caches" if user else "foreign.py")
    environment = {**os.environ, "NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": str(caches)}
    line = [sys.executable, "-c", "from othello.jit import CACHE_FOLDER; print(CACHE_FOLDER)"]
    done = programs.run(line, env=environment, cwd=tree)
    assert done.stdout.startswith(str(caches) if user else "None"), done.stderr
