"""The interest-search player and its variants: what moves cost, who pays, where lines end."""

from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from othello import evaluation
from othello.position import Position
from players import option_types
from players.interest import budgets, costs
from players.interest.deepening import Iteration, Pace, deepen
from players.interest.kernel import InterestSearch
from players.interest.moves import new_memory
from players.interest.samples import NoSamples
from players.interest.table import NoBudgetTable, new_budget_table
from players.interest.terms import othello_terms
from players.limits import LARGEST_INTEREST, Limits, own_limits
from players.perfect_endgame import PerfectEndgame
from players.registry import register
from players.search.conventions import Scout
from players.search.workspace import new_workspace
from players.search_players import SearchPlayer

BASE = 500
"""What a move costs at least, in thousandths of a natural logarithm."""
SCALE = 25
"""Percent of minus the logarithm of its probability that a move costs beside that."""
CHEAPER = 2000
"""A node whose mover has less than this above the base asks for no static values."""
SLOPE, FREE = 100, 0
"""What a disc of distance from the expected score costs, beyond so many hundredths of a disc."""
INTEREST_UNIT = 125_000
LEAST_INTEREST = 25
"""An interest of 250 costs BASE, and no move more than ten times that."""

DEFAULT_LIMIT = 2.0
LARGEST_OPTION = 100_000
SMALLEST_STEP = 0.001
FIRST_RUNG, RUNG_FACTOR = 0.5, 1.25
LEAST = {
    "base": 2, "scale": 0, "charged": 0, "inherited": 0, "second": 0, "slope": 0, "free": 0,
    "cheap": 0, "wide": 1,
}  # fmt: skip
"""The smallest values of options that are whole numbers."""


class InterestOptions(NamedTuple):
    """The options of interest; see docs/players.md for their units."""

    limit: Annotated[
        float | None,
        "How far it looks: what each side may spend on a line; 2 if there is no other limit",
    ] = None
    nodes: option_types.Nodes = None
    seconds: option_types.Seconds = None
    evaluator: option_types.EvaluatorName = "bill"
    costs: Annotated[
        Literal["learned", "handset", "order", "flat"],
        "What moves cost: as learned, set by hand, by their order, or all the same (flat)",
    ] = "learned"
    base: Annotated[int, "What every move costs at least, in thousandths"] = BASE
    scale: Annotated[int, "How much more unlikely moves cost than likely ones, in percent"] = SCALE
    tally: Annotated[
        Literal["two", "single"],
        "Whether each side has its own budget, or both have a single one",
    ] = "two"
    charged: Annotated[
        int, "How much of what the moves tried before have cost counts at a move, in percent"
    ] = 0
    inherited: Annotated[
        int, "How much of what the moves tried before have cost counts below it, in percent"
    ] = 0
    end: Annotated[
        Literal["one", "either"], "Whether lines end with one side to move, or with either"
    ] = "one"
    second: Annotated[
        int, "What a second look at a move that seems the best must gain; 0 for no second look"
    ] = 0
    skip: Annotated[
        bool, "Leaves out moves that the budget does not pay for; else they only end their lines"
    ] = False
    slope: Annotated[
        int, "What a line costs for every disc that it is away from the score expected"
    ] = SLOPE
    free: Annotated[
        int, "How far away from that score a line may be at no cost, in hundredths of a disc"
    ] = FREE
    cheap: Annotated[
        int, "With less than this left to spend positions are not judged, which saves time"
    ] = CHEAPER
    wide: Annotated[int, "So many moves ahead it looks at everything, whatever it costs"] = 1
    table: option_types.TableBits = 18
    leave_out: Annotated[str | None, "A part of the costs to do without, for experiments"] = None
    weights: Annotated[str | None, "A file of learned costs in place of the shipped one"] = None
    step: Annotated[float | None, "By how much the limit grows from one look to the next"] = None
    solve: option_types.Solve = None
    wld: option_types.Wld = 0


