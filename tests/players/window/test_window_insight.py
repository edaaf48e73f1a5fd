"""The Insight tab: what the regions of the board say, for black, and what a move changes."""

import functools

import numpy as np
import pygame
import pytest
from window_driver import TWO_PEOPLE, Driver

from othello import evaluation
from othello.evaluation.patterns.explain import changes, explain_patterns
from othello.evaluation.patterns.places import columns
from othello.evaluation.patterns.weights import expanded
from othello.game import Game
from othello.notation import square_name
from players.window.drawing import board, canvas
from players.window.drawing.layout import arrange, cell_of
from players.window.drawing.scene import BoardScene, Part
from players.window.drawing.themes import THEMES
from players.window.explaining import OTHER_PARTS, PARTS, Explainer, Regions, Share
from players.window.panels import insight

NAMED = evaluation.named
SIZES = [(1160, 740), (560, 420), (480, 800), (1920, 1080)]


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


def test_a_move_that_is_not_named_is_the_best_at_a_glance(explainer):
    game = Game.from_transcript("f5d6c3")
    best = changes(_evaluator(), game.position)[0]
    told = explain_patterns(_evaluator(), game.position)
    regions = explainer.insight(game).regions
    assert regions.by == f"changed by {square_name(best.move)}, best at a glance"
    assert regions.parts[-1].changed == pytest.approx((told.score - best.score) / 100)
    assert regions.parts[0].changed == pytest.approx(-best.regions["corner a1"] / 100)


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


def test_squares_are_darker_for_black_and_lighter_for_white_in_every_theme():
    layout = arrange(1160, 740)
    speaks = (1.0, -1.0, *[0.0] * 62)
    for theme in THEMES.values():
        surface = pygame.Surface((1160, 740))
        on = canvas.Canvas(surface, layout, theme)
        board.paint_background(on, coordinates=False)
        board.paint_board(on, Part(layout.frame, BoardScene(speaks=speaks), board.paint_board))
        black, white, neither = (
            sum(surface.get_at(cell_of(layout, square).centre)[:3]) for square in (0, 1, 2)
        )
        assert black + 20 < neither == sum(theme.board) < white - 20


@pytest.mark.parametrize("size", SIZES)
def test_six_parts_are_written_at_every_size_with_their_unit(size, monkeypatch):
    pygame.font.init()
    written = []
    write = canvas.Canvas.write

    def noted(on, text, place, size, *rest, **options):
        written.append(canvas.fitted(text, size, options.get("bold", False), place.width))
        return write(on, text, place, size, *rest, **options)

    monkeypatch.setattr(canvas.Canvas, "write", noted)
    parts = [
        Share(name, -10 - n, 20.5 + n) for n, name in enumerate((*PARTS, *OTHER_PARTS), start=1)
    ]
    regions = Regions(tuple(parts), "changed by f5", (0.5,) * 64)
    layout = arrange(*size)
    on = canvas.Canvas(pygame.Surface(size), layout, THEMES["dark"])
    insight.paint(on, Part(layout.body, regions, insight.paint))
    canvas.clear_caches()
    six = insight.summary(parts)
    names = ["Corners", "Edges", "Centre", *OTHER_PARTS]
    assert [part.name for part in six] == names and set(names) <= set(written)
    assert sum(part.worth for part in six) == pytest.approx(sum(part.worth for part in parts))
    for part in six:
        assert f"{part.changed:+.1f}" in written
        worth = f"{part.worth:+.1f}".replace("-", "\N{MINUS SIGN}")
        assert worth in written or f"{worth} discs" in written
    assert f"{worth} discs" in written or "Discs for black" in written
