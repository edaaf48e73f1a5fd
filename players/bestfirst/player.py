"""Best-first minimax as a player, within limits and the memory of its tree."""

from typing import Annotated, Any, NamedTuple

from othello import evaluation
from players import options
from players.bestfirst import kernel
from players.budget import STOPPED, Budget, new_budget
from players.limits import Limits
from players.protocol import EXACT, Choice
from players.registry import register
from players.search.alphabeta import new_search
from players.search.deepening import choice_of
from players.search.player import SearchPlayer
from players.search.table import NO_MOVE

DEFAULT_NODES = 10_000
LARGEST_MEMORY = 16_384
LARGEST_HYBRID = 20
MEGABYTE = 2**20
BYTES_PER_PLACE = 16
"""Largest share of a slot in the table of transpositions."""


def grow(state: Any, search: kernel.BestFirstSearch) -> Choice:
    """Grow a new tree below `state` within the budget and its room; the depth is the line's length.

    The root is always expanded, so that there is always a move. If a limit stops the searches of
    its leaves, they get static values.
    """
    leaves = search.leaves
    if isinstance(leaves, kernel.SearchedLeaves):  # their nodes count too
        leaves = leaves._replace(search=leaves.search._replace(budget=search.budget))
        search = search._replace(leaves=leaves)
    kernel.plant(state, search)
    kernel.best_first(state, search)
    if not slots_of(search.tree, kernel.ROOT_NODE):
        search.budget.counters[STOPPED] = 0
        kernel.plant(state, search)  # a stopped expansion has added nodes without a value
        kernel.best_first(state, search._replace(leaves=leaves._replace(depth=0)))
    line = line_of(search.tree)
    return choice_of(int(search.tree.nodes[kernel.ROOT_NODE]["value"]), EXACT, len(line), line)


def slots_of(tree: kernel.StoredTree, node: int) -> range:
    """Slots of a node's moves in order; empty for a leaf."""
    first = int(tree.nodes[node]["first"])
    return range(first, first + int(tree.nodes[node]["size"]))


def line_of(tree: kernel.StoredTree) -> tuple[int, ...]:
    """Principal variation from the root to a leaf; PASS stands for a pass."""
    line, node = [], kernel.ROOT_NODE
    while slots := slots_of(tree, node):
        best = max(slots, key=lambda slot: _score_and_lower(tree, slot))
        line.append(int(tree.nodes[best]["move"]))
        node = int(tree.nodes[best]["same"])
    return tuple(line)


def _score_and_lower(tree: kernel.StoredTree, slot: int) -> tuple[int, int]:
    """Value of a move for its mover, and its proven lower bound."""
    node = tree.nodes[tree.nodes[slot]["same"]]
    return -int(node["value"]), -int(node["upper"])


def proven_move(tree: kernel.StoredTree) -> int:
    """First move of the line if no other move leads to a better result, else NO_MOVE."""
    slots = slots_of(tree, kernel.ROOT_NODE)
    best = max(slots, key=lambda slot: _score_and_lower(tree, slot))
    upper = {slot: -int(tree.nodes[tree.nodes[slot]["same"]]["lower"]) for slot in slots}
    others = [upper[slot] for slot in slots if slot != best]
    proven = _score_and_lower(tree, best)[1] >= max(others, default=upper[best])
    return int(tree.nodes[best]["move"]) if proven else NO_MOVE


class BestFirstOptions(NamedTuple):
    """The options of bestfirst."""

    nodes: options.Nodes = None
    seconds: options.Seconds = None
    evaluator: options.EvaluatorName = "bill"
    memory: Annotated[int, "size of the search tree in MB"] = 64
    table: Annotated[bool, "let lines to the same position share a node"] = False
    completion: Annotated[
        bool, "search until the result is proven after the best line reaches the end of the game"
    ] = False
    hybrid: Annotated[int, "plies of the alpha-beta search at leaves; 0 for static values"] = 0
    solve: options.Solve = None


def _check(options: BestFirstOptions) -> None:
    """Raise ValueError for an option out of range."""
    if not 1 <= options.memory <= LARGEST_MEMORY:
        raise ValueError(f"memory must be from 1 to {LARGEST_MEMORY}, not {options.memory}")
    if not 0 <= options.hybrid <= LARGEST_HYBRID:
        raise ValueError(f"hybrid must be from 0 to {LARGEST_HYBRID}, not {options.hybrid}")


@register("bestfirst")
class BestFirstPlayer(SearchPlayer):
    """Best-first minimax (Korf and Chickering 1996): always extends its best line."""

    supported_limits = ("nodes", "seconds")

    default_limits = Limits(nodes=DEFAULT_NODES)

    def __init__(self, options: BestFirstOptions) -> None:
        super().__init__(options)
        _check(options)
        evaluator = evaluation.named(options.evaluator)
        leaves: Any = kernel.StaticLeaves()
        if options.hybrid:
            leaves = kernel.SearchedLeaves(new_search(evaluator), options.hybrid)
        bytes_per_slot = kernel.BYTES_PER_SLOT + (BYTES_PER_PLACE if options.table else 0)
        slots = options.memory * MEGABYTE // bytes_per_slot
        table = kernel.new_transpositions(slots) if options.table else kernel.NoTranspositions()
        parts = leaves, options.completion, table, kernel.new_tree(slots), new_budget()
        self.parts = kernel.BestFirstSearch(evaluator, *parts)

    @staticmethod
    def at_level(level: int) -> dict[str, int]:
        """Options of a rung of a ladder: twice the nodes of the rung before."""
        return {"nodes": 100 * 2**level}

    def search(self, position: Any, budget: Budget) -> Choice:
        """Grow a new tree for each move; the choice has the bounds that the tree proves."""
        choice = grow(position, self.parts._replace(budget=budget))
        root = self.parts.tree.nodes[kernel.ROOT_NODE]
        lower, upper = max(choice.lower, int(root["lower"])), min(choice.upper, int(root["upper"]))
        proven = proven_move(self.parts.tree) == choice.move
        return choice._replace(lower=lower, upper=upper, proven=proven)
