"""Experiments that consist of many independent trials, each made from a seed.

A trial is a function of plain settings and a seed, so that any process can
make it, and its result is plain data, kept in the store: what was measured
before is not measured again, whatever became of the program.
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
from tournament.running.contest_runner import Stopped
from tournament.running.match_runner import AGAIN, TICK_SECONDS, RunError
from tournament.storage.store import Store

Trial = Callable[[Any, int], dict[str, Any]]
"""(settings, seed) -> plain data; a function at the top of its module: workers import it."""

BATCH_SECONDS = 0.5
"""How long a batch should take: short against a run, long against the handing out."""
MOST_IN_BATCH = 1000

RUNNER = (f"{__name__.rpartition('.')[0]}.", "tournament.options")
ROOMS = f"{__name__.rpartition('.runner.')[0]}."
"""Begin the names of the modules that run and ask for experiments, and of all of experiments."""


def make_batch(
    trial: Trial, settings: Any, seeds: list[int]
) -> tuple[dict[int, dict[str, Any]], float]:
    """The trials of some seeds, made in this process, by seed; and the seconds that they took."""
    began = time.monotonic()
    results = {seed: trial(settings, seed) for seed in seeds}
    return results, time.monotonic() - began


class Batches:
    """Trials with the same settings that are handed out, so many at a time, and come back."""

    def __init__(self, trial: Trial, settings: Any, seeds: list[int], pool: Pool) -> None:
        self._trial = trial
        self._settings = settings
        self._waiting = deque(seeds)
        self._pool = pool
        self._batch_size = 1
        self._under_way: set[Future] = set()
        self.stopped = False

    def stop(self) -> None:
        """Hand out nothing any more, and take back what no worker has begun."""
        self.stopped = True
        self._waiting.clear()
        self._under_way = self._pool.take_back(self._under_way)

    def __bool__(self) -> bool:
        """Whether there is anything left."""
        return bool(self._waiting or self._under_way)

    def hand_out(self) -> None:
        """Keep the workers busy; the first trial is made alone, since it may have to compile."""
        room = self._pool.window if self._pool.prepared else 1
        while self._waiting and len(self._under_way) < room:
            share = math.ceil(len(self._waiting) / room)  # that all finish at the same time
            size = min(self._batch_size, share)
            seeds = [self._waiting.popleft() for _ in range(size)]
            batch = self._pool.submit(make_batch, self._trial, self._settings, seeds)
            self._under_way.add(batch)

    def collect(self, seconds: float) -> dict[int, dict[str, Any]]:
        """The results that come back within some seconds."""
        done, self._under_way = wait(self._under_way, seconds, FIRST_COMPLETED)
        results: dict[int, dict[str, Any]] = {}
        for future in done:
            batch, spent = future.result()
            self._pool.prepared = True
            pace = max(spent, 1e-6) / len(batch)
            self._batch_size = max(1, min(MOST_IN_BATCH, int(BATCH_SECONDS / pace)))
            results |= batch
        return results


def _besides(module: str) -> bool:
    """Whether a module is an experiment's, or one of ours that plays no part in a game.

    What runs trials and shows what they found decides no result of one.
    """
    if module.startswith(RUNNER):
        return False
    return module.startswith(ROOMS) or (
        module.partition(".")[0] in fingerprint.PACKAGES and not fingerprint.plays(module)
    )


def _with_neighbours(trial: Trial) -> list[Any]:
    """The module of a trial and those that it takes names from, but for the code that plays."""
    own = sys.modules[trial.__module__]
    origins = {getattr(value, "__module__", None) for value in vars(own).values()}
    here = {name for name in origins if isinstance(name, str) and _besides(name)}
    return [own, *(sys.modules[name] for name in sorted(here - {own.__name__}))]


def _texts(settings: Any) -> Iterator[str]:
    """All texts in plain data, however deep; the keys of a mapping are none of them."""
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
        """The name and a digest of all that decides the results.

        That is the settings and the files that players and evaluators in them name, the
        code that plays, the module of the trial and those that it imports from.
        """
        modules = _with_neighbours(self.trial)
        code = [
            fingerprint.digest_of_source(inspect.getsource(module).encode()) for module in modules
        ]
        version = code_version((), tuple(_texts(self.settings)))
        asked = [self.name, self.settings, self.trial.__name__, code, version]
        return f"{self.name}:{digest(asked)}"


def make_missing(
    asked: TrialSet, seeds: list[int], total: int, pool: Pool, store: Store, display: Display
) -> None:
    """Make and store the trials of these seeds, the last of `total`.

    Stopped after Ctrl-C, RunError if a batch kills two workers; what is finished is stored.
    """
    done = total - len(seeds)
    missing = Batches(asked.trial, asked.settings, seeds, pool)
    stop = interrupts.requests()
    try:
        with stop.noted():
            while missing and stop.count < interrupts.AT_ONCE:
                if stop.count and not missing.stopped:
                    missing.stop()
                    display.say(f"stopping: trials under way are finished; {AGAIN}")
                missing.hand_out()
                results = missing.collect(TICK_SECONDS)
                if results:
                    store.add_trials(asked.id, results)
                    done += len(results)
                    display.update(done)
            if stop.count:
                stop.leave()
    except BaseException as error:
        told = f"stored: {done:,} of {total:,} trials. Go on with the same command"
        if isinstance(error, BrokenExecutor):
            raise RunError(f"{error}; {told}") from None
        pool.shut_down()
        if isinstance(error, KeyboardInterrupt):
            raise Stopped(f"stopped; {told}") from None
        raise
