"""One sampled position, searched with any kind of table, the search being else the same.

The kinds: keys that tell apart paths, the shipped table, one without tags, and none.
"""

import functools
import random
from collections.abc import Callable
from itertools import chain
from typing import Any, NamedTuple

from othello import evaluation
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
from tournament.experiments.positions import game_of

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
"""What makes the pruning rule from edge costs, by the name of the search."""
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

PLIES = (14, 22, 30, 38, 46)
GUIDE = "alphabeta:depth=2,evaluator=bill"
CHANCE = 0.125
"""The share of the moves of a game that are drawn by lot."""


class SearchSet(NamedTuple):
    """Which of FORWARD, and how many plies deep; which of INTEREST, each with a limit.

    Edge costs and costs of interest are those of the `evaluator`.
    """

    forward: tuple[str, ...] = tuple(FORWARD)
    depth: int = 8
    interest: tuple[tuple[str, float], ...] = LIMITS
    evaluator: str = "bill"


class Driven(NamedTuple):
    """A search by name, how it is driven, and what finds score, move and nodes with a keying."""

    search: str
    driven: str
    run: Callable[[Position, str], list[int]]


@functools.cache
def _tables(new: Callable[[int], Any], new_untagged: Callable[[int], Any], none: Any) -> list[Any]:
    """The tables of a kernel in the order of KEYINGS; each search clears its own."""
    shipped = new(TABLE_BITS)
    return [shipped, shipped, new_untagged(TABLE_BITS), none]


def _begun(search: Any, keying: str, *new: Any) -> Any:
    """The search with the table of a keying, which knows nothing."""
    search = search._replace(table=_tables(*new)[KEYINGS.index(keying)])
    search.table.clear()
    start(search.workspace)
    return search


def _state(position: Position, keying: str) -> Any:
    """What is searched: the position, or the root of paths."""
    return path_keyed(position) if keying == PATH else position


def _told(result: Any, search: Any) -> list[int]:
    """Score, move and nodes of a search that has ended."""
    return [int(result.score), int(result.line[0]), int(search.workspace.counters[NODES])]


def _alphabeta(search: Search, depth: int, way: str, position: Position, keying: str) -> list[int]:
    """A search of `depth` plies, driven in one of the ways.

    ONCE has an open window and children by value; DEEPENING goes ply by ply with scouts and
    aspiration, the table's move first; AFTERWARDS is alpha-beta on the table that this has left.
    """
    state = _state(position, keying)
    search = _begun(search, keying, new_table, new_untagged_table, NoTable())
    if way == ONCE:
        search = search._replace(order=ByValue(), scout=FullWindow())
        return _told(search_depth(state, search, depth), search)
    result: Any = deepen(state, search, Limits(depth=depth))
    if way == AFTERWARDS:
        search = search._replace(rule=NoPruning())
        start(search.workspace)
        result = search_depth(state, search, depth)
    return _told(result, search)


def _interest_search(
    search: InterestSearch, limit: float, pace: Pace, way: str, position: Position, keying: str
) -> list[int]:
    """One iteration of interest search with an open window, or iterations up to a limit."""
    state, new = _state(position, keying), (new_budget_table, new_untagged_budget_table)
    search = _begun(search, keying, *new, NoBudgetTable())
    search.memory.forget()
    if way == ONCE:
        return _told(search_limit(state, search, round(limit * COST_UNIT), pace), search)
    return _told(deepen_interest(state, search, Limits(interest=limit), pace), search)


def _forward(name: str, depth: int, evaluator: str) -> list[Driven]:
    """One of FORWARD in every way to drive it."""
    rule, values = FORWARD[name](edge_costs.load(evaluator=evaluator)), evaluation.named(evaluator)
    search = new_search(values, ByTableMoveThenValue(), scout=Scout(), rule=rule)
    ways = (ONCE, DEEPENING) if name == ALPHABETA_LABEL else (ONCE, DEEPENING, AFTERWARDS)
    return [Driven(name, way, functools.partial(_alphabeta, search, depth, way)) for way in ways]


def _interest(name: str, limit: float, evaluator: str) -> list[Driven]:
    """One of INTEREST in every way to drive it."""
    variant = INTEREST[name]._replace(evaluator=evaluator)
    weights = weights_of(variant)
    terms = othello_terms(without(weights, REMEMBERED) if name.endswith(NO_MEMORY) else weights)
    search = new_interest_search(evaluation.named(evaluator), terms, variant._replace(table=0))
    run = functools.partial(_interest_search, search, limit, pace_of(variant))
    title = f"{name} {limit:g}"
    return [Driven(title, way, functools.partial(run, way)) for way in (ONCE, DEEPENING)]


@functools.cache
def searches(asked: SearchSet) -> tuple[Driven, ...]:
    """Every search in every way to drive it."""
    forward = [_forward(name, asked.depth, asked.evaluator) for name in asked.forward]
    interest = [_interest(name, limit, asked.evaluator) for name, limit in asked.interest]
    return tuple(chain(*forward, *interest))


def ply_of(seed: int) -> int:
    """Which of PLIES a trial takes: in turn, so that each meets every opening in time."""
    return PLIES[seed % len(PLIES)]


def position_of(seed: int) -> Position | None:
    """A position at `ply_of(seed)` of a game of one opening; None if it ended."""
    game, guide, chance = game_of(seed), make(GUIDE), random.Random(seed)
    while not game.over and len(game.moves) < ply_of(seed):
        drawn = chance.random() < CHANCE
        game.play(chance.choice(game.legal()) if drawn else guide.choose(game.position).move)
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
