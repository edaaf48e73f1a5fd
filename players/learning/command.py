"""The command that every learner is: options, recipe, samples, fit, file; each fills in its own."""

import argparse
import importlib.util
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from othello import command_line
from othello.command_line import available_cores, new_parser, sigterm_as_interrupt
from othello.display import display_for
from othello.files import is_shipped
from players.cluster.choice import EXECUTOR_OPTION, PROCESSES, Jobs, executor_named, jobs_asked


class Run(NamedTuple):
    """One run of a learner: what was asked for.

    typed: the command line. work: the folder of the samples. jobs: who makes them.
    """

    options: argparse.Namespace
    recipe: Any
    typed: str
    work: Path
    jobs: Jobs

    @contextmanager
    def progress(self, what: str, unit: str, total: int) -> Iterator[Callable[[int], None]]:
        """A display on the error stream that is told how many of `total` units are there."""
        with display_for(sys.stderr, unit) as display:
            display.begin(what, 0, total, quick=True)
            yield lambda done: display.update(min(done, total))


class Learner(NamedTuple):
    """Something that is learned, as a command, `python -m players.learning.NAME`.

    summary, examples: what --help says, {command} standing for the command. options: name, default,
    whose type is the option's, and help of each. out: the file that is written unless --out names
    another. kept: what lies in the folder --work, which otherwise is `out` with the ending `work`.
    recipe_of: the recipe that the options ask for; ValueError, in one line, for a senseless one.
    learn: makes the samples, fits, writes, shows. add_options: adds options of its own. plot: what
    --plot draws, if anything. quick: what --quick takes in place of other defaults.
    """

    name: str
    summary: str
    examples: str
    options: Sequence[tuple[str, int | float | str, str]]
    out: str
    kept: str
    work: str
    recipe_of: Callable[[argparse.Namespace], Any]
    learn: Callable[[Run], None]
    add_options: Callable[[argparse.ArgumentParser], object] = lambda parser: None
    plot: str = ""
    quick: Mapping[str, Any] = {}

    @property
    def command(self) -> str:
        """What is typed."""
        return f"python -m players.learning.{self.name}"

    def parser(self) -> argparse.ArgumentParser:
        """The options."""
        examples = self.examples.format(command=self.command)
        parser = new_parser(self.command, self.summary, f"\nexamples:\n{examples}")
        for name, default, text in self.options:
            help_text, kind = f"{text} ({default})", type(default)
            parser.add_argument(f"--{name}", type=kind, default=default, help=help_text)
        self.add_options(parser)
        parser.add_argument("--jobs", type=int, help="processes (default: one a core)")
        parser.add_argument("--executor", default=PROCESSES, **EXECUTOR_OPTION)
        parser.add_argument(
            "--work", type=Path, help=f"folder of {self.kept} (default: beside --out)"
        )
        out = Path(self.out)
        parser.add_argument("--out", type=Path, default=out, help="written over (%(default)s)")
        if self.plot:
            parser.add_argument("--plot", type=Path, metavar="FILE", help=f"draw {self.plot}")
        parser.set_defaults(unnamed_out=out)
        return parser

    def parsed(self, arguments: list[str] | None) -> argparse.Namespace:
        """The options that are typed; those that are not have the defaults of --quick, if it is."""
        parser = self.parser()
        options = parser.parse_args(arguments)
        if self.quick and options.quick:
            parser.set_defaults(**self.quick)
            options = parser.parse_args(arguments)
        return options

    def main(self, arguments: list[str] | None = None) -> int:
        """Make samples, fit, write, show; return an exit code."""
        options = self.parsed(arguments)
        return run(self.command, lambda: self._carry_out(options, arguments))

    def _carry_out(self, options: argparse.Namespace, arguments: list[str] | None) -> int:
        """Do what the options say."""
        recipe = self.recipe_of(options)
        check_files(options)
        from othello import evaluation  # late: it reads kernels, which a wrong option need not

        evaluation.named(recipe.evaluator)  # so that an unknown one is told of at once
        typed = " ".join([self.command, *(sys.argv[1:] if arguments is None else arguments)])
        work = options.work or options.out.with_suffix(self.work)
        self.learn(Run(options, recipe, typed, work, jobs_asked(options) or available_cores()))
        return 0


def recipe_from(options: argparse.Namespace, kind: type[Any]) -> Any:
    """The recipe of a kind, a named tuple, whose fields have the values of options of their name.

    A field without such an option has its default.
    """
    there = {name: getattr(options, name) for name in kind._fields if name in options}
    return kind(**there)


def check_least(options: argparse.Namespace, **least: int) -> None:
    """ValueError, in one line, for an option below its least value; --jobs may be left out."""
    if options.jobs is not None:
        least = {**least, "jobs": 1}
    for name, value in least.items():
        if getattr(options, name) < value:
            raise ValueError(f"--{name.replace('_', '-')} must be {value} or more")


def check_positive(options: argparse.Namespace, names: Iterable[str]) -> None:
    """ValueError, in one line, for an option that is neither left out nor a number above 0."""
    for name in names:
        value = getattr(options, name)
        if value is not None and not 0 < value < float("inf"):
            raise ValueError(f"--{name} must be a number above 0, not {value}")


def check_files(options: argparse.Namespace) -> None:
    """ValueError, in one line, for files that cannot be written, or what is not installed."""
    executor_named(options.executor)
    if options.out is options.unnamed_out and is_shipped(options.out):
        raise ValueError(f"{options.out.name} is a file of the project here: name --out")
    plot = getattr(options, "plot", None)
    for path in filter(None, (options.out, plot)):
        if path.is_dir():
            raise ValueError(f"{path}: a folder, not a file")
        if not path.resolve().parent.is_dir():
            raise ValueError(f"{path}: there is no folder {path.parent}")
    if plot is not None and importlib.util.find_spec("matplotlib") is None:
        raise ValueError("plots need matplotlib: install the extra 'plots'")


def run(command: str, learn: Callable[[], int]) -> int:
    """The exit code of `learn()`; one line for what stopped it, and no traceback.

    BrokenPipeError where nobody reads its output any more.
    """
    sigterm_as_interrupt()
    try:
        return command_line.run(command, learn, "stopped; the same command goes on")
    except BrokenExecutor:
        print(f"{command}: a worker died; the same command goes on", file=sys.stderr)
        return command_line.BAD_INPUT
