"""Random events into the real window: python window_soak.py EVENTS SEED (here).

The game must follow the rules after every frame. The languages change on the way.
`python window_soak.py --idle SECONDS` measures the processor time of a window with nothing to do.
"""

import os
import random
import sys
import tempfile
import time
from pathlib import Path

import pygame
from window_driver import Driver, key_event

from othello.game import Game
from players.window.drawing.layout import cell_of
from players.window.events import BY_KEY
from players.window.game import import_export
from players.window.panels.settings import set_language
from players.window.translation import LANGUAGES

SIZES = [(1160, 740), (480, 360), (600, 960), (1920, 1080), (300, 280), (760, 560)]
KINDS = [pygame.KEYDOWN] * 40 + [pygame.MOUSEBUTTONDOWN] * 30 + [pygame.MOUSEBUTTONUP] * 10
KINDS += [pygame.MOUSEMOTION] * 12 + [pygame.MOUSEWHEEL] * 5 + [pygame.WINDOWLEAVE] * 2
KINDS += [pygame.DROPFILE]
KEYS = [key for key in BY_KEY if key != "ctrl+q"]
KEYS += [*"abcdefgh12345678xots", "escape", "up", "down", "shift+left", "shift+down", "delete"]
KEYS += ["ctrl+z", "ctrl+z", "ctrl+z", "ctrl+y", "ctrl+up", "backspace", "left", "left", "ctrl+m"]
GGF = (
    "(;GM[Othello]PC[here]PB[Ann]PW[Bert]RE[?]TY[8]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[d3]W[c5]B[f6];)"
)


class Soak:
    """A window under random events; `folder`, the current one, takes everything that it writes."""

    def __init__(self, driver, folder, seed):
        self.driver, self.folder = driver, folder
        self.chance = random.Random(seed)
        self.files = [folder / "good.ggf", folder / "bad.ggf", folder / "line.txt", folder]
        self.files[0].write_text(f"{GGF}\n{GGF}\n")
        self.files[1].write_bytes(self.chance.randbytes(300))
        self.files[2].write_text("f5d6c3d3c4")
        for name in ("games_folder", "own_folder", "home"):
            setattr(import_export, name, lambda: folder)

    def point(self):
        """A point anywhere, or on something."""
        layout, chance = self.driver.app.layout, self.chance
        kind = chance.random()
        if kind < 0.5:
            return cell_of(layout, chance.randrange(64)).centre
        if kind < 0.85:
            parts = self.driver.app.scene().parts.values()
            return chance.choice([one for part in parts for one in part.targets]).place.centre
        return chance.randrange(layout.width), chance.randrange(layout.height)

    def event(self):
        chance = self.chance
        kind = chance.choice(KINDS)
        if kind == pygame.KEYDOWN:
            return key_event(chance.choice(KEYS))
        pointer = {"pos": self.point(), "rel": (0, 0), "buttons": (chance.randrange(2), 0, 0)}
        wheel = {
            "button": chance.choice([1, 1, 1, 1, 2, 3, 4]),
            "y": chance.randrange(-2, 3),
            "x": 0,
        }
        return pygame.event.Event(kind, file=str(chance.choice(self.files)), **pointer, **wheel)

    def check(self):
        """The game obeys the rules, and no engine has moved against them."""
        state = self.driver.state
        assert state.live.tree.node_at(state.live.line) is not None
        game = state.live.game
        begins = game.black_to_move ^ (len(game.moves) % 2 == 1)
        again = Game(game.positions[0], black_to_move=begins)
        again.play_all(game.moves)
        assert again == game
        assert "illegal move" not in state.toast and "failed" not in state.toast, state.toast
        if state.engine.waiting is not None:
            found, move = state.engine.waiting[:2]
            assert int(found.position.legal()) >> move & 1

    def run(self, events):
        """Send so many events, some in one frame; return how many frames there were."""
        frames = 0
        while events > 0:
            batch = min(events, self.chance.choice([1, 1, 1, 2, 5]))
            for _ in range(batch):
                pygame.event.post(self.event())
            events -= batch
            if not self.driver.frame():  # the menu's last row
                assert not self.driver.app.failure
                self.driver.state.quit = False
            frames += 1
            seldom = self.chance.randrange(300)
            if seldom == 1:
                pygame.display.set_mode(self.chance.choice(SIZES), pygame.RESIZABLE)
            elif seldom == 2:
                set_language(self.driver.state, self.chance.choice([*LANGUAGES]))
            elif seldom == 3:
                self.driver.state.live.set_clock(self.chance.choice([0, 0.005, 0.02, 1]))
            if frames % 10 == 0:
                self.check()
        return frames


def soak(folder, events, seed):
    """Run a soak and return the number of frames."""
    with Driver(folder) as driver:
        driver.state.folder = folder
        return Soak(driver, folder, seed).run(events)


def idle(folder, seconds):
    """Return the processor time of an idle window in percent of one core."""
    with Driver(folder) as driver:
        driver.until(lambda: driver.state.engine.request is None)
        began, used = time.monotonic(), time.process_time()
        while time.monotonic() < began + seconds:
            driver.app.frame()
        return 100 * (time.process_time() - used) / (time.monotonic() - began)


if __name__ == "__main__":
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        if sys.argv[1] == "--idle":
            print(f"{idle(Path(name), float(sys.argv[2])):.2f} % of one core")
        else:
            print(soak(Path(name), *map(int, sys.argv[1:])), "frames")
