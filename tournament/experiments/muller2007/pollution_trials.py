"""One sampled position, searched with any kind of table, the search being else the same.

The kinds: keys that tell apart paths, the shipped table, one without tags, and none.
"""

import functools
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from othello import evaluation
from othello.game import Game
from othello.openings import four_move_openings
from othello.position import Position
from players.forward import edge_costs
from players.forward.rules import ForwardEstimation, PerPly
from players.interest.costs import COST_UNIT, without
from players.interest.deepening import Pace, search_limit
from players.interest.deepening import deepen as deepen_interest
from players.interest.kernel import InterestSearch
from players.interest.player import InterestOptions, new_interest_search, pace_of, weights_of
from players.interest.table import NoBudgetTable, new_budget_table, new_untagged_budget_table
from players.interest.terms import othello_terms
from players.limits import Limits
from players.models.path_keyed import path_keyed
from players.registry import make
from players.search.alphabeta import Search, new_search
from players.search.conventions import FullWindow, NoPruning, Scout
from players.search.deepening import deepen, search_depth
from players.search.ordering import ByTableMoveThenValue, ByValue
from players.search.table import NoTable, new_table, new_untagged_table
from players.search.workspace import NODES, start

TABLE_BITS = 18

PATH, TAGGED, UNTAGGED, UNKEYED = KEYINGS = ("path", "tagged", "untagged", "none")
ONCE, DEEPENING, AFTERWARDS = ("once", "deepening", "afterwards")
"""How a search is driven: one iteration; up to it; and, after a selective search has filled
the table, by an alpha-beta search that uses the same one."""

ALPHABETA_LABEL = "alpha-beta"
FORWARD: dict[str, Callable[[edge_costs.EdgeCosts], Any]] = {
    ALPHABETA_LABEL: lambda costs: NoPruning(),
    "forward likely": lambda costs: ForwardEstimation(PerPly(*costs.increments("share"))),
    "forward 0.95": lambda costs: ForwardEstimation(costs.margins(0.95)),
    "forward 0.7": lambda costs: ForwardEstimation(costs.margins(0.7)),
}
"""What makes the pruning rule from Bill's edge costs, by the name of the search."""
REMEMBERED = ("table_move", "killer", "reply", "follow_up")
"""The terms of interest search that depend on what was searched before."""
NO_MEMORY = ", no memory"
"""Ends the names of searches that do without these terms."""
INTEREST = {
    "interest": InterestOptions(),
    "interest, no table move": InterestOptions(leave_out="table_move"),
    f"interest{NO_MEMORY}": InterestOptions(),
    "interest flat": InterestOptions(costs="flat"),
    "handset": InterestOptions(costs="handset"),
    f"handset{NO_MEMORY}": InterestOptions(costs="handset"),
}
LIMITS = (
    ("interest", 2.0),
    ("interest", 3.0),
    ("interest", 4.0),
    ("interest, no table move", 3.0),
    ("interest, no memory", 3.0),
    ("interest, no memory", 4.0),
    ("interest flat", 1.5),
    ("handset", 4.0),
    ("handset, no memory", 4.0),
    ("handset, no memory", 6.0),
)
"""How far each is searched: with about as many nodes as a few milliseconds pay for, or fewer."""

SearchRun = Callable[[Position, str], list[int]]
"""(position, one of KEYINGS) -> score, move and nodes."""

PLIES = (14, 22, 30, 38, 46)
GUIDE = "alphabeta:depth=2,evaluator=bill"
CHANCE = 0.125
"""The share of the moves of a game that are drawn by lot."""


class SearchSet(NamedTuple):
    """Which of FORWARD, and how many plies deep; which of INTEREST, each with a limit."""

    forward: tuple[str, ...] = tuple(FORWARD)
    depth: int = 8
    interest: tuple[tuple[str, float], ...] = LIMITS


class Driven(NamedTuple):
    """A search by name, how it is driven, and the function that makes it."""

    search: str
    driven: str
    run: SearchRun


@functools.cache
def _tables() -> dict[str, Any]:
    """The tables of the alpha-beta kernel by keying; each search clears its own."""
    shipped = new_table(TABLE_BITS)
    untagged = new_untagged_table(TABLE_BITS)
    return {PATH: shipped, TAGGED: shipped, UNTAGGED: untagged, UNKEYED: NoTable()}


@functools.cache
def _budget_tables() -> dict[str, Any]:
    """The tables of interest search by keying."""
    shipped = new_budget_table(TABLE_BITS)
    untagged = new_untagged_budget_table(TABLE_BITS)
    return {PATH: shipped, TAGGED: shipped, UNTAGGED: untagged, UNKEYED: NoBudgetTable()}


def _state(position: Position, keying: str) -> Any:
    """What is searched: the position, or the root of paths."""
    return path_keyed(position) if keying == PATH else position


