"""How fast games and positions are played from Python, here and in another checkout, in turns.

python tests/bench/game_rates.py OTHER [--rounds 9]

Each round starts a process in either checkout; of each the least CPU time counts.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
PLAY = """
import random, time
from othello.game import Game

def play(number):
    chance, lines = random.Random(1), []
    for _ in range(number):
        game = Game()
        while not game.over:
            game.play(chance.choice(game.legal()))
        lines.append(game.transcript())
    return lines

play(5)
began = time.process_time()
lines = play(200)
between = time.process_time()
for line in lines:
    Game.from_transcript(line)
print(between - began, time.process_time() - between)
"""


def seconds_of(checkout: Path) -> list[float]:
    """The CPU seconds of 200 random games and of as many transcripts, in a process of its own."""
    told = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "PYTHONPATH": str(checkout)},
        cwd=checkout,
        check=True,
        capture_output=True,
        text=True,
    )
    return [float(word) for word in told.stdout.split()]


def main() -> None:
    """Print games a second, here and there, and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("other", type=Path, help="a checkout to compare with")
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    places = {"there": options.other.resolve(), "here": HERE}
    best = {name: [float("inf")] * 2 for name in places}
    for _ in range(options.rounds):
        for name, checkout in places.items():
            best[name] = list(map(min, best[name], seconds_of(checkout)))
    for index, what in enumerate(("random games", "transcripts")):
        there, here = (200 / best[name][index] for name in ("there", "here"))
        print(f"{what}: {there:.0f} a second there, {here:.0f} here, ratio {here / there:.1f}")


if __name__ == "__main__":
    main()
