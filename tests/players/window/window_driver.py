"""Drives the real window with synthetic events, over an engine that is quick and can be held."""

import threading
import time
from types import SimpleNamespace
from unittest.mock import patch

import pygame

from othello.bits import squares
from players.move_values import MoveValue, sorted_values
from players.window import translation
from players.window.app import App
from players.window.dialogs import TextField
from players.window.drawing import canvas
from players.window.drawing.layout import cell_of
from players.window.game.clocks import HUMAN
from players.window.settings import Launch
from players.window.thinking.analysis import review_progress

PATIENCE_SECONDS = 300.0


class FakeEngine:
    """Plays the lowest legal square; while not `free`, it thinks until it is stopped."""

    def __init__(self):
        self.free = threading.Event()
        self.free.set()
        self.asked, self.answered, self.stopped = [], [], 0

    def get_ready(self, specs):
        if "nobody" in specs:
            raise ValueError("unknown player 'nobody'")

    def book_move(self, request):
        """None: it has no book."""

    def warm_up(self):
        """No-op: compiles nothing."""

    def prepare(self, request, stop):
        """No-op: there is nothing to compile."""

    def _think(self, stop):
        while not self.free.is_set() and not stop[0]:
            self.free.wait(0.001)
        self.stopped += int(stop[0])

    def choose(self, request, stop, report):
        self.asked.append(request.position)
        self.line = request.line
        self._think(stop)
        self.answered.append(request.position)
        return SimpleNamespace(move=squares(request.position.legal())[0])

    def values(self, position, deepest, stop):
        for depth in (2, deepest):
            self._think(stop)
            if stop[0]:
                return
            moves = squares(position.legal())
            values = [MoveValue(move, 10 * (32 - move), False, (move,)) for move in moves]
            yield sorted_values(depth, values)


