"""The forward-estimation player: alpha-beta with a pruning rule, chosen by name."""

from pathlib import Path
from typing import Any, Literal

from othello.position import Position
from players.forward import edge_costs
from players.forward.rules import ANY_WIDTH, ForwardEstimation, PerPly, running
from players.protocol import Choice, Limits
from players.registry import register
from players.search.player import (
    Conventions,
    CutoffName,
    DriverName,
    GenerationName,
    KernelPlayer,
    OrderName,
    checked_limits,
)
from players.search.workspace import MOST_PLIES

RuleName = Literal["extreme", "likely", "mode", "median", "mean"]
INCREMENTS = {"likely": "share"}
"""What `edge_costs` calls a rule, where the names differ."""


def _margins(
    rule: RuleName | None, delta: float | None, quantile: float | None, online: bool, costs: Any
) -> Any:
    """The margins that the options ask for; `costs()` loads the edge costs."""
    if quantile is not None:
        return costs().margins(quantile)
    if online:
        return running(1.0 if delta is None else delta)
    if delta is not None or rule == "extreme":
        return PerPly(costs().lowest, costs().highest, 1.0 if delta is None else delta)
    return PerPly(*costs().increments(INCREMENTS.get(rule or "likely", rule)))


@register("forward")
class ForwardPlayer(KernelPlayer):
    """Forward estimation (Zhang 1995): alpha-beta that prunes where edge costs settle a node.

    `rule`: extreme edge costs, condition (1), or a likely increment, condition (2):
    the paper's share of the extremes, the default, or their mode, median or mean.
    `delta`: this share of the extremes, condition (3). `quantile`: margins from
    how far deeper searches differed from the static value. `online`: extremes
    met in the search itself, anew for every move. `costs`: a file of edge costs
    in place of the shipped one. `mirror`: prune nodes that would fail low too.
    `windows`: prune in all windows, or in narrowest ones only. `tags`: whether the table
    knows what rests on an estimate, see players.models.untagged. The rest as in alphabeta.
    """

    def __init__(
        self,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        rule: RuleName | None = None,
        delta: float | None = None,
        quantile: float | None = None,
        online: bool = False,
        costs: str | None = None,
        mirror: bool = True,
        windows: Literal["all", "narrow"] = "all",
        evaluator: str = "bill",
        driver: DriverName = "alphabeta",
        order: OrderName = "auto",
        cutoff: CutoffName = "at-least",
        generation: GenerationName = "lazy",
        table: int = 0,
        deepening: bool = False,
        ranges: bool = False,
        tags: bool = True,
    ) -> None:
        limits = checked_limits(depth, nodes, seconds)
        if delta is not None and not 0 <= delta <= 1:
            raise ValueError(f"delta must be from 0 to 1, not {delta}")
        if quantile is not None and not 0.5 < quantile < 1:
            raise ValueError(f"quantile must be more than 0.5 and less than 1, not {quantile}")
        ways = [name for name, given in (("rule", rule), ("quantile", quantile)) if given]
        ways += ["online or delta"] if online or delta is not None else []
        if len(ways) > 1:
            raise ValueError(f"the margins come from one of {' and '.join(ways)}, not from both")
        if costs is not None and (online or not costs):
            raise ValueError("costs names a file of edge costs, which online does without")
        if online and table:
            raise ValueError("online margins change during a search, which a table cannot know")
        if online and order not in ("auto", "value"):
            raise ValueError("online learns from the values that order the children: order=value")

        def load() -> edge_costs.EdgeCosts:
            return edge_costs.load(Path(costs) if costs else None, evaluator=evaluator)

        self._online = online
        conventions = Conventions(driver, order, cutoff, generation, table, deepening, ranges, tags)
        chosen = ForwardEstimation(
            _margins(rule, delta, quantile, online, load),
            mirror_depth=1 if mirror else MOST_PLIES,
            widest=ANY_WIDTH if windows == "all" else 1,
        )
        super().__init__(limits, evaluator, conventions, chosen)

    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """The best move that the search finds within the limits."""
        if self._online:
            self.search.rule.margins.forget()
        return super().choose(position, limits)
