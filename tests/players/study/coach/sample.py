"""Mistakes of human games with the coach's words, for readers who judge them.

python tests/players/study/coach/sample.py FOLDER --seed 46, with a folder of WTHOR files. At most
four mistakes are taken from a game, chosen by the seed: a search of six plies finds them, one of
fourteen plies judges them.
"""

import argparse
import random
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

from othello.formats import collection
from othello.notation import diagram, move_name
from players.api import judge_game
from players.engine.engine import Engine
from players.study.analyse.games import judged_move
from players.study.analyse.verdicts import VerdictLimits, judge
from players.study.coach.accuracy import GOOD
from players.study.coach.mistakes import SIDE_NAMES, why

QUICK = VerdictLimits(depth=6, exact=10)
DEEP = VerdictLimits(depth=14, exact=20, seconds=1.2)
MOST_OF_GAME = 4


def mistakes(folder, rng):
    """Judged mistakes of random games between people, without end."""
    engine, files = Engine(megabytes=DEEP.megabytes), sorted(folder.glob("*.wtb"))
    while True:
        entry = rng.choice(collection.read_file(rng.choice(files)))
        if "(" in entry.black + entry.white:  # a program
            continue
        turns = [
            turn for turn, verdict in judge_game(entry.game(), QUICK) if (verdict.loss or 0) > 200
        ]
        rng.shuffle(turns)
        verdicts = (judge(engine, turn.question, DEEP) for turn in turns)
        judged = (judged_move(t, v) for t, v in zip(turns, verdicts, strict=True))
        found = (move for move in judged if move.rating > GOOD)
        for move in islice(found, MOST_OF_GAME):
            yield entry, move


def line(value):
    """A value and its line as text."""
    return f"{value.score / 100:+.1f}: {' '.join(map(move_name, value.line[:12]))}"


def main():
    """Print the mistakes, then how often each kind of reason is given."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=46)
    parser.add_argument("--number", type=int, default=100)
    options = parser.parse_args()
    kinds = Counter()
    found = mistakes(options.folder, random.Random(options.seed))
    for number, (entry, move) in enumerate(islice(found, options.number), 1):
        kinds.update([fact.reason.text for fact in move.facts[:2]] or ["none"])
        side = SIDE_NAMES[not move.black]
        print(
            f"{number}. {entry.black} - {entry.white}, move {move.number}, {side}",
            diagram(move.position, move.black),
            sep="\n",
        )
        print(f"played {line(move.played)}\nbest   {line(move.best)}\n{why(move)}\n", flush=True)
    print(kinds.most_common())


if __name__ == "__main__":
    sys.exit(main())
