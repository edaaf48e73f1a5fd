"""A long session at the real window, mostly idle: python long_session.py --csv FILE (here).

It needs a screen (Xvfb :88 and DISPLAY=:88 do) and xdotool, which hides the window. In each cycle
of ten minutes a game against Full strength, a review, its share of the random events of
`window_soak.py`, the library, the tabs; idle in sight, then hidden. A row a minute: what was done,
resident MB, CPU share in percent of a core, wake-ups a second (voluntary context switches of all
threads, the one that drives and measures left out), random events so far.
"""

import argparse
import csv
import itertools
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pygame
from window_driver import key_event
from window_soak import UNDO_EVERY, Soak

from players.levels import LEVELS
from players.window.app import App
from players.window.drawing.layout import cell_of
from players.window.events import BY_NAME
from players.window.game.clocks import HUMAN
from players.window.launch import Launch
from players.window.panels.settings import set_language
from players.window.thinking.adviser import Adviser

MOVES = 11
"""Of the person in each cycle's game; the engine answers each, the first ones from its book."""
CYCLE_MINUTES = 10
SIZE = (1160, 740)
COLUMNS = "minute", "doing", "resident_mb", "cpu_percent", "wakeups_per_second", "events"


class SoakedApp(App):
    """A window that sends itself random events while any are `due`, loses no tree, and lasts."""

    due, sent, lasts, soak = 0, 0, True, None

    @property
    def app(self):
        """Itself, for a soak, which asks its driver for the window."""
        return self

    def frame(self, wait=True, anew=False):
        """A frame; the menu's last row does not close the window before its time."""
        if self.due:
            self._disturb()
        goes_on = super().frame(wait, anew)
        assert not self.failure, self.failure
        if self.soak is not None:
            self.soak.note_tree()
        if self.lasts and not goes_on:
            self.state.quit = False
        return self.lasts or goes_on

    def _disturb(self):
        """Send a few random events; now and then another size, language or clock, and a look."""
        chance = self.soak.chance
        batch = min(self.due, chance.choice([1, 2, 3, 5, 8, 13]))
        for _ in range(batch):
            pygame.event.post(self.soak.event())
        self.due, self.sent = self.due - batch, self.sent + batch
        self.soak.disturb()
        if chance.random() < 0.1:
            self.soak.check()
        if chance.random() < 1 / UNDO_EVERY:
            self.soak.check_undo()
        if not self.due:
            self._calm()

    def _calm(self):
        """A new game against Full strength, nothing else under way."""
        state = self.state
        state.overlay, state.fullscreen, state.tab = None, False, "tab_moves"
        state.drop_pending()
        state.drop_board()
        set_language(state, "en")
        pygame.display.set_mode(SIZE, pygame.RESIZABLE)
        state.change(values=False, graph=True, ponder=False, alternate=False, animation="normal")
        state.change(zoom=1.0, clock_minutes=0, review="12 plies")
        state.live.set_clock(0)
        state.analysis.hint = None
        state.new_game((HUMAN, LEVELS[-1].spec))
        state.live.paused = False


