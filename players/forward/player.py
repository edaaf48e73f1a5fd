"""Forward estimation as a player: alpha-beta with a pruning rule."""

from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from players import options
from players.forward import edge_costs
from players.forward.rules import ForwardEstimation, PerPly
from players.registry import register
from players.search.player import KernelPlayer

RuleName = Literal["extreme", "likely"]


class ForwardOptions(NamedTuple):
    """The options of forward: those of alphabeta, and the margins."""

    depth: options.Depth = None
    nodes: options.Nodes = None
    seconds: options.Seconds = None
    rule: Annotated[
        RuleName | None,
        "estimates from the most extreme changes of the static value, or from likely ones",
    ] = None
    delta: Annotated[
        float | None, "share of the most extreme changes to allow for, from 0 to 1"
    ] = None
    quantile: Annotated[
        float | None, "confidence of the estimates, more than 0.5 and less than 1"
    ] = None
    costs: Annotated[str | None, "file of learned edge costs (the shipped one)"] = None
    evaluator: options.EvaluatorName = "bill"
    driver: options.DriverName = "alphabeta"
    order: options.OrderName = "auto"
    table: options.TableBits = 0
    deepening: options.Deepening = False
    solve: options.Solve = None


def _check(options: ForwardOptions) -> None:
    """Raise ValueError for impossible options, alone or together."""
    delta, quantile = options.delta, options.quantile
    if delta is not None and not 0 <= delta <= 1:
        raise ValueError(f"delta must be from 0 to 1, not {delta}")
    if quantile is not None and not 0.5 < quantile < 1:
        raise ValueError(f"quantile must be more than 0.5 and less than 1, not {quantile}")
    given = {"rule": options.rule, "delta": delta, "quantile": quantile}
    ways = [name for name, value in given.items() if value is not None]
    if len(ways) > 1:
        raise ValueError(f"the margins come from one of {' and '.join(ways)}, not from both")
    if options.costs == "":
        raise ValueError("costs names a file of edge costs")


def _margins(options: ForwardOptions) -> Any:
    path = Path(options.costs) if options.costs else None
    costs = edge_costs.load(path, evaluator=options.evaluator)
    if options.quantile is not None:
        return costs.margins(options.quantile)
    if options.delta is not None or options.rule == "extreme":
        share = 1.0 if options.delta is None else options.delta
        return PerPly(costs.lowest, costs.highest, share)
    return PerPly(*costs.increments())


@register("forward")
class ForwardPlayer(KernelPlayer):
    """Forward estimation (Zhang 1995): alpha-beta that prunes where edge costs settle a node."""

    def __init__(self, options: ForwardOptions) -> None:
        _check(options)
        super().__init__(options, rule=ForwardEstimation(_margins(options)))