def weights_of(options: InterestOptions) -> np.ndarray:
    """The weights that the options ask for; ValueError for an unknown term or a bad file."""
    left_out = (options.leave_out,) if options.leave_out not in (None, costs.MOVES_PART) else ()
    if options.costs == "handset":
        return costs.without(costs.hand_set(), left_out)
    path = Path(options.weights) if options.weights else None
    for term in left_out:
        costs.check_term(term)
    name = f"without_{left_out[0]}" if left_out else "othello"
    return costs.without(costs.learned(name, path, options.evaluator), left_out)


def costs_of(options: InterestOptions) -> Any:
    """What moves cost under these options."""
    counted = options.leave_out != costs.MOVES_PART
    if options.costs == "handset":
        return costs.HandSetCosts(INTEREST_UNIT, LEAST_INTEREST, costs.HAND_SET_MOVES * counted)
    if options.costs == "order":
        return costs.OrderCosts(options.base)
    scale = 0 if options.costs == "flat" else options.scale
    return costs.LearnedCosts(options.base, scale, int(counted))


def new_interest_search(evaluator: Any, terms: Any, options: InterestOptions) -> InterestSearch:
    """A search with an evaluator and terms, made by the options."""
    open_lines = budgets.OpenLines(options.slope, options.free, options.base, 0, 0)
    return InterestSearch(
        evaluator,
        terms,
        costs_of(options),
        tally=budgets.TwoTallies() if options.tally == "two" else budgets.SingleTally(),
        siblings=budgets.Siblings(options.charged, options.inherited),
        horizon=budgets.OneSide(0) if options.end == "one" else budgets.EitherSide(),
        second=budgets.SecondLook(options.second or budgets.NEVER),
        lines=open_lines if options.slope else budgets.EveryLine(),
        skipping=budgets.Skipping() if options.skip else budgets.Shortening(),
        scout=Scout(),
        table=new_budget_table(options.table) if options.table else NoBudgetTable(),
        samples=NoSamples(),
        memory=new_memory(),
        floor=options.base,
        wide=options.wide,
        cheap=options.base + options.cheap,
        workspace=new_workspace(),
    )


def pace_of(options: InterestOptions) -> Pace:
    """How limits grow: by half of the base, a ply at the least cost, unless told otherwise."""
    half = max(1, options.base // 2)
    step = max(1, round(options.step * costs.COST_UNIT)) if options.step else half
    return Pace(step, half, options.base)


def _check(options: InterestOptions) -> None:
    """ValueError, in one line, for options that make no sense, alone or together."""
    for name, least in LEAST.items():
        given = getattr(options, name)
        if not least <= given <= LARGEST_OPTION:
            raise ValueError(f"{name} must be from {least} to {LARGEST_OPTION}, not {given}")
    step = options.step
    if step is not None and not SMALLEST_STEP <= step <= LARGEST_INTEREST:
        raise ValueError(f"step must be from {SMALLEST_STEP:g} to {LARGEST_INTEREST:g}, not {step}")
    if options.weights is not None and options.costs == "handset":
        raise ValueError("weights names a file of learned weights, which handset does without")


@register("interest")
class InterestPlayer(SearchPlayer):
    """Interest search (Rollason 2014): lines go on while their moves are worth what they cost."""

    heeded = ("depth", "nodes", "seconds", "interest")

    def __init__(self, options: InterestOptions) -> None:
        _check(options)
        given = Limits(nodes=options.nodes, seconds=options.seconds, interest=options.limit)
        limits = own_limits(given, Limits(interest=DEFAULT_LIMIT))
        terms = othello_terms(weights_of(options))
        search = new_interest_search(evaluation.named(options.evaluator), terms, options)
        self._pace = pace_of(options)
        super().__init__(search, limits, PerfectEndgame(options.solve, options.wld))

    @staticmethod
    def at_level(level: int) -> dict[str, float]:
        """The options of a rung of a ladder: RUNG_FACTOR times the limit of the rung before."""
        return {"limit": round(FIRST_RUNG * RUNG_FACTOR ** (level - 1), 3)}

    def _searched(self, position: Position, limits: Limits) -> Iteration:
        """The result of the last iteration that the limits allow; no move is remembered before."""
        self.search.memory.forget()
        return deepen(position, self.search, limits, self._pace)
