"""The solver against naive minimax: python tests/bench/endgame_agreement.py BOARDS MOST_EMPTIES.

Exact, win-loss-draw and one window at random, with one and two threads, on random
positions, every third one of random discs. Prints each disagreement and their number.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the twins in naive/

from naive import endgame as naive_endgame
from naive.rules import from_words
from samples import late_position

from othello.position import Position
from players.engine.endgame import Solver


def disagreements(boards: int, most_empties: int) -> int:
    """How many of the boards, seeds 0 and on, have an answer that minimax contradicts."""
    solvers = [Solver(1, 1), Solver(2, 1)]
    wrong = 0
    for seed in range(boards):
        chance = random.Random(seed)
        empties = seed % (most_empties + 1)
        if seed % 3 == 0 or empties == 0:
            position = Position(*naive_endgame.random_board(seed, empties))
        else:
            position = late_position(seed, empties)
        true = naive_endgame.result(from_words(int(position.own), int(position.opp)), {})
        low = chance.randrange(-64, 64)
        window = (low, chance.randrange(low + 1, 65))
        for solver in solvers:
            exact = solver.solve(position)
            wld = solver.solve(position, wld=True)
            part = solver.solve(position, window=window)
            good = exact.proven and exact.score == true
            good &= wld.proven and (wld.score > 0) == (true > 0) and (wld.score < 0) == (true < 0)
            good &= part.proven and part.lower <= true <= part.upper
            if not good:
                wrong += 1
                print(seed, position, true, window, exact, wld, part)
    return wrong


if __name__ == "__main__":
    print(disagreements(int(sys.argv[1]), int(sys.argv[2])), "disagree")
