import numpy as np
import pytest
from naive import uct as naive_uct
from naive.search import Ties
from samples import late_position, random_position, small_tree

from othello.evaluation.plain import Mobility
from othello.jit import COMPILED
from players import registry
from players.bestfirst.tree import FILLED, ROOT_NODE, slots_of
from players.bestfirst.uct import grow_uct
from players.bestfirst.uct_player import new_uct
from players.limits import Limits
from players.search.workspace import NODES

GAMES = {
    "othello": (random_position, Ties(50)),
    "late othello": (lambda seed: late_position(seed, 5), Ties(50)),
    "random tree": (lambda seed: small_tree(seed, 6), Ties(50)),
}
SEEDS = range(10 if COMPILED else 4)


def listed(tree, node=ROOT_NODE):
    """A tree as lists, as the twin's are."""
    found = tree.nodes[node]
    moves = [[int(tree.nodes[s]["move"]), *listed(tree, s)] for s in slots_of(tree, node)]
    return [int(found["visits"]), round(float(found["rewards"]), 9), moves]


@pytest.mark.parametrize("slots", [4096, 200])
@pytest.mark.parametrize("game", GAMES)
def test_the_tree_is_that_of_the_naive_twin_even_folded(game, slots):
    state_of, evaluator = GAMES[game]
    search = new_uct(evaluator, slots, 0.7, 40)
    for seed in SEEDS:
        state, most = state_of(seed), 100 * (1 + seed % 4)
        result = grow_uct(state, search, Limits(nodes=most))
        twin = naive_uct.Twin(state, evaluator, 0.7, 40.0, slots)
        while len(twin.top.rewards) < search.tree.nodes[ROOT_NODE]["visits"]:
            twin.step()
        assert listed(search.tree) == naive_uct.listed(twin.top)
        assert search.workspace.counters[NODES] == twin.nodes <= most + 64
        assert search.tree.counts[FILLED] <= slots
        moves = twin.top.moves
        assert result.line[0] == max(moves, key=lambda way: len(way[1].rewards))[0]


def test_a_game_that_ends_keeps_a_search_to_its_clock():
    search = new_uct(Ties(50), 200, 0.7, 40)
    grow_uct(late_position(1, 2), search, Limits(seconds=0.05))
    assert search.tree.nodes[ROOT_NODE]["visits"] > 200


def test_there_is_always_a_move():
    search, state = new_uct(Mobility(), 4096, 0.7, 40), random_position(0, 1)
    for limits in (Limits(nodes=0), Limits(stop=np.ones(1, np.int64))):
        result = grow_uct(state, search, limits)
        assert int(state.legal()) >> result.line[0] & 1


def test_the_player_repeats_itself():
    player = registry.make("uct:nodes=300,memory=1")
    for seed in SEEDS:
        position = random_position(seed)
        choice = player.choose(position)
        assert choice == player.choose(position)._replace(cpu_seconds=choice.cpu_seconds)
        assert int(position.legal()) >> choice.move & 1
