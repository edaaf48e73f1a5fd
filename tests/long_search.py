"""What a search that keeps its tree takes of the memory: python tests/long_search.py bestfirst.

One search from the starting position; a row each tenth of its time: CPU seconds, nodes, slots in
use in percent, and what the process has come to hold since before the tree was made, in megabytes.
The last line says the most of each second, beside what the player's option `memory` allows.
"""

import argparse
import contextlib
import os
import sys
import threading
import time
from pathlib import Path

from othello.position import START
from players import registry
from players.bestfirst.player import MEGABYTE
from players.bestfirst.tree import FILLED
from players.limits import Limits
from players.search.workspace import NODES


def resident() -> float:
    """What this process holds of the machine's memory, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def watch(name: str, options: str, memory: int, seconds: float) -> tuple[float, float]:
    """Search, and print the rows; the most megabytes held beyond those before, nodes per slot."""
    small = registry.make(f"{name}:{options}memory=1")
    small.choose(START, Limits(nodes=20_000))  # all that is no tree is there
    before, most = resident(), 0.0
    player = registry.make(f"{name}:{options}memory={memory}")
    search = player.search
    thread = threading.Thread(target=player.choose, args=(START, Limits(seconds=seconds)))
    thread.start()
    clock, due = time.pthread_getcpuclockid(thread.ident), seconds / 10
    while thread.is_alive():
        thread.join(1.0)
        most = max(most, resident() - before)
        spent = seconds
        with contextlib.suppress(OSError):  # it has just ended
            spent = time.clock_gettime(clock)
        if spent >= due:
            nodes = int(search.workspace.counters[NODES])
            full = 100 * int(search.tree.counts[FILLED]) / search.tree.nodes.size
            held = resident() - before
            print(f"{spent:6.1f} s {nodes:13,d} nodes {full:5.1f} % {held:8.1f} MB", flush=True)
            due += seconds / 10
    print(f"{before:.1f} MB before; {most:.1f} MB more at most, of {memory}")
    return most, int(search.workspace.counters[NODES]) / search.tree.nodes.size


def main() -> int:
    """Read the options, search; 0 if the tree kept to its limit, give or take a megabyte."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("player", choices=("bestfirst", "uct"))
    parser.add_argument("--options", default="", help="as in a specification, without memory")
    parser.add_argument("--memory", type=int, default=64, help="megabytes (default: 64)")
    parser.add_argument("--seconds", type=float, default=600, help="of CPU (default: 600)")
    asked = parser.parse_args()
    options = asked.options and f"{asked.options},"
    most, _ = watch(asked.player, options, asked.memory, asked.seconds)
    return int(most > asked.memory + 1)


if __name__ == "__main__":
    sys.exit(main())
