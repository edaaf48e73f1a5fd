"""Trials on their way to the workers and back, in batches that are worth the way."""

import math
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any, NamedTuple

from tournament.crew import Crew

Trial = Callable[[Any, int], dict[str, Any]]
"""(settings, seed) -> plain data; a function at the top of its module."""

BATCH_SECONDS = 0.5
"""How long a batch should take: short against a run, long against the handing out."""
MOST_IN_BATCH = 1000


class Batch(NamedTuple):
    """What came back of a batch: results by seed, and the seconds that they took."""

    results: dict[int, dict[str, Any]]
    seconds: float


def make_batch(trial: Trial, settings: Any, seeds: list[int]) -> Batch:
    """The trials of some seeds, made in this process."""
    began = time.monotonic()
    results = {seed: trial(settings, seed) for seed in seeds}
    return Batch(results, time.monotonic() - began)


class Batches:
    """Trials with the same settings that are handed out, so many at a time, and come back."""

    def __init__(self, trial: Trial, settings: Any, seeds: list[int], crew: Crew) -> None:
        self._trial = trial
        self._settings = settings
        self._waiting = deque(seeds)
        self._crew = crew
        self._batch_size = 1
        self._under_way: set[Future] = set()

    def __bool__(self) -> bool:
        """Whether there is anything left."""
        return bool(self._waiting or self._under_way)

    def hand_out(self) -> None:
        """Keep the workers busy; the first trial is made alone, since it may have to compile."""
        room = self._crew.window if self._crew.prepared else 1
        while self._waiting and len(self._under_way) < room:
            share = math.ceil(len(self._waiting) / room)  # that all finish at the same time
            size = min(self._batch_size, share)
            seeds = [self._waiting.popleft() for _ in range(size)]
            batch = self._crew.submit(make_batch, self._trial, self._settings, seeds)
            self._under_way.add(batch)

    def collect(self, seconds: float) -> dict[int, dict[str, Any]]:
        """The results that come back within some seconds."""
        done, self._under_way = wait(self._under_way, seconds, FIRST_COMPLETED)
        results = {}
        for future in done:
            batch = future.result()
            self._crew.prepared = True
            pace = max(batch.seconds, 1e-6) / len(batch.results)
            self._batch_size = max(1, min(MOST_IN_BATCH, int(BATCH_SECONDS / pace)))
            results.update(batch.results)
        return results
