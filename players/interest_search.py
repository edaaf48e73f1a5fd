"""What an interest search is made of, and where its lines end."""

from typing import Any, NamedTuple

from othello.jit import jit
from players.bounds import EXACT, LOWER, UPPER
from players.interest_memory import Memory
from players.workspace import PRUNED, Workspace


class InterestSearch(NamedTuple):
    """What a search is made of; a variation is another type in a field.

    evaluator: `value(state)`. terms: see players.interest_terms. costs: see
    players.interest_costs. tally, siblings, horizon, second: see
    players.interest_budgets. lines, skipping: see players.interest_lines. scout: see
    players.conventions. table: see players.interest_table. samples: see
    players.interest_samples. ranges: see players.score_range. floor: a side that may spend
    less ends its line. wide: plies from the root on at which every move is searched. cheap:
    a node whose mover may spend less asks for no static values, see
    players.interest_queue. One search at a time may use terms, ranges, memory and workspace.
    """

    evaluator: Any
    terms: Any
    costs: Any
    tally: Any
    siblings: Any
    horizon: Any
    second: Any
    lines: Any
    skipping: Any
    scout: Any
    table: Any
    samples: Any
    ranges: Any
    memory: Memory
    floor: int
    wide: int
    cheap: int
    workspace: Workspace


@jit
def line_ends(budgets, ply, search):
    """Whether the node is a leaf, its mover having nothing left to spend or plies to go."""
    if ply < search.wide:
        return False
    return budgets.depth <= 0 or (budgets.mine < search.floor and search.horizon.ends(ply))


@jit
def last_ply(budgets, ply, search):
    """Whether all successors of the node are taken as leaves.

    So it is where they can afford nothing, and where the node itself cannot but its
    line may not end with this side to move.
    """
    if ply + 1 < search.wide:
        return False
    if budgets.depth <= 1:
        return True
    if not search.horizon.ends(ply + 1):
        return False
    return budgets.theirs < search.floor or (budgets.mine < search.floor and ply >= search.wide)


@jit
def affords(place, cost, earlier, budgets, ply, search):
    """Whether a move is searched, after others that cost `earlier`; the cheapest always is."""
    if place == 0 or ply < search.wide:
        return True
    if not search.skipping.skips(search.siblings.charge(earlier) + cost, budgets.mine):
        return True
    search.workspace.counters[PRUNED] += 1
    return False


@jit
def settled(stored, window):
    """Whether the table's bounds settle a node with this window, with which score and bound."""
    if stored.lower == stored.upper:
        return True, stored.lower, EXACT
    if stored.lower >= window.beta:
        return True, stored.lower, LOWER
    return stored.upper <= window.alpha, stored.upper, UPPER
