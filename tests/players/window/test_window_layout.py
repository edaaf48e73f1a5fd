"""The window's geometry: everything in its place, whatever the window's size."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from window_driver import GAME, TWO_PEOPLE, Driver, inside

from players.window.dialogs import Chooser, Prompt, Row
from players.window.drawing.dialogs import dialog_scene
from players.window.drawing.layout import Rect, arrange, cell_of
from players.window.panels.board import button_places
from players.window.panels.graph import graph_plot, graph_x, step_strips
from players.window.panels.panel import TABS
from players.window.panels.status import TRANSPORT

SIZES = [(480, 360), (560, 420), (720, 520), (1160, 740), (1920, 1080), (3840, 2160), (600, 960)]
SIZES += [(480, 800), (500, 760), (1000, 1000), (1300, 500), (2560, 720), (420, 420)]


def apart(first, second):
    across = first.right <= second.x or second.right <= first.x
    return across or first.bottom <= second.y or second.bottom <= first.y


def parts(layout):
    found = [layout.frame, *layout.cards, layout.status, layout.graph, layout.line, layout.body]
    found += [layout.tabs, layout.transport, *(place for _, place in layout.buttons)]
    return [part for part in found if part is not None]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("zoom", [0.8, 1.0, 2.0])
def test_the_parts_lie_inside_the_window_and_apart(size, zoom):
    layout = arrange(*size, zoom)
    assert all(inside(part, Rect(0, 0, *size)) for part in parts(layout))
    assert all(apart(*pair) for pair in itertools.combinations(parts(layout), 2))
    assert inside(layout.board, layout.frame)


def test_a_tall_window_has_its_panel_below_the_board():
    layout = arrange(500, 760)
    assert layout.cards[0].y >= layout.frame.bottom and layout.body is not None


@given(st.integers(240, 4000), st.integers(240, 3000), st.integers(0, 63))
def test_a_squares_middle_is_that_square(width, height, square):
    layout = arrange(width, height)
    middle = cell_of(layout, square).centre
    assert [n for n in range(64) if cell_of(layout, n).contains(middle)] == [square]


def test_every_button_is_found_in_its_middle():
    with Driver(None, sides=TWO_PEOPLE) as window:
        window.key("ctrl+a")
        window.frame()
        layout, scene = window.app.layout, window.app.scene()
    names = [name for name, _ in layout.buttons] + [f"tab_{name}" for name in TABS]
    targets = [target for part in scene.parts.values() for target in part.targets]
    meanings = [target.meaning for target in targets]
    assert {*names, *TRANSPORT} <= set(meanings)
    for target in targets:
        assert scene.target_at(target.place.centre) == target
    room = layout.tabs._replace(height=layout.body.bottom - layout.tabs.y)
    places = button_places(layout, room)
    assert all(inside(place, room) for place in places)
    assert all(apart(*pair) for pair in itertools.combinations(places, 2))


@given(st.integers(20, 80))
def test_the_graph_finds_its_own_columns(steps):
    layout = arrange(1160, 740)
    plot = graph_plot(layout.graph, layout.unit)
    strips = step_strips(layout.graph, layout.unit, steps)
    assert [step for _, step in strips] == list(range(steps + 1))
    assert sum(place.width for place, _ in strips) == layout.graph.width
    assert all(place.x <= graph_x(plot, step, steps) < place.right for place, step in strips)


@pytest.mark.parametrize("size", SIZES)
def test_what_opens_lies_inside_the_window(size):
    layout = arrange(*size)
    window = Rect(0, 0, *size)
    rows = [Row(f"{number}") for number in range(500)]
    opened = [Prompt("Save", "", str), Chooser("Few", lambda: rows[:3], print)]
    scenes = [dialog_scene(dialog, layout) for dialog in opened]
    assert all(inside(scene.box, window) for scene in scenes)
    many = dialog_scene(Chooser("Many", lambda: rows, print), layout)
    assert inside(many.box, window) and many.below == 500 - len(many.rows) == 500 - many.visible
    assert all(inside(place, many.inside) for place, _ in many.rows)


def test_the_wheel_scrolls_the_list_below_the_mouse_and_no_further_than_it_goes():
    with Driver(None, size=(700, 420), position=GAME, sides=TWO_PEOPLE) as window:
        window.key("ctrl+a")
        window.hover(window.app.layout.body.centre)
        last = window.shown("moves")
        for _ in range(30):
            window.wheel(1)
        assert window.shown("moves")[0].number == 1 < last[0].number
        window.wheel(-1)
        assert window.shown("moves")[0].number > 1 and window.state.live.step == 60
        window.key("left")  # another place, which is in sight
        assert any(cell.current for cell in window.shown("moves"))
