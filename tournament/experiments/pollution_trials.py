"""One sampled position, searched with tables that know positions, paths or nothing.

A selective search's value is not that of the position alone. So the same search is made
with a table that never confuses two paths, with the shipped table, with one without
tags, and with none; all else is equal.
"""

import functools
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from othello import evaluation
from othello.bits import squares
from othello.game import Game
from othello.openings import four_move_openings
from othello.position import Position
from players import edge_costs
from players.alphabeta import Search, new_search
from players.conventions import FullWindow, Scout
from players.deepening import deepen, search_depth
from players.forward_estimation import ForwardEstimation, NoPruning, PerPly
from players.interest_costs import COST_UNIT
from players.interest_deepening import deepen as deepen_interest
from players.interest_deepening import search_limit
from players.interest_table import NoBudgetTable, new_budget_table
from players.interest_terms import othello_terms
from players.interest_variants import Variant, new_interest_search, pace_of, weights_of
from players.interest_weights import without
from players.ordering import ByTableMoveThenValue, ByValue
from players.path_keyed import path_keyed
from players.protocol import Limits
from players.registry import make
from players.table import NoTable, new_table
from players.untagged import new_untagged_budget_table, new_untagged_table
from players.workspace import NODES, start

PLIES = (14, 22, 30, 38, 46)
GUIDE = "alphabeta:depth=2,evaluator=bill"
CHANCE = 0.125
"""The share of the moves of a game that are drawn by lot."""
TABLE_BITS = 18

PATH, TAGGED, UNTAGGED, NO_TABLE = KEYINGS = ("path", "tagged", "untagged", "none")
ONCE, DEEPENING, AFTERWARDS = ("once", "deepening", "afterwards")
"""How a search is driven: one iteration; up to it; and, after a selective search has filled
the table, by an alpha-beta search that uses the same one."""

ALPHABETA = "alpha-beta"
FORWARD = {
    ALPHABETA: None,
    "forward likely": "likely",
    "forward 0.95": 0.95,
    "forward 0.7": 0.7,
}
REMEMBERED = ("table_move", "killer", "reply", "follow_up")
"""The terms of interest search that depend on what was searched before."""
INTEREST = {
    "interest": Variant(),
    "interest, no table move": Variant(leave_out="table_move"),
    "interest, no memory": Variant(),
    "interest flat": Variant(costs="flat"),
    "interest handset": Variant(costs="handset"),
}
NO_MEMORY = "interest, no memory"
LIMITS = (
    ("interest", 2.0),
    ("interest", 3.0),
    ("interest", 4.0),
    ("interest, no table move", 3.0),
    ("interest, no memory", 2.0),
    ("interest, no memory", 3.0),
    ("interest, no memory", 4.0),
    ("interest flat", 1.5),
    ("interest handset", 3.0),
    ("interest handset", 4.0),
)


class Asked(NamedTuple):
    """Which of FORWARD, and how many plies deep; which of INTEREST, each with a limit."""

    forward: tuple[str, ...] = tuple(FORWARD)
    depth: int = 8
    interest: tuple[tuple[str, float], ...] = LIMITS


class Driven(NamedTuple):
    """A search by name, how it is driven, and a function that makes it with a kind of table.

    `run(position, keying)` gives score, move and nodes.
    """

    search: str
    driven: str
    run: Callable[[Position, str], list[int]]


