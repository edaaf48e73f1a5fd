"""The window's geometry: everything in its place, whatever the window's size."""

import itertools

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from window_driver import TWO_PEOPLE, Driver, inside

from players.window.drawing import board, canvas
from players.window.drawing.frame import (
    TRANSPORT_BUTTONS,
    Transport,
    paint_transport,
    starting_scene,
    transport_part,
)
from players.window.drawing.layout import (
    ALWAYS,
    BAR_BUTTONS,
    Rect,
    arrange,
    cell_of,
    cells_of,
    label_width,
)
from players.window.drawing.overlays import help_columns, overlay_scene, paint_toast
from players.window.drawing.themes import THEMES
from players.window.overlays import Chooser, Help, Prompt, Row
from players.window.panels.editor import button_places
from players.window.panels.graph import graph_plot, graph_x, step_at, step_strips
from players.window.panels.panel import tab_labels

SIZES = [(480, 360), (560, 420), (720, 520), (1160, 740), (1920, 1080), (3840, 2160), (600, 960)]
SIZES += [(480, 800), (1000, 1000), (1300, 500), (2560, 720), (420, 420)]


def apart(first, second):
    return (
        first.right <= second.x
        or second.right <= first.x
        or first.bottom <= second.y
        or second.bottom <= first.y
    )


def parts(layout):
    found = [layout.frame, *layout.cards, layout.status, layout.graph, layout.line, layout.body]
    found += [layout.tabs, layout.transport, *(place for _, place in layout.buttons)]
    return [part for part in found if part is not None]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("zoom", [0.8, 1.0, 1.5])
def test_the_parts_lie_inside_the_window_and_apart(size, zoom):
    layout = arrange(*size, zoom)
    window = Rect(0, 0, *size)
    for part in parts(layout):
        assert part.width >= 0 and part.height >= 0
        if zoom <= 1:
            assert inside(part, window), part
    if zoom <= 1:
        for first, second in itertools.combinations(parts(layout), 2):
            assert apart(first, second), (first, second)
    assert inside(layout.board, layout.frame)


@pytest.mark.parametrize("size", SIZES)
def test_the_board_is_the_largest_thing(size):
    layout = arrange(*size)
    assert layout.board.width == layout.board.height
    assert layout.board.width % 8 == 0
    assert layout.board.width >= 0.4 * min(size)
    assert {"new", "menu", "help"} <= {name for name, _ in layout.buttons}


def first_scene(layout):
    return starting_scene(layout, tab_labels(layout), 0)


def square_at(layout, point):
    """The square whose place holds a point."""
    return next((n for n, place in enumerate(cells_of(layout)) if place.contains(point)), None)


@given(st.integers(240, 4000), st.integers(240, 3000), st.integers(0, 63), st.integers(0, 7))
def test_a_squares_middle_is_that_square(width, height, square, view):
    layout = arrange(width, height, view=view)
    assert square_at(layout, cell_of(layout, square).centre) == square


@given(st.integers(0, 1159), st.integers(0, 739))
def test_a_point_belongs_to_a_square_or_to_none(x, y):
    layout = arrange(1160, 740)
    found = [n for n, place in enumerate(cells_of(layout)) if place.contains((x, y))]
    assert len(found) == layout.board.contains((x, y))


def test_a_point_outside_means_nothing():
    scene = first_scene(arrange(1160, 740))
    assert scene.target_at((0, 739)) is None and scene.part_at((0, 739)) is None


def test_every_button_is_found_in_its_middle():
    layout = arrange(1160, 740)
    scene = first_scene(layout)
    names = [name for name, _ in layout.buttons] + list(tab_labels(layout)) + [*TRANSPORT_BUTTONS]
    targets = [target for part in scene.parts.values() for target in part.targets]
    assert sorted(target.meaning for target in targets) == sorted(names)
    for target in targets:
        assert scene.target_at(target.place.centre) == target
    room = layout.tabs._replace(height=layout.body.bottom - layout.tabs.y)
    places = button_places(layout, room)
    assert all(inside(place, room) for place in places)
    assert all(apart(*pair) for pair in itertools.combinations(places, 2))


