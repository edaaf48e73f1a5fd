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


def look(window):
    """Open the tab of the regions."""
    window.key("ctrl+a")
    window.click(window.place_of("command", "tab_insight").centre)


def test_the_tab_shows_the_regions_and_colours_the_squares(window):
    look(window)
    assert window.shown("insight").parts and len(window.app.scene().board.speaks) == 64
    window.click(window.place_of("command", "tab_moves").centre)
    assert window.shown("insight") is None and not window.app.scene().board.speaks


def test_the_move_that_is_pointed_at_is_explained_else_the_best_that_is_shown(window):
    def by():
        return window.shown("insight").by

    look(window)
    first = by()
    window.hover(cell_of(window.app.layout, 37).centre)
    assert "f5" in by() and by() != first
    window.hover(cell_of(window.app.layout, 0).centre)
    assert by() == first
    window.key("v")
    window.until(lambda: "d3" in by())
