"""Experiments that consist of many independent trials, each made from a seed.

A trial is a function of plain settings and a seed, so that any process can
make it, and its result is plain data, kept in the store: what was measured
before is not measured again, whatever became of the program.
"""

import argparse
import inspect
import sys
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any, NamedTuple

from tournament.arguments import jobs as number_of_jobs
from tournament.arguments import natural
from tournament.commands import Stopped, store_path
from tournament.crew import Crew
from tournament.experiments.batches import Batches, Trial
from tournament.experiments.progress import progress_for
from tournament.identity import code_version, digest
from tournament.run import TICK_SECONDS, RunError
from tournament.store import Store

MOST_TRIALS = 10_000_000
MOST_SEED = 2**62
"""The store keeps 64 bits."""


def _with_neighbours(trial: Trial) -> list[Any]:
    """The module of a trial and the modules of this package that it takes names from."""
    own = sys.modules[trial.__module__]
    origins = {getattr(value, "__module__", None) for value in vars(own).values()}
    here = {name for name in origins if isinstance(name, str) and name.startswith(__package__)}
    return [own, *(sys.modules[name] for name in sorted(here - {own.__name__}))]


class Experiment(NamedTuple):
    """Trials that belong together; `settings` is a named tuple of plain data."""

    name: str
    trial: Trial
    settings: Any

    @property
    def id(self) -> str:
        """The name and a digest of all that decides the results.

        That is the settings, the sources of the players, the module of the trial
        and those of this package that it imports from.
        """
        sources = [inspect.getsource(module) for module in _with_neighbours(self.trial)]
        asked = [self.name, self.settings, self.trial.__name__, sources, code_version()]
        return f"{self.name}:{digest(asked)}"


class Measurement:
    """Makes the trials that the store lacks; use it as a context manager.

    `options` are those of `add_arguments`.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._crew: Crew | None = None

    def __enter__(self) -> "Measurement":
        """The measurement itself; no worker is started yet."""
        self._store = Store(store_path(self._options))
        self._progress = progress_for(sys.stderr)
        return self

    def __exit__(self, *exception: object) -> None:
        """Dismiss the workers and close the store."""
        self._progress.__exit__(*exception)
        if self._crew is not None:
            self._crew.dismiss()
        self._store.__exit__(*exception)

    def results(
        self, experiment: Experiment, count: int | None = None, title: str = ""
    ) -> list[dict[str, Any]]:
        """The results of `count` trials (None: as many as asked for), in the order of their seeds.

        Stopped after Ctrl-C, RunError if a worker dies; what is finished is stored.
        """
        first = self._options.seed
        seeds = range(first, first + (self._options.trials if count is None else count))
        stored = self._store.trials(experiment.id, seeds)
        if len(stored) < len(seeds):
            self._progress.begin(title or experiment.name, len(stored), len(seeds))
            self._make([seed for seed in seeds if seed not in stored], experiment, len(seeds))
            stored = self._store.trials(experiment.id, seeds)
        if len(stored) < len(seeds):
            raise RunError(f"trials were made but are not in {self._store.path}")
        return list(stored.values())

    def _make(self, seeds: list[int], experiment: Experiment, total: int) -> None:
        """Make and store the trials of these seeds, the last of `total`."""
        if self._crew is None:
            self._crew = Crew(self._options.jobs)
        done = total - len(seeds)
        missing = Batches(experiment.trial, experiment.settings, seeds, self._crew)
        try:
            while missing:
                missing.hand_out()
                results = missing.collect(TICK_SECONDS)
                if results:
                    self._store.keep_trials(experiment.id, results)
                    done += len(results)
                    self._progress.update(done)
        except KeyboardInterrupt:
            self._crew.kill_all()
            raise Stopped(
                f"stopped; stored: {done:,} of {total:,} trials. Go on with the same command"
            ) from None
        except BrokenExecutor:
            raise RunError(
                f"a worker process died; stored: {done:,} of {total:,} trials."
                " Go on with the same command"
            ) from None
        except BaseException:
            self._crew.kill_all()
            raise


def run(
    name: str, trial: Trial, settings: Any, options: argparse.Namespace
) -> list[dict[str, Any]]:
    """The results of as many trials of one experiment as the options ask for, by seed."""
    with Measurement(options) as measurement:
        return measurement.results(Experiment(name, trial, settings))


def _trials(text: str) -> int:
    """A number of trials that fits into memory."""
    value = natural(text)
    if value > MOST_TRIALS:
        raise argparse.ArgumentTypeError(f"{value} is more than {MOST_TRIALS}")
    return value


def _seed(text: str) -> int:
    """A first seed that leaves room for those that follow."""
    value = int(text)
    if abs(value) > MOST_SEED:
        raise argparse.ArgumentTypeError(f"{value} is not within {MOST_SEED} of 0")
    return value


def add_arguments(parser: argparse.ArgumentParser, default_trials: int) -> None:
    """The options that every experiment of trials has."""
    add = parser.add_argument
    add(
        "--trials",
        type=_trials,
        default=default_trials,
        metavar="N",
        help="so many (default: %(default)s)",
    )
    add("--seed", type=_seed, default=0, metavar="N", help="of the first trial (default: 0)")
    add(
        "--jobs",
        type=number_of_jobs,
        metavar="N",
        help="worker processes (default: one a core); 0: none",
    )
    add("--store", type=Path, metavar="FILE", help="the file of results")
    add("--json", action="store_true", help="print JSON instead of a table")
    add("--plot", type=Path, metavar="FILE", help="draw the result: .png, .svg or .pdf")