@given(st.integers(1, 80), st.data())
def test_the_graph_finds_its_own_columns(steps, data):
    layout = arrange(1160, 740)
    plot = graph_plot(layout.graph, layout.unit)
    step = data.draw(st.integers(0, steps))
    assert step_at(plot, graph_x(plot, step, steps), steps) == step
    assert (
        0 <= step_at(plot, plot.x - 500, steps) <= step_at(plot, plot.right + 500, steps) <= steps
    )
    strips = step_strips(layout.graph, layout.unit, steps)
    assert [step for _, step in strips] == list(range(steps + 1))
    assert sum(place.width for place, _ in strips) == layout.graph.width


@pytest.mark.parametrize("size", SIZES)
def test_what_opens_lies_inside_the_window(size):
    layout = arrange(*size)
    window = Rect(0, 0, *size)
    line = [("Ctrl+A", "Do it")]
    rows = [Row(f"{number}") for number in range(500)]
    opened = [Help(tuple(line * count), "Help") for count in (3, 90)]
    opened += [Prompt("Save", "", str), Chooser("Few", lambda: rows[:3], print)]
    scenes = [overlay_scene(overlay, layout) for overlay in opened]
    assert all(inside(scene.box, window) for scene in scenes)
    assert all(len(scene.columns) >= 1 and scene.rows >= 1 for scene in scenes[:2])
    many = overlay_scene(Chooser("Many", lambda: rows, print), layout)
    assert inside(many.box, window) and many.below == 500 - len(many.rows) == 500 - many.visible
    assert all(inside(place, many.inside) for place, _ in many.rows)


