"""The best-first player: best-first minimax within limits and the memory of its tree."""

from typing import Annotated, Any, NamedTuple

from othello import evaluation
from othello.position import Position
from players import option_types
from players.bestfirst.kernel import (
    BestFirstSearch,
    SearchedLeaves,
    StaticLeaves,
    best_first,
    plant,
)
from players.bestfirst.tree import (
    BYTES_OF_SLOT,
    ROOT_NODE,
    NoMeetings,
    StoredTree,
    new_meetings,
    new_tree,
    slots_of,
)
from players.limits import Limits, own_limits
from players.perfect_endgame import PerfectEndgame
from players.protocol import NOTHING_TO_CHOOSE, Choice
from players.registry import register
from players.search.alphabeta import new_search
from players.search.bounds import EXACT
from players.search.deepening import stoppable
from players.search.table import NO_MOVE
from players.search.workspace import NO_BUDGET, STOPPED, Alarm, new_workspace, start
from players.search_players import SearchPlayer

DEFAULT_NODES = 10_000
LARGEST_MEMORY = 16_384
LARGEST_HYBRID = 20
MEGABYTE = 2**20
BYTES_OF_PLACE = 16
"""What a slot takes at most of the table of positions."""


class GrownResult(NamedTuple):
    """What the root of a tree is worth by what grew below it; `line` starts with the best move."""

    score: int
    line: tuple[int, ...]
    bound: int = EXACT

    @property
    def depth(self) -> int:
        """The length of the line: no depth limits the search."""
        return len(self.line)


def new_best_first(evaluator: Any, slots: int, **others: Any) -> BestFirstSearch:
    """A search with an evaluator, a tree of `slots` slots, and other fields by name.

    As published by default: static values, a tree, an end with the game.
    """
    parts: dict[str, Any] = {
        "leaves": StaticLeaves(),
        "completion": False,
        "table": NoMeetings(),
        "workspace": new_workspace(),
        **others,
    }
    return BestFirstSearch(evaluator, tree=new_tree(slots), **parts)


def grow(state: Any, search: BestFirstSearch, limits: Limits) -> GrownResult:
    """The result of a tree below `state` that grew as far as the limits and its room allow.

    The successors of `state` are always made, so that there is always a move; where a limit cuts
    the searches of leaves short before, they have their static values.
    """
    search = stoppable(search, limits)
    workspace = search.workspace
    search = search._replace(leaves=search.leaves.counted_in(workspace))
    start(workspace, NO_BUDGET if limits.nodes is None else limits.nodes)
    plant(state, search)
    with Alarm(limits.seconds, workspace.counters):
        best_first(state, search)
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


def proven_move(tree: StoredTree) -> int:
    """The first move of the line where no other one leads to a better result, or NO_MOVE."""
    slots = slots_of(tree, ROOT_NODE)
    best = max(slots, key=lambda slot: _worth(tree, slot))
    most = {slot: -int(tree.nodes[tree.nodes[slot]["same"]]["lower"]) for slot in slots}
    others = [most[slot] for slot in slots if slot != best]
    proven = _worth(tree, best)[1] >= max(others, default=most[best])
    return int(tree.nodes[best]["move"]) if proven else NO_MOVE


class BestFirstOptions(NamedTuple):
    """The options of bestfirst."""

    nodes: option_types.Nodes = None
    seconds: option_types.Seconds = None
    evaluator: option_types.EvaluatorName = "bill"
    memory: Annotated[int, "The most megabytes of memory that its tree takes"] = 64
    table: Annotated[
        bool, "Whether lines that lead to the same position share what is known of it"
    ] = False
    completion: Annotated[
        bool, "Looks on where the best line is seen to its end, until the result is proven"
    ] = False
    hybrid: Annotated[
        int, "How many moves ahead a search judges the ends of lines; with 0 none does"
    ] = 0
    solve: option_types.Solve = None


def _slots_in(options: BestFirstOptions) -> int:
    """The slots of a tree that fit in the memory; ValueError for a senseless number."""
    if not 1 <= options.memory <= LARGEST_MEMORY:
        raise ValueError(f"memory must be from 1 to {LARGEST_MEMORY}, not {options.memory}")
    bytes_of_way = BYTES_OF_SLOT + (BYTES_OF_PLACE if options.table else 0)
    return options.memory * MEGABYTE // bytes_of_way


def _leaves_of(options: BestFirstOptions) -> Any:
    """What values leaves under these options; ValueError for a senseless depth."""
    if not 0 <= options.hybrid <= LARGEST_HYBRID:
        raise ValueError(f"hybrid must be from 0 to {LARGEST_HYBRID}, not {options.hybrid}")
    if options.hybrid == 0:
        return StaticLeaves()
    return SearchedLeaves(new_search(evaluation.named(options.evaluator)), options.hybrid)


@register("bestfirst")
class BestFirstPlayer(SearchPlayer):
    """Best-first minimax (Korf and Chickering 1996): the end of the best line is looked beyond."""

    supported_limits = ("nodes", "seconds")

    def __init__(self, options: BestFirstOptions) -> None:
        slots = _slots_in(options)
        search = new_best_first(
            evaluation.named(options.evaluator),
            slots,
            leaves=_leaves_of(options),
            completion=options.completion,
            table=new_meetings(slots) if options.table else NoMeetings(),
        )
        given = Limits(nodes=options.nodes, seconds=options.seconds)
        limits = own_limits(given, Limits(nodes=DEFAULT_NODES))
        super().__init__(search, limits, PerfectEndgame(options.solve))

    @staticmethod
    def at_level(level: int) -> dict[str, int]:
        """The options of a rung of a ladder: twice the nodes of the rung before."""
        return {"nodes": 100 * 2**level}

    def _choice(self, position: Position, limits: Limits) -> Choice:
        """The best move that the search finds, with what the tree proves."""
        choice = super()._choice(position, limits)
        root = self.search.tree.nodes[ROOT_NODE]
        lower, upper = max(choice.lower, int(root["lower"])), min(choice.upper, int(root["upper"]))
        proven = proven_move(self.search.tree) == choice.move
        return choice._replace(lower=lower, upper=upper, proven=proven)

    def _searched(self, position: Position, limits: Limits) -> GrownResult:
        """What a new tree shows; nothing is kept from the move before."""
        if isinstance(position, Position) and position.over():  # a random tree has its own ends
            raise ValueError(NOTHING_TO_CHOOSE)
        return grow(position, self.search, limits)
