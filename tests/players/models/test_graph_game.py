import numpy as np
import pytest
from claims import run
from hypothesis import given
from hypothesis import strategies as st
from naive.graphs import graph_of, lists_of, value_by_paths, values_by_rounds

from othello.bits import NONE, lowest, squares
from othello.jit import jit
from players.models.graphs import (
    HIGHEST_SCORE,
    MOST_NODES,
    TERMINAL_SHARE,
    Drawn,
    GraphPosition,
    random_graph,
    start_of,
    true_values,
)
from players.models.random_trees import random_tree
from players.search.alphabeta import new_search
from players.search.bounds import EXACT
from players.search.conventions import SearchedOnly
from players.search.ordering import Unordered, minimax

graphs = st.builds(random_graph, st.integers(0, 2**64), st.integers(3, 20), st.integers(1, 4))
tiny_graphs = st.builds(random_graph, st.integers(0, 2**64), st.integers(3, 7), st.integers(1, 2))
sets = st.integers(0, 2**20 - 1).map(lambda word: word & ~1)

# 1 can go back to 0 for ever, or lose by 3; 0 need not, but then loses by 2.
PERPETUAL = graph_of([[1, 3], [0, 2], [], []], [0, 0, 3, 2])


@given(graphs)
def test_arcs_lead_to_the_other_side_and_ends_have_scores(graph):
    successors, scores = lists_of(graph)
    assert successors[0]
    for node, moves in enumerate(successors):
        assert all((move - node) % 2 == 1 for move in moves)
        assert abs(scores[node]) <= HIGHEST_SCORE
        assert scores[node] == 0 or not moves


@pytest.mark.parametrize("density", [1, 2, 4])
def test_graphs_have_the_density_and_the_ends_asked_for(density):
    degrees = [len(m) for seed in range(60) for m in lists_of(random_graph(seed, 40, density))[0]]
    inner = np.array([degree for degree in degrees if degree])
    assert inner.max() == 2 * density - 1
    assert abs(inner.mean() - density) <= 4 * inner.std() / inner.size**0.5
    ends = 1 - inner.size / len(degrees)
    assert abs(ends - TERMINAL_SHARE) < 4 * (0.25 / len(degrees)) ** 0.5


def test_a_graph_is_reproduced_from_its_seed():
    def text(seed):
        return str(lists_of(random_graph(seed, 30, 3)))

    assert text(5) == text(5)
    assert len({text(seed) for seed in range(50)}) == 50
    assert str(lists_of(random_graph(-1, 30, 3))) == text(2**64 - 1)


def test_a_line_ends_where_it_repeats_itself():
    start = start_of(PERPETUAL)
    there = start.play(1)
    back = there.play(0)
    assert squares(there.legal()) == [0, 2]
    assert back.legal() == NONE
    assert back.final() == 0
    assert back.key() == start.key()
    assert (start.first(), there.first()) == (True, False)
    assert start.play(3).final() == 2


def test_a_line_ends_where_the_game_was_twice():
    position = start_of(PERPETUAL, twice=1 << 1 | 1 << 2).play(1)
    assert position.legal() == NONE
    assert position.final() == 0
    assert start_of(PERPETUAL, 1, twice=1 << 2).play(2).final() == 0
    with pytest.raises(ValueError, match="node 3 already stood twice"):
        start_of(PERPETUAL, 3, twice=1 << 3)


@jit
def _first_moves(position, plies):
    for _ in range(plies):
        moves = position.legal()
        if moves != NONE:
            position = position.play(lowest(moves))
    return position


def test_kernels_and_python_see_the_same_game():
    for seed in range(20):
        position = start_of(random_graph(seed, 20, 3))
        deep = _first_moves(position, 12)
        for _ in range(12):
            if position.legal() != NONE:
                position = position.play(lowest(position.legal()))
        assert isinstance(deep, GraphPosition)
        assert deep[:3] == position[:3]


def test_a_position_offers_what_other_games_offer():
    def offered(state):
        return {name for name in dir(type(state)) if not name.startswith("_")} - set(state._fields)

    assert offered(start_of(PERPETUAL)) == offered(random_tree(0, 2, 3))


@given(graphs, st.data())
def test_no_line_is_longer_than_the_plies_left(graph, data):
    position = start_of(graph)
    most = position.plies_left()
    assert position.solved_by(most)
    assert not position.solved_by(most - 1)
    plies = 0
    while position.legal() != NONE:
        position = position.play(data.draw(st.sampled_from(squares(position.legal()))))
        plies += 1
        assert position.plies_left() == most - plies
    assert plies <= most


@pytest.mark.parametrize(("size", "density"), [(2, 1), (MOST_NODES + 1, 1), (10, 0), (10, -2)])
def test_an_impossible_graph_is_refused(size, density):
    with pytest.raises(ValueError, match=f"3 to {MOST_NODES} nodes, not {size}|density {density}"):
        random_graph(1, size, density)


def test_the_largest_graph_is_allowed():
    graph = random_graph(1, MOST_NODES, 40)
    assert graph.scores.size == MOST_NODES
    assert true_values(graph).size == MOST_NODES


def test_the_truth_of_a_graph_by_hand():
    """A draw by repetition; without the way back 0 wins by 3, without the way there it loses."""
    assert list(true_values(PERPETUAL)) == [0, 0, 3, 2]
    assert list(true_values(graph_of([[1, 3], [2], [], []], [0, 0, 3, 2]))) == [3, -3, 3, 2]
    assert list(true_values(graph_of([[3], [0, 2], [], []], [0, 0, 3, 2]))) == [-2, 2, 3, 2]
    assert list(true_values(PERPETUAL, twice=1 << 3)) == [0, 0, 3, 0]


@given(graphs, sets)
def test_the_truth_is_what_rounds_of_minimax_end_on(graph, twice):
    expected = values_by_rounds(*lists_of(graph), twice=squares(twice))
    assert list(true_values(graph, twice)) == expected


@given(tiny_graphs, sets)
def test_the_truth_is_what_every_line_of_play_amounts_to(graph, twice):
    truth = true_values(graph, twice)
    for node in range(truth.size):
        assert truth[node] == value_by_paths(*lists_of(graph), node, squares(twice))


@pytest.mark.rare_kernels
@given(tiny_graphs)
def test_the_kernels_of_other_games_search_graphs(graph):
    truth = true_values(graph)
    search = new_search(Drawn(), Unordered(), counting=SearchedOnly())
    for node in range(truth.size):
        root = start_of(graph, node)
        depth = int(root.plies_left())
        assert run(root, search, depth) == (truth[node], EXACT)
        assert minimax(root, depth, Drawn()) == truth[node]