class Session(threading.Thread):
    """Sends events as a person would, and measures; `library` is opened in each cycle."""

    def __init__(self, app, library, minutes, events, out):
        super().__init__(daemon=True)
        self.app, self.library, self.minutes, self.out = app, library, minutes, out
        self.chance, self.events = random.Random(1), events
        self.ends = time.monotonic() + 60 * minutes

    def send(self, kind, **values):
        pygame.event.post(pygame.event.Event(kind, **values))
        time.sleep(0.5)

    def key(self, name):
        pygame.event.post(key_event(name))
        time.sleep(0.5)

    def command(self, name):
        """Press the key of a command, or click where it stands."""
        if keys := BY_NAME[name].keys:
            return self.key(keys[0])
        parts = self.app.scene().parts.values()
        places = [each.place for part in parts for each in part.targets if each.meaning == name]
        for place in places[:1]:
            self.send(pygame.MOUSEBUTTONDOWN, pos=place.centre, button=1)
            self.send(pygame.MOUSEBUTTONUP, pos=place.centre, button=1)

    def game(self):
        """Play some moves against the engine."""
        self.command("new_at_once")
        state, end = self.app.state, time.monotonic() + 90
        for _ in range(MOVES):
            while not state.live.human_to_move and time.monotonic() < end:
                time.sleep(0.25)
            if state.live.ended or time.monotonic() >= end:
                return
            square = self.chance.choice(list(state.live.game.legal()))
            point = cell_of(self.app.layout, square).centre
            self.send(pygame.MOUSEBUTTONDOWN, pos=point, button=1)
            self.send(pygame.MOUSEBUTTONUP, pos=point, button=1)

    def review(self):
        """Review what was played, and look at the words and the record."""
        self.command("review")
        time.sleep(20)
        for name in ("tab_coach", "tab_record", "tab_lines", "training"):
            self.command(name)
            time.sleep(4)
        self.key("escape")
        self.command("tab_moves")

    def look(self):
        """Open the library and go through the game with it."""
        self.send(pygame.DROPFILE, file=str(self.library))
        time.sleep(20)
        self.command("tab_library")
        for key in ("left", "left", "left", "home", "right", "right", "end"):
            self.key(key)
            time.sleep(1)
        self.command("tab_moves")

    def disturb(self):
        """Random events, so many that all are sent when the time is over."""
        cycles = math.ceil((self.ends - time.monotonic()) / (60 * CYCLE_MINUTES))
        self.app.due = (self.events - self.app.sent) // max(1, cycles)
        while self.app.due:
            time.sleep(1)

    def show(self, seen):
        """Show the window or hide it."""
        window = str(pygame.display.get_wm_info()["window"])
        subprocess.run(["xdotool", "windowmap" if seen else "windowunmap", window], check=True)

    def act(self, minute):
        """What is done in a minute of a cycle; its name."""
        acts = {0: self.game, 2: self.review, 3: self.disturb, 4: self.look}
        if minute in acts:
            acts[minute]()
            return acts[minute].__name__
        if minute == CYCLE_MINUTES - 3:
            self.show(False)
        if minute < CYCLE_MINUTES - 3:
            return "idle" if minute in (5, 6) else "after"
        return "hidden"

    def run(self):
        """Cycles until the time is over; then the window is closed."""
        while self.app.state is None or not self.app.state.engine.ready:
            time.sleep(1)
        before = measured()
        self.app.state.folder = self.app.folder
        self.app.soak = Soak(self.app, self.app.folder, 1)
        with self.out.open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(COLUMNS)
            for minute in itertools.count():
                if time.monotonic() >= self.ends:
                    break
                end = time.monotonic() + 60
                doing = self.act(minute % CYCLE_MINUTES)
                time.sleep(max(0, end - time.monotonic()))
                now = measured()
                seconds, cpu, wakeups = (now[i] - before[i] for i in range(3))
                share, rate = 100 * cpu / seconds, wakeups / seconds
                figures = resident_mb(), f"{share:.2f}", f"{rate:.1f}", self.app.sent
                rows.writerow((minute, doing, *figures))
                file.flush()
                before = measured()
                if minute % CYCLE_MINUTES == CYCLE_MINUTES - 1:
                    self.show(True)
        self.app.lasts, self.app.state.quit = False, True
        pygame.event.post(pygame.event.Event(pygame.QUIT))


def measured():
    """Seconds that passed, CPU seconds and wake-ups since the start."""
    used, own = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_THREAD)
    return time.monotonic(), time.process_time(), used.ru_nvcsw - own.ru_nvcsw


def resident_mb():
    """The process's resident memory."""
    return (
        int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20
    )


def main():
    """Run a session as long as asked for; return an exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=120)
    parser.add_argument("--events", type=int, default=100_000, help="random ones in all")
    parser.add_argument("--library", type=Path, required=True, help="a folder of games to open")
    parser.add_argument("--csv", type=Path, required=True, help="takes a row a minute")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "window.json"
        kept.write_text("{}")
        launch = Launch(
            load=Adviser,
            levels=LEVELS,
            level="full strength",
            size=SIZE,
            language="en",
            settings_path=kept,
        )
        app = SoakedApp(launch)
        app.folder = Path(folder)
        Session(app, options.library, options.minutes, options.events, options.csv).start()
        return app.run()


if __name__ == "__main__":
    sys.exit(main())
