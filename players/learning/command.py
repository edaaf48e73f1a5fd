"""The pipeline of all learners: options, recipe, samples, fit, output file."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from othello.cli.command import available_cores
from othello.cli.output import Display
from othello.cli.parser import MOST_COUNTED, Parser, common, natural, whole
from othello.files import check_writable, is_shipped
from players.workers.choice import EXECUTOR_OPTION, Jobs, jobs_of
from players.workers.interrupts import run_stoppable

if TYPE_CHECKING:
    from players.learning.batches import Batches


class Run(NamedTuple):
    """One run of a learner: `total` samples of a recipe, kept in the folder `work`."""

    recipe: Any
    total: int
    work: Path
    jobs: Jobs

    def collect(self, batches: "Batches") -> list[Path]:
        """Return the files of all samples, and show the progress of those made now."""
        with Display(sys.stderr, batches.unit) as display:
            display.begin("learning", 0, self.total, quick=True)
            return batches.collect(self.recipe, self.total, self.work, self.jobs, display.update)


class Setting(NamedTuple):
    """An option for the recipe's field of its name; a whole number from `least` to `most`.

    `default` is used if the recipe has no such field; a text may have any value.
    """

    name: str
    meaning: str
    least: int = 0
    most: int = MOST_COUNTED
    default: int | None = None

    def add(self, parser: argparse.ArgumentParser, defaults: Mapping[str, Any]) -> None:
        """Add the option to a parser."""
        default = defaults.get(self.name, self.default)
        kind = str if isinstance(default, str) else whole(self.least, self.most)
        text = f"{self.meaning} (default: {default})"
        parser.add_argument(f"--{self.name}", type=kind, default=default, help=text)


SEED = Setting("seed", "seed of the games", -(2**62))


def save_arrays(path: Path, about: Mapping[str, Any], arrays: Any) -> None:
    """Write arrays by name."""
    from othello.evaluation.tables import save  # imports kernels

    save(path, about, arrays)


class Learner(NamedTuple):
    """Something that is learned, as a command: `python -m players.learning.NAME`.

    examples: for the help; {command} stands for the command. total: number of samples, by the name
    of their unit. out: default output file. recipe: a class of named tuples; the options are its
    fields. learn: returns what was learned, which `save` writes, and notes about it.
    """

    name: str
    summary: str
    examples: str
    total: Setting
    options: Sequence[Setting]
    out: str
    recipe: Any
    learn: Callable[[Run], tuple[Any, dict[str, Any]]]
    save: Callable[[Path, Mapping[str, Any], Any], None] = save_arrays

    @property
    def command(self) -> str:
        """The command line without its options."""
        return f"python -m players.learning.{self.name}"

    def parser(self) -> argparse.ArgumentParser:
        """Return the parser of the options."""
        out = {"default": Path(self.out), "help": "output file, replaced (%(default)s)"}
        parser = Parser(
            prog=self.command,
            description=self.summary,
            examples=self.examples.format(command=self.command),
            parents=[common(jobs={"type": natural}, out=out, executor=EXECUTOR_OPTION)],
        )
        for option in (self.total, *self.options):
            option.add(parser, self.recipe._field_defaults)
        text = "folder of finished batches, which are not computed again (default: next to --out)"
        parser.add_argument("--work", type=Path, help=text)
        return parser

    def main(self, arguments: list[str] | None = None) -> int:
        """Run the command; return an exit code."""
        typed = sys.argv[1:] if arguments is None else arguments
        return run_stoppable(self.command, lambda: self._act(typed))

    def _act(self, typed: Sequence[str]) -> int:
        options = self.parser().parse_args(typed)
        if options.out == Path(self.out) and is_shipped(options.out):
            raise ValueError(f"{options.out.name} is a file of the project here: name --out")
        check_writable(options.out)
        fields = (name for name in self.recipe._fields if name in options)
        recipe = self.recipe(**{name: getattr(options, name) for name in fields})
        total, work = getattr(options, self.total.name), options.work
        run = Run(
            recipe,
            total,
            work or options.out.with_suffix(".work"),
            jobs_of(options) or available_cores(),
        )
        self.write(run, options.out, " ".join([self.command, *typed]))
        print(f"{options.out}: from {total:,} {self.total.name}")
        return 0

    def write(self, run: Run, out: Path, typed: str) -> None:
        """Learn, and write the result with notes about it."""
        from othello import evaluation  # imports kernels, which a wrong option does not need

        evaluation.named(run.recipe.evaluator)  # reports an unknown one before any work
        learned, notes = self.learn(run)
        about = {"command": typed, "recipe": run.recipe._asdict(), self.total.name: run.total}
        self.save(out, {**about, **notes}, learned)
