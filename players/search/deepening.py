"""Drivers of the alpha-beta kernel: fixed depth, aspiration, MTD(f), iterative deepening."""

from collections.abc import Callable
from typing import Any

from othello.position import PASS
from othello.rules import MOST_PLIES
from players.budget import STOPPED, deepest, start
from players.limits import Limits
from players.protocol import EXACT, LOWER, UPPER, Choice
from players.search.alphabeta import Search, alphabeta
from players.search.bounds import INFINITY, Window
from players.search.workspace import best_line

FULL_WINDOW = Window(-INFINITY, INFINITY)
ASPIRATION = 200
"""Half the width of an aspiration window, in hundredths of a disc."""
DEEPEST = MOST_PLIES - 1
"""Largest depth; a game of Othello, passes included, is shorter."""


def choice_of(score: int, bound: int, depth: int, line: tuple[int, ...]) -> Choice:
    """Return the first move of a line, the principal variation; PASS for an empty line."""
    return Choice(line[0] if line else PASS, score, bound, depth, variation=line)


Driver = Callable[[Any, Search, int, int], Choice | None]
"""(state, search, depth, expected score) -> result, None if stopped."""


def _search(state: Any, search: Search, depth: int, window: Window) -> Choice | None:
    """Result of the kernel in one window; None if stopped."""
    score, bound = alphabeta(state, window, depth, 0, search)
    if search.budget.counters[STOPPED]:
        return None
    return choice_of(int(score), int(bound), depth, best_line(search.workspace))


def widen(attempt: Callable[[Window], Any], expected: int | None) -> Any:
    """Call `attempt` with wider windows until its score lies inside; None if stopped.

    The first window surrounds the `expected` score, or is the full one for None. The side that
    fails is opened, and the search repeated.
    """
    window = FULL_WINDOW
    if expected is not None:
        window = Window(expected - ASPIRATION, expected + ASPIRATION)
    while True:
        result = attempt(window)
        if result is None:
            return None
        if result.bound == UPPER and result.score <= window.alpha:
            window = Window(FULL_WINDOW.alpha, window.beta)
        elif result.bound == LOWER and result.score >= window.beta:
            window = Window(window.alpha, FULL_WINDOW.beta)
        else:
            return result


def search_depth(state: Any, search: Search, depth: int, expected: int = 0) -> Choice | None:
    """Search `depth` plies with the full window; None if stopped, never at one ply.

    Adds to the counters, which `start` resets. The expected score is ignored.
    """
    return _search(state, search, depth, FULL_WINDOW)


def aspiration(state: Any, search: Search, depth: int, expected: int = 0) -> Choice | None:
    """Search `depth` plies, first in a window around the `expected` score; None if stopped."""
    return widen(lambda window: _search(state, search, depth, window), expected)


def mtdf(state: Any, search: Search, depth: int, expected: int = 0) -> Choice | None:
    """Search `depth` plies by null windows that converge from `expected`; None if stopped.

    Needs a table to be fast. The line is that of the last fail-high search: a fail-low search has
    no best move. Source: Plaat, Schaeffer, Pijls and de Bruin 1996, "Best-first fixed-depth
    minimax algorithms".
    """
    lower, upper = -INFINITY, INFINITY
    beta = expected
    line: tuple[int, ...] = ()
    while lower < upper:
        result = _search(state, search, depth, Window(beta - 1, beta))
        if result is None:
            return None
        if result.score >= beta:
            lower, line = result.score, result.variation
        else:
            upper = result.score
        beta = max(result.score, lower + 1)
    return choice_of(lower, EXACT, depth, line)


def at_depth(state: Any, search: Search, driver: Driver = search_depth) -> Choice:
    """Search to the depth of the budget; the result of one ply if stopped.

    Never deeper than the game lasts.
    """
    return driver(state, search, deepest(state, search.budget), 0) or _one_ply(state, search)


def iterate(state: Any, search: Search, driver: Driver = aspiration) -> Choice:
    """Search 1, 2, 3 ... plies within the budget; the result of the last complete search.

    One ply is always searched, so that there is always a move. The counters include all searches.
    The expected score is that of two plies before, since odd and even depths differ.
    """
    results = [_one_ply(state, search)]
    for depth in range(2, deepest(state, search.budget) + 1):
        result = driver(state, search, depth, results[max(0, depth - 3)].score)
        if result is None:
            break
        results.append(result)
    return results[-1]


def fixed_depth(state: Any, search: Search, limits: Limits) -> Choice:
    """Start a search of `limits.depth` plies, which only `limits.stop` ends before."""
    budget = start(search.budget, Limits(limits.depth, stop=limits.stop))
    return at_depth(state, search._replace(budget=budget))


def _one_ply(state: Any, search: Search) -> Choice:
    """Search one ply, stopped or not."""
    search.budget.counters[STOPPED] = 0
    result = search_depth(state, search, 1)
    assert result is not None
    return result
