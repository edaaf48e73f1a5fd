"""What each technique of the solver is worth: python tests/bench/endgame_ablation.py FFO.obf.

Nodes and CPU seconds of positions 40 to 44 (the first five of the file) with each technique
switched off, beside all switched on, in one process, position by position.
"""

import sys
import time

from othello.formats import obf
from players.engine.endgame import Solver
from players.engine.settings import OFF, Settings

POSITIONS = 5
MEGABYTES = 64


def measure(problems: list[obf.Problem]) -> dict[str, tuple[int, float]]:
    """Nodes and CPU seconds by the name of what is switched off; "nothing" comes first."""
    found = {name: (0, 0.0) for name in ("nothing", *OFF)}
    Solver(megabytes=1).solve(problems[0].position)  # compiles
    for problem in problems:
        for name, settings in {"nothing": Settings(), **OFF}.items():
            solver = Solver(megabytes=MEGABYTES, settings=settings)
            began = time.thread_time()
            solution = solver.solve(problem.position)
            assert solution.score == max(score for _, score in problem.scores), name
            nodes, seconds = found[name]
            found[name] = nodes + solution.nodes, seconds + time.thread_time() - began
    return found


if __name__ == "__main__":
    rows = measure(list(obf.read_problems(sys.argv[1]).problems[:POSITIONS]))
    for name, (nodes, seconds) in rows.items():
        against = rows["nothing"]
        print(
            f"{name:32} {nodes / 1e6:8.1f} M nodes x{nodes / against[0]:5.2f}"
            f" {seconds:7.2f} s x{seconds / against[1]:5.2f}"
        )
