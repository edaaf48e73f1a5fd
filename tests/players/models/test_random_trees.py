import random

import numpy as np
import pytest

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


def test_trees_have_the_requested_branching():
    for seed in range(50):
        assert count(random_tree(seed, 5, 3).legal()) == 5
    uniform = random_tree(1, 7, 9, uniform=True)
    while uniform.left:
        assert count(uniform.legal()) == 7
        uniform = uniform.play(seed % 7)
    assert count(uniform.legal()) == 0


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
