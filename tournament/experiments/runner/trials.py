"""Independent trials, each made from a seed.

A trial is a function of plain settings and a seed, so that any process can make it. The store
keeps its result, plain data, and no trial is made twice.
"""

import inspect
import math
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from typing import Any, NamedTuple

from othello import fingerprint
from othello.cli.progress import Display
from players.workers import interrupts
from players.workers.pool import Pool
from tournament.games.match import code_version, digest
from tournament.running.contest_runner import (
    SECOND_INTERRUPT_HINT,
    TICK_SECONDS,
    RunError,
    RunStopped,
)
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


class TrialBatches:
    """Trials with the same settings that workers make in batches."""

    def __init__(self, trial: Trial, settings: Any, seeds: list[int], pool: Pool) -> None:
        self._trial = trial
        self._settings = settings
        self._waiting = deque(seeds)
        self._pool = pool
        self._batch_size = 1
        self._under_way: set[Future] = set()
        self.stopped = False

    def stop(self) -> None:
        """Submit no more, and cancel batches that no worker has begun."""
        self.stopped = True
        self._waiting.clear()
        self._under_way = self._pool.take_back(self._under_way)

    def __bool__(self) -> bool:
        """True if trials are waiting or under way."""
        return bool(self._waiting or self._under_way)

    def hand_out(self) -> None:
        """Keep the workers busy; the first trial is made alone, since it may compile kernels."""
        room = self._pool.max_in_flight if self._pool.prepared else 1
        while self._waiting and len(self._under_way) < room:
            share = math.ceil(len(self._waiting) / room)  # all workers finish together
            size = min(self._batch_size, share)
            seeds = [self._waiting.popleft() for _ in range(size)]
            batch = self._pool.submit(make_batch, self._trial, self._settings, seeds)
            self._under_way.add(batch)

    def collect(self, seconds: float) -> dict[int, dict[str, Any]]:
        """Return the results that arrive within some seconds."""
        done, self._under_way = wait(self._under_way, seconds, FIRST_COMPLETED)
        results: dict[int, dict[str, Any]] = {}
        for future in done:
            batch, seconds_spent = future.result()
            self._pool.prepared = True
            pace = max(seconds_spent, 1e-6) / len(batch)
            self._batch_size = max(1, min(MOST_IN_BATCH, int(BATCH_SECONDS / pace)))
            results |= batch
        return results


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

    RunStopped after Ctrl-C, RunError if a batch kills two workers; finished trials are stored.
    """
    done = total - len(seeds)
    missing = TrialBatches(trial_set.trial, trial_set.settings, seeds, pool)
    stop = interrupts.stop_requests()
    try:
        with stop.deferred():
            while missing and stop.count < interrupts.STOP_AT_ONCE:
                if stop.count and not missing.stopped:
                    missing.stop()
                    display.say(f"stopping: trials under way are finished; {SECOND_INTERRUPT_HINT}")
                missing.hand_out()
                results = missing.collect(TICK_SECONDS)
                if results:
                    store.add_trials(trial_set.id, results)
                    done += len(results)
                    display.update(done)
            if stop.count:
                stop.interrupt()
    except BaseException as error:
        progress = f"stored: {done:,} of {total:,} trials. The same command resumes"
        if isinstance(error, BrokenExecutor):
            raise RunError(f"{error}; {progress}") from None
        pool.shut_down()
        if isinstance(error, KeyboardInterrupt):
            raise RunStopped(f"stopped; {progress}") from None
        raise
