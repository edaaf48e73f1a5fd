import pytest
from claims import run
from hypothesis import given
from hypothesis import strategies as st
from naive.graphs import graph_of, lists_of, value_by_paths

from othello.bits import NONE, lowest, squares
from othello.jit import jit
from players.models.graphs import (
    HIGHEST_SCORE,
    MOST_NODES,
    Drawn,
    GraphPosition,
    random_graph,
    start_of,
    true_values,
)
from players.protocol import EXACT
from players.search.alphabeta import new_search
from players.search.conventions import SearchedOnly
from players.search.ordering import Order, minimax

graphs = st.builds(random_graph, st.integers(0, 2**64), st.integers(3, 20), st.integers(1, 4))
tiny_graphs = st.builds(random_graph, st.integers(0, 2**64), st.integers(3, 7), st.integers(1, 2))

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
    assert start.play(3).final() == 2


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
        assert deep[:2] == position[:2]


@given(graphs, st.data())
def test_no_line_is_longer_than_the_plies_left(graph, data):
    position = start_of(graph)
    most = position.plies_left()
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


@given(tiny_graphs)
def test_the_truth_is_what_every_line_of_play_amounts_to(graph):
    truth = true_values(graph)
    for node in range(truth.size):
        assert truth[node] == value_by_paths(*lists_of(graph), node)


@pytest.mark.rare_kernels
@given(tiny_graphs)
def test_the_kernels_of_other_games_search_graphs(graph):
    truth = true_values(graph)
    search = new_search(Drawn(), Order(), counting=SearchedOnly())
    for node in range(truth.size):
        root = start_of(graph, node)
        depth = int(root.plies_left())
        assert run(root, search, depth) == (truth[node], EXACT)
        assert minimax(root, depth, Drawn()) == truth[node]
