"""Random events into the real window: python window_soak.py --events 100000 --seed 1 (here).

Nothing that was played may be lost: the soak notes each tree of moves that there is after a frame,
and undoes all that is kept from time to time to see them again. The languages change on the way.
`--kills 20` kills so many soaks in their midst, and looks for their games in the files that are
left: each as it was KEPT_SECONDS before, or later.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path

import pygame
from window_driver import Driver, key_event

from othello.game import Game
from othello.game_tree import GameTree
from players.analyse import kept_games
from players.window.drawing import fonts
from players.window.drawing.layout import cell_of
from players.window.events import BY_KEY
from players.window.game import exchange
from players.window.panels.settings import set_language
from players.window.training.deck import Deck
from players.window.training.trainer import TRAINING

SIZES = [(1160, 740), (480, 360), (600, 960), (1920, 1080), (300, 280), (760, 560)]
UNDO_EVERY = 300
"""So many frames pass between two looks at all that can be undone, on average."""
LATELY = 400
"""So many of the trees that were there last must come back; fewer than are kept."""
FORBIDDEN = {"ctrl+q"}
SHARED_AS = (".html", ".gif", ".png")
KEPT_SECONDS = 5.0
"""What was there so long before a kill is kept: a game is written each second if not busy."""
NOTES = "notes.jsonl"
KEYS = [key for key in BY_KEY if key not in FORBIDDEN]
KEYS += [*"abcdefgh12345678xots", "escape", "up", "down", "shift+left", "shift+down", "delete"]
KEYS += ["ctrl+z", "ctrl+z", "ctrl+z", "ctrl+y", "ctrl+up", "backspace", "left", "left", "ctrl+m"]
GGF = (
    "(;GM[Othello]PC[here]PB[Ann]PW[Bert]RE[?]TY[8]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"
    "B[d3]W[c5]B[f6];)"
)


class Soak:
    """A window under random events; `folder` takes everything that it writes."""

    def __init__(self, driver, folder, seed):
        self.driver, self.folder = driver, folder
        self.chance = random.Random(seed)
        self.seen, self.checked = deque([driver.state.live.tree], maxlen=LATELY), 0
        self.files = [folder / "good.ggf", folder / "bad.ggf", folder / "line.txt", folder]
        self.files[0].write_text(f"{GGF}\n{GGF}\n")
        self.files[1].write_bytes(bytes(self.chance.randrange(256) for _ in range(300)))
        self.files[2].write_text("f5d6c3d3c4")
        self.files.append(folder / "lines.othello")
        start, lines = GameTree().start, ((37, 43, 18), (37, 43, 34), (37, 45))
        tree, _ = GameTree.from_lines(start, True, lines, [((37, 43), "both were tried")])
        exchange.saved(self.files[-1], tree, ("Ann", "Bert"))
        for name in ("pictures_folder", "games_folder", "own_folder", "home"):
            setattr(exchange, name, lambda: folder)
        saved, stamped = exchange.saved, exchange.stamped

        def stamped_as_any(suffix):
            return stamped(self.chance.choice(SHARED_AS) if suffix == ".html" else suffix)

        exchange.stamped = stamped_as_any

        def saved_here(path, *arguments):
            if path.resolve().parent != folder.resolve():
                raise OSError(13, "not here")
            saved(path, *arguments)

        exchange.saved = saved_here

    def write_notes(self):
        """Write down each tree that is there, also that of a game that is left."""
        live, notes = self.driver.state.live, (self.folder / NOTES).open("w")
        leave, note_tree = live.on_leave, self.note_tree

        def note():
            if live.touched:
                told = time.monotonic(), live.number, live.tree.lines()
                print(json.dumps(told), file=notes, flush=True)

        def noted_leave():
            note()
            leave()

        def noted_tree():
            if note_tree():
                note()

        live.on_leave, self.note_tree = noted_leave, noted_tree

    def note_tree(self):
        """Note the tree if it is another one than before, and whether; its place is in it."""
        live = self.driver.state.live
        assert live.tree.at(live.line) is not None
        new = live.tree != self.seen[-1]
        if new:
            self.seen.append(live.tree)
        return new

    def check_undo(self):
        """Every tree of late comes back by undo or redo, and then the present one again."""
        live = self.driver.state.live
        present, ahead, met = live.tree, len(live.history.future), [live.tree]
        self.note_tree()
        steps = 0
        while live.undo() is not None:
            steps, _ = steps + 1, met.append(live.tree)
        for _ in range(steps):
            assert live.redo() is not None
        assert live.tree == present
        for _ in range(ahead):
            assert live.redo() is not None
            met.append(live.tree)
        for _ in range(ahead):
            assert live.undo() is not None
        assert live.tree == present and len(live.history.future) == ahead
        for tree in self.seen:
            assert tree in met, "a tree is lost"
        self.checked += len(self.seen)
        self.driver.state.drop_pending()

    def point(self):
        """A point anywhere, or on something."""
        layout = self.driver.app.layout
        parts = self.driver.app.scene().parts
        places = [
            each.place
            for name in ("bar", "tabs", "transport")
            if name in parts
            for each in parts[name].targets
        ]
        places += [place for place in (layout.graph, layout.body, *layout.cards) if place]
        if self.chance.random() < 0.5:
            return cell_of(layout, self.chance.randrange(64)).centre
        if self.chance.random() < 0.7:
            place = self.chance.choice(places)
            return (
                place.x + self.chance.randrange(max(1, place.width)),
                place.y + self.chance.randrange(max(1, place.height)),
            )
        return self.chance.randrange(layout.width), self.chance.randrange(layout.height)

    def event(self):
        """A random event."""
        chance, kind = self.chance, self.chance.random()
        if kind < 0.4:
            return key_event(chance.choice(KEYS))
        if kind < 0.7:
            button = chance.choice([1, 1, 1, 1, 2, 3, 4])
            return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=self.point(), button=button)
        if kind < 0.8:
            return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=self.point(), button=1)
        if kind < 0.92:
            held = (int(chance.random() < 0.3), 0, 0)
            return pygame.event.Event(
                pygame.MOUSEMOTION, pos=self.point(), rel=(0, 0), buttons=held
            )
        if kind < 0.97:
            return pygame.event.Event(pygame.MOUSEWHEEL, y=chance.choice([-2, -1, 0, 1, 3]), x=0)
        if kind < 0.98:
            return pygame.event.Event(pygame.DROPFILE, file=str(chance.choice(self.files)))
        return pygame.event.Event(pygame.WINDOWLEAVE)

    def check(self):
        """The game obeys the rules, and no engine has moved against them."""
        state = self.driver.state
        game = state.live.game
        first = game.positions[0]
        again = Game(first, black_to_move=game.black_to_move ^ (len(game.moves) % 2 == 1))
        again.play_all(game.moves)
        assert again == game
        assert "illegal move" not in state.toast, state.toast
        assert "failed" not in state.toast, state.toast
        for move, position in pending_moves(self.driver):
            assert int(position.legal()) >> move & 1

    def disturb(self):
        """Now and then another size, language or clock, such as no hand could set so often."""
        if self.chance.random() < 0.003:
            pygame.display.set_mode(self.chance.choice(SIZES), pygame.RESIZABLE)
        if self.chance.random() < 0.003:
            set_language(self.driver.state, self.chance.choice(fonts.offered()))
        if self.chance.random() < 0.005:
            self.driver.state.live.set_clock(self.chance.choice([0, 0.005, 0.02, 1]))

    def run(self, events):
        """Send so many events, some in one frame; return how many frames there were."""
        frames = 0
        while events > 0:
            batch = min(events, self.chance.choice([1, 1, 1, 2, 5]))
            for _ in range(batch):
                pygame.event.post(self.event())
            events -= batch
            if not self.driver.frame():
                assert self.driver.state.quit and not self.driver.app.failure  # the menu's last row
                self.driver.state.quit = False
            frames += 1
            self.note_tree()
            if self.chance.random() < 1 / UNDO_EVERY:
                self.check_undo()
            self.disturb()
            if frames % 10 == 0:
                self.check()
        self.check_undo()
        return frames


def pending_moves(driver):
    """The engine's move that waits to be played, if any, with the position it is for."""
    pending = driver.state.engine.waiting
    return [] if pending is None else [(pending[1], pending[0].position)]


