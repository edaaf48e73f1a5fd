"""Repeat what the page searches.md rests on: python docs/repeat_searches.py FOLDER [--quick].

Each experiment's result is written into the folder, as JSON and, where it is drawn, as PNG (with
the extra `plots`), and how long it took is said. Games and trials are kept there too, so
that what is stopped goes on; --quick asks for the small size of each.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

SIX = (
    "--only",
    "alpha-beta",
    "forward estimation",
    "interest",
    "Multi-ProbCut",
    "best-first",
    "UCT",
)
WITH_FORWARD = (*SIX, "best-first, forward")
WITH_BOTH = (*WITH_FORWARD, "best-first, hybrid")
CLASSES = ("--openings", "classes")
PROBLEMS = ("--positions", "60", "--seed", "28")
SOLVED = ("--fewest", "14", "--most", "16", "--depth", "20", "--selectivity", "5")


class Step(NamedTuple):
    """An experiment: what it asks for, and what else at its full size."""

    experiment: str
    asked: tuple[str, ...] = ()
    size: tuple[str, ...] = ()
    drawn: bool = True


SETS = {"exact-28.obf": (*PROBLEMS, *SOLVED), "own-28.obf": (*PROBLEMS, "--depth", "14")}
"""Files of problems, and how they are made by players.learning.problems."""
STEPS = {
    "searches-values": Step("searches-values", (), ("--trials", "400", "--depth", "5")),
    "searches-cuts": Step(
        "searches-cuts", (), ("--trials", "100", "--depth", "6", "--plies", "0", "2", "4")
    ),
    "korf1996-trees": Step(
        "korf1996-trees",
        ("--branching", "4", "8"),
        ("--max-depth", "6", "--games-depth", "5", "--trials", "200"),
    ),
    "korf1996-plain": Step("korf1996", ("--kinds", "plain"), ("--max-depth", "9")),
    "korf1996-others": Step(
        "korf1996", ("--kinds", "table, completion", "hybrid"), ("--max-depth", "6")
    ),
    "probcut-series": Step(
        "probcut-series", (), ("--plies", "0", "2", "4", "--nodes", "3000", "--openings", "classes")
    ),
    "searches-errors-exact": Step(
        "searches-errors", ("exact-28.obf",), ("--nodes", "1000", "10000")
    ),
    "searches-errors": Step("searches-errors", ("own-28.obf",), ("--nodes", "1000", "10000")),
    "searches-growth": Step("searches-growth", (), ("--nodes", "10000", *CLASSES, *SIX)),
    "searches-5ms": Step("searches", (), ("--seconds", "0.005", *CLASSES, *WITH_BOTH), drawn=False),
    "searches-20ms": Step(
        "searches", (), ("--seconds", "0.02", *CLASSES, *WITH_FORWARD), drawn=False
    ),
    "searches-bill-20ms": Step(
        "searches",
        ("--evaluator", "bill"),
        ("--seconds", "0.02", *CLASSES, *SIX),
        drawn=False,
    ),
    "searches-100ms": Step(
        "searches", (), ("--seconds", "0.1", "--openings", "classes:count=12", *SIX), drawn=False
    ),
}
"""The results, each with what makes it."""


def words_of(name: str, folder: Path, quick: bool) -> list[str]:
    """What is typed behind `python -m tournament experiment` for a result in a folder."""
    step = STEPS[name]
    asked = [str(folder / word) if word in SETS else word for word in step.asked]
    words = [step.experiment, *asked, *(("--quick",) if quick else step.size), "--json"]
    drawn = ["--plot", str(folder / f"{name}.png")] if step.drawn else []
    return [*words, *drawn, "--store", str(folder / "results.sqlite")]


def main() -> int:
    """Run all; the exit code of the first that fails, or 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true", help="a smaller size of everything")
    parser.add_argument("--jobs", default="1", help="worker processes (default: 1)")
    options = parser.parse_args()
    folder = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    commands = {}
    for name, words in SETS.items():
        fewer = ["--positions", "4", "--depth", "4"] if options.quick else []
        made = ["--out", str(folder / name), "--work", str(folder / f"{name}-work")]
        made += ["--jobs", options.jobs]
        commands[name] = ["players.learning.problems", *words, *fewer, *made]
    for name in STEPS:
        words = words_of(name, folder, options.quick)
        commands[f"{name}.json"] = ["tournament", "experiment", *words, "--jobs", options.jobs]
    for name, command in commands.items():
        began, out = time.monotonic(), folder / (name if name.endswith(".json") else f"{name}.log")
        with out.open("w") as file:
            code = subprocess.run([sys.executable, "-m", *command], stdout=file).returncode
        print(f"{name}: {(time.monotonic() - began) / 60:.1f} minutes", flush=True)
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
