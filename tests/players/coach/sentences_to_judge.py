"""Mistakes of human games with the coach's words, to be read: sentences_to_judge.py WTHOR_FOLDER.

`--seed` chooses 18 games of people and, of all that they did wrong, a hundred moves. Each stands
with the board before it, the line of the move and of the best one with their values (discs to the
side that moved; whole numbers are proven), and what the coach says.
"""

import argparse
import random
import sys
from pathlib import Path

from othello.bits import bit
from othello.formats import collection
from othello.notation import move_name
from players.analyse.judged_moves import judged_moves
from players.ask import judge_game
from players.coach.mistakes import JudgedMove, mistakes, why
from players.coach.words import SIDE_NAMES, line_text
from players.move_values import MoveValue

GAMES, MISTAKES = 18, 100


def human_game(folder: Path, chance: random.Random) -> collection.Entry:
    """A game of two people; programs bear their authors in brackets."""
    while True:
        entries = collection.read_file(chance.choice(sorted(folder.glob("*.wtb"))))
        entry = chance.choice(entries)
        if "(" not in entry.black + entry.white:
            return entry


def board_text(move: JudgedMove) -> str:
    """The board before a move with its coordinates: X is black, O is white."""
    signs = ("X", "O") if move.black else ("O", "X")
    own, opp = move.position
    rows = ["    a b c d e f g h"]
    for row in range(8):
        cells = (bit(8 * row + column) for column in range(8))
        row_text = (signs[0] if own & cell else signs[1] if opp & cell else "." for cell in cells)
        rows.append(f"  {row + 1} {' '.join(row_text)}")
    return "\n".join(rows)


def line_of(value: MoveValue) -> str:
    """A move with what it is worth and the line that follows."""
    score = f"{value.score / 100:+.{0 if value.exact else 1}f}"
    return f"{move_name(value.move)}  {score:>6}  {line_text(value.line)}"


def text_of(number: int, move: JudgedMove) -> str:
    """All that a reader sees of a mistake."""
    mover = SIDE_NAMES[not move.black]
    return (
        f"--- {number} --- move {move.number}, {mover} ({'X' if move.black else 'O'}) to move\n"
        f"{board_text(move)}\n"
        f"  played: {line_of(move.played)}\n  best:   {line_of(move.best)}\n"
        f"  coach:  {why(move)}\n"
    )


def main() -> int:
    """Print the mistakes; return an exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=13)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    found: list[JudgedMove] = []
    for _ in range(GAMES):
        game = human_game(options.folder, chance).game()
        judged = list(judge_game(game))
        found += mistakes(judged_moves(*zip(*judged, strict=True)))
    for number, move in enumerate(chance.sample(found, MISTAKES), 1):
        print(text_of(number, move))
    return 0


if __name__ == "__main__":
    sys.exit(main())
