"""Exact solutions of the end of the game in place of a player's search.

The solver computes the exact result, and may use half of a move's limits. If it does not finish,
the rest of the limits is for the ordinary search.
"""

import time
from typing import Any

from othello.position import Position
from players.engine.request import MOST_EMPTIES, Request, Result
from players.limits import Limits
from players.protocol import EXACT, LOWER, MAX_SCORE, UPPER, Choice

ENDGAME_MEGABYTES = 16
FEWEST_BY_DEPTH = 10
"""With fewer empty squares a search to the end of the game costs less CPU time than the solver.

On 100 positions of human games each, a search with Bill's evaluation took 0.10 ms at 8 empties,
0.23 ms at 9 and 0.54 ms at 10; with the mobility evaluation 0.05, 0.10 and 0.23 ms. The solver took
0.13, 0.16 and 0.22 ms.
"""
MOST_BY_DEPTH = 20
"""With more empty squares a deepening search has an answer long before the solver.

The solver took up to 0.4 s for 95 of 100 positions with 20; a stop may come before.
"""
MOST_BY_INTEREST = 8
SHARE = 0.5
"""The solver's share of the limits of a move."""
NEVER_SOLVED = -1
NODES_NEEDED = {
    6: 460, 7: 1_400, 8: 2_900, 9: 8_700, 10: 12_000, 11: 21_000, 12: 46_000, 13: 120_000,
    14: 240_000, 15: 480_000, 16: 1_000_000, 17: 2_400_000, 18: 6_200_000, 19: 14_000_000,
    20: 28_000_000, 21: 100_000_000, 22: 220_000_000,
}  # fmt: skip
"""Nodes that solve 95 of 100 positions, by the number of empty squares.

Measured with one thread on the WTHOR database of human games: 40 games a year from 1977 to 2019, a
position of each up to 300 (200, 150 and 120 from 20 empties on).
"""
NODES_PER_SECOND, SECONDS_AT_START = 60e6, 0.0005
"""A low estimate of the solver's speed: 73 to 82 million were measured from 15 empties on.

6 empties took 0.3 ms. 95 of 100 positions took up to 0.8 ms at 12 empties, 2.7 at 14, 11 at 16, 66
at 18, 365 at 20.
"""


def most_empties(limits: Limits) -> int:
    """Return the most empty squares at which solving costs no more than a search with these limits.

    A depth gives itself, up to MOST_BY_DEPTH: the search would reach the end of the game. Nodes or
    seconds give what the solver's share of them solves in 95 of 100 positions. An interest gives
    MOST_BY_INTEREST. Several limits give the least of these.
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
        bounds.append(_affordable(NODES_PER_SECOND * (SHARE * limits.seconds - SECONDS_AT_START)))
    return min(bounds, default=NEVER_SOLVED)


def _affordable(nodes: float) -> int:
    """Return the most empty squares for which `nodes` solve 95 of 100 positions."""
    return max(
        (size for size, needed in NODES_NEEDED.items() if needed <= nodes), default=NEVER_SOLVED
    )


class PerfectEndgame:
    """Solutions of the end of the game for one player; its solver is made at the first use.

    Positions are solved with at most `solve` empty squares; None solves them where that costs no
    more than the search. ValueError for a number out of range.
    """

    def __init__(self, solve: int | None) -> None:
        if solve is not None and not 0 <= solve <= MOST_EMPTIES:
            raise ValueError(f"solve must be from 0 to {MOST_EMPTIES}, not {solve}")
        self._solve = solve
        self.solver: Any = None

    def new_game(self, limits: Limits) -> None:
        """Forget earlier games, and load the solver's kernels if the limits allow its use.

        So the time of no move includes loading or compiling them.
        """
        if self.solver is not None:
            self.solver.clear()
        elif self._most(limits) > 0:
            self._make_solver().warm_up()

    def solve(self, position: Any, limits: Limits) -> Result | None:
        """Return the solver's result for a position, or None if the search should answer."""
        if not isinstance(position, Position) or (limits.stop is not None and limits.stop[0]):
            return None
        empties, most = int(position.plies_left()), self._most(limits)
        least = FEWEST_BY_DEPTH if self._solve is None and limits.depth is not None else 1
        if least <= empties <= most:
            return self._run_solver(position, limits)
        return None

    def _most(self, limits: Limits) -> int:
        """Return the most empty squares at which positions are solved."""
        return most_empties(limits) if self._solve is None else self._solve

    def _make_solver(self) -> Any:
        """Return the solver, made at the first use: a player without it loads no kernels."""
        if self.solver is None:
            from players.engine.endgame import Solver

            self.solver = Solver(megabytes=ENDGAME_MEGABYTES)
        return self.solver

    def _run_solver(self, position: Position, limits: Limits) -> Result:
        """Return the solver's result within its share of the limits, with the time to load it."""
        began = time.thread_time()
        request = Request(
            nodes=None if limits.nodes is None else int(SHARE * limits.nodes),
            seconds=None if limits.seconds is None else SHARE * limits.seconds,
            stop=limits.stop,
        )
        result: Result = self._make_solver().solve(position, request)
        return result._replace(seconds=time.thread_time() - began)


def remaining_limits(solved: Result, limits: Limits) -> Limits:
    """Return the limits of the search after a solver that did not finish."""
    nodes, seconds = limits.nodes, limits.seconds
    return limits._replace(
        nodes=None if nodes is None else max(1, nodes - solved.nodes),
        seconds=None if seconds is None else max(0.0, seconds - solved.seconds),
    )


def merge_proof(choice: Choice, solved: Result) -> Choice:
    """Return the search's choice within the solver's bounds, with the cost of both.

    A move that is proven to reach at least the search's score replaces the search's move.
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
        proven=choice.proven or upper == -MAX_SCORE,
    )