@given(st.lists(st.integers(0, 12), min_size=1, max_size=9), st.integers(1, 4))
def test_no_list_of_the_help_is_broken(lengths, columns):
    lists = [
        [("", f"list {number}"), *((f"{number}", f"{line}") for line in range(length))]
        for number, length in enumerate(lengths)
    ]
    lines = [line for each in lists for line in each]
    packed = help_columns(lines, columns)
    assert len(packed) <= columns
    assert [line for column in packed for line in column] == lines
    for each in lists:
        assert sum(set(each) <= set(column) for column in packed) == 1
    least = max(max(map(len, lists)), -(-len(lines) // columns))
    assert least <= max(map(len, packed)) <= 2 * least


@pytest.mark.parametrize("size", [(420, 420), (420, 560), (420, 740), (640, 480), (900, 600)])
def test_a_small_window_keeps_the_controls_that_it_has_room_for(size):
    layout = arrange(*size)
    names = {name for name, _ in layout.buttons}
    wanted = {name for name, _ in (*BAR_BUTTONS, *ALWAYS)}
    missing = wanted - names
    widest = max(label_width(label, layout.unit) for _, label in BAR_BUTTONS)
    bar = [place for name, place in layout.buttons if name not in ("menu", "help")]
    (menu,) = (place for name, place in layout.buttons if name == "menu")
    assert not missing or menu.x - max(place.right for place in bar) < widest + 20
    assert len(missing) <= 1
    below = layout.height - layout.transport.bottom
    right = layout.width - layout.transport.right
    assert max(below, right) <= 2 * layout.size(16)


@pytest.mark.parametrize("size", SIZES)
def test_a_notice_covers_neither_a_square_nor_the_status(size):
    layout = arrange(*size)
    pygame.font.init()
    surface = pygame.Surface(size)
    surface.fill((1, 2, 3))
    text = "Every move is compared with the best one, 12 plies deep; the last 20 to the end"
    paint_toast(canvas.Canvas(surface, layout, THEMES["dark"]), text)
    canvas.clear_caches()
    board = layout.board
    assert {
        surface.get_at((x, y))[:3]
        for x in range(board.x, board.right, 3)
        for y in range(board.bottom - board.width // 8, board.bottom, 3)
    } == {(1, 2, 3)}
    assert surface.get_at(layout.status.centre)[:3] == (1, 2, 3)
    foot = layout.body or layout.transport
    theme = THEMES["dark"]
    assert surface.get_at((foot.centre[0], foot.bottom - 3))[:3] in (theme.raised, theme.accent)


def test_every_button_of_the_transport_has_a_sign_of_its_own():
    layout = arrange(1160, 740)
    signs = {}
    for going in (False, True):
        surface = pygame.Surface((1160, 740))
        part = transport_part(layout, Transport(going))
        paint_transport(canvas.Canvas(surface, layout, THEMES["dark"]), part)
        for place, name, _ in part.targets:
            sign = surface.subsurface(Rect(*place).inset(place.width // 2 - 14, 8))
            signs.setdefault(pygame.image.tobytes(sign, "RGB"), set()).add(name)
    assert all(len(names) == 1 for names in signs.values())
    assert len(signs) == 6


@pytest.mark.parametrize("theme", THEMES)
def test_a_black_disc_beside_a_name_is_full_and_plain_to_see(theme):
    colours = THEMES[theme]
    surface = pygame.Surface((40, 40))
    surface.fill(colours.panel)
    board.side_sign(canvas.Canvas(surface, arrange(40, 40), colours), (20, 20), 15, True)
    canvas.clear_caches()
    assert surface.get_at((20, 20))[:3] == surface.get_at((22, 20))[:3] == colours.black
    around = surface.get_at((20 - 7, 20))[:3]
    assert sum(abs(a - b) for a, b in zip(around, colours.black, strict=True)) > 150


@pytest.mark.parametrize("height", [650, 700, 760, 900])
def test_a_narrow_window_has_room_for_comments_replies_and_the_graph(height):
    with Driver(None, size=(420, height), sides=TWO_PEOPLE) as window:
        window.keys(*"f5d6c3d3", "left")
        window.keys("ctrl+m", *"one that is a little longer than a line has room", "return")
        window.frame()
        scene, layout = window.app.scene(), window.app.layout
        assert any(remark.current for remark in scene.content("moves").remarks)
        assert all(inside(remark.place, layout.body) for remark in scene.content("moves").remarks)
        assert any(cell.current for cell in scene.content("moves").cells)
        names = tab_labels(layout)
        assert ("tab_graph" in names) == (layout.graph is None)
        if layout.graph is None:
            window.click(window.place_of("command", "tab_graph").centre)
            layout = window.app.layout
            assert layout.graph is not None and layout.body is None
            window.click((layout.graph.x + 1, layout.graph.centre[1]))
            assert window.state.live.step == 0
            window.click(window.place_of("command", "tab_moves").centre)
            assert window.app.layout.body is not None


def test_the_graph_s_tab_gives_way_where_the_graph_has_a_place(monkeypatch):
    with Driver(None, size=(420, 700)) as window:
        window.click(window.place_of("command", "tab_graph").centre)
        pygame.display.set_mode((1160, 740), pygame.RESIZABLE)
        window.keys("left", "left")
        assert window.state.tab == "tab_moves" and window.app.layout.graph is not None


def test_where_there_is_no_room_for_lists_the_comment_stands_with_the_status():
    with Driver(None, size=(420, 540), sides=TWO_PEOPLE) as window:
        assert window.app.layout.body is None
        window.keys("f", "5", "ctrl+m", *"only one", "return")
        assert window.shown("status").detail == "only one"


def test_the_wheel_scrolls_the_list_below_the_mouse_and_no_further_than_it_goes():
    with Driver(None, size=(420, 700), sides=TWO_PEOPLE) as window:
        window.keys(*"f5d6c3d3c4f4c5b3c2")
        window.hover(window.app.layout.body.centre)
        step = window.state.live.step
        last = [cell.number for cell in window.shown("moves").cells]
        for _ in range(9):
            window.wheel(1)
        first = [cell.number for cell in window.shown("moves").cells]
        assert first[0] == 1 and first != last and window.state.live.step == step
        window.wheel(-1)
        assert window.shown("moves").cells[0].number > 1
        window.key("left")  # another place, which is in sight
        assert any(cell.current for cell in window.shown("moves").cells)


def test_the_buttons_of_the_bar_stand_in_groups():
    places = dict(arrange(1400, 800).buttons)
    near = places["redo_turn"].x - places["undo_turn"].right
    assert places["level"].x - places["redo_turn"].right >= 2 * near
    assert places["hint"].x - places["engine"].right >= 2 * near
