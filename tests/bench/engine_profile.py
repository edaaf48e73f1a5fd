"""Where the engine's time goes: python engine_profile.py [--rounds 9] [--depth 14] (here).

Compiled kernels hide their parts from profilers. So each part is made to happen twice, in a copy
of the sources, and what the search then takes longer is what the part costs. The copies search the
same positions by turns; of each the shortest time counts. What is a pure function of its arguments
the compiler would do once all the same: such a part gets arguments that differ by what is always
nothing, and what it returns is used.

With `--against CHECKOUT`, of an older commit, nodes a second of both instead, on this processor and
as if it were a lesser one.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from features import host_without

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
        "    kept = memory.last_ply[:]\n"
        "    last_ply(own, opp, moves, beta, search.weights, kept, EVALUATIONS_PLACE)\n",
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
LESSER = {
    "this processor": (),
    "without AVX-512": ("avx512", "avx10"),
    "without AVX": ("avx", "bmi", "fma", "f16c", "vaes"),
}
"""How the beginnings of those features are named that code is compiled without."""
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

    def __init__(self, folder, depth, part=None, root=ROOT, lacking=()):
        for name in PACKAGES:
            shutil.copytree(
                root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        shutil.copy(root / "pyproject.toml", folder)
        if part is not None:
            file, there, *instead = TWICE[part]
            text = (folder / file).read_text()
            if text.count(there) != 1:
                raise SystemExit(f"{file} has changed: {there.strip()!r} is not there once")
            (folder / file).write_text(text.replace(there, "".join(instead)))
        self.process = subprocess.Popen(
            [sys.executable, "-c", SEARCHES.format(positions=POSITIONS, depth=depth)],
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": str(folder),
                "NUMBA_CACHE_DIR": str(folder),
                "NUMBA_CPU_FEATURES": host_without(*lacking),
            },
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


def by_turns(kinds, rounds):
    """The least CPU seconds and the nodes of each kind of searches; the processes end."""
    for search in kinds.values():
        search()  # compiles
    spent = [{kind: search() for kind, search in kinds.items()} for _ in range(rounds)]
    for search in kinds.values():
        search.process.stdin.close()
        search.process.wait()
    return {kind: min(each[kind] for each in spent) for kind in kinds}


def parts(folder, options):
    """Print what each part takes."""
    kinds = {
        part: Searches(folder / str(number), options.depth, part)
        for number, part in enumerate((None, *TWICE))
    }
    least = by_turns(kinds, options.rounds)
    whole, nodes = least[None]
    print(f"{nodes:,} nodes in {1000 * whole:.0f} ms of CPU time, {nodes / whole / 1e6:.1f} M/s")
    for part in TWICE:
        print(f"{part:34}{100 * (least[part][0] / whole - 1):5.0f} %")


def against(folder, options):
    """Print the nodes a second of the older checkout and of this one, by features."""
    kinds = {
        (name, root): Searches(folder / f"{number}{side}", options.depth, None, root, lacking)
        for number, (name, lacking) in enumerate(LESSER.items())
        for side, root in enumerate((options.against.resolve(), ROOT))
    }
    least = by_turns(kinds, options.rounds)
    for name in LESSER:
        (before, nodes), (after, others) = (least[kind] for kind in kinds if kind[0] == name)
        rates = f"{nodes / before / 1e6:.2f} and {others / after / 1e6:.2f} M nodes/s"
        print(f"{name:16} {rates}, x {before / after:.3f} of {nodes:,} and {others:,} nodes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--depth", type=int, default=14)
    parser.add_argument("--against", type=Path, help="an older checkout")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (against if options.against else parts)(Path(folder), options)


if __name__ == "__main__":
    main()
