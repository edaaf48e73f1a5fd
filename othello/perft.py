"""Perft: the number of leaves of the game tree, a test and a speed measure of the move generator.

python -m othello perft DEPTH counts from the start of the game.
"""

import signal
import time

import numpy as np

from othello.cli.command import run
from othello.cli.output import as_document
from othello.cli.parser import Parser, common
from othello.position import START
from othello.rules import VECTORS, leaves

PASS_COSTS = {"ply": 1, "free": 0}
"""Plies that a pass takes, by the name of the convention."""

DEEPEST = 128
"""No game is longer: each square is filled once, and no two passes follow each other."""

COMMAND = "python -m othello perft"
EXAMPLES = """\
  python -m othello perft 11
  python -m othello perft 9 --passes free --json"""


def perft(position, depth, passes="ply"):
    """Return the number of leaves of the game tree `depth` plies, 0 to 128, below `position`.

    A game that ends earlier is one leaf. `passes` is "ply" if a pass takes a ply, "free" if it
    takes none. ValueError for anything else.
    """
    if not 0 <= depth <= DEEPEST:
        raise ValueError(f"depth must be from 0 to {DEEPEST}, not {depth}")
    if passes not in PASS_COSTS:
        raise ValueError(f"passes must be one of {', '.join(PASS_COSTS)}, not {passes!r}")
    if depth == 0:
        return 1
    own, opp = np.uint64(position.own), np.uint64(position.opp)
    return int(leaves(own, opp, int(depth), PASS_COSTS[passes]))


def measure(depth, passes="ply"):
    """Return the perft of the start position and its speed as a dictionary; ValueError as `perft`.

    The time of compilation is not counted.
    """
    perft(START, min(depth, 1), passes)
    started = time.perf_counter()
    number = perft(START, depth, passes)
    seconds = time.perf_counter() - started
    return {
        "depth": depth,
        "passes": passes,
        "path": "vector" if VECTORS else "scalar",
        "leaves": number,
        "seconds": seconds,
        "leaves_per_second": number / seconds,
    }


def _parser():
    parser = Parser(
        prog=COMMAND,
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
    return parser


def _run(options):
    """Print the count, the seconds and the speed; return the exit code."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # a kernel delays Python's handler
    try:
        result = measure(options.depth, options.passes)
    finally:
        signal.signal(signal.SIGINT, before)
    if options.json:
        print(as_document("perft", result))
        return 0
    noun = "leaf" if result["leaves"] == 1 else "leaves"
    millions = result["leaves_per_second"] / 1e6
    print(f"perft {result['depth']}: {result['leaves']:,} {noun}")
    print(f"{result['seconds']:.3f} s, {millions:,.1f} M leaves/s, {result['path']} code")
    return 0


def main(arguments=None):
    """Count leaves; return the exit code, 2 for bad input."""
    return run(COMMAND, lambda: _run(_parser().parse_args(arguments)))
