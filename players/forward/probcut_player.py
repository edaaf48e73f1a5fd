"""The ProbCut player: alpha-beta that leaves out what shallower searches make unlikely enough."""

from typing import Annotated, NamedTuple

from players import option_types
from players.forward.depth_errors import MOST_PLIES_BEFORE, probcut
from players.registry import register
from players.search_players import KernelPlayer, limits_of


class ProbCutOptions(NamedTuple):
    """The options of probcut: those of alphabeta, and how it prunes."""

    depth: option_types.Depth = None
    nodes: option_types.Nodes = None
    seconds: option_types.Seconds = None
    shallow: Annotated[
        int, "How many moves ahead the searches look, at most, that tell what may be left out"
    ] = 4
    several: Annotated[
        bool, "Asks shallower searches first, from no move ahead on, and not the deepest alone"
    ] = True
    gate: Annotated[
        bool, "Asks a search only where a first look makes it likely that this leaves something out"
    ] = True
    quantile: Annotated[float, "How sure its guesses have to be, more than 0.5 and less than 1"] = (
        0.95
    )
    evaluator: option_types.EvaluatorName = "bill"
    driver: option_types.DriverName = "alphabeta"
    order: option_types.OrderName = "auto"
    cutoff: option_types.CutoffName = "at-least"
    generation: option_types.GenerationName = "lazy"
    table: option_types.TableBits = 0
    deepening: option_types.Deepening = False
    ranges: option_types.Ranges = False
    tags: Annotated[bool, "Whether its memory knows which values rest on a guess"] = True
    solve: option_types.Solve = None
    wld: option_types.Wld = 0


@register("probcut")
class ProbCutPlayer(KernelPlayer):
    """Multi-ProbCut (Buro 1997): alpha-beta that prunes where shallower searches settle a node."""

    def __init__(self, options: ProbCutOptions) -> None:
        if not 0 <= options.shallow <= MOST_PLIES_BEFORE:
            raise ValueError(
                f"shallow must be from 0 to {MOST_PLIES_BEFORE}, not {options.shallow}"
            )
        limits = limits_of(options)
        rule = probcut(
            options.evaluator, options.quantile, options.shallow, options.several, options.gate
        )
        super().__init__(options, limits, options.tags, probe=rule)
