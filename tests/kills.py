"""Kill every command that keeps something, and go on with it: nothing may be lost or left behind.

python tests/kills.py                  of each command 8 kills, at random moments of its run
python tests/kills.py --kills 3 match  of those whose names begin so

Each command first runs whole. Then it, or one of its workers, is killed by SIGKILL, or it is sent
SIGINT once or twice; it is typed again until KILLS_IN_A_ROW are used up, and let end. A killed
worker is no end: the command goes on. What was made must be what the whole run made, but for times;
no process that it began may live on for SECONDS_TO_END, and no part of a file may lie about.
"""

import argparse
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
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import psutil

ROOT = Path(__file__).resolve().parents[1]
MARK = "OTHELLO_KILLS"
"""A variable of the environment that all processes of a run inherit."""
SECONDS_TO_END = 15.0
KILLS_IN_A_ROW = 4
WORKER, PARENT, ONCE, TWICE = HOWS = ("a worker", "the command", "Ctrl-C", "Ctrl-C twice")


def games(path: Path) -> list[tuple]:
    """All that a store says of games and trials, but for times."""
    with sqlite3.connect(path) as store:
        what = "opening, a_black, result, transcript, ending, black_nodes, white_nodes"
        played = f"SELECT {what} FROM game"
        trials = "SELECT experiment, seed FROM trial"
        found = [*store.execute(played), *store.execute(trials)]
        assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return sorted(found, key=str)


def arrays(path: Path) -> dict[str, bytes]:
    """The arrays of a learned file, but for what it says of itself."""
    with np.load(path) as archive:
        return {name: archive[name].tobytes() for name in archive.files if name != "about"}


def verdict(path: Path) -> list[object]:
    """What a sequential test says, and that its store is whole.

    Games under way at its end are stored beside those judged, by chance more or fewer.
    """
    games(path.with_name("s.sqlite"))
    said = json.loads(path.read_text())
    return [said[name] for name in ("accepted", "log_likelihood_ratio", "pairs_judged")]


def rows(path: Path) -> list[str]:
    """A table of values by moves, but for its last column, the seconds."""
    return [line.rpartition(",")[0] for line in path.read_text().splitlines()]


class Command(NamedTuple):
    """Words after `python -m`, the file that they make, and how it is read."""

    words: str
    makes: str
    read: Callable[[Path], object]


def learning(module: str, words: str) -> Command:
    """A learning command at a small size."""
    return Command(f"players.learning.{module} {words} --jobs 2 --out o.npz", "o.npz", arrays)


def tournament(words: str) -> Command:
    """A command of the tournament that plays."""
    return Command(f"tournament --store s.sqlite --jobs 2 {words}", "s.sqlite", games)


PLAYERS = "alphabeta:nodes=300,evaluator=bill mobility"
COMMANDS = {
    "match": tournament(f"match {PLAYERS} --openings 30"),
    "ladder": tournament("ladder --openings 5 --rungs 2"),
    "round-robin": tournament(f"round-robin {PLAYERS} greedy --openings 12"),
    "sprt": Command(f"tournament --store s.sqlite --jobs 2 sprt {PLAYERS} --json", "out", verdict),
    "experiment": tournament("experiment table1 --trials 60"),
    "edge-costs": learning("edge_costs", "--games 8 --depth 3 --deep 4 --deepest 5"),
    "analyse": Command(
        "players.analyse games.txt --depth 5 --jobs 2 --answers a.sqlite --format csv",
        "out",
        rows,
    ),
}


class LostError(Exception):
    """What a kill has harmed, in a line."""


def begin(command: Command, folder: Path, mark: str) -> subprocess.Popen:
    """The command at work in a folder; what it prints lies in `out` there."""
    with open(folder / "out", "wb") as out, open(folder / "err", "ab") as err:
        return subprocess.Popen(
            [sys.executable, "-m", *command.words.split()],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), MARK: mark},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )


