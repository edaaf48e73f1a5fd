"""Mutants of the code that plays and judges: each one is a fault that the tests must notice.

python tests/mutants.py                    all of them, nothing compiled
python tests/mutants.py pass-bound         these by name, or by the start of a name
python tests/mutants.py --list             which there are, and which no longer fit the code
python tests/mutants.py --json table.json  what became of each, as JSON too

A mutant is killed if a test fails, has survived if all pass, has hung if they take longer
than --timeout, and is stale if the text that it changes is not there once. The tests that
it is judged by must first pass without it. The exit code is 1 unless every mutant is killed.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mutant_lists import (
    bestfirst,
    coaching,
    engine,
    evaluation,
    formats,
    interest,
    judging,
    learning,
    rules,
    searches,
    serving,
    window,
)
from mutant_lists.mutant import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[1]
LISTS = (
    *(rules, searches, interest, bestfirst, judging, formats, engine),
    *(evaluation, learning, serving, coaching, window),
)
MUTANTS = tuple(mutant for each in LISTS for mutant in mutants_of(each.FAULTS))

KILLED, SURVIVED, HUNG, STALE = "killed", "survived", "hung", "stale"
ALL_PASSED = 0
SLOWER_TOGETHER = 20
"""How many times the timeout of a mutant the tests of all of them together may take."""


class Judgement(NamedTuple):
    """What became of a mutant: `by` is the first test that failed, "" if none did."""

    name: str
    path: str
    outcome: str
    by: str
    seconds: float


class Trial(NamedTuple):
    """How tests are run: seconds that they may take, and whether kernels are compiled.

    They end after so many `failures`, 0 being all, or when a single test takes longer than
    `patience` seconds. `workers` as pytest's `-n`: one that fails soon would wait for others.
    """

    timeout: float
    compiled: bool
    patience: float
    failures: int = 1
    workers: str = "0"


class Ended(NamedTuple):
    """How a run of the tests ended: pytest's exit code, None where it had to be killed."""

    code: int | None
    output: str
    seconds: float


