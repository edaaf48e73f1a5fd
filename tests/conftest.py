"""How the suite runs: on every core, in tiers, and the same on a loaded machine.

Where kernels are compiled, two marks put tests off unless -m says what to run:
`rare_kernels`, of tests whose claim needs no compiling and whose kernels no
other test needs, and `second_tier`, of long audits. Where nothing is compiled
every test runs that can: `compiled` marks some that cannot. `.ci/run` runs all
compiled and, uncompiled, the `kernels`: the rooms whose compiled code is judged
by twins, and `rare_kernels`.
"""

import functools
import logging
import os
import signal
import sys
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, settings

from othello.jit import COMPILED

PUT_OFF = ("rare_kernels", "second_tier")
TESTS = Path(__file__).parent
COMPILED_ROOMS = (
    "bestfirst",
    "engine",
    "forward",
    "interest",
    "learning",
    "models",
    "search",
    "study/explain",
)
KERNELS = (TESTS / "othello", *(TESTS / "players" / room for room in COMPILED_ROOMS))
"""The rooms whose code is compiled."""

# An example may have to wait for a kernel to be compiled, or for other programs.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def process_as_before():
    """Restore what commands change in their process, so that tests may run in any order."""
    folder, logger = Path.cwd(), logging.getLogger("othello.jit")
    level, filters, disabled = logger.level, logger.filters[:], logger.disabled
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    with mock.patch.dict(os.environ), mock.patch.object(sys, "path", sys.path[:]):
        yield
    os.chdir(folder)
    logger.setLevel(level)
    logger.filters, logger.disabled = filters, disabled  # import-linter disables all loggers
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Give a benchmark the machine for itself; pytest-benchmark does not run in parallel."""
    if config.option.benchmark_only or config.option.benchmark_enable:
        config.option.numprocesses = 0


def _puts_off(config):
    """Whether marked tests have to wait."""
    return COMPILED and not config.option.markexpr


def pytest_terminal_summary(terminalreporter, config):
    """Say what was put off."""
    if _puts_off(config):
        terminalreporter.write_line(f"put off, -m runs them: {', '.join(PUT_OFF)}")


@functools.cache
def _is_of_kernels(path):
    """Whether a file of tests lies in a room whose code is compiled."""
    return any(room in path.parents for room in KERNELS)


def pytest_collection_modifyitems(config, items):
    """Mark the tests of kernels; skip those that are too slow; leave out those that are put off."""
    for item in items:
        if _is_of_kernels(item.path):
            item.add_marker("kernels")
        if not COMPILED and item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.skip(reason="too slow as plain Python"))
    if not _puts_off(config):
        return
    later = {item for item in items if any(map(item.get_closest_marker, PUT_OFF))}
    config.hook.pytest_deselected(items=list(later))
    items[:] = [item for item in items if item not in later]
