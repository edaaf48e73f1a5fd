"""Searches whose lines are of different depths, and orders that learn, against a slow twin."""

from typing import NamedTuple

import numpy as np
import pytest
from claims import FULL, run
from naive.interest import own_terms
from naive.search import Ties, members, minimax, must_pass
from samples import random_position, small_tree

from othello.evaluation.tables import tables
from othello.jit import jitmethods
from othello.position import START, Position
from players import registry
from players.forward.rules import ForwardEstimation, PerPly
from players.interest.costs import learned
from players.interest.reductions import cost_reductions
from players.interest.terms import CHEAP, TERMS, WEIGHT_UNIT
from players.limits import Limits
from players.search.alphabeta import announce, new_search
from players.search.bounds import EXACT, INFINITY, LOWER, UPPER
from players.search.conventions import Scout
from players.search.deepening import deepen
from players.search.node import Window
from players.search.ordering import Unordered, pack
from players.search.table import new_table
from players.search.variable_depth import EqualDepth
from players.search.workspace import NODES, STATIC

DEPTH, SAMPLES = 4, 6
pytestmark = pytest.mark.rare_kernels
games = pytest.mark.parametrize("sample", [random_position, small_tree])


@jitmethods
class LaterLess(NamedTuple):
    """From the third move on a ply less, forced moves a ply more."""

    first: int = 2

    def estimates(self):
        return True

    def change(self, state, candidate):
        if candidate.size == 1:
            return 1
        return -1 if candidate.rank >= self.first and candidate.depth > 1 else 0


@jitmethods
class Glance(NamedTuple):
    """A node of two plies or more fails as a search of one ply less does, by a margin."""

    margin: int = 1

    def estimates(self):
        return True

    def reads_statics(self):
        return False

    def checks(self):
        return 1

    def shallow(self, check, state, static, window, depth, cutoff):
        around = Window(window.alpha - self.margin, window.beta + self.margin)
        return (depth - 1 if depth > 1 else -1), around

    def settle(self, check, state, score, window, depth, cutoff):
        if score >= window.beta + self.margin:
            return score, LOWER
        if score <= window.alpha - self.margin:
            return score, UPPER
        return 0, EXACT


@jitmethods
class Killers(NamedTuple):
    """The move that cut off last at this ply first; moves: int64[plies], of each ply."""

    moves: np.ndarray

    def tells(self, priority):
        return False

    def evaluations(self, is_table_move):
        return 0

    def priority(self, child, move, depth, ply, is_table_move, evaluator):
        return 1 if self.moves[ply] == move else 0

    def note_cutoff(self, move, depth, ply):
        self.moves[ply] = move


def value(state, depth, ply, alpha, beta, change, glance):
    """The fail-soft value by alpha-beta, lowest move first, written from the rules of both types.

    change: (state, moves, index, depth) -> plies more, None for none; glance: whether nodes are
    settled as `Glance` says.
    """
    if depth <= 0:
        return int(Ties().value(state))
    moves = members(state.legal())
    if not moves:
        if must_pass(state):
            return -value(state.passed(), depth, ply + 1, -beta, -alpha, change, glance)
        return int(state.final())
    if glance and ply > 0 and depth > 1:
        seen = value(state, depth - 1, ply, alpha - 1, beta + 1, change, glance)
        if seen >= beta + 1 or seen <= alpha - 1:
            return seen
    best = -INFINITY
    for index, move in enumerate(moves):
        child, more = state.play(move), change(state, moves, index, depth) if change else 0
        lower = max(alpha, best)
        score = None
        if more < 0:
            score = -value(child, depth - 1 + more, ply + 1, -lower - 1, -lower, change, glance)
        if score is None or score > lower:
            score = -value(child, depth - 1 + max(more, 0), ply + 1, -beta, -lower, change, glance)
        best = max(best, score)
        if best >= beta:
            break
    return best


def later_less(state, moves, index, depth):
    if len(moves) == 1:
        return 1
    return -1 if index >= 2 and depth > 1 else 0