class Driver:
    """An open window; use as a context. Its frames run as fast as they can.

    It speaks English unless a language is asked for, and English is spoken again after it.
    """

    def __init__(self, tmp_path=None, size=(1160, 740), engine=None, **launch):
        launch.setdefault("language", "en")
        self.engine = engine or FakeEngine()
        path = tmp_path / "window.json" if tmp_path is not None else None
        if path is not None and not path.exists():
            path.write_text("{}")
        self.app = App(Launch(lambda: self.engine, size=size, settings_path=path, **launch))

    def __enter__(self):
        self.app.open()
        self.until(lambda: self.app.state is not None and self.app.engine_thread.ready)
        self.state.change(animation="off")
        return self

    def __exit__(self, *exception):
        if isinstance(self.engine, FakeEngine):
            self.engine.free.set()
        self.app.close()
        translation.use_language(translation.ENGLISH)

    @property
    def state(self):
        return self.app.state

    @property
    def game(self):
        return self.state.live.game

    def shown(self, panel):
        """What a panel shows; None where it is not to be seen."""
        part = self.app.scene().parts.get(panel)
        return part.content if part is not None else None

    def place_of(self, panel, meaning):
        """The place that means this to a panel, or the command of that name; None if none does."""
        targets = [target for part in self.app.scene().parts.values() for target in part.targets]
        found = (each for each in targets if (each.panel, each.meaning) == (panel, meaning))
        return next((target.place for target in found), None)

    def frame(self):
        return self.app.frame(wait=False)

    def frames(self, count):
        for _ in range(count):
            self.frame()

    def post(self, kind, **what):
        """Let an event happen, and run a frame."""
        pygame.event.post(pygame.event.Event(kind, what))
        return self.frame()

    def until(self, happened):
        """Run frames until something is so; fails if it never is."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not happened():
            assert time.monotonic() < end, "it did not happen"
            assert self.frame() or happened(), self.app.failure
            time.sleep(0.001)

    def key(self, text):
        """Press a key, such as "ctrl+shift+c" or "?", and run a frame."""
        pygame.event.post(key_event(text))
        return self.frame()

    def keys(self, *texts):
        for text in texts:
            self.key(text)

    def click(self, point, button=1):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=point, button=button))
        return self.frame()

    def click_square(self, square, button=1):
        return self.click(cell_of(self.app.layout, square).centre, button)

    def drag(self, *squares):
        """Press the mouse on the first square, draw it over the others and let it go."""
        first, *others = (cell_of(self.app.layout, square).centre for square in squares)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=first, button=1))
        for point in others:
            self.drag_to(point)
        return self.post(pygame.MOUSEBUTTONUP, pos=point, button=1)

    def drag_to(self, point):
        """Draw the mouse, its left button held, to a point."""
        return self.post(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(1, 0, 0))

    def hover(self, point):
        return self.post(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0))

    def wheel(self, up):
        return self.post(pygame.MOUSEWHEEL, x=0, y=up)

    def drop(self, path):
        """Drop a file or a folder on the window."""
        return self.post(pygame.DROPFILE, file=str(path))

    def paste(self, text):
        """Paste a text, which is on the clipboard then."""
        self.state.clipboard.put(text)
        return self.key("ctrl+v")

    def row(self, label):
        """The row of the open list whose label begins so."""
        return next(row for row in self.state.ui.dialog.rows if row.label.startswith(label))

    def fill(self, text):
        """Replace the text of the open dialog."""
        self.state.ui.dialog.field = TextField(str(text))

    def enter(self, text):
        """Put a text in place of the line that is asked for, and accept it."""
        self.fill(text)
        return self.key("return")

    def choose(self, label):
        """Go to the row of the open list that is called so with the keyboard, and press Enter."""
        self.key("home")
        dialog = self.state.ui.dialog
        while dialog.rows[dialog.selected].label != label:
            before = dialog.selected
            self.key("down")
            assert dialog.selected > before, label
        return self.key("return")

    def cut_texts(self):
        """Paint the window; return the texts that are cut."""
        written, fitted = [], canvas.fitted
        with patch.object(canvas, "fitted", lambda *told: written.append(told) or fitted(*told)):
            self.app.paint(force=True)
        assert written
        return [text for text, *told in written if fitted(text, *told) != text]

    def review(self):
        """Review the game, to the end and with the frame that shows it."""
        self.key("r")
        self.until(lambda: self.reviewed() and not self.state.ui.explaining)
        return self.frame()

    def reviewed(self):
        """Whether a review is at its end."""
        return review_progress(self.state.live, self.state.analysis.limit) == 1

    def idle(self):
        """Run frames until the engine has nothing to do."""
        self.until(lambda: not self.app.engine_thread.busy)

    def my_turn(self):
        """Run frames until a person may move, or the game has ended."""
        self.until(lambda: self.state.live.human_to_move or self.state.live.ended)


def inside(part, whole):
    """Whether a rectangle lies in another one."""
    across = whole.x <= part.x and part.right <= whole.right
    return across and whole.y <= part.y and part.bottom <= whole.bottom


def key_event(text):
    """The event of a key."""
    *held, name = text.split("+") if len(text) > 1 else [text]
    masks = {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT}
    code = ord(name) if len(name) == 1 else pygame.key.key_code(name)
    typed = name if len(name) == 1 and not held else ""
    mod = sum(masks[modifier] for modifier in held)
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=typed, scancode=0)


TWO_PEOPLE = (HUMAN, HUMAN)
GAME = (
    "f5d6c3d3c4f4f6f3e3b4b5e6e7g5c5e2g6d7c6g4f7c7h5e8f8g8c8c2b3b6a6a5a4a2f2h6h4h3e1g3d2c1a3a7d1f1"
    "g7b7h7h8a8b8a1d8g1h1g2b2b1h2"
)
"""The moves of a whole game."""
GGF = (
    "(;GM[Othello]PC[here]PB[Ann]PW[Bert]RE[?]TY[8]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[d3]W[c5]B[f6];)"
)
