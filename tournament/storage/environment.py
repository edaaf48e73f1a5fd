"""The machine and the program that games are played with, as far as they can be told."""

import math
import os
import platform
import subprocess
import sys
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from othello.command_line import available_cores
from othello.sources import ROOT
from othello.version import __version__

GIT_SECONDS = 5.0
PROCESSOR_FILE = Path("/proc/cpuinfo")
PROCESSOR_NAMES = ("model name", "cpu model", "hardware")


class Environment(NamedTuple):
    """Where games were played: what CPU times depend on, and the results do not.

    `commit` is that of a checkout, with "-dirty" after it where files differ from it; ""
    where nobody knows. `load` is how many processes wanted a core when the run began, None
    where the system does not say; `jobs` are its worker processes.
    """

    version: str
    commit: str
    cpu: str
    cores: int
    python: str
    numba: str
    platform: str
    load: float | None
    jobs: int


class StoredRun(NamedTuple):
    """An invocation that played games of a tournament: when it began, in UTC, and where."""

    id: str
    began: str
    environment: Environment


def run_of_row(name: Any, began: Any, *rest: Any) -> StoredRun:
    """The run in a row of a store; ValueError if anything in it is not what was written."""
    found = Environment(*rest)
    machine = found.version, found.commit, found.cpu, found.python, found.numba, found.platform
    for text in (name, began, *machine):
        if not isinstance(text, str):
            raise ValueError(f"{text!r:.40} is no text")
    for number in (found.cores, found.jobs, 0.0 if found.load is None else found.load):
        if not isinstance(number, int | float) or not 0 <= number < math.inf:
            raise ValueError(f"{number!r:.40} is no number of processes")
    return StoredRun(name, began, found)


@lru_cache
def _commit() -> str:
    """The commit of the checkout in which this program lies, "" if it lies in none."""
    if not (ROOT / ".git").exists():
        return ""
    words = ("git", "describe", "--always", "--dirty", "--exclude=*", "--abbrev=12")
    try:
        done = subprocess.run(
            words, cwd=ROOT, capture_output=True, text=True, timeout=GIT_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


@lru_cache
def _cpu() -> str:
    """The processor's name, or its kind where the system tells no more."""
    try:
        lines = PROCESSOR_FILE.read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip().lower() in PROCESSOR_NAMES and value.strip():
            return value.strip()
    return platform.processor() or platform.machine()


def _numba() -> str:
    """The version of numba, "" where there is none."""
    try:
        return version("numba")
    except PackageNotFoundError:
        return ""


def _load() -> float | None:
    """How many processes wanted a core on average over the last minute."""
    try:
        return round(os.getloadavg()[0], 2)
    except (AttributeError, OSError):  # Windows counts no load
        return None


def environment_now(jobs: int) -> Environment:
    """The environment of a run that begins now with so many worker processes."""
    return Environment(
        __version__,
        _commit(),
        _cpu(),
        available_cores(),
        ".".join(map(str, sys.version_info[:3])),
        _numba(),
        platform.platform(terse=True),
        _load(),
        jobs,
    )
