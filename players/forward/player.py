"""The forward-estimation player: alpha-beta with a pruning rule, chosen by name."""

from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from othello.position import Position
from players import option_types
from players.forward import edge_costs
from players.forward.rules import ANY_WIDTH, ForwardEstimation, PerPly, running
from players.limits import Limits
from players.registry import register
from players.search.deepening import SearchResult
from players.search.workspace import MOST_PLIES
from players.search_players import KernelPlayer, limits_of

RuleName = Literal["extreme", "likely", "mode", "median", "mean"]
INCREMENTS = {"likely": "share"}
"""What `edge_costs` calls a rule, where the names differ."""


class ForwardOptions(NamedTuple):
    """The options of forward: those of alphabeta, and how it prunes."""

    depth: option_types.Depth = None
    nodes: option_types.Nodes = None
    seconds: option_types.Seconds = None
    rule: Annotated[
        RuleName | None,
        "How it guesses what looking deeper would change: by the extremes, or what is likelier",
    ] = None
    delta: Annotated[
        float | None, "The share of the most extreme changes that it allows for, from 0 to 1"
    ] = None
    quantile: Annotated[
        float | None, "How sure its guesses have to be, more than 0.5 and less than 1"
    ] = None
    online: Annotated[
        bool, "Learns the most extreme changes anew for every move, in place of the shipped ones"
    ] = False
    costs: Annotated[str | None, "A file of learned changes in place of the shipped one"] = None
    mirror: Annotated[
        bool, "Leaves out positions that seem too bad as well as those that seem too good"
    ] = True
    windows: Annotated[
        Literal["all", "narrow"],
        "Leaves out lines everywhere, or only where yes or no is asked (narrow)",
    ] = "all"
    evaluator: option_types.EvaluatorName = "bill"
    driver: option_types.DriverName = "alphabeta"
    order: option_types.OrderName = "auto"
    cutoff: option_types.CutoffName = "at-least"
    generation: option_types.GenerationName = "lazy"
    table: option_types.TableBits = 0
    deepening: option_types.Deepening = False
    solve: option_types.Solve = None
    wld: option_types.Wld = 0


def _check(options: ForwardOptions) -> None:
    """ValueError, in one line, for options that make no sense, alone or together."""
    rule, delta, quantile, online = options.rule, options.delta, options.quantile, options.online
    if delta is not None and not 0 <= delta <= 1:
        raise ValueError(f"delta must be from 0 to 1, not {delta}")
    if quantile is not None and not 0.5 < quantile < 1:
        raise ValueError(f"quantile must be more than 0.5 and less than 1, not {quantile}")
    ways = [name for name, given in (("rule", rule), ("quantile", quantile)) if given]
    ways += ["online or delta"] if online or delta is not None else []
    if len(ways) > 1:
        raise ValueError(f"the margins come from one of {' and '.join(ways)}, not from both")
    if options.costs is not None and (online or not options.costs):
        raise ValueError("costs names a file of edge costs, which online does without")
    if online and options.table:
        raise ValueError("online margins change during a search, which a table cannot know")
    if online and options.order not in ("auto", "value"):
        raise ValueError("online learns from the values that order the children: order=value")


def _margins(options: ForwardOptions) -> Any:
    if options.online:
        return running(1.0 if options.delta is None else options.delta)
    path = Path(options.costs) if options.costs else None
    costs = edge_costs.load(path, evaluator=options.evaluator)
    if options.quantile is not None:
        return costs.margins(options.quantile)
    if options.delta is not None or options.rule == "extreme":
        share = 1.0 if options.delta is None else options.delta
        return PerPly(costs.lowest, costs.highest, share)
    name = options.rule or "likely"
    return PerPly(*costs.increments(INCREMENTS.get(name, name)))


@register("forward")
class ForwardPlayer(KernelPlayer):
    """Forward estimation (Zhang 1995): alpha-beta that prunes where edge costs settle a node."""

    def __init__(self, options: ForwardOptions) -> None:
        limits = limits_of(options)
        _check(options)
        self._online = options.online
        rule = ForwardEstimation(
            _margins(options),
            mirror_depth=1 if options.mirror else MOST_PLIES,
            widest=ANY_WIDTH if options.windows == "all" else 1,
        )
        super().__init__(options, limits, rule=rule)

    def _searched(self, position: Position, limits: Limits) -> SearchResult:
        """As every player over the kernel; margins that learn begin anew."""
        if self._online:
            self.search.rule.margins.forget()
        return super()._searched(position, limits)
