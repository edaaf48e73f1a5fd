"""Best-first minimax written slowly and obviously: objects for nodes, all values found anew.

`Twin` grows the tree one expansion at a time. Where positions are shared nodes of one position
are one object, found by the position itself.
"""

from dataclasses import dataclass, field
from typing import Any

from naive.search import members, must_pass, successors

INFINITY = 1 << 30


@dataclass(eq=False)
class TreeNode:
    """A position: what it was worth as a leaf, or the moves that lead on, with their nodes."""

    state: Any
    value: int
    lower: int = -INFINITY
    upper: int = INFINITY
    moves: list[tuple[int, "TreeNode"]] = field(default_factory=list)


def inner(top: Any) -> list[Any]:
    """The nodes below and including `top` that have moves, each once."""
    found, waiting = {}, [top]
    while waiting:
        node = waiting.pop()
        if node.moves and id(node) not in found:
            found[id(node)] = node
            waiting += [child for _, child in node.moves]
    return list(found.values())


def filled(top: Any) -> int:
    """The slots in use."""
    return 1 + sum(len(node.moves) for node in inner(top))


def has_room(top: Any, slots: int) -> bool:
    """Whether the moves of any position still fit in."""
    return filled(top) + 64 <= slots


@dataclass
class Twin:
    """A search from `root`; `leaf(state)` values leaves, `solves(state)` whether that is a result.

    `slots` is the room of the tree: a slot for each way to a node, and one for the root.
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
        self.known = {self.root: self.top}

    def grow(self, most: int) -> None:
        """Expand principal leaves until so many nodes are generated or nothing is left to do."""
        while not self.top.moves or self.nodes < most:
            if not self.step():
                return

    def step(self) -> bool:
        """Expand the principal leaf; False where there is nothing to expand, or no room."""
        leaf = self.principal()[-1]
        if leaf.lower == leaf.upper or not has_room(self.top, self.slots):
            return False
        self.expand(leaf)
        self.value_all()
        return True

    def principal(self) -> list[TreeNode]:
        """The nodes from the root to the leaf that is expanded next."""
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
        """Give a leaf its moves."""
        children = successors(node.state)
        moves = [-1] if must_pass(node.state) else members(node.state.legal())
        self.nodes += 0 if must_pass(node.state) else len(moves)
        node.moves = [
            (move, self.node_of(child)) for move, child in zip(moves, children, strict=True)
        ]

    def node_of(self, state) -> TreeNode:
        """A leaf, or the node of the position that there is."""
        if self.shares and state in self.known:
            return self.known[state]
        over = not successors(state)
        node = TreeNode(state, int(state.final() if over else self.leaf(state)))
        if over or self.solves(state):
            node.lower = node.upper = node.value
        self.known[state] = node
        return node

    def value_all(self) -> None:
        """Value every node from its moves, until nothing changes any more."""
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
    """A tree as lists: what each node is worth, what is proven of it, and its moves."""
    moves = [[move, *listed(child)] for move, child in node.moves]
    return [node.value, node.lower, node.upper, moves]
