"""Kill commands that keep something, and go on with them: nothing may be lost or left behind.

python tests/kills.py            of each command 8 kills, at random moments of its run
python tests/kills.py match sprt  of these

Each command first runs whole. Then it is killed by SIGKILL, typed again, killed again, and at last
let end. What it makes must be what the whole run made, except times, and no process lives on.
"""

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from functools import partial
from pathlib import Path

import numpy as np
import psutil

ROOT = Path(__file__).resolve().parents[1]
MARK = "OTHELLO_KILLS"  # in the environment of all processes of a run
KILLS, IN_A_ROW, SECONDS_TO_END = 8, 4, 15


def games(path):
    with sqlite3.connect(path) as store:
        what = "opening, a_black, result, transcript, ending, black_nodes, white_nodes"
        assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return sorted(store.execute(f"SELECT {what} FROM game"), key=str)


def arrays(path):
    with np.load(path) as archive:
        return {name: archive[name].tobytes() for name in archive.files if name != "about"}


def verdict(path):
    """The verdict of a sequential test; by chance more games may be stored than it judges."""
    games(path.with_name("s.sqlite"))
    said = json.loads(path.read_text())
    return [said[name] for name in ("accepted", "log_likelihood_ratio", "pairs_judged")]


def values(path):
    return [line.rpartition(",")[0] for line in path.read_text().splitlines()]  # no seconds


PLAYERS = "alphabeta:nodes=3000,evaluator=bill mobility"
KEEPING = "--store s.sqlite --jobs 2"
LEARNING = "players.learning.edge_costs --jobs 2 --out o.npz"
ANALYSIS = "othello analyse games.txt --jobs 2 --answers a.sqlite"
COMMANDS = {
    "match": (f"tournament {KEEPING} match {PLAYERS} --openings 60", "s.sqlite", games),
    "ladder": (f"tournament {KEEPING} ladder --openings 20 --rungs 3", "s.sqlite", games),
    "sprt": (f"tournament {KEEPING} sprt {PLAYERS} --json", "out", verdict),
    "edge-costs": (f"{LEARNING} --games 12 --depth 4", "o.npz", arrays),
    "analyse": (f"{ANALYSIS} --depth 6 --csv", "out", values),
}
"""Words after `python -m`, the file that they make, and how it is read."""
GAMES = "f5d6c3d3c4f4f6f3e6e7\nf5f6e6f4e3c5c4d3\nf5d6c5f4e3c6d3f6e6d7\n"


class LostError(Exception):
    """Harm that a kill has done, in a line."""


def run(words, folder, seconds=None):
    """Run a command in a folder, or kill it after `seconds`; return its exit code."""
    mark = uuid.uuid4().hex
    with open(folder / "out", "wb") as out, open(folder / "err", "ab") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", *words.split()],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), MARK: mark},
            **{"stdin": subprocess.DEVNULL, "stdout": out, "stderr": err},
        )
    if seconds is not None:
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
    code = process.wait()
    deadline = time.monotonic() + SECONDS_TO_END
    every = partial(psutil.process_iter, ["environ"])  # None of those that have just ended
    while left := [one for one in every() if (one.info["environ"] or {}).get(MARK) == mark]:
        if time.monotonic() > deadline:
            raise LostError(f"still alive: {[' '.join(one.cmdline())[-80:] for one in left]}")
        time.sleep(0.1)
    return code


def result(command, folder):
    """Let a command end; return what it has made."""
    words, makes, read = command
    if run(words, folder) != 0:
        raise LostError((folder / "err").read_text()[-300:])
    if left := [path.name for path in folder.rglob(".*.[lp]*")]:
        raise LostError(f"left {left}")
    return read(folder / makes)


@contextlib.contextmanager
def new_folder():
    with tempfile.TemporaryDirectory(prefix="kills-") as name:
        Path(name, "games.txt").write_text(GAMES)
        yield Path(name)


def audit(command, draw):
    """Kill a command KILLS times; return a line about it. LostError if anything is lost."""
    with new_folder() as folder:
        began = time.monotonic()
        whole = result(command, folder)
        seconds = time.monotonic() - began
    left = KILLS
    while left > 0:
        with new_folder() as folder:
            for _ in range(min(left, IN_A_ROW)):
                moment = draw.uniform(0.05, 1) * seconds
                if run(command[0], folder, moment) != -signal.SIGKILL:
                    seconds *= 0.8  # the first run compiled as well
                    break
                left -= 1
            if result(command, folder) != whole:
                raise LostError("another result than the run that nobody killed")
    return f"{KILLS} kills of runs of {seconds:.1f} s, nothing lost"


def main():
    """Audit the commands that are named; 1 if a kill did harm."""
    draw, code = random.Random(0), 0
    for name in sys.argv[1:] or COMMANDS:
        try:
            print(name, audit(COMMANDS[name], draw), flush=True)
        except LostError as error:
            code = 1
            print(name, error, flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
