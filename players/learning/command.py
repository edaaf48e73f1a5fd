"""What the commands that learn have in common: options, how they end, their progress."""

import argparse
import importlib.util
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from othello.command_line import INTERRUPTED, available_cores, sigterm_as_interrupt
from othello.display import display_for
from othello.files import is_shipped
from players.cluster.choice import EXECUTOR_OPTION, PROCESSES, Jobs, executor_named, jobs_asked


def add_numbers(parser: argparse.ArgumentParser, rows: Iterable[tuple[str, int, str]]) -> None:
    """Add options that take whole numbers: name, default and help of each."""
    for name, default, help_text in rows:
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{help_text} ({default})")


def add_files(parser: argparse.ArgumentParser, out: Path, kept: str) -> None:
    """Add --jobs, --work, which holds what is `kept`, and --out, in the current folder at first."""
    parser.add_argument("--jobs", type=int, help="processes (default: one a core)")
    parser.add_argument("--executor", default=PROCESSES, **EXECUTOR_OPTION)
    parser.add_argument("--work", type=Path, help=f"folder of {kept} (default: beside --out)")
    parser.add_argument("--out", type=Path, default=out, help="written over (%(default)s)")
    parser.set_defaults(unnamed_out=out)


def add_plot(parser: argparse.ArgumentParser, what: str) -> None:
    """Add --plot, which draws `what`."""
    parser.add_argument("--plot", type=Path, metavar="FILE", help=f"draw {what}")


def parsed_quickly(
    parser: argparse.ArgumentParser, quick: Mapping[str, Any], arguments: list[str] | None
) -> argparse.Namespace:
    """The options that are typed; with --quick those that are not have the defaults `quick`."""
    options = parser.parse_args(arguments)
    if options.quick:
        parser.set_defaults(**quick)
        options = parser.parse_args(arguments)
    return options


def check_least(options: argparse.Namespace, **least: int) -> None:
    """ValueError, in one line, for an option below its least value; --jobs may be left out."""
    if options.jobs is not None:
        least = {**least, "jobs": 1}
    for name, value in least.items():
        if getattr(options, name) < value:
            raise ValueError(f"--{name.replace('_', '-')} must be {value} or more")


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


def jobs(options: argparse.Namespace) -> Jobs:
    """The number of processes asked for, one a core if none is, or who works elsewhere."""
    return jobs_asked(options) or available_cores()


def run(command: str, learn: Callable[[], int]) -> int:
    """The exit code of `learn()`; one line for what stopped it, and no traceback.

    BrokenPipeError where nobody reads its output any more.
    """
    sigterm_as_interrupt()
    try:
        return learn()
    except KeyboardInterrupt:
        print(f"{command}: stopped; the same command goes on", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # nobody reads any more; `until_closed` knows what that means
        raise
    except BrokenExecutor:
        print(f"{command}: a worker died; the same command goes on", file=sys.stderr)
    except (ValueError, OSError) as error:
        print(f"{command}: {error}", file=sys.stderr)
    return 2


@contextmanager
def progress(games: int) -> Iterator[Callable[[int], None]]:
    """A display on the error stream that is told how many games there are."""
    with display_for(sys.stderr, "games") as display:
        display.begin("learning", 0, games, quick=True)
        yield lambda done: display.update(min(done, games))


def as_typed(command: str, arguments: list[str] | None) -> str:
    """The command line, for what is written to say how it was made."""
    return " ".join([command, *(sys.argv[1:] if arguments is None else arguments)])
