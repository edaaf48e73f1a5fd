"""Slow and obvious searches, to check the kernels against.

`minimax` does not prune. `Node` and `alphabeta` are the listing of "Minimax with alpha/beta
pruning": every node is an object with its alphas, its bests and its returned value.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from othello.jit import jitmethods


@jitmethods
class Ties(NamedTuple):
    """An evaluator of -3 to 3 by the position's hash: many ties, no pattern."""

    values: int = 7

    def value(self, state):
        """Value of `state` for either side."""
        return np.int64(state.key() % np.uint64(self.values)) - self.values // 2


def members(discs) -> list[int]:
    """Numbers in a bitboard, lowest first."""
    return [number for number in range(64) if int(discs) >> number & 1]


def successors(state) -> list[Any]:
    """The positions after each move, after a pass, or none if the game is over."""
    moves = members(state.legal())
    if moves:
        return [state.play(move) for move in moves]
    return [state.passed()] if members(state.passed().legal()) else []


def must_pass(state) -> bool:
    """True if the side to move has no move and the game is not over."""
    return not members(state.legal()) and bool(successors(state))


def minimax(state, depth: int, evaluator) -> int:
    """The value of `state`, searched `depth` plies, a pass costing none."""
    if depth == 0:
        return int(evaluator.value(state))
    children = successors(state)
    if not children:
        return int(state.final())
    left = depth if must_pass(state) else depth - 1
    return max(-minimax(child, left, evaluator) for child in children)


@dataclass
class Node:
    """A node of a searched tree, as the document writes it."""

    state: Any
    depth: int
    alpha: list[int]
    beta: int
    best: list[int] = field(default_factory=list)
    succ: list["Node"] = field(default_factory=list)
    moves: int = 0
    ret: int = 0
    kind: str = "leaf"

    def interior(self):
        """Every node below and including this one that has successors."""
        if self.succ:
            yield self
        for child in self.succ:
            yield from child.interior()

    def leaves(self) -> int:
        """Number of nodes without successors, here and below."""
        return sum(child.leaves() for child in self.succ) if self.succ else 1


def alphabeta(node: Node, evaluator, order) -> Node:
    """Search `node`; `order` sorts the children."""
    if node.depth == 0:
        node.ret = int(evaluator.value(node.state))
        return node
    children = successors(node.state)
    if not children:
        node.ret = int(node.state.final())
        return node
    passing = must_pass(node.state)
    node.moves = 0 if passing else len(children)
    left = node.depth if passing else node.depth - 1
    node.kind = "all"
    for child in order(children, left):
        successor = Node(child, left, [-node.beta], -node.alpha[-1])
        node.succ.append(alphabeta(successor, evaluator, order))
        score = -successor.ret
        node.best.append(max([*node.best[-1:], score]))
        if node.best[-1] >= node.beta:
            node.kind = "cut"
            break
        if score >= node.alpha[0]:
            node.kind = "pv"
        node.alpha.append(max(node.alpha[-1], score))
    node.ret = node.best[-1]
    return node


class History:
    """Moves by static value and replies far from the horizon, by replies and cutoffs near it."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[int, int]] = Counter()

    def sorted(self, moves, state, depth: int, ply: int, evaluator) -> list[int]:
        """The moves of a node of `depth`, best first."""

        def key(move: int) -> tuple[int, ...]:
            child = state.play(move)
            replies = len(members(child.legal()))
            if depth > 5:
                return int(evaluator.value(child)) + 40 * replies, move
            return replies, -self.counts[ply % 2, move], move

        return sorted(moves, key=key)

    def learn(self, move: int, depth: int, ply: int) -> None:
        """Count a cutoff."""
        self.counts[ply % 2, move] += depth**2


class Scouted(NamedTuple):
    """Score of a search, its bound as -1, 0 or 1, and its nodes."""

    score: int
    bound: int
    nodes: int

    def negated(self) -> "Scouted":
        """The same for the other side."""
        return Scouted(-self.score, -self.bound, self.nodes)


def scout(state, depth: int, alpha: int, beta: int, evaluator, history=None, ply=0) -> Scouted:
    """Principal variation search, ordered by `history`, by default lowest move first.

    A successor is one node, even after a re-search; the nodes below it count each time.
    """
    if depth == 0 or not successors(state):
        return Scouted(int(state.final() if depth else evaluator.value(state)), 0, 0)
    shared = evaluator, history, ply + 1
    if must_pass(state):
        return scout(state.passed(), depth, -beta, -alpha, *shared).negated()
    moves = members(state.legal())
    if history:
        moves = history.sorted(moves, state, depth, ply, evaluator)
    found: list[Scouted] = []
    nodes = 0
    for move in moves:
        inner = max([alpha, *(one.score for one in found)])
        windows = [(inner, beta)]
        if found and depth > 1:
            windows.insert(0, (inner, inner + 1))
        nodes += 1
        for low, high in windows:
            tried = scout(state.play(move), depth - 1, -high, -low, *shared).negated()
            nodes += tried.nodes
            if tried.bound == 0 or tried.score <= inner or tried.score >= beta:
                break
        found.append(tried)
        if tried.score >= beta:
            if history:
                history.learn(move, depth, ply)
            break
    best = max(one.score for one in found)
    if len(found) < len(moves):
        return Scouted(best, 1, nodes)
    return Scouted(best, max(one.bound for one in found if one.score == best), nodes)
