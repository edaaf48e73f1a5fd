"""When a player solves the end of the game instead of searching it, and the answer as a `Choice`.

The solver is asked for the exact result and may use half of a move's limits; if it does not
finish, what is left goes to the ordinary search.
"""

import time
from typing import Any, NamedTuple

import numpy as np

from othello.position import Position
from othello.rules import SCORE_SCALE
from players.limits import Limits
from players.protocol import MOST, Choice
from players.search.bounds import EXACT, LOWER, UPPER

MOST_EMPTIES = 60
ENDGAME_MEGABYTES = 16
FEWEST_BY_DEPTH = 10
"""With fewer empty squares a search to the end of the game costs less CPU time than the solver.

Of 100 positions of human games each, one to the end with Bill's evaluation took 0.10 ms at 8
empties, 0.23 ms at 9 and 0.54 ms at 10, the solver 0.13, 0.16 and 0.22; with the mobility
evaluation 0.05, 0.10 and 0.23 ms.
"""
MOST_BY_DEPTH = 20
"""With more a search that deepens has something to say long before the solver has.

95 of 100 positions with so many took the solver 0.4 s; a flag may be raised before.
"""
MOST_BY_INTEREST = 8
SHARE = 0.5
"""Of the limits of a move, what the solver may use."""
NEVER_SOLVED = -1
NODES_NEEDED = {
    6: 460, 7: 1_400, 8: 2_900, 9: 8_700, 10: 12_000, 11: 21_000, 12: 46_000, 13: 120_000,
    14: 240_000, 15: 480_000, 16: 1_000_000, 17: 2_400_000, 18: 6_200_000, 19: 14_000_000,
    20: 28_000_000, 21: 100_000_000, 22: 220_000_000,
}  # fmt: skip
"""The nodes that solve 95 of 100 positions with so many empty squares.

Measured on the WTHOR database of human games, 40 games a year from 1977 to 2019,
a position of each until there were 300 (200, 150 and 120 from 20 empties on); one thread.
"""
NODES_PER_SECOND, SECONDS_BESIDE = 60e6, 0.0005
"""How fast the solver is, with care: it was 73 to 82 million from 15 empties on, and 0.3 ms for 6.

95 of 100 positions took 0.8 ms at 12 empties, 2.7 at 14, 11 at 16, 66 at 18, 365 at 20.
"""


class Solved(NamedTuple):
    """What the solver found of a position, in hundredths of a disc for the side to move.

    The result lies from `lower` to `upper`; `line` begins with a move that reaches at least
    `lower`, and is empty if none was shown. `settled`: whether the move is to be played.
    `nodes` and CPU `seconds` are what it cost.
    """

    lower: int
    upper: int
    line: tuple[int, ...]
    settled: bool
    nodes: int
    seconds: float


def most_empties(limits: Limits) -> int:
    """The most empty squares at which solving costs no more than a search with these limits.

    With a depth it is that depth, where the search would reach the end of the game, up to
    MOST_BY_DEPTH;
    with nodes or seconds what the solver's share of them pays for in 95 of 100 positions; with
    an interest MOST_BY_INTEREST; with more than one limit the least of these.
    """
    bounds = []
    if limits.depth is not None:
        deep = min(limits.depth, MOST_BY_DEPTH)
        bounds.append(deep if deep >= FEWEST_BY_DEPTH else NEVER_SOLVED)
    if limits.interest is not None:
        bounds.append(MOST_BY_INTEREST)
    if limits.nodes is not None:
        bounds.append(_affordable(SHARE * limits.nodes))
    if limits.seconds is not None:
        bounds.append(_affordable(NODES_PER_SECOND * (SHARE * limits.seconds - SECONDS_BESIDE)))
    return min(bounds, default=NEVER_SOLVED)


def _affordable(nodes: float) -> int:
    """The most empty squares for which so many nodes are mostly enough."""
    return max(
        (size for size, needed in NODES_NEEDED.items() if needed <= nodes), default=NEVER_SOLVED
    )


