"""The best-first player: best-first minimax, with what its tree may take of the memory."""

from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from othello import evaluation
from othello.position import Position
from players import option_types
from players.bestfirst.growing import GrownResult, grow, proven_move, proven_range
from players.bestfirst.kernel import MINIMAX_NODE, BestFirstSearch, Completion, EndsWithGame
from players.bestfirst.leaves import SearchedLeaves, StaticLeaves
from players.bestfirst.meetings import NoMeetings, new_meetings
from players.bestfirst.tree import bytes_of_slot, new_tree
from players.forward import edge_costs
from players.forward.rules import ANY_WIDTH, ForwardEstimation, PerPly
from players.limits import Limits, own_limits
from players.perfect_endgame import PerfectEndgame
from players.protocol import NOTHING_TO_CHOOSE, Choice
from players.registry import register
from players.search.alphabeta import new_search
from players.search.conventions import NoPruning
from players.search.score_range import NoRanges
from players.search.workspace import new_workspace
from players.search_players import SearchPlayer

DEFAULT_NODES = 10_000
LARGEST_MEMORY = 16_384
LARGEST_HYBRID = 20
MEGABYTE = 2**20
BYTES_OF_PLACE = 16
"""What a slot takes at most of the table of positions."""

Memory = Annotated[int, "The most megabytes of memory that its tree takes"]


class BestFirstOptions(NamedTuple):
    """The options of bestfirst."""

    nodes: option_types.Nodes = None
    seconds: option_types.Seconds = None
    evaluator: option_types.EvaluatorName = "bill"
    memory: Memory = 64
    table: Annotated[
        bool, "Whether lines that lead to the same position share what is known of it"
    ] = False
    completion: Annotated[
        bool, "Looks on where the best line is seen to its end, until the result is proven"
    ] = False
    hybrid: Annotated[
        int, "How many moves ahead a search judges the ends of lines; with 0 none does"
    ] = 0
    leaves: Annotated[
        Literal["alphabeta", "forward"],
        "Which search judges the ends of lines: of all moves, or of likely ones only (forward)",
    ] = "alphabeta"
    solve: option_types.Solve = None
    wld: option_types.Wld = 0


def new_best_first(evaluator: Any, slots: int, **others: Any) -> BestFirstSearch:
    """A search with an evaluator, a tree of so many slots, and other fields by name.

    As published unless told otherwise: static values, a tree, an end with the game.
    """
    parts: dict[str, Any] = {
        "leaves": StaticLeaves(),
        "ending": EndsWithGame(),
        "table": NoMeetings(),
        "ranges": NoRanges(),
        "workspace": new_workspace(),
        **others,
    }
    return BestFirstSearch(evaluator, tree=new_tree(slots, MINIMAX_NODE), **parts)


def slots_in(memory: int, dtype: np.dtype, bytes_beside: int = 0) -> int:
    """The slots of a tree that fit in so many megabytes; ValueError for a senseless number."""
    if not 1 <= memory <= LARGEST_MEMORY:
        raise ValueError(f"memory must be from 1 to {LARGEST_MEMORY}, not {memory}")
    return memory * MEGABYTE // (bytes_of_slot(dtype) + bytes_beside)


def limits_of_tree(options: Any) -> Limits:
    """The limits among options, DEFAULT_NODES if there is none; ValueError for a senseless one."""
    given = Limits(nodes=options.nodes, seconds=options.seconds)
    return own_limits(given, Limits(nodes=DEFAULT_NODES))


def leaves_of(options: BestFirstOptions) -> Any:
    """What values leaves under these options; ValueError for ones that make no sense."""
    if not 0 <= options.hybrid <= LARGEST_HYBRID:
        raise ValueError(f"hybrid must be from 0 to {LARGEST_HYBRID}, not {options.hybrid}")
    if options.hybrid == 0:
        if options.leaves != "alphabeta":
            raise ValueError(f"leaves={options.leaves} needs a depth, such as hybrid=2")
        return StaticLeaves()
    rule: Any = NoPruning()
    if options.leaves == "forward":
        margins = edge_costs.load(evaluator=options.evaluator).increments("share")
        rule = ForwardEstimation(PerPly(*margins), mirror_depth=1, widest=ANY_WIDTH)
    search = new_search(evaluation.named(options.evaluator), rule=rule)
    return SearchedLeaves(search, options.hybrid)


@register("bestfirst")
class BestFirstPlayer(SearchPlayer):
    """Best-first minimax (Korf and Chickering 1996): the end of the best line is looked beyond."""

    heeded = ("nodes", "seconds")

    def __init__(self, options: BestFirstOptions) -> None:
        slots = slots_in(options.memory, MINIMAX_NODE, BYTES_OF_PLACE if options.table else 0)
        search = new_best_first(
            evaluation.named(options.evaluator),
            slots,
            leaves=leaves_of(options),
            ending=Completion() if options.completion else EndsWithGame(),
            table=new_meetings(slots) if options.table else NoMeetings(),
        )
        perfect_endgame = PerfectEndgame(options.solve, options.wld)
        super().__init__(search, limits_of_tree(options), perfect_endgame)

    @staticmethod
    def at_level(level: int) -> dict[str, int]:
        """The options of a rung of a ladder: twice the nodes of the rung before."""
        return {"nodes": 100 * 2**level}

    def _choice(self, position: Position, limits: Limits) -> Choice:
        """The best move that the search finds, with what the tree proves."""
        choice = super()._choice(position, limits)
        tree = self.search.tree
        lower, upper = proven_range(tree)
        proven = proven_move(tree) == choice.move
        lower, upper = max(choice.lower, lower), min(choice.upper, upper)
        return choice._replace(lower=lower, upper=upper, proven=proven)

    def _searched(self, position: Position, limits: Limits) -> GrownResult:
        """What a new tree shows; nothing is kept from the move before."""
        if isinstance(position, Position) and position.over():  # a random tree has its own ends
            raise ValueError(NOTHING_TO_CHOOSE)
        return grow(position, self.search, limits)
