"""The Insight tab: what the regions of the board say, for black, and what a move changes."""

import functools

import numpy as np
import pytest
from window_driver import TWO_PEOPLE, Driver

from othello import evaluation
from othello.evaluation.patterns.explain import explain_patterns
from othello.evaluation.patterns.places import columns
from othello.evaluation.patterns.weights import expanded
from othello.game import Game
from players.window.drawing.layout import cell_of
from players.window.explaining import OTHER_PARTS, PARTS, Explainer

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
def no_patterns(monkeypatch):
    """No weights of patterns are shipped."""

    def named(name):
        if name == "patterns":
            raise FileNotFoundError("the project ships no data file 'pattern_weights.npz'")
        return NAMED(name)

    monkeypatch.setattr(evaluation, "named", named)


@pytest.fixture
def explainer(patterns):
    warm = Explainer()
    warm.warm_up()
    return warm


@pytest.fixture
def window(tmp_path, patterns):
    with Driver(tmp_path, sides=TWO_PEOPLE) as driver:
        yield driver


def test_the_parts_are_discs_for_black_whoever_is_to_move(explainer):
    for text in ("f5", "f5d6"):
        game = Game.from_transcript(text)
        sign = 1 if game.black_to_move else -1
        told = explain_patterns(_evaluator(), game.position)
        regions = explainer.insight(game).regions
        assert [part.name for part in regions.parts] == [*PARTS, *OTHER_PARTS]
        expected = [*told.regions.values(), told.moves, told.tempo, told.score]
        worths = [part.worth for part in regions.parts]
        assert worths == pytest.approx([sign * worth / 100 for worth in expected])
        assert sum(worths[:-1]) == pytest.approx(worths[-1])
        assert regions.squares == pytest.approx((sign * told.squares / 100).clip(-1, 1))


def test_a_position_is_explained_once(explainer, monkeypatch):
    game = Game.from_transcript("f5d6c3")
    first = explainer.insight(game, 19)
    monkeypatch.setattr("players.window.explaining.explain_patterns", None)
    assert explainer.insight(Game.from_transcript("f5d6c3"), 19) is first


def test_without_weights_the_tab_tells_of_the_features_alone(tmp_path, no_patterns):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        window.key("i")
        assert window.state.tab == "tab_insight" and window.shown("insight") is None
        shown = window.shown("features")
        assert shown.regions is None and len(shown.features) == 5
        assert window.app.scene().board.speaks == ()


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
