"""Slow and obvious best-first minimax: nodes are objects, and all values are computed again.

`Twin` expands one node at a time. With `shares` a position has one node.
"""

from dataclasses import dataclass, field
from typing import Any

from naive.search import members, must_pass, successors

INFINITY = 1 << 30


@dataclass(eq=False)
class TreeNode:
    """A position with its value and bounds; `moves` lead to other nodes."""

    state: Any
    value: int
    lower: int = -INFINITY
    upper: int = INFINITY
    moves: list[tuple[int, "TreeNode"]] = field(default_factory=list)


def inner(top: Any) -> list[Any]:
    """Nodes with moves, `top` included, each once."""
    found, waiting = {}, [top]
    while waiting:
        node = waiting.pop()
        if node.moves and id(node) not in found:
            found[id(node)] = node
            waiting += [child for _, child in node.moves]
    return list(found.values())


def filled(top: Any) -> int:
    """Number of used slots."""
    return 1 + sum(len(node.moves) for node in inner(top))


def has_room(top: Any, slots: int) -> bool:
    """True if the moves of any position still fit."""
    return filled(top) + 64 <= slots


@dataclass
class Twin:
    """A search from `root`; `leaf(state)` is a leaf's value, final if `solves(state)`.

    `slots`: room of the tree, one for the root and one for each move to a node.
    """

    root: Any
    leaf: Any
    slots: int = 10**9
    completion: bool = False
    shares: bool = False
    solves: Any = lambda state: False
    nodes: int = 0

    def __post_init__(self):
        self.top = TreeNode(self.root, 0)
        self.nodes_by_state = {self.root: self.top}

    def grow(self, most: int) -> None:
        """Expand principal leaves until `most` nodes are generated, or the search ends."""
        while not self.top.moves or self.nodes < most:
            if not self.step():
                return

    def step(self) -> bool:
        """Expand the principal leaf; False if it is proven or there is no room."""
        leaf = self.principal()[-1]
        if leaf.lower == leaf.upper or not has_room(self.top, self.slots):
            return False
        self.expand(leaf)
        self.value_all()
        return True

    def principal(self) -> list[TreeNode]:
        """Nodes from the root to the leaf to expand."""
        path = [self.top]
        while path[-1].moves:
            node = path[-1]
            children = [child for _, child in node.moves]
            if self.completion:
                children = [c for c in children if c.lower < c.upper and -c.lower > node.lower]
            if not children:
                return path
            path.append(min(children, key=lambda child: child.value))
        return path

    def expand(self, node: TreeNode) -> None:
        """Add the moves of a leaf."""
        children = successors(node.state)
        moves = [-1] if must_pass(node.state) else members(node.state.legal())
        self.nodes += 0 if must_pass(node.state) else len(moves)
        node.moves = [
            (move, self.node_of(child)) for move, child in zip(moves, children, strict=True)
        ]

    def node_of(self, state) -> TreeNode:
        """New leaf, or the node of the position."""
        if self.shares and state in self.nodes_by_state:
            return self.nodes_by_state[state]
        over = not successors(state)
        node = TreeNode(state, int(state.final() if over else self.leaf(state)))
        if over or self.solves(state):
            node.lower = node.upper = node.value
        self.nodes_by_state[state] = node
        return node

    def value_all(self) -> None:
        """Update all nodes from their moves until nothing changes."""
        nodes = inner(self.top)
        changed = True
        while changed:
            changed = False
            for node in nodes:
                before = (node.value, node.lower, node.upper)
                children = [child for _, child in node.moves]
                node.lower = max(node.lower, *(-child.upper for child in children))
                node.upper = min(node.upper, max(-child.lower for child in children))
                most = max(-child.value for child in children)
                node.value = min(max(most, node.lower), node.upper)
                changed |= before != (node.value, node.lower, node.upper)


def listed(node: TreeNode) -> list[Any]:
    """A tree as lists: value, bounds and moves of each node."""
    moves = [[move, *listed(child)] for move, child in node.moves]
    return [node.value, node.lower, node.upper, moves]
