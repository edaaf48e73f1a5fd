"""The UCT player: UCT with the evaluation in place of games to the end."""

from typing import Annotated, Any, NamedTuple

from othello import evaluation
from othello.position import Position
from othello.rules import SCORE_SCALE
from players import option_types
from players.bestfirst.growing import GrownResult
from players.bestfirst.meetings import NoMeetings
from players.bestfirst.player import BestFirstPlayer, Memory, limits_of_tree, slots_in
from players.bestfirst.tree import new_tree
from players.bestfirst.uct import UCT_NODE, UctSearch, grow_uct
from players.limits import Limits
from players.perfect_endgame import PerfectEndgame
from players.registry import register
from players.search.score_range import NoRanges
from players.search.workspace import new_workspace
from players.search_players import SearchPlayer

LARGEST_EXPLORATION = 1000.0


class UctOptions(NamedTuple):
    """The options of uct."""

    nodes: option_types.Nodes = None
    seconds: option_types.Seconds = None
    evaluator: option_types.EvaluatorName = "bill"
    memory: Memory = 64
    exploration: Annotated[
        float,
        "How much it favours moves that it has looked at less; with 0 only what seems best counts",
    ] = 0.5
    scale: Annotated[
        float, "How many discs ahead are three quarters of the way from an even game to a won one"
    ] = 16.0
    solve: option_types.Solve = None
    wld: option_types.Wld = 0


def new_uct(evaluator: Any, slots: int, exploration: float, scale: float) -> UctSearch:
    """A search with an evaluator and a tree of so many slots; `scale` in hundredths of a disc."""
    return UctSearch(
        evaluator,
        float(exploration),
        float(scale),
        NoMeetings(),
        NoRanges(),
        new_tree(slots, UCT_NODE),
        new_workspace(),
    )


@register("uct")
class UctPlayer(SearchPlayer):
    """UCT (Kocsis and Szepesvari 2006) that judges positions in place of playing on to the end."""

    heeded = ("nodes", "seconds")
    at_level = staticmethod(BestFirstPlayer.at_level)

    def __init__(self, options: UctOptions) -> None:
        if not 0 <= options.exploration <= LARGEST_EXPLORATION:
            raise ValueError(
                f"exploration must be from 0 to {LARGEST_EXPLORATION:g}, not {options.exploration}"
            )
        if not 0 < options.scale <= LARGEST_EXPLORATION:
            raise ValueError(
                f"scale must be more than 0 and at most {LARGEST_EXPLORATION:g},"
                f" not {options.scale}"
            )
        search = new_uct(
            evaluation.named(options.evaluator),
            slots_in(options.memory, UCT_NODE),
            options.exploration,
            SCORE_SCALE * options.scale,
        )
        perfect_endgame = PerfectEndgame(options.solve, options.wld)
        super().__init__(search, limits_of_tree(options), perfect_endgame)

    def _searched(self, position: Position, limits: Limits) -> GrownResult:
        """What a new tree shows; nothing is kept from the move before."""
        return grow_uct(position, self.search, limits)