def tracked_files() -> list[Path]:
    """The files of the working tree that belong to the project, or soon will."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    return [path for name in listed.decode().split("\0") if name and (path := Path(name)).is_file()]


def copy_tree(folder: Path) -> None:
    """Copy the project into an empty folder."""
    for path in tracked_files():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / path).read_bytes())


def fits(mutant: Mutant) -> bool:
    """Whether the text to change is in its file once."""
    path = ROOT / mutant.path
    return path.is_file() and path.read_text(encoding="utf-8").count(mutant.old) == 1


def apply(mutant: Mutant, folder: Path) -> None:
    """Change the copy of the project in `folder`."""
    path = folder / mutant.path
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")


def test_paths(names: Iterable[str]) -> list[str]:
    """The test files of these names, wherever they lie below tests/; SystemExit for none."""
    found = []
    for name in names:
        paths = sorted((ROOT / "tests").rglob(name))
        if len(paths) != 1:
            raise SystemExit(f"mutants: {len(paths)} files named {name} below tests/")
        found.append(paths[0].relative_to(ROOT).as_posix())
    return found


def run_tests(folder: Path, tests: Iterable[str], trial: Trial) -> Ended:
    """Run tests, files or single ones, in the copy of the project in `folder`."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    if trial.compiled:
        environment["NUMBA_CACHE_DIR"] = str(folder / ".kernels")
    else:
        environment["NUMBA_DISABLE_JIT"] = "1"
    options = ["-q", "-rfE", "--tb=no", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
    options += ["-n", trial.workers, f"--maxfail={trial.failures}"]
    options += ["-o", f"faulthandler_timeout={trial.patience}"]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    began = time.monotonic()
    with (
        tempfile.TemporaryFile() as output,
        subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        try:
            code: int | None = process.wait(trial.timeout)
        except subprocess.TimeoutExpired:
            code = None
        finally:  # workers that a test has left behind, too
            kill_group(process.pid)
        output.seek(0)
        text = output.read().decode(errors="replace")
    return Ended(code, text, time.monotonic() - began)


def kill_group(leader: int) -> None:
    """Kill a process and all that it has started, if any is left."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        return


def failures(output: str) -> list[str]:
    """The names of the tests, and files of tests, that failed; one that took too long is named so.

    pytest ends itself then, with a dump of where it hangs in place of its summary.
    """
    if re.search(r"Timeout \(\d", output):
        place = re.search(r" in (test_\w+)$", output, re.MULTILINE)
        return [f"{place[1] if place else 'a test'} takes too long"]
    return re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.MULTILINE)


def judged(mutant: Mutant, trial: Trial) -> Judgement:
    """What the tests make of a mutant."""
    if not fits(mutant):
        return Judgement(mutant.name, mutant.path, STALE, "", 0.0)
    with tempfile.TemporaryDirectory(prefix="mutant-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        copy_tree(folder)
        apply(mutant, folder)
        ended = run_tests(folder, test_paths(mutant.tests), trial)
    by = next(iter(failures(ended.output)), "")
    if ended.code is not None and ended.code < 0:
        by = by or f"the interpreter dies of {signal.Signals(-ended.code).name}"
    if not (ended.code in (None, ALL_PASSED) or by):
        raise SystemExit(f"mutants: {mutant.name}: pytest failed:\n{ended.output}")
    outcome = {None: HUNG, ALL_PASSED: SURVIVED}.get(ended.code, KILLED)
    return Judgement(mutant.name, mutant.path, outcome, by, round(ended.seconds, 1))


def check_tests(mutants: Sequence[Mutant], trial: Trial) -> None:
    """SystemExit unless all tests that these mutants are judged by pass without them.

    Those that fail may try again: some are about time, on a machine that others use too.
    """
    names = sorted({name for mutant in mutants for name in mutant.tests})
    patient = trial._replace(timeout=SLOWER_TOGETHER * trial.timeout, failures=0, workers="auto")
    with tempfile.TemporaryDirectory(prefix="mutant-", ignore_cleanup_errors=True) as name:
        copy_tree(Path(name))
        ended = run_tests(Path(name), test_paths(names), patient)
        if failed := failures(ended.output):
            print("once more:", *failed, flush=True)
            ended = run_tests(Path(name), failed, patient)
    if ended.code != ALL_PASSED:
        raise SystemExit(f"mutants: the tests fail without any mutant:\n{ended.output}")
    print(f"{len(names)} test files pass without a mutant", flush=True)


def chosen(names: Sequence[str]) -> list[Mutant]:
    """The mutants whose names begin so, all without a name; SystemExit where there is none."""
    for name in names:
        if not any(mutant.name.startswith(name) for mutant in MUTANTS):
            raise SystemExit(f"mutants: there is none whose name begins with {name!r}")
    starts = tuple(names) or ("",)
    return [mutant for mutant in MUTANTS if mutant.name.startswith(starts)]


def show(judgement: Judgement) -> None:
    """Print what became of a mutant."""
    print(
        f"{judgement.outcome:8} {judgement.seconds:6.1f} s  {judgement.name:32} {judgement.by}",
        flush=True,
    )


def write_list(mutants: Iterable[Mutant]) -> None:
    """Print the mutants, those that do not fit marked."""
    for mutant in mutants:
        print(f"{'' if fits(mutant) else STALE:5} {mutant.name:32} {mutant.path}")


def write_json(path: Path, judgements: Sequence[Judgement], counts: Mapping[str, int]) -> None:
    """Write what became of the mutants."""
    rows = [judgement._asdict() for judgement in judgements]
    path.write_text(json.dumps({"counts": counts, "mutants": rows}, indent=1) + "\n")


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options of the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="starts of names (default: all)")
    parser.add_argument("--list", action="store_true", help="run nothing")
    parser.add_argument("--compiled", action="store_true", help="compile kernels, for each anew")
    parser.add_argument("--timeout", type=float, help="seconds (default: 300, compiled 1800)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the outcomes there")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the mutants; 0 if every one was killed."""
    options = parsed(arguments)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
    mutants = chosen(options.names)
    if options.list:
        write_list(mutants)
        return int(not all(map(fits, mutants)))
    timeout, patience = (1800, 300) if options.compiled else (300, 120)
    trial = Trial(options.timeout or timeout, options.compiled, patience)
    check_tests(mutants, trial)
    judgements: list[Judgement] = []
    counts: Counter[str] = Counter()
    for mutant in mutants:
        judgements.append(judged(mutant, trial))
        counts[judgements[-1].outcome] += 1
        show(judgements[-1])
        if options.json is not None:  # after each, so that a run that is stopped has told something
            write_json(options.json, judgements, counts)
    print(", ".join(f"{number} {outcome}" for outcome, number in counts.items()))
    return int(set(counts) != {KILLED})


if __name__ == "__main__":
    sys.exit(main())
