"""What is compiled ahead, and what is said of it."""

import logging

import pytest

from othello.__main__ import main as othello
from players import registry
from players.levels import LEVELS
from players.window import warm_up
from tournament.contests.ladder import DEFAULT_A, DEFAULT_B


def test_the_levels_the_players_and_the_default_ladder_are_warmed_up():
    names = {step.name for step in warm_up.steps()}
    used = [*(level.spec for level in LEVELS), *registry.alone(), DEFAULT_A, DEFAULT_B]
    assert {registry.canonical(spec) for spec in used} <= names
    assert "the window's analyst" in names


@pytest.fixture
def counted(monkeypatch):
    """A count of kernels that begins now; what is logged again afterwards is what was before."""
    logger = logging.getLogger("othello.jit")
    level = logger.level
    monkeypatch.setattr(warm_up.FIRST_RUN, "kernels", 0)
    yield warm_up.FIRST_RUN
    logger.setLevel(level)


def compile_two(run):
    """What a step does that compiles two kernels."""
    for kernel in ("leaf", "alphabeta"):
        run.begin(kernel, None)
        run.end()


def test_what_is_compiled_is_said_step_by_step(counted, monkeypatch, capsys):
    steps = [warm_up.Compilation("a", lambda: compile_two(counted)), warm_up.Compilation("b", bool)]
    monkeypatch.setattr(warm_up, "steps", lambda: steps)
    assert othello(["warm-up"]) == 0
    first, last = capsys.readouterr().out.splitlines()
    assert first.split()[:3] == ["a", "2", "kernels"]
    assert last.startswith("2 kernels compiled in")


def test_a_second_run_says_that_nothing_was_to_be_compiled(counted, monkeypatch, capsys):
    monkeypatch.setattr(warm_up, "steps", lambda: [warm_up.Compilation("a", bool)])
    assert othello(["warm-up"]) == 0
    assert capsys.readouterr().out.startswith("nothing was to be compiled")


def test_a_stop_is_said(counted, monkeypatch, capsys):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr(warm_up, "steps", lambda: [warm_up.Compilation("a", interrupted)])
    assert othello(["warm-up"]) == 130
    assert "stopped" in capsys.readouterr().out
