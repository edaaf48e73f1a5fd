"""Score ranges, slowly and obviously: judges players.search.score_range on small games."""

from typing import Any, NamedTuple

from naive import rules as naive
from naive import stability
from naive.search import must_pass, successors
from othello.position import Position

INFINITE = 10**9


class Found(NamedTuple):
    """What a node is worth in its window, and between which bounds its result lies."""

    value: int
    lower: int
    upper: int


def bare(state: Position) -> tuple[int, int]:
    """What the stable discs say of the result."""
    position = naive.from_words(state.own, state.opp)
    stable = stability.stable_discs(position)
    own, opp = len(stable & position.own), len(stable & position.opp)
    return 100 * (2 * own - 64), 100 * (64 - 2 * opp)


def alphabeta(
    state: Position, depth: int, alpha: int, beta: int, evaluator: Any, ply: int = 0
) -> Found:
    """Fail-soft alpha-beta, lowest move first, with the range of every node."""
    if depth > 0 and not successors(state):
        result = int(state.final())
        return Found(result, result, result)
    lower, upper = bare(state)
    if depth == 0:
        return Found(int(evaluator.value(state)), lower, upper)
    if must_pass(state):
        found = alphabeta(state.passed(), depth, -beta, -alpha, evaluator, ply + 1)
        return Found(-found.value, -found.upper, -found.lower)
    if ply > 0 and lower == upper:
        return Found(lower, lower, upper)
    searched: list[Found] = []
    children = successors(state)
    for child in children:
        best = max((-found.value for found in searched), default=-INFINITE)
        if best >= beta:
            break
        inner = max(alpha, best)
        searched.append(alphabeta(child, depth - 1, -beta, -inner, evaluator, ply + 1))
    if len(searched) == len(children):
        upper = min(upper, max(-found.lower for found in searched))
    lower = max(lower, *(-found.upper for found in searched))
    return Found(max(-found.value for found in searched), lower, upper)


def results(state: Position, known: dict[int, int]) -> int:
    """The result of `state` under perfect play; `known` gets those of all positions below."""
    key = int(state.key())
    if key not in known:
        below = [-results(child, known) for child in successors(state)]
        known[key] = max(below) if below else int(state.final())
    return known[key]