def living(mark: str) -> list[psutil.Process]:
    """The processes of a run that live."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(MARK) == mark and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


def end_whole(name: str, command: Command, folder: Path) -> object:
    """Let a command end; what it has made."""
    mark = uuid.uuid4().hex
    done = begin(command, folder, mark)
    if done.wait() != 0:
        said = (folder / "err").read_text()[-300:]
        raise LostError(f"{name}: exit code {done.returncode}: {said}")
    await_end(name, mark)
    if left := [path.name for path in folder.rglob(".*.[lp]*")]:
        raise LostError(f"{name}: left {left}")
    return command.read(folder / command.makes)


def kill_once(
    name: str, command: Command, folder: Path, seconds: float, draw: random.Random
) -> str:
    """Begin a command and disturb it after so long; how, "" if it has ended before."""
    mark = uuid.uuid4().hex
    process = begin(command, folder, mark)
    time.sleep(seconds)
    how = draw.choice(HOWS)
    if process.poll() is not None:
        await_end(name, mark)
        return ""
    if how == WORKER:
        workers = [one for one in living(mark) if one.pid != process.pid]
        if workers:
            draw.choice(sorted(workers, key=lambda one: one.pid)).kill()
        if code := process.wait():
            said = (folder / "err").read_text()[-300:]
            raise LostError(f"{name}: exit code {code} after a worker was killed: {said}")
    elif how == PARENT:
        process.kill()
    else:
        for _ in range(1 + (how == TWICE)):
            process.send_signal(signal.SIGINT)
            time.sleep(0.2)
    process.wait()
    await_end(name, mark)
    if "Traceback" in (said := (folder / "err").read_text()):
        raise LostError(f"{name}: {how}: {said[-600:]}")
    return how


def await_end(name: str, mark: str) -> None:
    """Wait until no process of a run lives; LostError if that takes too long."""
    deadline = time.monotonic() + SECONDS_TO_END
    while left := living(mark):
        if time.monotonic() > deadline:
            words = [" ".join(one.cmdline())[-80:] for one in left]
            for one in left:
                one.kill()
            raise LostError(f"{name}: still alive after {SECONDS_TO_END:.0f} s: {words}")
        time.sleep(0.1)


def audit(name: str, command: Command, kills: int, draw: random.Random) -> str:
    """Kill a command so often; a line on what became of it. LostError, if anything was."""

    def fresh() -> tempfile.TemporaryDirectory:
        folder = tempfile.TemporaryDirectory(prefix="kills-")
        transcripts = ("f5d6c3d3c4f4f6f3e6e7", "f5f6e6f4e3c5c4d3", "f5d6c5f4e3c6d3f6e6d7")
        Path(folder.name, "games.txt").write_text("\n".join(transcripts) + "\n")
        return folder

    with fresh() as folder:
        began = time.monotonic()
        whole = end_whole(name, command, Path(folder))
        seconds = time.monotonic() - began
    left, rounds, hows = kills, 0, Counter[str]()
    while left > 0:
        with fresh() as folder:
            for _ in range(KILLS_IN_A_ROW):
                moment = draw.uniform(0.05, 1) * seconds
                how = kill_once(name, command, Path(folder), moment, draw)
                if not how:
                    seconds *= 0.8  # the first run compiled as well
                    break
                hows[how] += 1
                left -= 1
                if how == WORKER or not left:
                    break
            rounds += 1
            if end_whole(name, command, Path(folder)) != whole:
                raise LostError(f"{name}: another result than the run that nobody killed")
    said = ", ".join(f"{how} {number}" for how, number in sorted(hows.items()))
    return f"{name}: {said} in {rounds} runs of {seconds:.1f} s, nothing lost"


def main() -> int:
    """Audit the commands that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="beginnings of names; all without any")
    parser.add_argument("--kills", type=int, default=8, help="of each command (8)")
    parser.add_argument("--seed", type=int, default=0, help="of the moments (0)")
    options = parser.parse_args()
    draw, faults = random.Random(options.seed), 0
    for name, command in COMMANDS.items():
        if name.startswith(tuple(options.names or [""])):
            try:
                print(audit(name, command, options.kills, draw), flush=True)
            except LostError as error:
                faults += 1
                print(error, flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
