"""Perft: the leaves of the game tree to a depth, a test and a speedometer of the move generator.

python -m othello.perft DEPTH counts from the start of the game.
"""

import signal
import time

import numpy as np

from othello import rules, rules_vector
from othello.cli.command import leave, tolerate_broken_pipe
from othello.cli.output import as_document
from othello.cli.parser import Parser, common
from othello.leaves import ScalarPath, VectorPath, leaves
from othello.position import START

PASS_COSTS = {"ply": 1, "free": 0}
"""Plies that a pass takes, by the name of the convention."""

PATHS = {"scalar": ScalarPath(), "vector": VectorPath()}

DEEPEST = 128
"""No game is longer: each square is filled once, and no two passes follow each other."""

EXAMPLES = """\
  python -m othello.perft 11
  python -m othello.perft 9 --passes free --path scalar --json"""


def perft(position, depth, passes="ply", path=None):
    """How many leaves the game tree has `depth` plies, 0 to 128, below `position`.

    A game that ends earlier is one leaf. `passes` is "ply" if a pass takes a
    ply, "free" if it takes none; `path` is "vector" or "scalar", by default
    rules.PATH. ValueError for anything else, and for a path that this CPU lacks.
    """
    if not 0 <= depth <= DEEPEST:
        raise ValueError(f"depth must be from 0 to {DEEPEST}, not {depth}")
    if passes not in PASS_COSTS:
        raise ValueError(f"passes must be one of {', '.join(PASS_COSTS)}, not {passes!r}")
    path = path or rules.PATH
    if path not in PATHS:
        raise ValueError(f"path must be one of {', '.join(PATHS)}, not {path!r}")
    if path == "vector" and not rules_vector.AVAILABLE:
        raise ValueError("the vector path needs compiled code and a CPU with AVX2")
    if depth == 0:
        return 1
    own, opp = np.uint64(position.own), np.uint64(position.opp)
    return int(leaves(PATHS[path], own, opp, int(depth), PASS_COSTS[passes]))


def measure(depth, passes="ply", path=None):
    """The perft from the start of the game and its speed, as a dictionary; compiling is not timed.

    Raises what perft raises.
    """
    perft(START, min(depth, 1), passes, path)
    started = time.perf_counter()
    count = perft(START, depth, passes, path)
    seconds = time.perf_counter() - started
    return {
        "depth": depth,
        "passes": passes,
        "path": path or rules.PATH,
        "leaves": count,
        "seconds": seconds,
        "leaves_per_second": count / seconds,
    }


def _parser():
    parser = Parser(
        prog="python -m othello.perft",
        description=__doc__.splitlines()[0],
        examples=EXAMPLES,
        parents=[common("json")],
    )
    parser.add_argument("depth", type=int, metavar="DEPTH", help=f"plies, 0 to {DEEPEST}")
    parser.add_argument(
        "--passes",
        choices=PASS_COSTS,
        default="ply",
        help="whether a pass takes a ply or is free (default: %(default)s)",
    )
    parser.add_argument(
        "--path", choices=PATHS, help=f"code that moves and flips (here by default {rules.PATH})"
    )
    return parser


def main(arguments=None):
    """Print the count, the seconds and the speed; return the exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        result = measure(options.depth, options.passes, options.path)
    except ValueError as problem:
        parser.error(str(problem))
    if options.json:
        print(as_document("perft", result))
        return 0
    noun = "leaf" if result["leaves"] == 1 else "leaves"
    millions = result["leaves_per_second"] / 1e6
    print(f"perft {result['depth']}: {result['leaves']:,} {noun}")
    print(f"{result['seconds']:.3f} s, {millions:,.1f} M leaves/s, {result['path']} path")
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a kernel would not heed Python's handler
    leave(lambda: tolerate_broken_pipe(main))
