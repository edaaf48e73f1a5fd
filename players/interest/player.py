"""Interest search as a player: presets, and iterations with growing limits."""

from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from othello import evaluation
from players import options
from players.budget import DEPTH, INTEREST, STOPPED, Budget, new_budget
from players.interest import costs
from players.interest.costs import BASE, EITHER_SIDE, Budgets, LineRule, othello_terms
from players.interest.kernel import InterestSearch, NoBudgetTable, interest, new_budget_table
from players.interest.moves import NoSamples, new_memory
from players.limits import Limits
from players.protocol import Choice
from players.registry import register
from players.search.bounds import Window
from players.search.deepening import DEEPEST, choice_of, widen
from players.search.player import SearchPlayer
from players.search.workspace import best_line, new_workspace

SCALE = 25
"""Percent of minus the logarithm of its probability that a move costs above its base."""
CHEAPER = 2000
"""A node whose mover has less than this above the base asks for no static values."""
SLOPE = 100
"""Cost of a disc of distance from the expected score."""
INTEREST_UNIT = 125_000
LEAST_INTEREST = 25
"""An interest of 250 costs BASE, and no move more than ten times that."""

UNBOUNDED = 1 << 26
"""More than any line costs: 60 moves at LARGEST_COST."""
STEP = BASE // 2
"""Growth of the limit, and what the root's opponent has less than its mover."""
USUAL_MOST = 4
"""Few moves cost more than this many times the least: trees of 4 to 8 plies hardly grow beyond."""

DEFAULT_LIMIT = 2.0
FIRST_RUNG, RUNG_FACTOR = 0.5, 1.25


