"""What is compiled again: whatever a changed source touches, and nothing else."""

import json
import os
import shutil
import sys
from pathlib import Path

import programs
import pytest

from othello.jit import COMPILED

ROOT = Path(__file__).parents[2]
PACKAGES = ("othello", "players")
RULES = "answer = int(othello.rules.final_score(3, 4))"

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled at all")

COUNT = """
import json, sys
from numba.core import event
with event.install_recorder("numba:compile") as recorder:
    import othello.rules
    {use}
compiled = [happened.data["dispatcher"].py_func.__name__ for _, happened in recorder.buffer]
print(json.dumps([answer, sorted(set(compiled))]))
"""

STRANGER = '''
from typing import NamedTuple
import numpy as np
from othello.jit import jit, jitmethods
from neighbour import STEP

@jitmethods
class Scale(NamedTuple):
    """Says how much."""

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


def write_sources(folder):
    """Put a copy of the packages into a folder, and a stranger's modules beside them."""
    ignored = shutil.ignore_patterns("__pycache__")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=ignored, dirs_exist_ok=True)
    (folder / "stranger.py").write_text(STRANGER)
    (folder / "neighbour.py").write_text("STEP = 1\n")


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """A folder of the sources in which the rules are compiled."""
    folder = tmp_path_factory.mktemp("warm")
    write_sources(folder)
    score, compiled = run(folder, RULES)
    assert score == 6200  # the empty squares go to the winner
    assert {"final_score", "legal_moves", "flips"} <= set(compiled)
    return folder


@pytest.fixture
def tree(warm):
    """The warm folder, to be edited: its sources are as they were afterwards."""
    yield warm
    write_sources(warm)


def run(tree, use, kernels=None):
    """What a fresh process answers, and the names of the kernels that it compiles."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(kernels or tree / "kernels")}
    line = [sys.executable, "-B", "-c", COUNT.format(use=use)]
    done = programs.run(line, env=environment, cwd=tree)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def edit(path, old, new):
    """Put `new` in the place of the first `old` in a file."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_a_comment_compiles_nothing_and_a_constant_does(tree):
    edit(tree / "othello" / "rules.py", '"""', '"""Comments move lines.\n\n    More.\n    ')
    edit(tree / "othello" / "rules.py", "\n@jit", "\n\n# Edited.\n\n\n@jit")
    edit(tree / "players" / "window" / "drawing" / "themes.py", "(", "((")
    assert run(tree, RULES) == [6200, []]

    edit(tree / "othello" / "rules.py", "SCORE_SCALE = 100", "SCORE_SCALE = 10")
    score, compiled = run(tree, RULES)
    assert score == 620
    assert "final_score" in compiled


def test_the_same_sources_elsewhere_compile_nothing(warm, tmp_path):
    write_sources(tmp_path)
    assert run(tmp_path, RULES, warm / "kernels") == [6200, []]


def test_a_strangers_kernels_follow_what_a_stranger_and_the_neighbours_say(tree):
    """A constant with a type compiles no version of its own, such as the 7 in `folded`."""
    use = "import stranger; answer = stranger.folded(5), len(stranger.grown.signatures)"
    assert run(tree, use)[0] == [51, 1]
    edit(
        tree / "stranger.py", '"""Says how much."""', '"""Says how much it is."""\n\n    # Edited.'
    )
    assert run(tree, use) == [[51, 0], []]  # `grown` is part of the code that is read
    edit(tree / "neighbour.py", "STEP = 1", "STEP = 2")
    assert run(tree, use) == [[52, 1], ["folded", "grown", "scaled"]]
    edit(tree / "stranger.py", "10 * x", "20 * x")
    assert run(tree, use)[0] == [102, 1]
