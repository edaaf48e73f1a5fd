"""Verdicts of several processes, and the file that keeps each one at once."""

import contextlib
import errno
import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import platformdirs

from othello import fingerprint
from othello.files import APPLICATION, check_links
from players.engine.engine import Engine
from players.engine.request import Result
from players.study.analyse.verdicts import Question, Verdict, VerdictLimits, judge
from players.workers.choice import Jobs, pool_of

BEGINNING = b'{"asked": '
"""The beginning of each line of an answers file."""


def default_path() -> Path:
    """Answers file among the user's data."""
    return Path(platformdirs.user_data_dir(APPLICATION, appauthor=False)) / "analysis.jsonl"


class Answers(dict[Question, Verdict]):
    """Verdicts of a file, made with the same limits, code and learned data, and new ones.

    Each line is one verdict; a line that was cut short by a crash is ignored. OSError for a file
    that cannot be read or written, or that begins with anything else: nothing is added to it.
    OSError also for a link that `check_links` refuses.
    """

    def __init__(self, path: Path, limits: VerdictLimits) -> None:
        code = fingerprint.version("players.study.analyse.verdicts")
        self._key = fingerprint.digest(json.dumps([*limits, code, fingerprint.learned_files()]))
        self._path = path
        check_links(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "not a file but a folder or a device", str(path))
        with path.open("a+b") as stream:
            stream.seek(0)
            if not BEGINNING.startswith(stream.read(len(BEGINNING))):
                reason = "it exists and is not a file of answers"
                raise OSError(errno.EINVAL, reason, str(path))
            stream.seek(0)
            line = b"\n"
            for line in stream:
                self._read(line)
            if not line.endswith(b"\n"):
                stream.write(b"\n")

    def write(self, answered: Iterable[tuple[Question, Verdict]]) -> Iterator[int]:
        """Write answers as they come; yield their number after each one."""
        with self._path.open("ab", buffering=0) as stream:
            for number, (question, verdict) in enumerate(answered, start=1):
                fields = {"asked": self._key, "question": question, **verdict._asdict()}
                stream.write(json.dumps(fields).encode() + b"\n")
                self[question] = verdict
                yield number

    def _read(self, line: bytes) -> None:
        """Take the verdict of a line, if its key is the same and the line is whole."""
        with contextlib.suppress(ValueError, KeyError, TypeError):
            fields = json.loads(line)
            if fields["asked"] == self._key:
                values = (fields[name] and Result(*fields[name]) for name in ("best", "played"))
                best, played = (
                    value and value._replace(line=tuple(value.line)) for value in values
                )
                verdict = Verdict(best, played, fields["nodes"], fields["seconds"])
                self[Question(*fields["question"])] = verdict


@lru_cache(maxsize=1)
def _engine(megabytes: float) -> Engine:
    """Engine of this process."""
    return Engine(megabytes=megabytes)


def _answer(question: Question, limits: VerdictLimits) -> Verdict | None:
    return judge(_engine(limits.megabytes), question, limits)


def answered(
    questions: Sequence[Question], limits: VerdictLimits, jobs: Jobs
) -> Generator[tuple[Question, Verdict], None, None]:
    """Questions with their answers as the workers give them.

    Ends at once if it is closed. BrokenExecutor if a question kills two workers.
    """
    if questions:
        calls = {question: (question, limits) for question in questions}
        with pool_of(jobs, len(questions)) as workers:
            yield from workers.results(_answer, calls)
