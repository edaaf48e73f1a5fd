"""UCT written slowly and obviously: objects for nodes, with the rewards that each has seen."""

import math
from dataclasses import dataclass, field
from typing import Any

from naive.search import members, must_pass, successors


@dataclass
class Tried:
    """A position with the rewards of its visits, for the side to move, and its moves' nodes."""

    state: Any
    rewards: list[float] = field(default_factory=list)
    moves: list[tuple[int, "Tried"]] = field(default_factory=list)


def visit(node: Tried, evaluator, exploration: float, scale: float) -> float:
    """The reward of a visit, for the side to move; a new node is only judged."""
    children = successors(node.state)
    if node.rewards and children:
        if not node.moves:
            names = [-1] if must_pass(node.state) else members(node.state.legal())
            node.moves = [(move, Tried(child)) for move, child in zip(names, children, strict=True)]

        def bound(child):
            if not child.rewards:
                return math.inf
            mean = -sum(child.rewards) / len(child.rewards)
            ratio = math.log(len(node.rewards)) / len(child.rewards)
            return mean + exploration * math.sqrt(ratio)

        best = max((child for _, child in node.moves), key=bound)
        reward = -visit(best, evaluator, exploration, scale)
    else:
        score = evaluator.value(node.state) if children else node.state.final()
        reward = math.tanh(int(score) / scale)
    node.rewards.append(reward)
    return reward


def listed(node: Tried) -> list[Any]:
    """A tree as lists: the visits of each node, the sum of their rewards, and its moves."""
    moves = [[move, *listed(child)] for move, child in node.moves]
    return [len(node.rewards), round(sum(node.rewards), 9), moves]
