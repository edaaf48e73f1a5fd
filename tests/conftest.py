"""How the suite runs: on every core, in two tiers, and the same on a loaded machine."""

import pytest
from hypothesis import HealthCheck, settings

from othello.jit import COMPILED

# An example may have to wait for a kernel to be compiled, or for other programs.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Give a benchmark the machine for itself; pytest-benchmark does not run in parallel."""
    if config.option.benchmark_only or config.option.benchmark_enable:
        config.option.numprocesses = 0


def _leaves_out_the_second_tier(config):
    """Whether it has to wait: not where nothing is compiled, nor if -m says what to run."""
    return COMPILED and not config.option.markexpr


def pytest_report_header(config):
    """Say what is left out."""
    if _leaves_out_the_second_tier(config):
        return "second tier: left out; -m second_tier runs it"
    return None


def pytest_collection_modifyitems(config, items):
    """Leave out the second tier unless it is asked for."""
    if not _leaves_out_the_second_tier(config):
        return
    later = [item for item in items if item.get_closest_marker("second_tier")]
    config.hook.pytest_deselected(items=later)
    items[:] = [item for item in items if not item.get_closest_marker("second_tier")]
