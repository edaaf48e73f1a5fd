"""The Insight tab: what the regions of the board say, for black, and what a move changes."""

import functools

import numpy as np
import pytest
from window_driver import TWO_PEOPLE, Driver

from othello import evaluation
from othello.evaluation.patterns.places import columns
from othello.evaluation.patterns.weights import expanded
from players.window.drawing.layout import cell_of

NAMED = evaluation.named


@functools.cache
def _evaluator():
    """A pattern evaluation with small random weights."""
    distinct = int(columns().max()) + 1
    return expanded(np.random.default_rng(7).integers(-40, 41, (1, distinct)), np.array([0]))


@pytest.fixture
def patterns(monkeypatch):
    """The shipped pattern evaluation is that one."""
    monkeypatch.setattr(
        evaluation, "named", lambda name: _evaluator() if name == "patterns" else NAMED(name)
    )
    return _evaluator()


@pytest.fixture
def window(tmp_path, patterns):
    with Driver(tmp_path, sides=TWO_PEOPLE) as driver:
        yield driver


def test_the_key_leads_to_the_regions_the_features_and_back(window):
    found = []
    for _ in range(3):
        window.key("i")
        told = window.shown("insight") or window.shown("features")
        found.append((window.state.tab, told is not None, len(window.app.scene().board.speaks)))
    assert found == [
        ("tab_insight", True, 64),
        ("tab_features", True, 0),
        ("tab_moves", False, 0),
    ]


def test_the_move_that_is_pointed_at_is_explained_else_the_best_that_is_shown(window):
    def by():
        return window.shown("insight").by

    window.key("i")
    assert by().endswith(", best at a glance")
    window.hover(cell_of(window.app.layout, 37).centre)
    assert by() == "changed by f5"
    window.hover(cell_of(window.app.layout, 0).centre)
    assert by().endswith(", best at a glance")
    window.key("v")
    window.until(lambda: by() == "changed by d3, the best")
