"""Games on the window's clock: python window_clocks.py --games 200 --seconds 10 (in this folder).

Two engines play each other in the real window without a screen, in real time, so many seconds for
each side; what falls short is a lost flag. Pairs of players take turns.
"""

import argparse
import itertools
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = os.environ.get("SDL_VIDEODRIVER") or "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "players" / "window"), str(ROOT / "tests")]

from window_driver import Driver  # noqa: E402 - it lies with the window's tests

from players.window.thinking.adviser import Adviser  # noqa: E402

PAIRS = (
    ("engine", "engine"),
    ("engine:level=16", "engine"),
    ("engine", "forward:quantile=0.95,evaluator=patterns,depth=40"),
    ("alphabeta:depth=40", "engine"),
)


def left(live):
    """The seconds on both clocks."""
    return [live.clocks.left(side, time.monotonic()) for side in (0, 1)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    lost, least, loads = 0, options.seconds, []
    people = ("human", "human")
    with (
        tempfile.TemporaryDirectory() as folder,
        Driver(Path(folder), engine=Adviser(), sides=people) as window,
    ):
        for number, sides in zip(range(1, options.games + 1), itertools.cycle(PAIRS), strict=False):
            window.state.live.minutes = options.seconds / 60
            window.state.new_game(sides)
            while not window.state.live.ended:
                window.frame()
            loads.append(os.getloadavg()[0])
            lost += window.state.live.clocks.flag is not None
            least = min(least, *left(window.state.live))
            print(
                f"{number} of {options.games} games, {lost} lost on time, least time left"
                f" {least:.2f} s, load {min(loads):.1f} to {max(loads):.1f}",
                flush=True,
            )
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
