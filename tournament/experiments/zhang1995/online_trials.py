"""Trials on on-line learning: one game, and what a search at each of its positions learns.

Othello and random trees alike: a game from an opening, or a walk down a tree,
guided by a shallow search.
"""

import random
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.bits import NONE, ONE, lowest, squares
from othello.jit import jit, jitmethods
from players.forward import edge_costs
from players.forward.rules import ForwardEstimation, PerPly, running
from players.models.random_trees import EDGE_COST_HIGHEST, EDGE_COST_LOWEST, Cost, random_tree
from players.search.alphabeta import Search, new_search
from players.search.bounds import EXACT, LOWER
from players.search.conventions import NoPruning
from players.search.deepening import search_depth
from players.search.workspace import NODES, start
from tournament.experiments.positions import able, game_of

DEPTHS = 16
ASKED_COUNT, CHECKED, WRONG, OUTSIDE = range(4)
"""Columns of the counts: nodes pruned, those checked, those on the wrong side of
the window, and those whose value lies beyond the estimated bound."""

OTHELLO, TREES = "Othello", "random trees"
GUIDE_DEPTH = 2
TREE_BRANCHING = 8
"""Of the random trees: about that of Othello."""
TREE_PLIES = 60
LEARNED_LINE = 8
"""Plies of a random line, from each position, on which edge costs are correlated."""
ALPHABETA_SEARCH = "alpha-beta"
LEARNED_DELTAS = (1.0, 0.5, 0.1, 0.02)


@jit
def reaches(state, score, depth, evaluator):
    """Whether the value of `state`, searched `depth` plies without a rule, is `score` or more."""
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

    The audited search is the same, node for node, as the one without audit.

    `counts` is int64[DEPTHS, 4], by plies left, see ASKED_COUNT to OUTSIDE. Nodes are
    chosen by their keys.
    """

    rule: Any
    evaluator: Any
    rate: int
    counts: np.ndarray

    def reads_statics(self):
        """As the rule does."""
        return self.rule.reads_statics()

    def estimates(self):
        """As the rule does."""
        return self.rule.estimates()

    def learns(self):
        """As the rule does."""
        return self.rule.learns()

    def observe(self, state, cost, ply):
        """Let the rule learn."""
        self.rule.observe(state, cost, ply)

    def observe_pass(self, state, cost, ply):
        """Let the rule learn."""
        self.rule.observe_pass(state, cost, ply)

    def estimate(self, state, static, window, depth):
        """What the rule says, checked for a sample."""
        score, bound = self.rule.estimate(state, static, window, depth)
        if bound == EXACT or depth >= DEPTHS:
            return score, bound
        counts = self.counts[depth]
        counts[ASKED_COUNT] += 1
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
    """The game, how deep the searches are, and one in how many pruned nodes is checked."""

    game: str
    depth: int = 6
    rate: int = 20


def _root(game: str, seed: int) -> Any:
    """Where a game begins: after an opening, or at the root of a tree."""
    if game == TREES:
        return random_tree(seed, TREE_BRANCHING, TREE_PLIES)
    return game_of(seed).position


def positions_of(asked: AuditedGame, seed: int) -> list[Any]:
    """The positions of a game from which a search of the asked depth does not reach the end."""
    guide = new_search(_evaluator(asked.game))
    positions, state = [], able(_root(asked.game, seed))
    while state is not None and state.plies_left() > asked.depth:
        positions.append(state)
        start(guide.workspace)
        result = search_depth(state, guide, GUIDE_DEPTH)
        assert result is not None  # no limit was set
        state = able(state.play(result.line[0]))
    return positions


def _evaluator(game: str) -> Any:
    """The static value of the states of a game."""
    return Cost() if game == TREES else evaluation.named("bill")


def learned(state: Any, asked: AuditedGame, search: Search) -> list[list[int]]:
    """For each depth from 1: nodes, and the extremes that a fresh search of that depth met."""
    told = []
    for depth in range(1, asked.depth + 1):
        search.rule.margins.forget()
        start(search.workspace)
        search_depth(state, search, depth)
        extremes = [int(extreme) for extreme in search.rule.margins.extremes]
        told.append([int(search.workspace.counters[NODES]), *extremes])
    return told


def line_of(state: Any, evaluator: Any, chance: random.Random) -> list[int]:
    """Static values along random moves, as the side that began counts them."""
    values: list[int] = []
    while state is not None and len(values) <= LEARNED_LINE and state.plies_left() > 0:
        value = int(evaluator.value(state))
        values.append(value if state.first() else -value)
        state = able(state.play(chance.choice(squares(state.legal()))))
    return values


def _rules(game: str) -> dict[str, Any]:
    """Rules by name: none, margins learned on line, and margins known beforehand."""
    lowest, highest = EDGE_COST_LOWEST, EDGE_COST_HIGHEST
    if game == OTHELLO:
        costs = edge_costs.load(evaluator="bill")
        lowest, highest = costs.lowest, costs.highest
    rules: dict[str, Any] = {ALPHABETA_SEARCH: NoPruning()}
    for delta in LEARNED_DELTAS:
        rules[f"on line {delta}"] = ForwardEstimation(running(delta))
        known = PerPly(float(lowest), float(highest), delta)
        rules[f"known {delta}"] = ForwardEstimation(known)
    return rules


def audit(positions: list[Any], rule: Any, asked: AuditedGame, evaluator: Any) -> dict[str, Any]:
    """The nodes that a rule costs at all positions, and by plies left what an audit of it counts.

    On-line margins begin anew at each position.
    """
    watched = Audited(rule, evaluator, asked.rate, np.zeros((DEPTHS, 4), np.int64))
    search = new_search(evaluator, rule=watched)
    nodes = 0
    for state in positions:
        if rule.learns():
            rule.margins.forget()
        start(search.workspace)
        search_depth(state, search, asked.depth)
        nodes += int(search.workspace.counters[NODES])
    return {"nodes": nodes, "counts": watched.counts[: asked.depth].tolist()}


def game_trial(asked: AuditedGame, seed: int) -> dict[str, Any]:
    """What searches learned and pruned at each position of one game.

    `moves`: `learned` at each position. `lines`: `line_of` each. `audits`: by
    rule, the counts of the audit by plies left, and the nodes of all searches.
    """
    evaluator, chance = _evaluator(asked.game), random.Random(seed)
    positions = positions_of(asked, seed)
    search = new_search(evaluator, rule=ForwardEstimation(running()))
    rules = _rules(asked.game).items()
    return {
        "stages": [int(TREE_PLIES + 4 - state.plies_left()) for state in positions],
        "moves": [learned(state, asked, search) for state in positions],
        "lines": [line_of(state, evaluator, chance) for state in positions],
        "audits": {name: audit(positions, rule, asked, evaluator) for name, rule in rules},
    }
