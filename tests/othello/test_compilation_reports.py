"""Reports of compilation: on which stream, how often, and about what."""

import io
import logging
from types import SimpleNamespace

import pytest

from othello import compiling
from othello.compiling import FirstRun


@pytest.fixture
def lines(caplog, monkeypatch):
    """The log, whatever this process reported before."""
    caplog.set_level(logging.WARNING, compiling.logger.name)
    monkeypatch.setattr(compiling.logger, "filters", [])
    return caplog


def compile_three(run):
    """A short kernel, and a long one that calls another."""
    run.begin("legal_moves")
    run.end()
    run.begin("alphabeta")
    run.begin("leaf")
    run.end()
    run.end()


@pytest.mark.parametrize(("cached", "hint"), [(True, "warm-up"), (False, "NUMBA_CACHE_DIR")])
def test_file_gets_one_line_with_a_hint(lines, cached, hint):
    run = FirstRun(cached)
    compile_three(run)
    compile_three(run)
    (line,) = lines.messages
    assert hint in line


def test_terminal_gets_one_line_that_is_rewritten_and_removed(lines, monkeypatch):
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(compiling, "sys", SimpleNamespace(stderr=terminal, __stderr__=terminal))
    compile_three(FirstRun())
    shown = terminal.getvalue().split("\r")
    assert lines.messages == []
    assert any("alphabeta; 3 kernels" in text for text in shown)
    assert "\n" not in terminal.getvalue()
    assert shown[-2].strip() == "" and max(map(len, shown)) < 80