def position_of(seed: int) -> Position | None:
    """A position at one of PLIES, taken in turn, of a game of one opening; None if it ended."""
    openings = four_move_openings()
    chance = random.Random(seed)
    game, guide = Game(), make(GUIDE)
    game.play_all(openings[seed % len(openings)].moves)
    ply = PLIES[seed // len(openings) % len(PLIES)]
    while not game.over and len(game.moves) < ply:
        drawn = chance.random() < CHANCE
        move = chance.choice(game.legal()) if drawn else guide.choose(game.position).move
        game.play(move)
    return None if game.over else game.position


@functools.cache
def _tables() -> dict[str, Any]:
    """The tables of the alpha-beta kernel by keying; each search clears its own."""
    shipped = new_table(TABLE_BITS)
    untagged = new_untagged_table(TABLE_BITS)
    return {PATH: shipped, TAGGED: shipped, UNTAGGED: untagged, NO_TABLE: NoTable()}


@functools.cache
def _budget_tables() -> dict[str, Any]:
    """The tables of interest search by keying."""
    shipped = new_budget_table(TABLE_BITS)
    untagged = new_untagged_budget_table(TABLE_BITS)
    return {PATH: shipped, TAGGED: shipped, UNTAGGED: untagged, NO_TABLE: NoBudgetTable()}


def _state(position: Position, keying: str) -> Any:
    """What is searched: the position, or the root of paths."""
    return path_keyed(position) if keying == PATH else position


def _told(result: Any, search: Any) -> list[int]:
    """Score, move and nodes of a search that has ended."""
    return [int(result.score), int(result.line[0]), int(search.workspace.counters[NODES])]


def _rule(margins: str | float | None) -> Any:
    """The pruning rule that FORWARD names."""
    if margins is None:
        return NoPruning()
    costs = edge_costs.load(evaluator="bill")
    if margins == "likely":
        return ForwardEstimation(PerPly(*costs.increments("share")))
    return ForwardEstimation(costs.margins(margins))


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


def _interest_once(search: Any, limit: float, pace: Any, at: Position, keying: str) -> list[int]:
    """One iteration of interest search with an open window."""
    search = search._replace(table=_budget_tables()[keying])
    search.table.clear()
    search.memory.forget()
    start(search.workspace)
    spent = round(limit * COST_UNIT)
    return _told(search_limit(_state(at, keying), search, spent, pace), search)


def _interest_deepened(
    search: Any, limit: float, pace: Any, at: Position, keying: str
) -> list[int]:
    """Iterations of interest search up to a limit."""
    search = search._replace(table=_budget_tables()[keying])
    search.table.clear()
    search.memory.forget()
    limits = Limits(interest=limit)
    return _told(deepen_interest(_state(at, keying), search, limits, pace), search)


@functools.cache
def searches(asked: Asked) -> tuple[Driven, ...]:
    """Every search in every way to drive it."""
    evaluator = evaluation.named("bill")
    found = []
    for name in asked.forward:
        rule = _rule(FORWARD[name])
        search = new_search(evaluator, ByTableMoveThenValue(), scout=Scout(), rule=rule)
        for driven, run in ((ONCE, _once), (DEEPENING, _deepened), (AFTERWARDS, _afterwards)):
            if driven != AFTERWARDS or name != ALPHABETA:
                found.append(Driven(name, driven, functools.partial(run, search, asked.depth)))
    for name, limit in asked.interest:
        variant = INTEREST[name]
        weights = weights_of(variant)
        terms = othello_terms(without(weights, REMEMBERED) if name == NO_MEMORY else weights)
        made = new_interest_search(evaluator, terms, variant._replace(table=0))
        pace = pace_of(variant, None)
        for driven, run in ((ONCE, _interest_once), (DEEPENING, _interest_deepened)):
            title = f"{name} {limit:g}"
            found.append(Driven(title, driven, functools.partial(run, made, limit, pace)))
    return tuple(found)


def pollution_trial(asked: Asked, seed: int) -> dict[str, Any]:
    """What every search of a sampled position found with every kind of table.

    `ply`: which of PLIES. `found`: by search and way, in the order of `searches`, a row
    of score, move and nodes for each of KEYINGS; None where the game was over.
    """
    position = position_of(seed)
    ply = PLIES[seed // len(four_move_openings()) % len(PLIES)]
    if position is None:
        return {"ply": ply, "found": None}
    found = [[one.run(position, keying) for keying in KEYINGS] for one in searches(asked)]
    return {"ply": ply, "found": found}
