"""Independent trials, each made from a seed.

A trial is a function of plain settings and a seed, so that any process can make it. The store
keeps its result, plain data, and no trial is made twice.
"""

import inspect
import math
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Future
from typing import Any, NamedTuple

from othello import fingerprint
from othello.cli.output import Display
from players.workers import interrupts
from players.workers.pool import Pool
from tournament.games.code import code_version
from tournament.games.match import digest
from tournament.running.contest_runner import RunError, RunStopped
from tournament.storage.store import Store

Trial = Callable[[Any, int], dict[str, Any]]
"""(settings, seed) -> plain data; a function at the top of its module, since workers import it."""

BATCH_SECONDS = 0.5
"""Duration of a batch: short compared with a run, long compared with its dispatch."""
MOST_IN_BATCH = 1000

RUNNER = (__name__.rpartition(".")[0], "tournament.options")
ROOMS = f"{__name__.rpartition('.runner.')[0]}."
"""Begin the names of the modules that run and ask for experiments, and of all of experiments."""


def make_batch(
    trial: Trial, settings: Any, seeds: list[int]
) -> tuple[dict[int, dict[str, Any]], float]:
    """Return the trials of some seeds, by seed, and the seconds they took."""
    began = time.monotonic()
    results = {seed: trial(settings, seed) for seed in seeds}
    return results, time.monotonic() - began


def make_trials(
    trial: Trial, settings: Any, seeds: Iterable[int], pool: Pool
) -> Iterator[dict[int, dict[str, Any]]]:
    """Yield the trials of each batch, by seed, as workers finish it.

    The first trial is made alone, since it may compile kernels.
    """
    waiting, under_way, size = deque(seeds), set[Future](), 1
    while waiting or under_way:
        room = pool.max_in_flight if pool.prepared else 1
        while waiting and len(under_way) < room:
            share = math.ceil(len(waiting) / room)  # all workers finish together
            batch = [waiting.popleft() for _ in range(min(size, share))]
            under_way.add(pool.submit(make_batch, trial, settings, batch))
        for future in interrupts.first_done(under_way):
            under_way.remove(future)
            results, seconds = future.result()
            pool.prepared = True
            size = max(1, min(MOST_IN_BATCH, int(BATCH_SECONDS * len(results) / (seconds + 1e-6))))
            yield results


def _decides_trials(module: str) -> bool:
    """True for an experiment's module, and for ours that do not play; not for the runner's."""
    if module.startswith(RUNNER):
        return False
    return module.startswith(ROOMS) or (
        module.partition(".")[0] in fingerprint.PACKAGES and not fingerprint.plays(module)
    )


def _source_modules(trial: Trial) -> list[Any]:
    """Return the trial's module and those it takes names from, without the code that plays."""
    own = sys.modules[trial.__module__]
    origins = {getattr(value, "__module__", None) for value in vars(own).values()}
    names = {name for name in origins if isinstance(name, str) and _decides_trials(name)}
    return [own, *(sys.modules[name] for name in sorted(names - {own.__name__}))]


def _texts(settings: Any) -> Iterator[str]:
    """Yield all texts in plain data at any depth, except the keys of mappings."""
    if isinstance(settings, str):
        yield settings
    elif isinstance(settings, Mapping):
        yield from _texts(list(settings.values()))
    elif isinstance(settings, list | tuple):
        for value in settings:
            yield from _texts(value)


class TrialSet(NamedTuple):
    """Trials that belong together; `settings` is a named tuple of plain data."""

    name: str
    trial: Trial
    settings: Any

    @property
    def id(self) -> str:
        """The name and a digest of everything that decides the results.

        That is the settings and files named in them, the code that plays, the trial's module and
        those that it takes names from.
        """
        modules = _source_modules(self.trial)
        code = [
            fingerprint.digest_of_source(inspect.getsource(module).encode()) for module in modules
        ]
        version = code_version((), tuple(_texts(self.settings)))
        parts = [self.name, self.settings, self.trial.__name__, code, version]
        return f"{self.name}:{digest(parts)}"


def make_missing(
    trial_set: TrialSet, seeds: list[int], total: int, pool: Pool, store: Store, display: Display
) -> None:
    """Make and store the trials of these seeds, the last of `total`.

    RunStopped after Ctrl-C, RunError if a batch kills two workers; finished batches are stored.
    """
    done = total - len(seeds)
    try:
        for results in make_trials(trial_set.trial, trial_set.settings, seeds, pool):
            store.add_trials(trial_set.id, results)
            done += len(results)
            display.update(done)
    except (BrokenExecutor, KeyboardInterrupt) as error:
        progress = f"stored: {done:,} of {total:,} trials. The same command resumes"
        if isinstance(error, BrokenExecutor):
            raise RunError(f"{error}; {progress}") from None
        raise RunStopped(f"stopped; {progress}") from None
