"""What a tournament costs beside its players, and how well it uses two cores.

    python tests/bench/overhead.py [OPENINGS]

Games a second between players that cost nothing (greedy, random), and how many times as many
with two workers as with one at depth 4. The start of the program is taken off, as a match of one
opening measures it, so run it on a quiet machine: under load the figures mean nothing.
"""

import json
import subprocess
import sys
import tempfile
import time

FREE = ("greedy", "random")
SEARCHING = ("alphabeta:depth=4", "forward:depth=4")


def seconds(players, openings, jobs):
    """The wall seconds of a match, and what it said as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        words = [*players, "--openings", str(openings), "--jobs", str(jobs), "--json"]
        line = [
            sys.executable,
            "-m",
            "tournament",
            "match",
            *words,
            "--store",
            f"{folder}/s.sqlite",
        ]
        began = time.monotonic()
        done = subprocess.run(line, capture_output=True, text=True, check=True)
        return time.monotonic() - began, json.loads(done.stdout)


def rate(players, openings, jobs):
    """Games a second, without the start of the program, which a match of one opening measures."""
    start, few = seconds(players, 1, jobs)
    whole, many = seconds(players, openings, jobs)
    return (many["games"] - few["games"]) / max(1e-9, whole - start)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 122
    seconds(SEARCHING, 1, 1)
    for jobs in (1, 2):
        print(f"{' '.join(FREE)}, {jobs} jobs: {rate(FREE, count, jobs):.0f} games a second")
    one, two = (rate(SEARCHING, count, jobs) for jobs in (1, 2))
    print(f"{' '.join(SEARCHING)}: {one:.1f} and {two:.1f} games a second: {two / one:.2f} times")
