"""Reports of compilation: on which stream, how often, and about what."""

import io
import logging
from types import SimpleNamespace

import pytest

from othello import compiling
from othello.compiling import FirstRun


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def lines(caplog, monkeypatch):
    """A function that returns the lines that are logged, whatever this process reported before."""
    caplog.set_level(logging.WARNING, compiling.logger.name)
    monkeypatch.setattr(compiling.logger, "filters", [])
    return lambda: caplog.messages


@pytest.fixture
def terminal(monkeypatch):
    """A terminal in the place of the error stream."""
    stream = Terminal()
    monkeypatch.setattr(compiling, "sys", SimpleNamespace(stderr=stream, __stderr__=stream))
    return stream


def compile_three(run):
    """A short kernel, and a long one that calls another."""
    run.begin("legal_moves")
    run.end()
    run.begin("alphabeta")
    run.begin("leaf")
    run.end()
    run.end()


def test_a_file_gets_a_line_at_the_beginning(lines):
    compile_three(FirstRun())
    assert lines() == [
        "compiling kernels for this machine (the first run only;"
        " `python -m othello warm-up` does all of them) ...",
    ]


def test_without_a_folder_for_kernels_one_line_says_how_to_name_one(lines):
    run = FirstRun(cached=False)
    compile_three(run)
    compile_three(run)
    said = [line for line in lines() if "NUMBA_CACHE_DIR" in line]
    assert len(said) == 1 and "first run" not in "".join(lines())


def test_a_terminal_gets_one_line_that_is_rewritten_and_taken_away(lines, terminal):
    compile_three(FirstRun())
    shown = terminal.getvalue()
    assert lines() == []
    assert "alphabeta; 3 kernels, 0 s" in shown.replace("\r", "")
    assert "\n" not in shown
    assert shown.split("\r")[-2].strip() == ""
    assert max(map(len, shown.split("\r"))) < 80
