"""Verdicts made by several processes, and the file in which each one is kept as it comes."""

import contextlib
import itertools
import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import lru_cache
from pathlib import Path
from typing import Any

import platformdirs

from othello import fingerprint, notation
from othello.files import APPLICATION
from players.analyse.verdicts import Question, Value, Verdict, VerdictLimits, judge
from players.engine.engine import Engine
from players.workers.choice import Jobs, pool_of


def default_path() -> Path:
    """The answers file among the user's data."""
    return Path(platformdirs.user_data_dir(APPLICATION, appauthor=False)) / "analysis.jsonl"


class Answers(dict[Question, Verdict]):
    """The verdicts of a file made with these limits by this code and what it learned, and new ones.

    Each line is one verdict. A line that was cut short by a crash counts as none. OSError for a
    file that cannot be read or written, also when it is made.
    """

    def __init__(self, path: Path, limits: VerdictLimits) -> None:
        code = fingerprint.version("players.analyse.verdicts")
        self._asked = fingerprint.digest(json.dumps([*limits, code, fingerprint.learned_files()]))
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


@lru_cache(maxsize=1)
def own_engine(megabytes: float) -> Engine:
    """The engine of this process."""
    return Engine(megabytes=megabytes)


def _answer(question: Question, limits: VerdictLimits) -> tuple[Question, Verdict] | None:
    """A worker's answer."""
    verdict = judge(own_engine(limits.megabytes), question, limits)
    return None if verdict is None else (question, verdict)


def answered(
    questions: Sequence[Question], limits: VerdictLimits, jobs: Jobs
) -> Generator[tuple[Question, Verdict], None, None]:
    """Each question with its answer, as they come from so many processes, or from elsewhere.

    Ends at once if it is closed. BrokenExecutor if a question kills two workers.
    """
    if not questions:
        return
    to_ask = iter(questions)
    waiting: set[Future[tuple[Question, Verdict] | None]] = set()
    with pool_of(min(jobs, len(questions)) if isinstance(jobs, int) else jobs) as workers:
        while True:
            for question in itertools.islice(to_ask, workers.window - len(waiting)):
                waiting.add(workers.submit(_answer, question, limits))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                found = future.result()
                if found is not None:
                    yield found
