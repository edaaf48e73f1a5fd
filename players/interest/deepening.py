"""Iterations of interest search: limits that grow until what may be used is used."""

from typing import Any, NamedTuple

from players.interest.budgets import Budgets, Siblings
from players.interest.costs import BASE, COST_UNIT
from players.interest.kernel import InterestSearch, interest
from players.limits import Limits
from players.search.bounds import Window
from players.search.deepening import DEEPEST, stoppable, widening
from players.search.workspace import NO_BUDGET, STOPPED, Alarm, best_line, start

UNBOUNDED = 1 << 26
"""More than any line costs: 60 moves at LARGEST_COST."""
STEP = BASE // 2
"""By how much limits grow, and how much less than its mover the root's opponent has to spend."""
USUAL_MOST = 4
"""Few moves cost more than so many times the least: trees of 4 to 8 plies hardly grow beyond."""


class Iteration(NamedTuple):
    """What the search with one limit found; `line` starts with the best move."""

    score: int
    bound: int
    limit: int
    line: tuple[int, ...]

    @property
    def depth(self) -> int:
        """The length of the line: no depth limits the search."""
        return len(self.line)


def search_limit(
    state: Any,
    search: InterestSearch,
    limit: int,
    expected: int | None = None,
    depth: int = DEEPEST,
    other: int | None = None,
) -> Iteration | None:
    """What a search with this limit finds; None if it was stopped.

    First in a window around the `expected` score, if there is one. With a limit of 0 it is
    never stopped. Where lines end with one side to move, it is the one that moves after as
    many plies as the limit pays for at the least cost; `other` is the score expected if it
    were the other one. No line is decided unless a score is expected.
    Without bounds none is, and siblings cost nothing.
    """
    budgets = Budgets(limit, max(0, limit - STEP), depth)
    usual = expected
    if limit == UNBOUNDED:
        usual, search = None, search._replace(siblings=Siblings(0))
    search = search._replace(
        horizon=search.horizon.with_parity(natural_parity(limit)),
        lines=search.lines.around(usual, other),
    )

    def attempt(window: Window) -> Iteration | None:
        score, bound = interest(state, window, budgets, 0, search)
        if search.workspace.counters[STOPPED]:
            return None
        return Iteration(int(score), int(bound), limit, best_line(search.workspace))

    return widening(attempt, expected)


def natural_parity(limit: int) -> int:
    """Of the plies that a limit pays for at the least cost: 1 for one ply, 0 for two."""
    return max(1, limit // STEP) % 2


def next_limit(state: Any, limit: int, depth: int = DEEPEST) -> int:
    """The limit after this one: UNBOUNDED where it pays for every move to the end of a line.

    So it does to the end of the game at the least cost, and to `depth` at what most moves cost.
    """
    if 2 * limit >= BASE * min(USUAL_MOST * depth, int(state.plies_left())):
        return UNBOUNDED
    return limit + STEP


def deepen(state: Any, search: InterestSearch, limits: Limits) -> Iteration:
    """The result of the last iteration that the limits allow.

    The first has a limit of nothing and searches one ply, so that there is always a move; one
    that is cut short is dropped. `limits.interest` ends it with that limit exactly.
    """
    plain = stoppable(search, limits)
    counters = plain.workspace.counters
    start(plain.workspace, NO_BUDGET if limits.nodes is None else limits.nodes)
    most = UNBOUNDED
    if limits.interest is not None:
        most = min(UNBOUNDED, round(limits.interest * COST_UNIT))
    depth = DEEPEST if limits.depth is None else limits.depth
    with Alarm(limits.seconds, counters):
        result = _first(state, plain, depth)
        scores = {natural_parity(0): result.score}
        while result.limit < most:
            limit = min(most, next_limit(state, result.limit, depth))
            parity = natural_parity(limit)
            expected, other = scores.get(parity), scores.get(1 - parity)
            found = search_limit(state, plain, limit, expected, depth, other)
            if found is None:
                break
            scores[parity] = found.score
            result = found
    return result


def _first(state: Any, search: InterestSearch, depth: int) -> Iteration:
    """The result of one ply, with nothing to spend, stopped or not."""
    search.workspace.counters[STOPPED] = 0
    found = search_limit(state, search, 0, depth=depth)
    assert found is not None
    search.workspace.counters[STOPPED] = 0
    return found