def _told(result: Any, search: Any) -> list[int]:
    """Score, move and nodes of a search that has ended."""
    return [int(result.score), int(result.line[0]), int(search.workspace.counters[NODES])]


def _once(search: Search, depth: int, position: Position, keying: str) -> list[int]:
    """One search of `depth` plies with an open window, children by value."""
    search = search._replace(order=ByValue(), scout=FullWindow(), table=_tables()[keying])
    search.table.clear()
    start(search.workspace)
    return _told(search_depth(_state(position, keying), search, depth), search)


def _deepened(search: Search, depth: int, position: Position, keying: str) -> list[int]:
    """The search ply by ply with scouts and aspiration, the table's move first."""
    search = search._replace(table=_tables()[keying])
    search.table.clear()
    return _told(deepen(_state(position, keying), search, Limits(depth=depth)), search)


def _afterwards(search: Search, depth: int, position: Position, keying: str) -> list[int]:
    """Alpha-beta on the table that the deepened search has left."""
    _deepened(search, depth, position, keying)
    full = search._replace(rule=NoPruning(), table=_tables()[keying])
    start(full.workspace)
    return _told(search_depth(_state(position, keying), full, depth), full)


def _interest_once(
    search: InterestSearch, limit: float, pace: Pace, at: Position, keying: str
) -> list[int]:
    """One iteration of interest search with an open window."""
    search = search._replace(table=_budget_tables()[keying])
    search.table.clear()
    search.memory.forget()
    start(search.workspace)
    spent = round(limit * COST_UNIT)
    return _told(search_limit(_state(at, keying), search, spent, pace), search)


def _interest_deepened(
    search: InterestSearch, limit: float, pace: Pace, at: Position, keying: str
) -> list[int]:
    """Iterations of interest search up to a limit."""
    search = search._replace(table=_budget_tables()[keying])
    search.table.clear()
    search.memory.forget()
    limits = Limits(interest=limit)
    return _told(deepen_interest(_state(at, keying), search, limits, pace), search)


def _forward(name: str, depth: int) -> list[Driven]:
    """One of FORWARD in every way to drive it."""
    evaluator = evaluation.named("bill")
    rule = FORWARD[name](edge_costs.load(evaluator="bill"))
    search = new_search(evaluator, ByTableMoveThenValue(), scout=Scout(), rule=rule)
    found = [
        Driven(name, ONCE, functools.partial(_once, search, depth)),
        Driven(name, DEEPENING, functools.partial(_deepened, search, depth)),
    ]
    if name != ALPHABETA_LABEL:
        found.append(Driven(name, AFTERWARDS, functools.partial(_afterwards, search, depth)))
    return found


def _interest(name: str, limit: float) -> list[Driven]:
    """One of INTEREST in every way to drive it."""
    variant = INTEREST[name]
    weights = weights_of(variant)
    terms = othello_terms(without(weights, REMEMBERED) if name.endswith(NO_MEMORY) else weights)
    search = new_interest_search(evaluation.named("bill"), terms, variant._replace(table=0))
    pace = pace_of(variant)
    title = f"{name} {limit:g}"
    return [
        Driven(title, ONCE, functools.partial(_interest_once, search, limit, pace)),
        Driven(title, DEEPENING, functools.partial(_interest_deepened, search, limit, pace)),
    ]


@functools.cache
def searches(asked: SearchSet) -> tuple[Driven, ...]:
    """Every search in every way to drive it."""
    forward = [one for name in asked.forward for one in _forward(name, asked.depth)]
    interest = [one for name, limit in asked.interest for one in _interest(name, limit)]
    return (*forward, *interest)


def ply_of(seed: int) -> int:
    """Which of PLIES a trial takes: in turn, so that each meets every opening in time."""
    return PLIES[seed % len(PLIES)]


def position_of(seed: int) -> Position | None:
    """A position at `ply_of(seed)` of a game of one opening; None if it ended."""
    openings = four_move_openings()
    chance = random.Random(seed)
    game, guide = Game(), make(GUIDE)
    game.play_all(openings[seed % len(openings)].moves)
    while not game.over and len(game.moves) < ply_of(seed):
        drawn = chance.random() < CHANCE
        move = chance.choice(game.legal()) if drawn else guide.choose(game.position).move
        game.play(move)
    return None if game.over else game.position


def pollution_trial(asked: SearchSet, seed: int) -> dict[str, Any]:
    """What every search of a sampled position found with every kind of table.

    `found`: by search and way, in the order of `searches`, a row of score, move and
    nodes for each of KEYINGS; None where the game was over.
    """
    position = position_of(seed)
    if position is None:
        return {"ply": ply_of(seed), "found": None}
    found = [[one.run(position, keying) for keying in KEYINGS] for one in searches(asked)]
    return {"ply": ply_of(seed), "found": found}
