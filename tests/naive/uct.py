"""UCT written slowly and obviously: objects for nodes, with the rewards that each has seen."""

import math
from dataclasses import dataclass, field
from typing import Any

from naive.bestfirst import fold, has_room
from naive.search import members, must_pass, successors


@dataclass(eq=False)
class Tried:
    """A position with the rewards of its visits, for the side to move, and its moves' nodes."""

    state: Any
    visited: int = 0
    rewards: list[float] = field(default_factory=list)
    moves: list[tuple[int, "Tried"]] = field(default_factory=list)


@dataclass
class Twin:
    """A search from `root`, with room for so many slots; `nodes` counts positions generated."""

    root: Any
    evaluator: Any
    exploration: float
    scale: float
    slots: int = 10**9
    nodes: int = 0
    visits: int = 0

    def __post_init__(self):
        self.top = Tried(self.root)

    def step(self) -> None:
        """Visit the tree once, after folding it where there is no room."""
        if not has_room(self.top, self.visits, self.slots):
            fold(self.top, self.slots)
            self.visits = 0
        self.visits += 1
        self.visit(self.top)

    def visit(self, node: Tried) -> float:
        """The reward of a visit, for the side to move; a new node is only judged."""
        node.visited = self.visits
        children = successors(node.state)
        if node.rewards and children:
            if not node.moves:
                names = [-1] if must_pass(node.state) else members(node.state.legal())
                pairs = zip(names, children, strict=True)
                node.moves = [(move, Tried(child, self.visits)) for move, child in pairs]
            move, best = max(node.moves, key=lambda way: self.bound(node, way[1]))
            self.nodes += move != -1 and not best.rewards
            reward = -self.visit(best)
        else:
            score = self.evaluator.value(node.state) if children else node.state.final()
            reward = math.tanh(int(score) / self.scale)
        node.rewards.append(reward)
        return reward

    def bound(self, node: Tried, child: Tried) -> float:
        """The upper confidence bound of a move, for who makes it."""
        if not child.rewards:
            return math.inf
        mean = -sum(child.rewards) / len(child.rewards)
        ratio = math.log(len(node.rewards)) / len(child.rewards)
        return mean + self.exploration * math.sqrt(ratio)


def listed(node: Tried) -> list[Any]:
    """A tree as lists: the visits of each node, the sum of their rewards, and its moves."""
    moves = [[move, *listed(child)] for move, child in node.moves]
    return [len(node.rewards), round(sum(node.rewards), 9), moves]
