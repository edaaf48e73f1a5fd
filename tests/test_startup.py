"""What a fresh process does: it starts light, and compiles nothing the second time."""

import os
import sys
import textwrap
from pathlib import Path

import programs
import pytest

from othello.jit import COMPILED

ROOT = Path(__file__).parents[1]

USE = """
from othello import Game, four_move_openings
game = Game.from_transcript("f5d6c3")
game.play("d3")
four_move_openings()
"""


def counting(program):
    """The program, which says at its end how often numba compiled."""
    return f"""
from numba.core import event
with event.install_recorder("numba:compile") as recorder:
{textwrap.indent(program, "    ")}
print(len(recorder.buffer))
"""


def run(program):
    """What a fresh interpreter prints, and what it says on its error stream."""
    done = programs.run([sys.executable, "-c", program], cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


def test_a_missing_numba_is_a_line(tmp_path):
    (tmp_path / "numba.py").write_text("raise ModuleNotFoundError(\"No module named 'numba'\")")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = programs.run([sys.executable, "-m", "othello", "perft", "1"], cwd=ROOT, env=environment)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "No module named 'numba'" in done.stderr


def test_importing_othello_imports_no_window_and_no_statistics():
    """Only numba looks for scipy, for its linalg; nothing of ours needs it to play."""
    without_coverage = "import sys\nsys.modules['coverage'] = None"  # numba imports it where it is
    modules, _ = run(f"{without_coverage}\n{USE}\nprint(*sys.modules)")
    assert "othello.game" in modules
    heavy = ("pygame", "rich", "sqlite3", "scipy.optimize", "scipy.stats", "scipy.special")
    assert [name for name in modules if name.startswith(heavy)] == []
    assert [name for name in modules if name.startswith(("players", "tournament"))] == []


def test_commands_without_window_and_cluster_import_nothing_of_them():
    commands = (
        "tournament.commands.table",
        "players.study.analyse.command",
        "players.study.solve_command",
    )
    served = (
        "players.external.serve_command",
        "players.study.explain.command",
        "players.learning.bill",
    )
    modules, _ = run(f"import sys, {', '.join(commands + served)}\nprint(*sys.modules)")
    assert {"tournament.running.contest_runner", *commands, *served} <= set(modules)
    assert {"dask", "distributed", "tornado", "pygame", "matplotlib"}.isdisjoint(modules)


SEARCH = """
from othello import START
from players import registry
from players.limits import Limits
print(registry.make("alphabeta").choose(START, Limits(depth=2)).nodes)
"""


@pytest.mark.skipif(not COMPILED, reason="NUMBA_DISABLE_JIT is set: nothing is compiled at all")
def test_a_second_process_reads_the_kernels_of_a_search():
    (nodes,), _ = run(SEARCH)
    (again, compilations), said = run(counting(SEARCH))
    assert (again, compilations) == (nodes, "0")
    assert said == ""