class PerfectEndgame:
    """The end of the game for one player; its solver is made when it is needed first.

    `solve` is from how many empty squares on positions are solved, None for where that costs no
    more than the search. ValueError for a number that no board has.
    """

    def __init__(self, solve: int | None = None) -> None:
        if solve is not None and not 0 <= solve <= MOST_EMPTIES:
            raise ValueError(f"solve must be from 0 to {MOST_EMPTIES}, not {solve}")
        self._solve = solve
        self.solver: Any = None
        self._used = False

    def new_game(self, limits: Limits) -> None:
        """Forget earlier games; where the limits let the solver take over, make it ready.

        No move's time then pays for its kernels, which are loaded, or compiled the first time.
        """
        if self.solver is not None and self._used:
            self.solver.clear()
            self._used = False
        if self.solver is None and self._most(limits) > 0:
            self._made().warm_up()

    def found(self, position: Any, limits: Limits) -> Solved | None:
        """What the solver finds of a position; None if it is not its turn."""
        if not isinstance(position, Position) or (limits.stop is not None and limits.stop[0]):
            return None
        empties, most = int(position.plies_left()), self._most(limits)
        least = FEWEST_BY_DEPTH if self._solve is None and limits.depth is not None else 1
        if least <= empties <= most:
            return self._asked(position, limits)
        return None

    def _most(self, limits: Limits) -> int:
        """The most empty squares at which the result is sought."""
        return most_empties(limits) if self._solve is None else self._solve

    def _made(self) -> Any:
        if self.solver is None:
            from players.engine.endgame import Solver  # a player that never solves loads no kernels

            self.solver = Solver(megabytes=ENDGAME_MEGABYTES)
        return self.solver

    def _asked(self, position: Position, limits: Limits) -> Solved:
        """What the solver finds within its share of the limits."""
        began = time.thread_time()
        solver, self._used = self._made(), True
        solver.stop = np.zeros(1, np.int64) if limits.stop is None else limits.stop
        found = solver.solve(
            position,
            seconds=None if limits.seconds is None else SHARE * limits.seconds,
            budget=None if limits.nodes is None else int(SHARE * limits.nodes),
        )
        lower, upper = SCORE_SCALE * found.lower, SCORE_SCALE * found.upper
        settled = bool(found.line) and lower == upper
        spent = time.thread_time() - began
        return Solved(lower, upper, found.line, settled, found.nodes, spent)


def choice_from_proof(solved: Solved, position: Position) -> Choice:
    """The answer to a position that is settled."""
    return Choice(
        move=solved.line[0],
        score=solved.lower,
        bound=EXACT,
        depth=int(position.plies_left()),
        nodes=solved.nodes,
        cpu_seconds=solved.seconds,
        variation=solved.line,
        lower=solved.lower,
        upper=solved.upper,
        proven=True,
    )


def remaining_limits(solved: Solved, limits: Limits) -> Limits:
    """The limits of the search after a solver that settled nothing."""
    nodes, seconds = limits.nodes, limits.seconds
    return limits._replace(
        nodes=None if nodes is None else max(1, nodes - solved.nodes),
        seconds=None if seconds is None else max(0.0, seconds - solved.seconds),
    )


def merge_proof(choice: Choice, solved: Solved) -> Choice:
    """What the search chose with the range that was proven before, and what both cost.

    Where a move is proven to reach at least what the search expects, that move.
    """
    if solved.line and not choice.proven and solved.lower >= choice.score:
        choice = choice._replace(move=solved.line[0], variation=solved.line, bound=LOWER)
    lower, upper = max(choice.lower, solved.lower), min(choice.upper, solved.upper)
    score, bound = min(max(choice.score, lower), upper), choice.bound
    if lower == upper:
        bound = EXACT
    elif score != choice.score:
        bound = LOWER if score == lower else UPPER
    return choice._replace(
        score=score,
        bound=bound,
        nodes=choice.nodes + solved.nodes,
        cpu_seconds=choice.cpu_seconds + solved.seconds,
        lower=lower,
        upper=upper,
        proven=choice.proven or upper == -MOST,
    )
