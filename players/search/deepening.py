"""Drivers of the alpha-beta kernel: fixed depth, aspiration, MTD(f), iterative deepening."""

from collections.abc import Callable
from typing import Any, NamedTuple

from othello.rules import MOST_PLIES
from players.alarm import NO_BUDGET, Alarm
from players.limits import Limits
from players.protocol import EXACT, LOWER, UPPER
from players.search.alphabeta import Search, alphabeta
from players.search.bounds import INFINITY, Window
from players.search.workspace import ALARM, STOPPED, best_line, start

FULL_WINDOW = Window(-INFINITY, INFINITY)
ASPIRATION = 200
"""Half the width of an aspiration window, in hundredths of a disc."""
DEEPEST = MOST_PLIES - 1
"""Largest depth; a game of Othello, passes included, is shorter."""


class SearchResult(NamedTuple):
    """Result of a search to one depth; `line` is the principal variation."""

    score: int
    bound: int
    depth: int
    line: tuple[int, ...]


Driver = Callable[[Any, Search, int, int], SearchResult | None]
"""(state, search, depth, expected score) -> result, None if stopped."""


def _search(state: Any, search: Search, depth: int, window: Window) -> SearchResult | None:
    """Result of the kernel in one window; None if stopped."""
    score, bound = alphabeta(state, window, depth, 0, search)
    if search.workspace.counters[STOPPED]:
        return None
    return SearchResult(int(score), int(bound), depth, best_line(search.workspace))


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


def search_depth(state: Any, search: Search, depth: int, expected: int = 0) -> SearchResult | None:
    """Search `depth` plies with the full window; None if stopped, never at one ply.

    Adds to the counters, which `start` resets. The expected score is ignored.
    """
    return _search(state, search, depth, FULL_WINDOW)


def aspiration(state: Any, search: Search, depth: int, expected: int = 0) -> SearchResult | None:
    """Search `depth` plies, first in a window around the `expected` score; None if stopped."""
    return widen(lambda window: _search(state, search, depth, window), expected)


def mtdf(state: Any, search: Search, depth: int, expected: int = 0) -> SearchResult | None:
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
            lower, line = result.score, result.line
        else:
            upper = result.score
        beta = max(result.score, lower + 1)
    return SearchResult(lower, EXACT, depth, line)


def fixed_depth(
    state: Any, search: Search, limits: Limits, driver: Driver = search_depth
) -> SearchResult:
    """Search `limits.depth` plies; the result of one ply if stopped.

    Never deeper than the game lasts or than DEEPEST. `deepen` heeds the other limits.
    """
    search = stoppable(search, limits)
    start(search.workspace)
    return driver(state, search, _deepest(state, limits), 0) or _one_ply(state, search)


def deepen(state: Any, search: Search, limits: Limits, driver: Driver = aspiration) -> SearchResult:
    """Search 1, 2, 3 ... plies within the limits; the result of the last complete search.

    One ply is always searched, so that there is always a move. The counters include all searches.
    The expected score is that of two plies before, since odd and even depths differ.
    """
    search = stoppable(search, limits)
    counters = search.workspace.counters
    start(search.workspace, NO_BUDGET if limits.nodes is None else limits.nodes)
    with Alarm(limits.seconds, counters[ALARM:]):
        results = [_one_ply(state, search)]
        for depth in range(2, _deepest(state, limits) + 1):
            result = driver(state, search, depth, results[max(0, depth - 3)].score)
            if result is None:
                break
            results.append(result)
    return results[-1]


def stoppable(search: Any, limits: Limits) -> Any:
    """The same search with the stop flag of `limits`, if any."""
    if limits.stop is None:
        return search
    return search._replace(workspace=search.workspace._replace(stop=limits.stop))


def _deepest(state: Any, limits: Limits) -> int:
    most = DEEPEST if limits.depth is None else limits.depth
    return max(1, min(most, DEEPEST, int(state.plies_left())))


def _one_ply(state: Any, search: Search) -> SearchResult:
    """Search one ply, stopped or not."""
    search.workspace.counters[STOPPED] = 0
    result = search_depth(state, search, 1)
    assert result is not None
    return result
