"""Searches written slowly and obviously, to judge the kernels by.

`minimax` knows no pruning. `Node` and `alphabeta` are the listing of "Minimax
with alpha/beta pruning" (papers/alpha-beta.txt): every node of the tree is an
object that keeps its alphas, its bests and what it returned.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from othello.jit import jitmethods


@jitmethods
class Ties(NamedTuple):
    """An evaluator of -3 to 3 by the position's hash: many ties, no pattern."""

    values: int = 7

    def value(self, state):
        """The value of `state`, whoever is to move."""
        return np.int64(state.key() % np.uint64(self.values)) - self.values // 2


def members(word) -> list[int]:
    """The numbers in a set, lowest first."""
    return [number for number in range(64) if int(word) >> number & 1]


def successors(state) -> list[Any]:
    """The positions after each move, after a pass, or none if the game is over."""
    moves = members(state.legal())
    if moves:
        return [state.play(move) for move in moves]
    return [state.passed()] if members(state.passed().legal()) else []


def must_pass(state) -> bool:
    """Whether the side to move has no move although the game goes on."""
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
        """How many nodes below and including this one have no successor."""
        return sum(child.leaves() for child in self.succ) if self.succ else 1


def alphabeta(node: Node, evaluator, cuts, order) -> Node:
    """`node`, searched; `cuts(score, beta)` is the criterion, `order` sorts the children."""
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
        node.succ.append(alphabeta(successor, evaluator, cuts, order))
        score = -successor.ret
        node.best.append(max([*node.best[-1:], score]))
        if cuts(node.best[-1], node.beta):
            node.kind = "cut"
            break
        if score >= node.alpha[0]:
            node.kind = "pv"
        node.alpha.append(max(node.alpha[-1], score))
    node.ret = node.best[-1]
    return node
