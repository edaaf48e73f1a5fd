"""The command that every learner is: options, recipe, samples, fit, file; each fills in its own."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from othello.cli import command as command_line
from othello.cli.command import available_cores, sigterm_as_interrupt
from othello.cli.output import as_document, check_figure
from othello.cli.parser import MOST_COUNTED, Parser, common, natural, whole
from othello.cli.parser import seconds as positive
from othello.cli.progress import display_for
from othello.files import check_place, is_shipped
from players.workers.choice import EXECUTOR_OPTION, Jobs, jobs_of

if TYPE_CHECKING:
    import numpy as np

    from players.learning.batches import Batches


class Run(NamedTuple):
    """One run of a learner: what was asked for.

    typed: the command line. work: the folder of the samples. jobs: who makes them.
    """

    name: str
    options: argparse.Namespace
    recipe: Any
    typed: str
    work: Path
    jobs: Jobs

    def collect(self, batches: "Batches", wanted: int, title: str = "learning") -> list[Path]:
        """The files of at least `wanted` samples, made now or kept; how far it is, is shown."""
        with display_for(sys.stderr, batches.unit) as display:
            display.begin(title, 0, batches.total(wanted), quick=True)
            return batches.collect(self.recipe, wanted, self.work, self.jobs, display.update)

    def as_json(self, about: Mapping[str, Any], **more: Any) -> bool:
        """Whether --json was given; then what was learned is printed, and `more` of it."""
        if self.options.json:
            told = {"learner": self.name, "out": str(self.options.out), "about": about, **more}
            print(as_document("learned", told))
        return bool(self.options.json)

    def save(self, arrays: Mapping[str, "np.ndarray"], **about: Any) -> bool:
        """Write what was learned, and what is to be known about it; as `as_json` of that."""
        from othello.evaluation.tables import save  # late: it reads kernels

        about = {"command": self.typed, "recipe": self.recipe._asdict(), **about}
        save(self.options.out, about, arrays)
        return self.as_json(about)


class Setting(NamedTuple):
    """An option that is a number or a word, of the type of its `default`; float for no default.

    Without a `default` it has that of the recipe's field of its name. A whole number must be from
    `least` to `most`, another number above 0.
    """

    name: str
    meaning: str
    least: int = 0
    most: int = MOST_COUNTED
    default: Any = None

    def add(self, parser: argparse.ArgumentParser, recipe: Any) -> None:
        """Add it to a parser."""
        default, text = self.default, self.meaning
        if default is None:
            default = recipe._field_defaults[self.name.replace("-", "_")]
        if default is float:
            parser.add_argument(f"--{self.name}", type=positive, help=text)
            return
        kinds = {int: whole(self.least, self.most), float: positive}
        kind, text = kinds.get(type(default), str), f"{text} ({default})"
        parser.add_argument(f"--{self.name}", type=kind, default=default, help=text)


SEED = Setting("seed", "of the games", -(2**62))


class Learner(NamedTuple):
    """Something that is learned, as a command, `python -m players.learning.NAME`.

    summary, examples: what --help says, {command} standing for the command. out: the file that is
    written unless --out names another. kept: what lies in the folder --work, which otherwise is
    `out` with the ending `work`. recipe: a kind of named tuple, whose fields are the options of
    their names unless `recipe_of` makes one of them. learn: makes the samples, fits, writes, shows.
    ascending: pairs of options of which the first is no more than the second. add_options, check:
    add options of its own, and raise ValueError, in one line, for senseless ones. plot: what --plot
    draws, if anything. quick: what --quick takes in place of other defaults.
    """

    name: str
    summary: str
    examples: str
    options: Sequence[Setting]
    out: str
    kept: str
    work: str
    recipe: Any
    learn: Callable[[Run], None]
    recipe_of: Callable[[argparse.Namespace], Any] | None = None
    ascending: Sequence[tuple[str, str]] = ()
    add_options: Callable[[argparse.ArgumentParser], object] = lambda parser: None
    check: Callable[[argparse.Namespace], object] = lambda options: None
    plot: str = ""
    quick: Mapping[str, Any] = {}

    @property
    def command(self) -> str:
        """What is typed."""
        return f"python -m players.learning.{self.name}"

    def parser(self) -> argparse.ArgumentParser:
        """The options."""
        out = {"default": Path(self.out), "help": "written over (%(default)s)"}
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
            text = f"for a run of minutes: {typed.replace('_', '-')}"
            parser.add_argument("--quick", action="store_true", help=text)
        self.add_options(parser)
        text = f"folder of {self.kept} (default: beside --out)"
        parser.add_argument("--work", type=Path, help=text)
        if self.plot:
            parser.add_argument("--plot", type=Path, metavar="FILE", help=f"draw {self.plot}")
        parser.set_defaults(unnamed_out=out["default"])
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
        return run(self.command, lambda: self._carry_out(arguments))

    def _carry_out(self, arguments: list[str] | None) -> int:
        options = self.parsed(arguments)
        for least, most in self.ascending:
            if getattr(options, most) < getattr(options, least):
                raise ValueError(f"--{most} must not be less than --{least}")
        self.check(options)
        recipe = self.recipe_of(options) if self.recipe_of else recipe_from(options, self.recipe)
        check_files(options)
        from othello import evaluation  # late: it reads kernels, which a wrong option need not

        evaluation.named(recipe.evaluator)  # so that an unknown one is told of at once
        typed = " ".join([self.command, *(sys.argv[1:] if arguments is None else arguments)])
        work = options.work or options.out.with_suffix(self.work)
        jobs = jobs_of(options) or available_cores()
        self.learn(Run(self.name, options, recipe, typed, work, jobs))
        return 0


def recipe_from(options: argparse.Namespace, kind: type[Any]) -> Any:
    """The recipe of a kind, a named tuple, whose fields have the values of options of their name.

    A field without such an option has its default.
    """
    there = {name: getattr(options, name) for name in kind._fields if name in options}
    return kind(**there)


def check_files(options: argparse.Namespace) -> None:
    """OSError or ValueError, in one line, for files that cannot be written, or what is missing."""
    if options.out is options.unnamed_out and is_shipped(options.out):
        raise ValueError(f"{options.out.name} is a file of the project here: name --out")
    check_place(options.out)
    if getattr(options, "plot", None) is not None:
        check_figure(options.plot)


def run(command: str, learn: Callable[[], int]) -> int:
    """The exit code of `learn()`; one line for what stopped it, and no traceback."""
    sigterm_as_interrupt()
    try:
        return command_line.run(command, learn, "stopped; the same command goes on")
    except BrokenExecutor as error:
        print(f"{command}: {error}; the same command goes on", file=sys.stderr)
        return command_line.BAD_INPUT
