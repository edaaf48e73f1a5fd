"""The solver against minimax, and against itself: python tests/bench/endgame_agreement.py CHECK.

Checks, each of which prints every disagreement and how many there are:

minimax: exact, win-loss-draw and one window at random, on 10,000 random positions of up to 10
empty squares, every third one of random discs: by the solver as shipped, and with all techniques
from 4 to 7 empty squares on, with one and two threads.

threads: 2,000 positions of 14 empty squares with 1, 2 and 3 threads and tables of 0.01, 1 and
64 MB. Scores are equal always, and the best move has the best score of all moves, each of which
is solved by itself. The evaluation orders, and threads help each other, from 8 empty squares on.

shipped: the same on 200 positions of 16 empty squares, threads as they are shipped.

Each ends in an error if a thread was never given work.
"""

import argparse
import random
import sys
import time
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the twins in naive/

from naive import compiled_endgame
from naive import endgame as naive_endgame
from samples import late_position

from othello.position import Position
from players.engine import endgame
from players.engine.endgame import Solution, Solver
from players.engine.endgame_memory import EndgameSettings

BOARDS = {"minimax": 10_000, "threads": 2_000, "shipped": 200}
EMPTIES = (*(tuple(range(9)) * 10), *(9,) * 6, *(10,) * 4)
"""The numbers of empty squares against minimax, which takes a second for ten, in turn."""
THREADS, MEGABYTES = (1, 2, 3), (0.01, 1, 64)
FEWEST_SHARED = {"minimax": 4, "threads": 8}
"""The fewest empty squares at which threads help each other, where not as shipped."""
LOW = EndgameSettings(
    few=4, tabled=5, large=7, enhanced=5, stable=5, deep=7, squares_a_ply=1, margin=300, estimated=6
)
"""All techniques from fewer empty squares on."""
FEWEST_ESTIMATED = 4
"""The fewest at which a pass of estimates is made against minimax."""
LINE_SECONDS = 30.0
"""Between two lines that tell how far it is."""


def sample(seed: int, empties: int) -> Position:
    """A position of a random game or, every third, of random discs."""
    if seed % 3 == 0 or empties == 0:
        return Position(*naive_endgame.random_board(seed, empties))
    return late_position(seed, empties)


def part_of(true: int, found: Solution) -> bool:
    """Whether what was found is proven and does not exclude the result."""
    return found.proven and found.lower <= true <= found.upper


def against_minimax(seed: int, solvers: list[Solver]) -> str | None:
    """What minimax contradicts of one position; None if nothing."""
    chance = random.Random(seed)
    position = sample(seed, EMPTIES[seed % len(EMPTIES)])
    true = compiled_endgame.result(int(position.own), int(position.opp))
    low = chance.randrange(-64, 64)
    window = (low, chance.randrange(low + 1, 65))
    for solver in solvers:
        exact = solver.solve(position)
        wld = solver.solve(position, wld=True)
        part = solver.solve(position, window=window)
        good = exact.proven and exact.score == true
        good &= wld.proven and (wld.score > 0) == (true > 0) and (wld.score < 0) == (true < 0)
        good &= part_of(true, part)
        if not good:
            return f"{position} {true} {window} {exact} {wld} {part}"
    return None


def against_itself(position: Position, solvers: list[Solver]) -> tuple[str | None, bool]:
    """What the solvers contradict of the first one's scores of moves, and if one move is best."""
    moves = {move: found.score for move, found in solvers[0].moves(position)}
    best = max(moves.values())
    for solver in solvers:
        found = solver.solve(position)
        if not found.proven or found.score != best or moves.get(found.best) != best:
            return f"{position} {moves} {found}", False
    return None, list(moves.values()).count(best) == 1


def solvers_for(name: str) -> list[Solver]:
    """The solvers of a check."""
    endgame.FEWEST_SHARED = FEWEST_SHARED.get(name, endgame.FEWEST_SHARED)
    if name == "minimax":
        endgame.FEWEST_ESTIMATED = FEWEST_ESTIMATED
        return [Solver(1, 1), Solver(1, 1, settings=LOW), Solver(2, 1, settings=LOW)]
    # marks, by which threads keep out of each other's way, are read where the evaluation orders
    settings = (
        EndgameSettings(deep=FEWEST_SHARED["threads"]) if name == "threads" else EndgameSettings()
    )
    return [Solver(*setting, settings=settings) for setting in product(THREADS, MEGABYTES)]


def check(name: str, boards: int) -> int:
    """How many boards, seeds 0 and on, disagree; each is printed."""
    began = said = time.monotonic()
    wrong = only = 0
    solvers = solvers_for(name)
    for seed in range(boards):
        if name == "minimax":
            fault = against_minimax(seed, solvers)
        else:
            position = late_position(seed, 14 if name == "threads" else 16)
            fault, one_best = against_itself(position, solvers)
            only += one_best
        if fault is not None:
            wrong += 1
            print(seed, fault, flush=True)
        if time.monotonic() - said > LINE_SECONDS:
            said = time.monotonic()
            print(f"{name}: {seed + 1} of {boards}, {wrong} disagree", flush=True)
    spent = time.monotonic() - began
    for solver in solvers:
        played = [int(memory["nodes"][0]) for memory in solver.memories]
        assert all(played), f"a thread was never given work: {played}"
        print(f"moves played by each thread: {', '.join(map('{:,}'.format, played))}")
    one_best_of = "" if name == "minimax" else f", {only} with one best move"
    print(f"{name}: {boards} boards{one_best_of}, {wrong} disagree, {spent:.0f} s")
    return wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("check", choices=list(BOARDS))
    parser.add_argument("--boards", type=int, metavar="N", help=f"instead of {BOARDS}")
    options = parser.parse_args()
    sys.exit(1 if check(options.check, options.boards or BOARDS[options.check]) else 0)
