"""A library of 130,000 games in the window: how soon it is there, what searches and frames take.

    python tests/bench/library_frames.py [FOLDER]

Opens FOLDER, or else a folder of WTHOR files that it makes of random games, copied under other
names, in a real window without a screen; paints every frame, sixty a second, while games are read,
searched by typing, listed and shown, and their replies counted. Under load a frame waits for a
core, which Linux tells; "alone" is what it took without that, waits for the interpreter included.
"""

import os
import random
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT.parent), str(ROOT / "players" / "window")]

import numpy as np  # noqa: E402
from window_driver import TWO_PEOPLE, Driver, key_event  # noqa: E402

from othello.formats import wthor  # noqa: E402
from othello.game import Game  # noqa: E402
from othello.library import search  # noqa: E402
from othello.position import PASS  # noqa: E402
from players.window.opening import open_file  # noqa: E402

GAMES, FILES, DIFFERENT, PLAYERS = 130_000, 40, 500, 3000
QUERIES = ("f5d6c3d3c4", "c4c3d3c5b4", "here", "player1 1990-1999 b+", "tiger", "draw", "")


def random_moves(chance: random.Random) -> tuple[tuple[int, ...], int]:
    """The moves of a random game, and black's discs at its end."""
    game = Game()
    while not game.over:
        game.play(chance.choice(game.legal()))
    return tuple(move for move in game.moves if move != PASS), 32 + (game.result() or 0) // 2


def make(folder: Path) -> None:
    """The files of a library of GAMES games."""
    chance = random.Random(1)
    different = [random_moves(chance) for _ in range(DIFFERENT)]
    for number in range(FILES):
        games = []
        for _ in range(GAMES // FILES):
            moves, discs = chance.choice(different)
            black, white = chance.randrange(PLAYERS), chance.randrange(PLAYERS)
            games.append(wthor.WthorGame(0, black, white, discs, 32, moves))
        year = 1980 + number
        header = wthor.Header(20, 26, 1, 1, game_year=year)
        wthor.write_games(folder / f"WTH_{year}.wtb", games, header)
    names = wthor.Header(20, 26, 1, 1)
    wthor.write_names(folder / "WTHOR.JOU", [f"Player{n}" for n in range(PLAYERS)], names)
    wthor.write_names(folder / "WTHOR.TRN", ["Open"], names)


def waited_milliseconds() -> float:
    """How long this thread has waited for a core so far; 0 where the system does not tell."""
    told = Path("/proc/thread-self/schedstat")
    return int(told.read_text().split()[1]) / 1e6 if told.exists() else 0.0


class Frames:
    """The frames of a window, each timed."""

    def __init__(self, window: Driver) -> None:
        self._window, self.milliseconds, self.alone = window, [], []

    def frame(self, *keys: str) -> None:
        """One frame, with keys pressed before it."""
        import pygame

        self._window.app.tick()
        for key in keys:
            pygame.event.post(key_event(key))
        waited, began = waited_milliseconds(), time.perf_counter()
        assert self._window.app.frame(wait=False, anew=True)
        self.milliseconds.append(1000 * (time.perf_counter() - began))
        self.alone.append(self.milliseconds[-1] - (waited_milliseconds() - waited))

    def told(self, during: str) -> None:
        """Print the percentiles so far, and begin anew."""
        print(f"  {during}, {len(self.milliseconds)} frames")
        for name, values in (("in all", self.milliseconds), ("alone", self.alone)):
            shown = (f"p{share} {np.percentile(values, share):.1f}" for share in (50, 90, 99, 100))
            print(f"    {name:<8}{'  '.join(shown).replace('p100', 'max')}")
        self.milliseconds, self.alone = [], []


def measure(folder: Path) -> None:
    """Open, search, list and show; print what it took."""
    with Driver(size=(1160, 740), sides=TWO_PEOPLE) as window:
        frames = Frames(window)
        for _ in range(60):
            frames.frame()
        frames.told("before")
        began = time.perf_counter()
        open_file(window.state, folder)
        first = None
        library = window.state.library
        while library.reading:
            frames.frame()
            if first is None and window.state.overlay.rows:
                first = time.perf_counter() - began
        total = time.perf_counter() - began
        print(
            f"{library.games} games: the first shown after {first:.2f} s, all after {total:.2f} s"
        )
        print("milliseconds of a frame")
        frames.told("reading")
        for query in QUERIES:
            for sign in query:
                frames.frame(sign)
                frames.frame("down")
            frames.frame("end")
            for _ in window.state.overlay.query:
                frames.frame("backspace")
        frames.told("searching")
        frames.frame("return")
        frames.frame("home")
        for _ in range(60):
            frames.frame("right")
            frames.frame()
        frames.told("going through a game")
        here = Game().position
        for query in QUERIES:
            began = time.perf_counter()
            count = len(search.found(library.blocks, query, library.names, here))
            took = 1000 * (time.perf_counter() - began)
            print(f"search {query or '(all)':<22} {count:>7} games, {took:.1f} ms")
        began = time.perf_counter()
        search.replies(library.blocks, here)
        print(f"replies at the start: {1000 * (time.perf_counter() - began):.1f} ms")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as made:
            make(Path(made))
            measure(Path(made))
