"""Verdicts made by several processes, and the file in which each one is kept as it comes."""

import contextlib
import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from othello import notation, sources
from othello.compiling import StillCompilingError, stopped_by
from othello.files import APPLICATION
from players.analyse.verdicts import Question, Value, Verdict, VerdictLimits, judge
from players.cluster.choice import Elsewhere, Jobs
from players.engine.engine import Engine
from players.learning.batches import begin_worker, pool

QUESTIONS_AHEAD = 4
"""How many questions wait for each process, so that none is idle."""
MOST_ELSEWHERE = 1000
"""How many wait for a cluster, however many workers it has."""
_IN_WORKER: dict[str, Any] = {}
"""Of this process as a worker: the flag that stops it."""


def default_path() -> Path:
    """The answers file among the user's data."""
    return Path(platformdirs.user_data_dir(APPLICATION, appauthor=False)) / "analysis.jsonl"


class Answers(dict[Question, Verdict]):
    """The verdicts of a file made with these limits by this code and what it learned, and new ones.

    Each line is one verdict. A line that was cut short by a crash counts as none. OSError for a
    file that cannot be read or written, also when it is made.
    """

    def __init__(self, path: Path, limits: VerdictLimits) -> None:
        code = sources.version("players.analyse.verdicts")
        self._asked = sources.digest(json.dumps([*limits, code, sources.learned_files()]))
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as stream:
            stream.seek(0)
            line = b"\n"
            for line in stream:
                self._read(line)
            if not line.endswith(b"\n"):
                stream.write(b"\n")

    def keep(self, answered: Iterable[tuple[Question, Verdict]]) -> Iterator[int]:
        """Write down answers as they come; after each one, how many these are."""
        with self._path.open("ab", buffering=0) as stream:
            for number, (question, verdict) in enumerate(answered, start=1):
                said = {"asked": self._asked, "question": question, **verdict._asdict()}
                stream.write(json.dumps(said).encode() + b"\n")
                self[question] = verdict
                yield number

    def _read(self, line: bytes) -> None:
        """Take the verdict of a line, if it is one of those that count."""
        if self._asked.encode() not in line:
            return
        with contextlib.suppress(ValueError, KeyError, TypeError, OverflowError, RecursionError):
            said = json.loads(line)
            if said["asked"] != self._asked:
                return
            best, played = _value(said["best"]), said["played"]
            verdict = Verdict(
                *(best, played and _value(played)),
                *(int(said["nodes"]), float(said["seconds"])),
            )
            self[Question(*said["question"])] = verdict


def _value(said: Sequence[Any]) -> Value:
    """The value in a line of an answers file; ValueError or TypeError for what cannot be one."""
    move, score, lower, upper, depth, level = map(int, said[:-1])
    found = Value(move, score, lower, upper, depth, level, tuple(map(int, said[-1])))
    notation.transcript_text((found.move, *found.line))
    return found


def _begin(stop: Any, first: Any = None) -> None:
    """Begin a worker with a flag that it shares with the others; first: see `begin_worker`."""
    if first is not None:
        begin_worker(first)
    _IN_WORKER["stop"] = np.frombuffer(stop, np.int64)


@lru_cache(maxsize=1)
def own_engine(megabytes: float) -> Engine:
    """The engine of this process."""
    return Engine(megabytes=megabytes)


def _answer(question: Question, limits: VerdictLimits) -> tuple[Question, Verdict] | None:
    """A worker's answer; None if it was stopped, as one elsewhere never is: it is killed."""
    stop = _IN_WORKER.get("stop")
    with contextlib.suppress(StillCompilingError), stopped_by(lambda: stop is not None and stop[0]):
        verdict = judge(own_engine(limits.megabytes), question, limits, stop)
        return None if verdict is None else (question, verdict)
    return None


@contextlib.contextmanager
def _workers(jobs: int) -> Iterator[Executor]:
    """So many processes, or one thread; what they search is stopped when an error leaves."""
    context = get_context("spawn")
    stop = context.RawArray("q", 1)
    executor: Executor
    if jobs == 1:
        executor = ThreadPoolExecutor(1, initializer=_begin, initargs=(stop,))
    else:
        executor = ProcessPoolExecutor(jobs, context, _begin, (stop, context.Lock()))
    try:
        yield executor
    finally:
        stop[0] = 1
        executor.shutdown(cancel_futures=True)
        _IN_WORKER.clear()


def answered(
    questions: Sequence[Question], limits: VerdictLimits, jobs: Jobs
) -> Generator[tuple[Question, Verdict], None, None]:
    """Each question with its answer, as they come from so many processes, or from elsewhere.

    Ends at once if it is closed. BrokenExecutor if a worker dies.
    """
    if not questions:
        return
    if isinstance(jobs, Elsewhere):
        place, ahead = pool(jobs), MOST_ELSEWHERE
    else:
        jobs = min(jobs, len(questions))
        place, ahead = _workers(jobs), QUESTIONS_AHEAD * jobs
    to_ask = iter(questions)
    waiting: set[Future[tuple[Question, Verdict] | None]] = set()
    with place as executor:
        while True:
            for question in to_ask:
                waiting.add(executor.submit(_answer, question, limits))
                if len(waiting) >= ahead:
                    break
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                found = future.result()
                if found is not None:
                    yield found
