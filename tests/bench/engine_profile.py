"""Where the engine's time goes: python engine_profile.py [--rounds 9] [--depth 14] (here).

Compiled kernels hide their parts from profilers. So each part is made to happen twice, in a copy
of the sources, and what the search then takes longer is what the part costs. The copies search the
same positions by turns; of each the shortest time counts. What is a pure function of its arguments
the compiler would do once all the same: such a part gets arguments that differ by what is always
nothing, and what it returns is used.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("othello", "players", "tournament", "data")
POSITIONS = 60
MIDGAME, LAST_PLY = "players/engine/midgame.py", "players/engine/last_ply.py"
STEPS = "players/engine/midgame_steps.py"
LISTS = "        number, index = list_moves(own, opp, moves, depth, ply, search), 0\n"
VALUE = (
    "    value += sum_after(parent.sums, flipped, lowest(placed), weights.added, parent.stage)\n"
)
CHILD = "        mover, other = opp ^ flipped, own | flipped | placed\n"
PLAYED = "    memory.endgame.nodes += memory.last_ply[EVALUATIONS_PLACE] - before\n"
TWICE = {
    "the last ply": (
        *(STEPS, PLAYED, PLAYED),
        "    last_ply(own, opp, moves, beta, search.weights, memory.last_ply[:], EVALUATIONS)\n",
    ),
    "of it, legal moves": (
        *(LAST_PLY, CHILD, f"{CHILD}        none = own & opp\n"),
        "        placed |= legal_moves(mover ^ none, other) & none\n"
        "        placed |= legal_moves(other ^ none, mover) & none\n",
    ),
    "of it, discs turned": (
        *(LAST_PLY, CHILD, "        flipped |= flips(own ^ (own & opp), opp, move) & own & opp\n"),
        CHILD,
    ),
    "of it, sums of patterns": (
        *(LAST_PLY, VALUE, VALUE),
        VALUE.replace("flipped,", "flipped ^ (mover & other),").rstrip("\n")
        + " & np.int64(mover & other)\n",
    ),
    "lists of moves by the evaluation": (
        *(MIDGAME, LISTS, "        if depth >= memory.valued_order:\n    "),
        f"        {LISTS.partition(' = ')[2]}{LISTS}",
    ),
    "lists of moves by replies": (
        *(MIDGAME, LISTS, "        if depth < memory.valued_order:\n    "),
        f"        {LISTS.partition(' = ')[2]}{LISTS}",
    ),
}
"""The file of each part, what is there now, and, in two pieces, what stands there in its copy."""
SEARCHES = """
import sys
from players.engine.request import Request
from players.engine.midgame_memory import MidgameSettings
from tournament.experiments.engine import search_trials

engine = search_trials.cached_engine(MidgameSettings(), 1, 1)
positions = [search_trials.midgame(seed) for seed in range({positions})]
for _ in sys.stdin:
    request = Request(depth={depth})
    spent = [search_trials.searched(engine, position, request) for position in positions]
    print(sum(one.seconds for one in spent), sum(one.nodes for one in spent), flush=True)
"""


class Searches:
    """A process that searches all positions whenever it is asked to."""

    def __init__(self, folder, part, depth):
        for name in PACKAGES:
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        shutil.copy(ROOT / "pyproject.toml", folder)
        if part is not None:
            file, there, *instead = TWICE[part]
            text = (folder / file).read_text()
            if text.count(there) != 1:
                raise SystemExit(f"{file} has changed: {there.strip()!r} is not there once")
            (folder / file).write_text(text.replace(there, "".join(instead)))
        self.process = subprocess.Popen(
            [sys.executable, "-c", SEARCHES.format(positions=POSITIONS, depth=depth)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self):
        """CPU seconds and nodes of all searches."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        seconds, nodes = self.process.stdout.readline().split()
        return float(seconds), int(nodes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--depth", type=int, default=14)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kinds = {
            part: Searches(Path(folder) / str(number), part, options.depth)
            for number, part in enumerate((None, *TWICE))
        }
        spent = {part: [search()] for part, search in kinds.items()}
        for _ in range(options.rounds):
            for part, search in kinds.items():
                spent[part].append(search())
        for search in kinds.values():
            search.process.stdin.close()
            search.process.wait()
    whole, nodes = min(seconds for seconds, _ in spent[None][1:]), spent[None][0][1]
    print(f"{nodes:,} nodes in {1000 * whole:.0f} ms of CPU time, {nodes / whole / 1e6:.1f} M/s")
    for part in TWICE:
        more = min(seconds for seconds, _ in spent[part][1:]) / whole - 1
        print(f"{part:34}{100 * more:5.0f} %")


if __name__ == "__main__":
    main()
