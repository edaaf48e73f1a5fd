import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from othello.bits import count
from othello.jit import COMPILED, jit
from players.models.random_trees import (
    EDGE_COST_HIGHEST,
    EDGE_COST_LOWEST,
    WIDEST,
    Cost,
    RandomTree,
    random_tree,
)

NODES = 20000 if COMPILED else 300


def walk(seed, nodes, branching=5):
    """(node, child) along random lines of random trees."""
    chance = random.Random(seed)
    node = random_tree(seed, branching, depth=50)
    for number in range(nodes):
        if node.left == 0:
            node = random_tree(seed + number, branching, depth=50)
        child = node.play(chance.randrange(int(node.branching)))
        yield node, child
        node = child


@jit
def _leftmost(node, plies):
    for _ in range(plies):
        node = node.play(0)
    return node


def test_kernels_and_python_see_the_same_tree():
    for seed in range(20):
        node = random_tree(seed, 5, 30)
        deep = _leftmost(node, 30)
        for _ in range(30):
            node = node.play(0)
        assert node == deep
        assert isinstance(deep, RandomTree)


def test_edge_costs_fill_their_range_evenly():
    """Uniform in {-2^15 + 1 .. 2^15}: mean 1/2, variance (2^32 - 1)/12; Zhang 1995, section 2."""
    costs = np.array([child.cost - node.cost for node, child in walk(1, NODES)])
    assert costs.min() >= EDGE_COST_LOWEST
    assert costs.max() <= EDGE_COST_HIGHEST
    deviation = (2**32 / 12) ** 0.5
    assert abs(costs.mean() - 0.5) < 4 * deviation / NODES**0.5
    assert abs(costs.std() / deviation - 1) < (0.02 if COMPILED else 0.15)


@pytest.mark.parametrize("branching", [1, 2, 5, 32])
def test_random_branching_has_the_mean_asked_for(branching):
    drawn = np.array([child.branching for _, child in walk(2, NODES, branching)])
    assert drawn.min() >= 1
    assert drawn.max() <= 2 * branching - 1
    spread = ((2 * branching - 1) ** 2 / 12) ** 0.5
    assert abs(drawn.mean() - branching) <= 4 * spread / NODES**0.5


def test_the_root_and_uniform_trees_have_the_branching_asked_for():
    for seed in range(50):
        assert count(random_tree(seed, 5, 3).legal()) == 5
    uniform = random_tree(1, 7, 9, uniform=True)
    while uniform.left:
        assert count(uniform.legal()) == 7
        uniform = uniform.play(seed % 7)
    assert count(uniform.legal()) == 0


@given(st.integers(0, 2**64), st.integers(0, 4), st.integers(0, 4))
def test_a_node_is_reproduced_from_seed_and_path(seed, first, second):
    path = [random_tree(seed, 5, 10, uniform=True).play(first).play(second) for _ in range(2)]
    assert path[0] == path[1]


def test_children_and_seeds_differ():
    roots = [random_tree(seed, 5, 4, uniform=True) for seed in range(200)]
    keys = {
        int(root.play(move).play(reply).key())
        for root in roots
        for move in range(5)
        for reply in range(5)
    }
    assert len(keys) == 200 * 25


def test_the_cost_is_the_sum_of_the_path_and_turns_with_the_side():
    node = random_tree(3, 5, 4)
    for _ in range(4):
        child = node.play(0)
        assert Cost().value(child) == child.side * child.cost
        assert child.side == -node.side
        node = child
    assert node.final() == Cost().value(node)
    assert node.passed().final() == -node.final()


@pytest.mark.parametrize(
    ("branching", "uniform"), [(0, False), (33, False), (65, True), (-1, True)]
)
def test_an_impossible_branching_is_refused(branching, uniform):
    with pytest.raises(ValueError, match=f"branching {branching}: a node has 1 to {WIDEST}"):
        random_tree(0, branching, 3, uniform=uniform)


def test_the_widest_tree_is_allowed():
    assert count(random_tree(0, 64, 3, uniform=True).legal()) == 64
