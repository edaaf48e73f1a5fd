"""Drivers over the alpha-beta kernel: fixed depth, iterative deepening, MTD(f).

A driver works on any state; it reads no clock but sets an alarm.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from players.limits import Limits
from players.search.alphabeta import Search, alphabeta
from players.search.bounds import EXACT, INFINITY, LOWER, UPPER, Window
from players.search.workspace import MOST_PLIES, NO_BUDGET, STOPPED, Alarm, best_line, start

FULL_WINDOW = Window(-INFINITY, INFINITY)
ASPIRATION = 200
"""Half the width of the window around the expected score, in hundredths of a disc."""
DEEPEST = MOST_PLIES - 1
"""The deepest search; a game of Othello, passes counted, is shorter."""


class SearchResult(NamedTuple):
    """What a search of one depth found; `line` starts with the best move."""

    score: int
    bound: int
    depth: int
    line: tuple[int, ...]


Driver = Callable[[Any, Search, int, int], SearchResult | None]
"""(state, search, depth, expected score) -> result, None if it was stopped."""


def _search(state: Any, search: Search, depth: int, window: Window) -> SearchResult | None:
    """What the kernel finds with one window; None if it was stopped."""
    score, bound = alphabeta(state, window, depth, 0, search)
    if search.workspace.counters[STOPPED]:
        return None
    return SearchResult(int(score), int(bound), depth, best_line(search.workspace))


def widening(attempt: Callable[[Window], Any], expected: int | None) -> Any:
    """What `attempt` finds, with score and bound, once its score does not fail; None if stopped.

    First in a window around the `expected` score, the whole one if there is none. The side of
    the window that fails is opened, and the search made again.
    """
    window = FULL_WINDOW
    if expected is not None:
        window = Window(expected - ASPIRATION, expected + ASPIRATION)
    while True:
        found = attempt(window)
        if found is None:
            return None
        if found.bound == UPPER and found.score <= window.alpha:
            window = Window(FULL_WINDOW.alpha, window.beta)
        elif found.bound == LOWER and found.score >= window.beta:
            window = Window(window.alpha, FULL_WINDOW.beta)
        else:
            return found


def full_window(state: Any, search: Search, depth: int, expected: int = 0) -> SearchResult | None:
    """The value of `state` at `depth`, searched with no bound; None if it was stopped."""
    return _search(state, search, depth, FULL_WINDOW)


def aspiration(state: Any, search: Search, depth: int, expected: int = 0) -> SearchResult | None:
    """The value of `state` at `depth`, first sought near the `expected` score."""
    return widening(lambda window: _search(state, search, depth, window), expected)


def mtdf(state: Any, search: Search, depth: int, expected: int = 0) -> SearchResult | None:
    """The value of `state` at `depth`, closed in on by narrowest windows from `expected`.

    None if it was stopped. Meant for a search with a table. The line is that
    of the last search that failed high: one that fails low has no best move.
    Source: Plaat, Schaeffer, Pijls and de Bruin 1996, "Best-first fixed-depth
    minimax algorithms".
    """
    lower, upper = -INFINITY, INFINITY
    beta = expected
    line: tuple[int, ...] = ()
    while lower < upper:
        window = Window(beta - 1, beta - 1 + search.conventions.cutoff.width)
        result = _search(state, search, depth, window)
        if result is None:
            return None
        if result.score >= beta:
            lower, line = result.score, result.line
        else:
            upper = result.score
        beta = max(result.score, lower + 1)
    return SearchResult(lower, EXACT, depth, line)


def search_depth(
    state: Any, search: Search, depth: int, driver: Driver = full_window, expected: int = 0
) -> SearchResult | None:
    """The result of one search of `depth` plies; None if it was stopped.

    Adds to the counters, which `start` sets to zero. A search of one ply is
    never stopped.
    """
    return driver(state, search, depth, expected)


def fixed_depth(
    state: Any, search: Search, limits: Limits, driver: Driver = full_window
) -> SearchResult:
    """The result of one search of `limits.depth` plies, or of one ply if it was stopped.

    Neither deeper than the game lasts nor than DEEPEST; the other limits are
    for `deepen`.
    """
    search = stoppable(search, limits)
    start(search.workspace)
    result = search_depth(state, search, _deepest(state, limits), driver)
    return result or _one_ply(state, search)


def deepen(state: Any, search: Search, limits: Limits, driver: Driver = aspiration) -> SearchResult:
    """The result of the deepest search that the limits allow, ply by ply from 1.

    One ply is always searched, so that there is always a move; a search that a
    limit cuts short is dropped. The counters hold the nodes of all searches.
    The expected score is that of two plies before: odd and even depths differ.
    """
    search = stoppable(search, limits)
    counters = search.workspace.counters
    start(search.workspace, NO_BUDGET if limits.nodes is None else limits.nodes)
    with Alarm(limits.seconds, counters):
        results = [_one_ply(state, search)]
        deepest = _deepest(state, limits)
        for depth in range(2, deepest + 1):
            expected = results[max(0, depth - 3)].score
            result = search_depth(state, search, depth, driver, expected)
            if result is None:
                break
            results.append(result)
    return results[-1]


def stoppable(search: Any, limits: Limits) -> Any:
    """The same search, which ends when the flag in `limits`, if there is one, is raised."""
    if limits.stop is None:
        return search
    return search._replace(workspace=search.workspace._replace(stop=limits.stop))


def _deepest(state: Any, limits: Limits) -> int:
    wanted = DEEPEST if limits.depth is None else limits.depth
    return max(1, min(wanted, DEEPEST, int(state.plies_left())))


def _one_ply(state: Any, search: Search) -> SearchResult:
    """The result of a search of one ply, stopped or not."""
    search.workspace.counters[STOPPED] = 0
    result = search_depth(state, search, 1)
    assert result is not None
    return result