class Variant(NamedTuple):
    """Costs of moves and ends of lines; see players.interest.kernel and .costs.

    hand_set: costs in the paper's style instead of learned ones. scale: see SCALE. siblings: in
    percent. one_side: all lines end with the same side to move. slope: 0 for no line rule. cheap:
    see CHEAPER.
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
"""Interest switched off: all moves cost the same, and no line ends early."""
PUBLISHED = Variant(hand_set=True, siblings=100, one_side=False, skip=True, slope=0)
"""As in Rollason 2014."""
PRESETS = {"learned": LEARNED, "published": PUBLISHED, "flat": FLAT}


class InterestOptions(NamedTuple):
    """The options of interest; see docs/players.md for their units."""

    limit: Annotated[
        float | None,
        "budget of each side for a line in units of interest (2 if there is no other limit)",
    ] = None
    nodes: options.Nodes = None
    seconds: options.Seconds = None
    evaluator: options.EvaluatorName = "bill"
    preset: Annotated[
        Literal["learned", "published", "flat"],
        "costs of moves and ends of lines: learned, published, or by depth alone (flat)",
    ] = "learned"
    table: options.TableBits = 18
    weights: Annotated[str | None, "file of learned costs (the shipped one)"] = None
    solve: options.Solve = None


def weights_of(options: InterestOptions) -> np.ndarray:
    """The weights for the options; ValueError for a bad file."""
    if PRESETS[options.preset].hand_set:
        if options.weights is not None:
            raise ValueError("weights names a file of learned weights, which published lacks")
        return costs.hand_set()
    path = Path(options.weights) if options.weights else None
    return costs.learned(path, options.evaluator)


def new_interest_search(
    evaluator: Any, terms: Any, variant: Variant = LEARNED, table: int = 18
) -> InterestSearch:
    """Search with a table of 2 ** `table` entries, 0 for none."""
    costs_of_moves: Any = costs.LearnedCosts(BASE, variant.scale)
    if variant.hand_set:
        costs_of_moves = costs.HandSetCosts(INTEREST_UNIT, LEAST_INTEREST, costs.HAND_SET_MOVES)
    return InterestSearch(
        evaluator,
        terms,
        costs_of_moves,
        sibling_percent=variant.siblings,
        leaf_parity=0 if variant.one_side else EITHER_SIDE,
        line_rule=LineRule(variant.slope, BASE, 0, 0),
        skip=variant.skip,
        table=new_budget_table(table) if table else NoBudgetTable(),
        samples=NoSamples(),
        memory=new_memory(),
        min_budget=BASE,
        static_order_budget=BASE + variant.cheap,
        budget=new_budget(),
        workspace=new_workspace(),
    )


def search_limit(
    state: Any,
    search: InterestSearch,
    limit: int,
    expected: int | None = None,
    depth: int = DEEPEST,
    other: int | None = None,
) -> Choice | None:
    """Search with one limit; None if stopped, never with a limit of 0.

    The depth of the result is the length of its line: no depth limits the search.
    The first window surrounds the `expected` score. If lines end with one side to move, it is that
    of `natural_parity`; `other` is the expected score for the other side. UNBOUNDED ends no line
    early and charges no siblings.
    """
    budgets = Budgets(limit, max(0, limit - STEP), depth)
    usual = expected
    if limit == UNBOUNDED:
        usual, search = None, search._replace(sibling_percent=0)
    if search.leaf_parity != EITHER_SIDE:
        search = search._replace(leaf_parity=natural_parity(limit))
    search = search._replace(line_rule=search.line_rule.expect(usual, other))

    def attempt(window: Window) -> Choice | None:
        score, bound = interest(state, window, budgets, 0, search)
        if search.budget.counters[STOPPED]:
            return None
        line = best_line(search.workspace)
        return choice_of(int(score), int(bound), len(line), line)

    return widen(attempt, expected)


def natural_parity(limit: int) -> int:
    """Parity of the plies that a limit pays for at the least cost: 1 for one ply, 0 for two."""
    return max(1, limit // STEP) % 2


def next_limit(state: Any, limit: int, depth: int = DEEPEST) -> int:
    """Limit of the next iteration; UNBOUNDED if it pays for all moves to the end of a line.

    That is, to the end of the game at the least cost, or to `depth` at what most moves cost.
    """
    if 2 * limit >= BASE * min(USUAL_MOST * depth, int(state.plies_left())):
        return UNBOUNDED
    return limit + STEP


def iterate(state: Any, search: InterestSearch) -> Choice:
    """Search with growing limits; the result of the last complete iteration.

    The first has a limit of 0 and searches one ply, so that there is always a move. The last has
    exactly the interest of the budget, if that is limited.
    """
    counters = search.budget.counters
    most, depth = min(UNBOUNDED, int(counters[INTEREST])), min(DEEPEST, int(counters[DEPTH]))
    limit = 0
    counters[STOPPED] = 0
    result = search_limit(state, search, limit, depth=depth)
    assert result is not None  # one ply is searched, stopped or not
    counters[STOPPED] = 0
    scores = {natural_parity(0): result.score}
    while limit < most:
        limit = min(most, next_limit(state, limit, depth))
        parity = natural_parity(limit)
        expected, other = scores.get(parity), scores.get(1 - parity)
        latest = search_limit(state, search, limit, expected, depth, other)
        if latest is None:
            break
        result, scores[parity] = latest, latest.score
    return result


@register("interest")
class InterestPlayer(SearchPlayer):
    """Interest search (Rollason 2014): lines go on while their moves are worth their cost."""

    supported_limits = ("depth", "nodes", "seconds", "interest")
    default_limits = Limits(interest=DEFAULT_LIMIT)

    def __init__(self, options: InterestOptions) -> None:
        super().__init__(options)
        terms, variant = othello_terms(weights_of(options)), PRESETS[options.preset]
        evaluator = evaluation.named(options.evaluator)
        self.parts = new_interest_search(evaluator, terms, variant, options.table)

    @staticmethod
    def at_level(level: int) -> dict[str, float]:
        """Options of a rung of a ladder: RUNG_FACTOR times the limit of the rung before."""
        return {"limit": round(FIRST_RUNG * RUNG_FACTOR ** (level - 1), 3)}

    def clear(self) -> None:
        """Clear the table."""
        self.parts.table.clear()

    def search(self, position: Any, budget: Budget) -> Choice:
        """Search with an empty memory."""
        self.parts.memory.forget()
        return iterate(position, self.parts._replace(budget=budget))
