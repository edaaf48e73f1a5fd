"""Mutants: each is a fault in the code that the tests must notice.

python tests/mutants.py              all of them, nothing compiled: half an hour
python tests/mutants.py clock table  those whose names begin so
python tests/mutants.py --list       their names, and which no longer fit the code

A mutant is killed if a test fails or hangs, and stale if its text is not in the file once. The
tests must first pass without it. The exit code is 1 unless every mutant is killed.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from mutant_list import FAULTS

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 300  # that the tests of a mutant may take
CHANGE = re.compile("«(.*?)→(.*?)»", re.DOTALL)


class Mutant(NamedTuple):
    """A fault: in the file `path` the text `old`, which is there once, becomes `new`."""

    name: str
    path: str
    old: str
    new: str
    tests: list[str]

    def fits(self):
        """True if the text to change is in its file once."""
        return (ROOT / self.path).read_text("utf-8").count(self.old) == 1


MUTANTS = [
    Mutant(name, path, CHANGE.sub(r"\1", text), CHANGE.sub(r"\2", text), tests.split())
    for (path, tests), changes in FAULTS.items()
    for name, text in changes.items()
]


def copy_tree(folder):
    """Copy the tracked and the new files of the project into an empty folder."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())


def failure(folder, tests, seconds=SECONDS):
    """Return the first failure of the tests in a copy of the project, or ""."""
    options = "-qx", "-rfE", "--tb=no", "-n0", "-pno:cacheprovider", "--hypothesis-seed=0"
    command = [sys.executable, "-m", "pytest", *options, *(f"tests/{name}.py" for name in tests)]
    environment = {**os.environ, "PYTHONPATH": str(folder), "NUMBA_DISABLE_JIT": "1"}
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            command,
            **{"cwd": folder, "env": environment, "start_new_session": True},
            **{"stdin": subprocess.DEVNULL, "stdout": output, "stderr": subprocess.STDOUT},
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            return f"no end after {seconds} s"
        finally:
            if process.poll() is None:  # with all that a test has started
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        output.seek(0)
        said = output.read()
    if code > 1 and "Timeout" not in said:
        raise SystemExit(f"mutants: pytest failed:\n{said}")
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE)
    return failed[1] if failed else f"pytest ended with {code}" if code else ""


def outcome(mutant):
    """Return what becomes of a mutant, the mutant, and by which test."""
    if not mutant.fits():
        return "stale", mutant, ""
    with tempfile.TemporaryDirectory(prefix="mutant-", ignore_cleanup_errors=True) as name:
        copy_tree(Path(name))
        path = Path(name, mutant.path)
        path.write_text(path.read_text("utf-8").replace(mutant.old, mutant.new), "utf-8")
        by = failure(Path(name), mutant.tests)
    return "killed" if by else "survived", mutant, by


def main():
    """Judge the mutants; 0 if every one is killed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="beginnings of names")
    parser.add_argument("--list", action="store_true", help="run nothing")
    options = parser.parse_args()
    chosen = [one for one in MUTANTS if one.name.startswith(tuple(options.names or [""]))]
    if options.list:
        for mutant in chosen:
            print(f"{'' if mutant.fits() else 'stale':5} {mutant.name:32} {mutant.path}")
        return 0
    every = sorted({name for mutant in chosen for name in mutant.tests})
    if failed := failure(ROOT, every, 10 * SECONDS):
        raise SystemExit(f"mutants: without any mutant {failed} fails")
    alive = 0
    for what, mutant, by in map(outcome, chosen):
        print(f"{what:8} {mutant.name:32} {by}", flush=True)
        alive += what != "killed"
    return min(alive, 1)


if __name__ == "__main__":
    sys.exit(main())
