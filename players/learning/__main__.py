"""Learn a generation more of the patterns' weights and all that hangs on them, step by step.

`python -m players.learning` runs the learners in their order, each in a process of its own, which
writes the shipped file that the next ones read. A step that is done is not done again.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from othello import command_line, sources
from othello.command_line import available_cores, leave, print_table, sigterm_as_interrupt
from othello.evaluation.patterns.weights import PATTERN_WEIGHTS
from othello.files import data_folder, replace_file
from othello.parser import Parser, common, natural
from players.learning.human_errors.ratings import read_human_games

COMMAND = "python -m players.learning"


class LearningStep(NamedTuple):
    """A learner, `python -m players.learning.NAME`, what is typed, and the files that it writes.

    In what is typed, {data}, {work} and {people} stand for folders, {people} that of their games.
    `out` is the file that it writes.
    """

    name: str
    typed: tuple[str, ...]
    out: str

    @property
    def kept(self) -> str:
        """What begins the names of what it keeps in the working folder."""
        return Path(self.out).stem


_PATTERNS = ("--evaluator", "patterns")
FIRST_WEIGHTS = "first.npz"
"""The file in the working folder that keeps the weights that are fitted anew."""
STEPS = (
    LearningStep("refit", ("--evaluator", "patterns@{work}/" + FIRST_WEIGHTS), PATTERN_WEIGHTS),
    LearningStep("selectivity", (), "selectivity.npz"),
    LearningStep(
        "edge_costs",
        (*_PATTERNS, "--games", "300"),
        "edge_costs_patterns.npz",
    ),
    LearningStep("interest", (*_PATTERNS, "--games", "300"), "interest_weights_patterns.npz"),
    LearningStep("book", ("--positions", "851"), "book.npz"),
    LearningStep(
        "edge_costs",
        (*_PATTERNS, "--games", "10", "--most", "4"),
        "edge_costs_10_games_patterns.npz",
    ),
    LearningStep("human_errors", ("--data", "{people}", "--games", "300"), "human_errors.npz"),
)


class Chain:
    """The steps in a checkout: `work` keeps what they gather, and notes of those that are done."""

    def __init__(self, data: Path, work: Path, jobs: int, people: Path | None = None) -> None:
        self._data, self._work, self._jobs, self._people = data, work, jobs, people

    def begin(self) -> None:
        """Keep the weights that the first step begins with, before it writes over them."""
        self._work.mkdir(parents=True, exist_ok=True)
        kept = self._work / FIRST_WEIGHTS
        if not kept.exists():
            replace_file(kept, (self._data / PATTERN_WEIGHTS).read_bytes())

    def done(self, number: int) -> bool:
        """Whether a step was done after those before it, and nobody has written since."""
        try:
            return bool(json.loads(self._note(number).read_text("utf-8")) == self._said(number))
        except (OSError, ValueError):
            return False

    def carry_out(self, number: int) -> int:
        """Do a step; its exit code."""
        code = subprocess.run(self.command(number), check=False).returncode
        if code == 0:
            content = json.dumps(self._said(number), indent=1)
            replace_file(self._note(number), content.encode())
        return code

    def command(self, number: int) -> list[str]:
        """What is run for a step."""
        step = STEPS[number]
        places = "--out", str(self._data / step.out), "--work", str(self._work / step.kept)
        learner = sys.executable, "-m", f"players.learning.{step.name}"
        folders = {"data": self._data, "work": self._work, "people": self._people}
        typed = [word.format(**folders) for word in step.typed]
        return [*learner, *typed, "--jobs", str(self._jobs), *places]

    def _note(self, number: int) -> Path:
        """The file that says what a step was."""
        return self._work / f"{STEPS[number].kept}.json"

    def _said(self, number: int) -> dict[str, str]:
        """What a step is by now: what is typed, and the digests of all files written up to it."""
        names = (name for step in STEPS[: number + 1] for name in (step.out,))
        there = {name: sources.digest((self._data / name).read_bytes()) for name in names}
        return {"typed": " ".join(STEPS[number].typed), **there}


def _carry_out(arguments: Sequence[str] | None) -> int:
    parser = Parser(
        prog=COMMAND,
        description="""\
Learn, in a checkout, the weights of patterns anew and all that hangs on them: where the engine
may cut, edge costs, the costs of interest search, the book, how the levels err. Each step
writes a shipped file, which the next ones read.""",
        examples=f"  {COMMAND} --list\n  {COMMAND} --jobs 2\n\n"
        "A stopped run goes on where it was, from the folder --work.",
        parents=[common(jobs={"type": natural})],
    )
    parser.add_argument(
        "--work",
        type=Path,
        default=Path("learning.work"),
        help="folder of what is gathered (%(default)s)",
    )
    text = "folder of the WTHOR database, by which levels err as people do; without, they stay"
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=text)
    parser.add_argument("--list", action="store_true", help="list the steps and end")
    options: argparse.Namespace = parser.parse_args(arguments)
    data = Path(str(data_folder()))
    if not (data.parent / "pyproject.toml").is_file():
        raise ValueError(
            "the shipped files are learned in a checkout: here the project is installed"
        )
    chain = Chain(data, options.work, options.jobs or available_cores(), options.data)
    if options.list:
        rows = [
            (step.name, step.out, "done" if chain.done(number) else "to do")
            for number, step in enumerate(STEPS)
        ]
        print_table(("step", "writes", "here"), rows)
        return 0
    if options.data and not chain.done(len(STEPS) - 1):
        read_human_games(str(options.data))  # what is wrong with it is said before hours of work
    chain.begin()
    asked = STEPS if options.data else STEPS[:-1]  # the last reads the games of people
    if chain.done(len(asked) - 1):
        print(f"all steps are done; another --work than {options.work} for a generation more")
    for number, step in enumerate(asked):
        if chain.done(number):
            continue
        print(f"{step.name}: {' '.join(chain.command(number)[1:])}", flush=True)
        if code := chain.carry_out(number):
            print(
                f"{COMMAND}: {step.name} ended with {code}; the same command goes on",
                file=sys.stderr,
            )
            return code
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry the steps out; return an exit code."""
    sigterm_as_interrupt()
    stopped = "stopped; the same command goes on"
    return command_line.run(COMMAND, lambda: _carry_out(arguments), stopped)


if __name__ == "__main__":
    leave(main)
