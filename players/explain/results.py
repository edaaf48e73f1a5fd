"""The true results of the late positions in a tree, by the endgame solver.

A search is recorded where nothing is compiled, and there the solver is too slow: so it works in
a process of its own, as `python -m players.solve`.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from othello.formats import obf
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.explain.labels import Scale
from players.explain.picture import Picture
from players.explain.search_tree import Visit, with_results

SOLVED_EMPTIES = 14
"""The most empty squares at which a position is solved.

400 positions of at most so many took 0.4 s, and the process 1.6 s to begin.
"""

SolveAll = Callable[[Sequence[Position]], list[int]]


def solved(positions: Sequence[Position]) -> list[int]:
    """The result of each position in discs for the side to move, from a process that solves.

    RuntimeError, in one line, if that fails.
    """
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    errors = None if sys.stderr.isatty() else subprocess.PIPE
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "positions.obf"
        obf.write_problems(path, map(obf.Problem, positions))
        command = [sys.executable, "-m", "players.solve", str(path), "--json"]
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
        )
    if done.returncode:
        said = (done.stderr or "").strip().splitlines()
        raise RuntimeError(f"the solver ended early: {said[-1] if said else done.returncode}")
    return [result["score"] for result in json.loads(done.stdout)["positions"]]


def results_of(states: Iterable[Position], solve: SolveAll = solved) -> dict[Position, int]:
    """The results of those positions that are late enough, in hundredths of a disc."""
    late = [state for state in dict.fromkeys(states) if state.plies_left() <= SOLVED_EMPTIES]
    found = {state: int(state.final()) for state in late if state.over()}
    open_ones = [state for state in late if state not in found]
    if open_ones:
        scores = solve(open_ones)
        found |= {
            state: SCORE_SCALE * score for state, score in zip(open_ones, scores, strict=True)
        }
    return found


def with_true_results(picture: Picture, solve: SolveAll = solved) -> Picture:
    """The picture of a position's searches with the result of every late node that it shows."""
    shown = [visit.state for root in picture.roots for visit in root.walk()]
    results = results_of(shown, solve)
    if not results:
        return picture
    roots = tuple(with_results(root, results) for root in picture.roots)
    return picture._replace(roots=roots, facts=(*picture.facts, *_facts(roots, picture.scale)))


def _facts(roots: tuple[Visit, ...], scale: Scale) -> list[str]:
    """What results are, and how many of the answers shown are wrong."""
    visits = [visit for root in roots for visit in root.walk()]
    errors = [error for visit in visits if (error := visit.off_by()) is not None]
    wrong = [error for error in errors if error]
    worst = f", by {scale.size(max(wrong))} discs at most" if wrong else ""
    return [
        "proven +6: the result of perfect play, by the endgame solver, with"
        f" {SOLVED_EMPTIES} empty squares or fewer",
        f"off by: how far an answer is from it; {len(wrong)} of {len(errors)} are off{worst}",
    ]
