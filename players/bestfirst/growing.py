"""The driver of best-first minimax: limits, memory, the best move, its line and what is proven."""

from typing import Any, NamedTuple

from players.bestfirst.kernel import TREE_FULL, BestFirstSearch, best_first, plant
from players.bestfirst.tree import ROOT_NODE, StoredTree, fold, slots_of
from players.limits import Limits
from players.search.bounds import EXACT
from players.search.deepening import stoppable
from players.search.range_table import Range
from players.search.table import NO_MOVE
from players.search.workspace import NO_BUDGET, STOPPED, Alarm, start


class GrownResult(NamedTuple):
    """What the root of a tree is worth by what grew below it; `line` starts with the best move."""

    score: int
    line: tuple[int, ...]
    bound: int = EXACT

    @property
    def depth(self) -> int:
        """The length of the line: no depth limits the search."""
        return len(self.line)


def grow(state: Any, search: BestFirstSearch, limits: Limits) -> GrownResult:
    """What a tree below `state` shows that grew as far as the limits allow.

    The successors of `state` are always made, so that there is always a move; where a limit cuts
    the searches of leaves short before, they have their static values. A tree that fills its
    memory is folded, and grows on.
    """
    search = stoppable(search, limits)
    workspace = search.workspace
    search = search._replace(leaves=search.leaves.counted_in(workspace))
    start(workspace, NO_BUDGET if limits.nodes is None else limits.nodes)
    plant(state, search)
    with Alarm(limits.seconds, workspace.counters):
        while best_first(state, search) == TREE_FULL:
            fold(search.tree, search.table)
    if not slots_of(search.tree, ROOT_NODE):
        workspace.counters[STOPPED] = 0
        plant(state, search)  # what was cut short has noted moves that it did not value
        best_first(state, search._replace(leaves=search.leaves.uncut()))
    return GrownResult(int(search.tree.nodes[ROOT_NODE]["value"]), line_of(search.tree))


def line_of(tree: StoredTree) -> tuple[int, ...]:
    """The moves that are worth the most from the root on, to a leaf; PASS stands for a pass."""
    line, node = [], ROOT_NODE
    while slots := slots_of(tree, node):
        best = max(slots, key=lambda slot: _worth(tree, slot))
        line.append(int(tree.nodes[best]["move"]))
        node = int(tree.nodes[best]["same"])
    return tuple(line)


def _worth(tree: StoredTree, slot: int) -> tuple[int, int]:
    """What a move is worth to who makes it, and what is proven that it is worth at least."""
    node = tree.nodes[tree.nodes[slot]["same"]]
    return -int(node["value"]), -int(node["upper"])


def proven_range(tree: StoredTree) -> Range:
    """The range in which the result lies of the game from the root on, for the side to move."""
    root = tree.nodes[ROOT_NODE]
    return Range(int(root["lower"]), int(root["upper"]))


def proven_move(tree: StoredTree) -> int:
    """The first move of the line where no other one leads to a better result, or NO_MOVE."""
    slots = slots_of(tree, ROOT_NODE)
    best = max(slots, key=lambda slot: _worth(tree, slot))
    most = {slot: -int(tree.nodes[tree.nodes[slot]["same"]]["lower"]) for slot in slots}
    others = [most[slot] for slot in slots if slot != best]
    proven = _worth(tree, best)[1] >= max(others, default=most[best])
    return int(tree.nodes[best]["move"]) if proven else NO_MOVE
