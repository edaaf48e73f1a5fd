"""The interest-search player: what moves cost, who pays, where lines end."""

from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from othello import evaluation
from othello.position import Position
from players import option_types
from players.interest import budgets, costs
from players.interest.deepening import Iteration, deepen
from players.interest.kernel import InterestSearch
from players.interest.moves import new_memory
from players.interest.samples import NoSamples
from players.interest.table import NoBudgetTable, new_budget_table
from players.interest.terms import othello_terms
from players.limits import Limits, own_limits
from players.perfect_endgame import PerfectEndgame
from players.registry import register
from players.search.workspace import new_workspace
from players.search_players import SearchPlayer

SCALE = 25
"""Percent of minus the logarithm of its probability that a move costs beside its base."""
CHEAPER = 2000
"""A node whose mover has less than this above the base asks for no static values."""
SLOPE = 100
"""What a disc of distance from the expected score costs."""
INTEREST_UNIT = 125_000
LEAST_INTEREST = 25
"""An interest of 250 costs BASE, and no move more than ten times that."""

DEFAULT_LIMIT = 2.0
FIRST_RUNG, RUNG_FACTOR = 0.5, 1.25


class Variant(NamedTuple):
    """How moves are paid for and where lines end; see players.interest.budgets and .costs.

    hand_set: costs in the paper's style instead of learned ones, of which `scale` is a part.
    siblings: what the costs of earlier siblings count, in percent. one_side: lines end with one
    side to move alone. skip: moves that the budget does not pay for are left out. slope: 0 if no
    line is decided. cheap: see CHEAPER.
    """

    hand_set: bool = False
    scale: int = SCALE
    siblings: int = 0
    one_side: bool = True
    skip: bool = False
    slope: int = SLOPE
    cheap: int = CHEAPER


LEARNED = Variant()
FLAT = Variant(scale=0, slope=0)
"""Interest switched off: every move costs the same, and no line is decided."""
PUBLISHED = Variant(hand_set=True, siblings=100, one_side=False, skip=True, slope=0)
"""As in Rollason 2014."""
PRESETS = {"learned": LEARNED, "published": PUBLISHED, "flat": FLAT}


class InterestOptions(NamedTuple):
    """The options of interest; see docs/players.md for their units."""

    limit: Annotated[
        float | None,
        "How far it looks: what each side may spend on a line; 2 if there is no other limit",
    ] = None
    nodes: option_types.Nodes = None
    seconds: option_types.Seconds = None
    evaluator: option_types.EvaluatorName = "bill"
    preset: Annotated[
        Literal["learned", "published", "flat"],
        "What moves cost and where lines end: as learned, as published, or by depth alone (flat)",
    ] = "learned"
    table: option_types.TableBits = 18
    weights: Annotated[str | None, "A file of learned costs in place of the shipped one"] = None
    solve: option_types.Solve = None


def weights_of(options: InterestOptions) -> np.ndarray:
    """The weights that the options ask for; ValueError for a bad file."""
    if PRESETS[options.preset].hand_set:
        if options.weights is not None:
            raise ValueError("weights names a file of learned weights, which published lacks")
        return costs.hand_set()
    path = Path(options.weights) if options.weights else None
    return costs.learned(path=path, evaluator=options.evaluator)


def costs_of(variant: Variant) -> Any:
    """What moves cost in a variant."""
    if variant.hand_set:
        return costs.HandSetCosts(INTEREST_UNIT, LEAST_INTEREST, costs.HAND_SET_MOVES)
    return costs.LearnedCosts(costs.BASE, variant.scale)


def new_interest_search(
    evaluator: Any, terms: Any, variant: Variant = LEARNED, table: int = 18
) -> InterestSearch:
    """A search with an evaluator, terms and a table of 2 ** `table` entries, 0 for none."""
    open_lines = budgets.OpenLines(variant.slope, costs.BASE, 0, 0)
    return InterestSearch(
        evaluator,
        terms,
        costs_of(variant),
        siblings=budgets.Siblings(variant.siblings),
        horizon=budgets.OneSide(0) if variant.one_side else budgets.EitherSide(),
        lines=open_lines if variant.slope else budgets.EveryLine(),
        skipping=budgets.Skipping() if variant.skip else budgets.Shortening(),
        table=new_budget_table(table) if table else NoBudgetTable(),
        samples=NoSamples(),
        memory=new_memory(),
        floor=costs.BASE,
        cheap=costs.BASE + variant.cheap,
        workspace=new_workspace(),
    )


@register("interest")
class InterestPlayer(SearchPlayer):
    """Interest search (Rollason 2014): lines go on while their moves are worth what they cost."""

    supported_limits = ("depth", "nodes", "seconds", "interest")

    def __init__(self, options: InterestOptions) -> None:
        given = Limits(nodes=options.nodes, seconds=options.seconds, interest=options.limit)
        limits = own_limits(given, Limits(interest=DEFAULT_LIMIT))
        terms, variant = othello_terms(weights_of(options)), PRESETS[options.preset]
        evaluator = evaluation.named(options.evaluator)
        search = new_interest_search(evaluator, terms, variant, options.table)
        super().__init__(search, limits, PerfectEndgame(options.solve))

    @staticmethod
    def at_level(level: int) -> dict[str, float]:
        """The options of a rung of a ladder: RUNG_FACTOR times the limit of the rung before."""
        return {"limit": round(FIRST_RUNG * RUNG_FACTOR ** (level - 1), 3)}

    def _searched(self, position: Position, limits: Limits) -> Iteration:
        """The result of the last iteration that the limits allow; no move is remembered before."""
        self.search.memory.forget()
        return deepen(position, self.search, limits)
