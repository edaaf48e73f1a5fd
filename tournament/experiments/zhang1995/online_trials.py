"""Trials on on-line learning: what a search learns at each position of a game.

A game of Othello from an opening, or a walk down a random tree, guided by a shallow search.
"""

import random
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.bits import NONE, ONE, lowest, squares
from othello.jit import jit, jitmethods
from players.budget import NODES, start
from players.forward import edge_costs
from players.forward.rules import ForwardEstimation, PerPly, running
from players.models.random_trees import EDGE_COST_HIGHEST, EDGE_COST_LOWEST, Cost, random_tree
from players.protocol import EXACT, LOWER
from players.search.alphabeta import Search, new_search
from players.search.conventions import NoPruning
from players.search.deepening import search_depth
from tournament.experiments.positions import able, game_of

DEPTHS = 16
PRUNED, CHECKED, WRONG, OUTSIDE = range(4)
"""Columns of the counts: nodes pruned, nodes checked, nodes on the wrong side of the
window, nodes whose value lies beyond the estimated bound."""

OTHELLO, TREES = "Othello", "random trees"
GUIDE_DEPTH = 2
TREE_BRANCHING = 8
"""Branching of the random trees, about that of Othello."""
TREE_PLIES = 60
LEARNED_LINE = 8
"""Plies of a random line from each position, for correlations of edge costs."""
ALPHABETA_SEARCH = "alpha-beta"
LEARNED_DELTAS = (1.0, 0.5, 0.1, 0.02)


@jit
def reaches(state, score, depth, evaluator):
    """True if the value of `state`, searched `depth` plies without a rule, is at least `score`."""
    if depth <= 0:
        return evaluator.value(state) >= score
    moves = state.legal()
    if moves == NONE:
        passed = state.passed()
        if passed.legal() == NONE:
            return state.final() >= score
        return not reaches(passed, 1 - score, depth, evaluator)
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        if not reaches(state.play(move), 1 - score, depth - 1, evaluator):
            return True
    return False


@jitmethods
class Audited(NamedTuple):
    """`rule`, audited: one in `rate` of the nodes that it prunes is searched without it.

    The audit does not change the search. `counts` is int64[DEPTHS, 4], by plies left, see PRUNED to
    OUTSIDE. The nodes are chosen by their keys.
    """

    rule: Any
    evaluator: Any
    rate: int
    counts: np.ndarray

    def estimates(self):
        """Return the rule's answer."""
        return self.rule.estimates()

    def observes_edges(self):
        """Return the rule's answer."""
        return self.rule.observes_edges()

    def observe(self, state, move, cost, ply):
        """Let the rule learn."""
        self.rule.observe(state, move, cost, ply)

    def estimate(self, state, static, window, depth):
        """Return the rule's estimate, checked for a sample of nodes."""
        score, bound = self.rule.estimate(state, static, window, depth)
        if bound == EXACT or depth >= DEPTHS:
            return score, bound
        counts = self.counts[depth]
        counts[PRUNED] += 1
        if state.key() % np.uint64(self.rate) == 0:
            counts[CHECKED] += 1
            if bound == LOWER:
                counts[WRONG] += not reaches(state, window.beta, depth, self.evaluator)
                counts[OUTSIDE] += not reaches(state, score, depth, self.evaluator)
            else:
                counts[WRONG] += reaches(state, window.alpha + 1, depth, self.evaluator)
                counts[OUTSIDE] += reaches(state, score + 1, depth, self.evaluator)
        return score, bound


class AuditedGame(NamedTuple):
    """The game, the depth of the searches, and the number of pruned nodes per checked one."""

    game: str
    depth: int = 6
    rate: int = 20


def _root(game: str, seed: int) -> Any:
    """Return the start of a game: the end of an opening, or the root of a tree."""
    if game == TREES:
        return random_tree(seed, TREE_BRANCHING, TREE_PLIES)
    return game_of(seed).position


def positions_of(settings: AuditedGame, seed: int) -> list[Any]:
    """Return the positions of a game at which a search does not reach the end."""
    guide = new_search(_evaluator(settings.game))
    positions, state = [], able(_root(settings.game, seed))
    while state is not None and state.plies_left() > settings.depth:
        positions.append(state)
        start(guide.budget)
        result = search_depth(state, guide, GUIDE_DEPTH)
        assert result is not None  # no limit was set
        state = able(state.play(result.line[0]))
    return positions


def _evaluator(game: str) -> Any:
    """Return the evaluator of a game's states."""
    return Cost() if game == TREES else evaluation.named("bill")


def learned_extremes(state: Any, settings: AuditedGame, search: Search) -> list[list[int]]:
    """Return nodes and extremes of a fresh search at each depth from 1."""
    by_depth = []
    for depth in range(1, settings.depth + 1):
        search.rule.margins.forget()
        start(search.budget)
        search_depth(state, search, depth)
        extremes = [int(extreme) for extreme in search.rule.margins.extremes]
        by_depth.append([int(search.budget.counters[NODES]), *extremes])
    return by_depth


def line_of(state: Any, evaluator: Any, rng: random.Random) -> list[int]:
    """Return static values along random moves, for the side that began."""
    values: list[int] = []
    while state is not None and len(values) <= LEARNED_LINE and state.plies_left() > 0:
        value = int(evaluator.value(state))
        values.append(value if state.first() else -value)
        state = able(state.play(rng.choice(squares(state.legal()))))
    return values


def _rules(game: str) -> dict[str, Any]:
    """Return rules by name: none, margins learned on-line, and margins known beforehand."""
    lowest, highest = EDGE_COST_LOWEST, EDGE_COST_HIGHEST
    if game == OTHELLO:
        costs = edge_costs.load(evaluator="bill")
        lowest, highest = costs.lowest, costs.highest
    rules: dict[str, Any] = {ALPHABETA_SEARCH: NoPruning()}
    for delta in LEARNED_DELTAS:
        rules[f"on line {delta}"] = ForwardEstimation(running(delta))
        per_ply = PerPly(float(lowest), float(highest), delta)
        rules[f"known {delta}"] = ForwardEstimation(per_ply)
    return rules


def audit(positions: list[Any], rule: Any, settings: AuditedGame, evaluator: Any) -> dict[str, Any]:
    """Return a rule's nodes at all positions, and its audit's counts by plies left.

    On-line margins start afresh at each position.
    """
    audited = Audited(rule, evaluator, settings.rate, np.zeros((DEPTHS, 4), np.int64))
    search = new_search(evaluator, rule=audited)
    nodes = 0
    for state in positions:
        if rule.observes_edges():
            rule.margins.forget()
        start(search.budget)
        search_depth(state, search, settings.depth)
        nodes += int(search.budget.counters[NODES])
    return {"nodes": nodes, "counts": audited.counts[: settings.depth].tolist()}


def game_trial(settings: AuditedGame, seed: int) -> dict[str, Any]:
    """Return the learning and pruning of searches at each position of one game.

    `moves`: `learned_extremes` at each position. `lines`: `line_of` each. `audits`: by rule, counts
    by plies left, and the nodes of all searches.
    """
    evaluator, rng = _evaluator(settings.game), random.Random(seed)
    positions = positions_of(settings, seed)
    search = new_search(evaluator, rule=ForwardEstimation(running()))
    rules = _rules(settings.game).items()
    return {
        "stages": [int(TREE_PLIES + 4 - state.plies_left()) for state in positions],
        "moves": [learned_extremes(state, settings, search) for state in positions],
        "lines": [line_of(state, evaluator, rng) for state in positions],
        "audits": {name: audit(positions, rule, settings, evaluator) for name, rule in rules},
    }
