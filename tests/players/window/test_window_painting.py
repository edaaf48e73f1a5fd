"""Painting reads the window's state and writes nothing of it, whatever is open and in any size."""

import numpy as np
import pygame
import pytest
from window_driver import TWO_PEOPLE, Driver

from players.move_values import MoveValue, sorted_values
from players.window.devices import REST_SECONDS
from players.window.drawing.canvas import Canvas
from players.window.drawing.fonts import font, take_language
from players.window.drawing.frame import status_size
from players.window.drawing.layout import Rect, arrange, cell_of
from players.window.drawing.scene import Part
from players.window.drawing.themes import THEMES
from players.window.events import run_command
from players.window.game.judgements import GraphPoint
from players.window.game.last_games import Keeper
from players.window.game.library import Library
from players.window.panels import graph
from players.window.thinking.engine_thread import EngineThread
from players.window.translation import LANGUAGES

LINE = "f5d6c3d3c4f4f6"
SIZES = ((1160, 740), (640, 480), (600, 960), (1920, 1080))
STATES = (
    "values tab_lines", "hint tab_insight", "review tab_features", "graph", "tab_graph", "edit",
    "menu", "help", "settings", "players", "engine", "new", "save", "comment", "open",
    "tab_library", "exercises", "review_by", "back back edit tab_moves",
)  # fmt: skip
"""Commands that open something, one after the other."""


IN_THREADS = (EngineThread, Keeper, Library)
"""What threads write to meanwhile."""


def contents(value, seen):
    """All that a value holds, as it is now; what is no data of the window's stands for itself."""
    if isinstance(value, np.ndarray):
        return value.tobytes()
    if isinstance(value, dict):
        return [(contents(key, seen), contents(each, seen)) for key, each in value.items()]
    if isinstance(value, list | tuple | set | frozenset):
        return type(value), [contents(each, seen) for each in value]
    ours = type(value).__module__.startswith(("players.", "othello."))
    if not ours or isinstance(value, IN_THREADS) or not hasattr(value, "__dict__"):
        return value
    if id(value) in seen:
        return "seen", type(value)
    seen.add(id(value))
    return type(value), {name: contents(each, seen) for name, each in vars(value).items()}


def test_painting_changes_nothing_of_the_state(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE, position=LINE) as window:
        state, app = window.state, window.app
        for commands in STATES:
            state.overlay = None
            state.drop_board()
            state.end_exercises()
            for name in commands.split():
                run_command(state, name)
            for size in SIZES:
                pygame.display.set_mode(size, pygame.RESIZABLE)
                window.frame()
                window.until(lambda: not app.engine_thread.busy)
                before = contents(state, set())
                app.paint(anew=True)
                assert contents(state, set()) == before, (commands, size)
        state.live.clocks.flag = 0
        assert contents(state, set()) != before


class StandingClock:
    """Stands for the module time of the window: it goes on only while the window sleeps."""

    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


@pytest.mark.parametrize(("seen", "most"), [(True, 60), (False, 2)])
def test_an_idle_window_looks_for_events_at_most_60_times_a_second(
    tmp_path, monkeypatch, seen, most
):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        window.idle()
        clock, looks, get = StandingClock(), [], pygame.event.get
        monkeypatch.setattr("players.window.app.time", clock)
        monkeypatch.setattr(pygame.event, "wait", None)  # it looks every millisecond
        monkeypatch.setattr(pygame.event, "get", lambda: looks.append(clock.now) or get())
        monkeypatch.setattr(pygame.display, "get_active", lambda: seen)
        pygame.event.clear()
        while clock.now < 1010:
            window.app.frame()
        assert len(looks) <= most * (clock.now - 1000)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_s, mod=0, unicode="s"))
        window.app.frame()
        assert window.state.overlay is not None  # whatever it waits for, an event comes first


