"""The pipeline of all learners: options, recipe, samples, fit, output file."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from othello.cli import command as command_line
from othello.cli.command import available_cores
from othello.cli.output import as_document
from othello.cli.parser import MOST_COUNTED, Parser, common, natural, whole
from othello.cli.parser import seconds as positive
from othello.cli.progress import display_for
from othello.files import check_writable, is_shipped
from players.workers.choice import EXECUTOR_OPTION, Jobs, jobs_of
from players.workers.interrupts import handle_stop_requests

if TYPE_CHECKING:
    import numpy as np

    from players.learning.batches import Batches


class Run(NamedTuple):
    """One run of a learner; `typed` is its command line, `work` the folder of the samples."""

    name: str
    options: argparse.Namespace
    recipe: Any
    typed: str
    work: Path
    jobs: Jobs

    def collect(self, batches: "Batches", total: int, title: str = "learning") -> list[Path]:
        """Return the files of `total` samples, and show the progress of those made now."""
        with display_for(sys.stderr, batches.unit) as display:
            display.begin(title, 0, total, quick=True)
            return batches.collect(self.recipe, total, self.work, self.jobs, display.update)

    def print_json(self, about: Mapping[str, Any], **more: Any) -> bool:
        """Print the result if --json was given; return True then."""
        if self.options.json:
            result = {"learner": self.name, "out": str(self.options.out), "about": about, **more}
            print(as_document("learned", result))
        return bool(self.options.json)

    def save(self, arrays: Mapping[str, "np.ndarray"], **about: Any) -> bool:
        """Write what was learned with notes about it, then act as `print_json`."""
        from othello.evaluation.tables import save  # imports kernels

        about = {"command": self.typed, "recipe": self.recipe._asdict(), **about}
        save(self.options.out, about, arrays)
        return self.print_json(about)


class Setting(NamedTuple):
    """An option whose type is that of its `default`, by default the recipe field's of its name.

    A whole number must lie between `least` and `most`, another number above 0.
    """

    name: str
    meaning: str
    least: int = 0
    most: int = MOST_COUNTED
    default: Any = None

    def add(self, parser: argparse.ArgumentParser, recipe: Any) -> None:
        """Add the option to a parser."""
        default = self.default
        if default is None:
            default = recipe._field_defaults[self.name]
        kind = {int: whole(self.least, self.most), float: positive}.get(type(default), str)
        text = f"{self.meaning} ({default})"
        parser.add_argument(f"--{self.name}", type=kind, default=default, help=text)


SEED = Setting("seed", "seed of the games", -(2**62))


class Learner(NamedTuple):
    """Something that is learned, as a command: `python -m players.learning.NAME`.

    examples: for the help; {command} stands for the command. out: default output file.
    samples: noun for the contents of the folder --work. work: ending of that folder's default
    name. recipe: a class of named tuples whose fields take the options of their names.
    make_recipe: makes the recipe instead, from the options. learn: makes the samples, fits,
    writes and prints. ascending: pairs of options that must not decrease. quick: the
    defaults under --quick.
    """

    name: str
    summary: str
    examples: str
    options: Sequence[Setting]
    out: str
    samples: str
    work: str
    recipe: Any
    learn: Callable[[Run], None]
    make_recipe: Callable[[argparse.Namespace], Any] | None = None
    ascending: Sequence[tuple[str, str]] = ()
    add_options: Callable[[argparse.ArgumentParser], object] = lambda parser: None
    check: Callable[[argparse.Namespace], object] = lambda options: None
    quick: Mapping[str, Any] = {}

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
            parents=[common("json", jobs={"type": natural}, out=out, executor=EXECUTOR_OPTION)],
        )
        for option in self.options:
            option.add(parser, self.recipe)
        if self.quick:
            typed = " ".join(f"--{name} {value}" for name, value in self.quick.items())
            text = f"for a run of minutes: {typed}"
            parser.add_argument("--quick", action="store_true", help=text)
        self.add_options(parser)
        text = f"folder of {self.samples} (default: next to --out)"
        parser.add_argument("--work", type=Path, help=text)
        parser.set_defaults(unnamed_out=out["default"])
        return parser

    def parse(self, arguments: list[str] | None) -> argparse.Namespace:
        """Return the options; --quick changes the defaults of those that were not typed."""
        parser = self.parser()
        options = parser.parse_args(arguments)
        if self.quick and options.quick:
            parser.set_defaults(**self.quick)
            options = parser.parse_args(arguments)
        return options

    def main(self, arguments: list[str] | None = None) -> int:
        """Run the command; return an exit code."""
        return run(self.command, lambda: self._learn(arguments))

    def _learn(self, arguments: list[str] | None) -> int:
        options = self.parse(arguments)
        for least, most in self.ascending:
            if getattr(options, most) < getattr(options, least):
                raise ValueError(f"--{most} must not be less than --{least}")
        self.check(options)
        recipe = (self.make_recipe or self._recipe)(options)
        check_files(options)
        from othello import evaluation  # imports kernels, which a wrong option does not need

        evaluation.named(recipe.evaluator)  # reports an unknown one before any work
        typed = " ".join([self.command, *(sys.argv[1:] if arguments is None else arguments)])
        work = options.work or options.out.with_suffix(self.work)
        jobs = jobs_of(options) or available_cores()
        self.learn(Run(self.name, options, recipe, typed, work, jobs))
        return 0

    def _recipe(self, options: argparse.Namespace) -> Any:
        return recipe_from(options, self.recipe)


def recipe_from(options: argparse.Namespace, kind: type[Any]) -> Any:
    """Return a named tuple of this kind; options replace the defaults of the fields they name."""
    return kind(**{name: getattr(options, name) for name in kind._fields if name in options})


def check_files(options: argparse.Namespace) -> None:
    """OSError or ValueError, in one line, for output files that cannot be written."""
    if options.out is options.unnamed_out and is_shipped(options.out):
        raise ValueError(f"{options.out.name} is a file of the project here: name --out")
    check_writable(options.out)


def run(command: str, act: Callable[[], int]) -> int:
    """Return the exit code of `act()`; an interruption or error becomes one line."""
    try:
        with handle_stop_requests():
            return command_line.run(command, act, "stopped; the same command resumes")
    except BrokenExecutor as error:
        print(f"{command}: {error}; the same command resumes", file=sys.stderr)
        return command_line.BAD_INPUT