def dearer_less(unit):
    """What `CostReductions` says, from terms told in plain Python."""
    weights, table = learned()[CHEAP], tables().edges

    def utility(state, move):
        terms = own_terms(state, move, state.play(move), table)
        row = weights[int(state.stage())]
        total = sum(int(row[TERMS.index(name)]) * int(value) for name, value in terms.items())
        return total // WEIGHT_UNIT

    def change(state, moves, index, depth):
        if depth < 3 or index == 0:
            return 0
        found = [utility(state, move) for move in moves]
        return -min((max(found) - found[index]) // unit, depth - 1)

    return change


def searched(state, search, window):
    return run(state, search, DEPTH, window)[0]


def test_the_static_value_of_a_move_that_no_order_saw_is_asked_for():
    """At a depth of 1, whose moves are made one by one and may be extended."""
    search = new_search(Ties(), rule=ForwardEstimation(PerPly(0, 0)))
    child = random_position(1)
    for depth, static in ((1, Ties().value(child)), (2, -5)):
        announce(child, pack(5, 19), depth, 3, search)
        assert search.workspace.queue[3, STATIC] == static


@games
@pytest.mark.parametrize(
    ("parts", "twin"),
    [
        ({"depths": LaterLess()}, (later_less, False)),
        ({"probe": Glance()}, (None, True)),
        ({"depths": LaterLess(), "probe": Glance()}, (later_less, True)),
    ],
)
def test_lines_are_as_deep_as_their_types_say(sample, parts, twin):
    search = new_search(Ties(), Unordered(), **parts)
    for seed in range(SAMPLES):
        state = sample(seed)
        for window in (FULL, Window(-1, 0), Window(1, 2)):
            found = searched(state, search, window)
            assert found == value(state, DEPTH, 0, *window, *twin)


def test_dear_moves_are_searched_less_deep_and_verified():
    search = new_search(Ties(), Unordered(), depths=cost_reductions(700))
    changed = 0
    for seed in range(SAMPLES):
        state = random_position(seed)
        for window in (FULL, Window(0, 1)):
            found = searched(state, search, window)
            assert found == value(state, DEPTH, 0, *window, dearer_less(700), False)
        moves = members(state.legal())
        changed += min(dearer_less(700)(state, moves, n, DEPTH) for n in range(len(moves)))
    assert changed <= -SAMPLES


def test_a_player_that_reduces_is_not_of_full_width_and_plays_legal_moves():
    player = registry.make("alphabeta:reduce=700,depth=4,solve=0")
    choice = player.choose(START)
    assert not player.full_width and int(START.legal()) >> choice.move & 1


@games
def test_types_that_change_nothing_find_what_alpha_beta_finds(sample):
    """With a margin that nothing reaches; but for what the shallow searches generate."""
    plain = new_search(Ties(), Unordered(), scout=Scout())
    vast = new_search(Ties(), Unordered(), scout=Scout(), probe=Glance(10_000))
    for seed in range(SAMPLES):
        state = sample(seed)
        window = Window(-2, 3)
        assert searched(state, vast, window) == searched(state, plain, window)
        assert vast.workspace.counters[NODES] >= plain.workspace.counters[NODES]


@games
def test_scores_that_rest_on_fewer_plies_are_tagged_in_the_table(sample):
    tagged = 0
    table = new_table(10)
    search = new_search(Ties(), Unordered(), table=table, depths=LaterLess())
    for seed in range(SAMPLES):
        table.clear()
        state = sample(seed)
        searched(state, search, FULL)
        stored = table.probe(state, DEPTH)
        tagged += stored.lower_estimated + stored.upper_estimated
    assert tagged > 0


@games
def test_an_order_that_is_told_of_cutoffs_tries_those_moves_first(sample):
    killers = Killers(np.full(128, -1))
    learning = new_search(Ties(), killers, depths=EqualDepth())
    plain = new_search(Ties(), Unordered())
    nodes = [0, 0]
    for seed in range(SAMPLES):
        state = sample(seed)
        killers.moves[:] = -1
        window = FULL
        for place, search in enumerate((learning, plain)):
            assert searched(state, search, window) == minimax(state, DEPTH, Ties())
            nodes[place] += int(search.workspace.counters[NODES])
    assert nodes[0] < nodes[1]


def test_there_is_a_move_though_longer_lines_of_one_ply_are_stopped():
    only_c1 = Position(own=0x1, opp=0x2)
    search = new_search(Ties(), Unordered(), depths=LaterLess())
    found = deepen(only_c1, search, Limits(stop=np.ones(1, np.int64)))
    assert (found.depth, found.line) == (1, (2,))