def luminance(colour):
    """The relative luminance of a colour, as WCAG 2.1 defines it."""
    shares = [value / 255 for value in colour[:3]]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return sum(weight * each for weight, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(first, second):
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def test_the_sound_device_is_open_only_while_something_clicks(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        state, mixer, now = window.state, pygame.mixer, [window.state.now]
        state.read_clock = lambda: now[0]
        window.key("z")
        assert state.sound and mixer.get_init()
        for _ in range(2):
            window.click_square(window.game.legal()[0])
            assert mixer.get_init()
            now[0] += REST_SECONDS + 1
            window.frame()
            assert state.sound and not mixer.get_init()
        window.key("z")
        window.click_square(window.game.legal()[0])
        assert not state.sound and not mixer.get_init()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("position", ["f5d6c3d3c4", "f5d6c3d3c4f4"])
def test_the_dots_of_legal_moves_stand_out_from_the_board(tmp_path, theme, position):
    with Driver(tmp_path, sides=TWO_PEOPLE, position=position, theme=theme) as window:
        for tinted in (False, True):
            window.until(lambda on=tinted: bool(window.shown("board").speaks) == on)
            window.frame()
            for square in window.game.legal():
                (x, y), cell = cell_of(window.app.layout, square).centre, window.app.layout.board
                at, dot = window.app.screen.get_at, window.app.screen.get_at((x, y))
                beside = cell.width // 8 * 15 // 100
                for side in ((x + beside, y), (x - beside, y), (x, y - beside), (x, y + beside)):
                    assert contrast(dot, at(side)) >= 3
            window.key("i")


@pytest.mark.parametrize("theme", THEMES)
def test_a_move_that_loses_more_has_another_colour_on_the_board(tmp_path, monkeypatch, theme):
    written, write = {}, Canvas.write

    def noted(canvas, text, place, size, colour, **how):
        written[text] = colour
        return write(canvas, text, place, size, colour, **how)

    monkeypatch.setattr(Canvas, "write", noted)
    with Driver(tmp_path, sides=TWO_PEOPLE, theme=theme) as window:
        losses = dict(zip(window.game.legal(), (0, 350, 700, 2000), strict=True))
        values = sorted_values(9, [MoveValue(m, 2100 - x, False, (m,)) for m, x in losses.items()])
        monkeypatch.setattr(window.engine, "values", lambda *asked: iter([values]))
        window.key("v")
        window.idle()
        window.app.paint(anew=True)
    assert len({written[f"{(2100 - lost) / 100:+.1f}"] for lost in losses.values()}) == 4


def test_the_graph_has_a_gap_where_a_move_is_not_judged_yet():
    pygame.font.init()
    place, theme = Rect(0, 0, 400, 200), THEMES["dark"]
    surface = pygame.Surface(place[2:])
    points = [GraphPoint(value, False) for value in (800, 800, None, None, 800, 800)]
    graph.paint(
        Canvas(surface, arrange(400, 200), theme),
        Part(place, graph.Curve(tuple(points), 0, 5), graph.paint),
    )
    plot = graph.graph_plot(place, arrange(400, 200).unit)
    columns = (graph.graph_x(plot, step, 5) for step in range(5))
    middles = [(x + graph.graph_x(plot, 1, 5) // 2 - plot.x // 2) for x in columns]
    drawn = [
        any(surface.get_at((x, y))[:3] == theme.accent for y in range(place.height))
        for x in middles
    ]
    assert drawn == [True, False, False, False, True]


def test_the_longest_line_of_the_status_is_not_cut_in_any_language(tmp_path):
    with Driver(tmp_path, position=LINE + "f3e6e7", size=(1366, 768)) as window:
        window.review()
        window.keys("home", "right")
        for language in LANGUAGES:
            take_language(language)
            part, layout = window.app.scene().parts["status"], window.app.layout
            size = status_size(layout, part.content.detail, part.place)
            assert font(size).size(part.content.detail)[0] <= part.place.width, language


def test_the_picture_says_who_leads_and_no_losing_move_is_painted_as_winning(tmp_path, monkeypatch):
    written, write = {}, Canvas.write

    def noted(canvas, text, place, size, colour, **how):
        written.setdefault(text, []).append(colour)
        return write(canvas, text, place, size, colour, **how)

    monkeypatch.setattr(Canvas, "write", noted)
    with Driver(tmp_path, sides=TWO_PEOPLE, position=LINE) as window:
        assert pygame.display.get_caption()[0].startswith("Human \N{EN DASH} Human")
        for score, winning in ((-300, False), (300, True)):
            values = sorted_values(9, [MoveValue(move, score, False, (move,)) for move in (2, 3)])
            monkeypatch.setattr(window.engine, "values", lambda *asked, v=values: iter([v]))
            window.keys("ctrl+n", *LINE, "v", "shift+v")
            window.idle()
            written.clear()
            window.app.paint(anew=True)
            text = f"{score / 100:+.1f}".replace("-", "\N{MINUS SIGN}")
            assert (THEMES["dark"].good in written[text]) == winning
            window.keys("shift+v", "v")
        assert "Black leads" in written and "White leads" in written