def soak(folder, events, seed, engine=None, notes=False):
    """Run a soak; return the frames painted and how often a tree was seen to come back."""
    with Driver(folder, engine=engine) as driver:
        driver.state.folder = folder
        soaked = Soak(driver, folder, seed)
        if notes:
            soaked.write_notes()
        return soaked.run(events), soaked.checked


def killed(folder, seconds, seed):
    """Kill a soak after so many seconds of events; return how many games were looked for."""
    command = [sys.executable, __file__, "--in", str(folder), "--seed", str(seed)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            while not (folder / NOTES).exists():
                assert process.poll() is None, "the soak has ended"
                time.sleep(0.1)
            time.sleep(seconds)
            assert process.poll() is None, "the soak has ended"
        finally:
            end = time.monotonic()
            process.send_signal(signal.SIGKILL)
    rows = (folder / NOTES).read_text().splitlines()
    notes = [json.loads(row) for row in rows if row.endswith("]")]
    files = (folder / kept_games.FOLDER).glob("*.othello")
    left = [[list(line) for line in kept_games.read(path)[0].game.lines] for path in files]
    games = {number for at, number, _lines in notes if at < end - KEPT_SECONDS}
    for game in games:
        known = [(at, lines) for at, number, lines in notes if number == game]
        settled = max(at for at, _lines in known if at < end - KEPT_SECONDS)
        assert any(lines in left for at, lines in known if at >= settled), "a game is lost"
    assert not Deck(folder / TRAINING).fault
    with Driver(folder) as driver:
        assert driver.state.last_game is not None or not left
    return len(games)


def main_of_kills(kills, seed):
    """Kill soaks and say what was left of them; return an exit code."""
    chance, games = random.Random(seed), 0
    for number in range(kills):
        with tempfile.TemporaryDirectory() as folder:
            games += killed(Path(folder), chance.uniform(KEPT_SECONDS, 20), seed + number)
    print(f"{kills} windows killed: {games} games, none was lost")
    return 0


def main():
    """Soak as long as asked for and say how it went; return an exit code."""
    os.environ["SDL_VIDEODRIVER"] = os.environ.get("SDL_VIDEODRIVER") or "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=int(os.environ.get("EVENTS", 100_000)))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--real", action="store_true", help="with the project's own engine")
    parser.add_argument("--kills", type=int, default=0, help="kill so many soaks instead")
    parser.add_argument("--in", dest="folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.folder is not None:
        soak(options.folder, sys.maxsize, options.seed, notes=True)
    if options.kills:
        return main_of_kills(options.kills, options.seed)
    engine = None
    if options.real:
        from players.window.thinking.adviser import Adviser

        engine = Adviser()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        frames, trees = soak(Path(folder), options.events, options.seed, engine)
    seconds = time.monotonic() - began
    print(f"{options.events} events, {frames} frames, {seconds:.0f} s: no exception, no stale move")
    print(f"{trees} times a tree of moves came back by undo or redo: none was lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
