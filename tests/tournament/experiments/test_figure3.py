"""Figure 3: games on random trees, and the ladders on trees and in Othello."""

from itertools import chain

import pytest

from players import registry
from players.models.random_trees import random_tree
from tournament.contests.rungs import Depths, next_depths
from tournament.experiments.zhang1995 import figure3
from tournament.experiments.zhang1995.tree_trials import (
    EXACT_BOUNDS,
    Algorithm,
    TreeMatch,
    TreePlayer,
    Trees,
    play_pair,
)

SHALLOW = Trees(branching=3, depth=8)
ALPHABETA = Algorithm()


def children(state):
    """All successors of a node."""
    return [state.play(move) for move in range(int(state.branching))]


def looked_ahead(state, depth):
    """What MAX may hope for at a node, `depth` plies further."""
    if depth == 0 or state.left == 0:
        return state.cost
    choose = max if state.side > 0 else min
    return choose(looked_ahead(child, depth - 1) for child in children(state))


def naive_outcome(seed, max_horizon, min_horizon):
    """The outcome of a game, by minimax in the words of its definition."""
    state = random_tree(seed, SHALLOW.branching, SHALLOW.depth)
    while state.left > 0:
        horizon = max_horizon if state.side > 0 else min_horizon
        choose = max if state.side > 0 else min
        state = choose(children(state), key=lambda child: looked_ahead(child, horizon - 1))
    return state.cost


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(6))
def test_games_end_where_minimax_leads_them(seed):
    asked = TreeMatch(SHALLOW, TreePlayer(ALPHABETA, 1), TreePlayer(ALPHABETA, 3))
    assert play_pair(asked, seed)["outcomes"] == [
        naive_outcome(seed, 1, 3),
        naive_outcome(seed, 3, 1),
    ]


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(4))
def test_equal_players_tie_and_exact_bounds_change_no_game(seed):
    alphabeta = TreePlayer(ALPHABETA, 4)
    same = play_pair(TreeMatch(SHALLOW, alphabeta, alphabeta), seed)
    assert same["outcomes"][0] == same["outcomes"][1]
    assert same["nodes"][0] == same["nodes"][1]
    exact = TreePlayer(Algorithm(EXACT_BOUNDS), 4)
    pruned = play_pair(TreeMatch(SHALLOW, alphabeta, exact), seed)
    assert pruned["outcomes"] == same["outcomes"]
    assert pruned["nodes"][0] == same["nodes"][0]
    assert pruned["nodes"][1] <= same["nodes"][1]


@pytest.mark.compiled
def test_ladder_deepens_the_player_with_fewer_nodes(measured):
    words = ("figure3a", "--trials", "4", "--max-depth", "3")
    result = measured(*words)
    for series in ("FE-1.0", "FE-0.5"):
        rows = [row for row in result["rows"] if row["series"] == series]
        depths = [Depths(row["depth"], row["forward_depth"]) for row in rows]
        costs = [(row["alphabeta_nodes"], row["forward_nodes"]) for row in rows]
        assert depths[0] == (1, 1)
        assert list(map(next_depths, depths, costs)) == [*depths[1:], (4, depths[-1].b)]
        assert rows[-1]["curve"] == "MORE"
    for row in result["rows"]:
        assert sum(row["pairs_won_tied_lost"]) == 4
        assert row["low"] <= row["win_rate"] <= row["high"]
        assert row["cost_ratio"] == pytest.approx(row["forward_nodes"] / row["alphabeta_nodes"])
    assert result["rows"][0]["win_rate"] == 50
    assert measured(*words) == result


@pytest.mark.parametrize("evaluator", ["bill", "patterns"])
def test_series_differ_in_their_challengers_and_have_one_evaluator(
    evaluator, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)  # the files that they name are found from any folder
    players = {name: one.players(evaluator) for name, one in figure3.SERIES.items()}
    assert len(set(players.values())) == len(players)
    for spec in chain(*players.values()):
        options = registry.parse(spec)[1]
        assert options.get("evaluator", "bill") == evaluator
        assert options["solve"] == 0


@pytest.mark.second_tier
@pytest.mark.compiled
def test_figure_is_a_ladder_that_ends_with_alphabetas_last_depth(measured):
    words = ("--series", "shipped", "quantile", "--max-depth", "2")
    result = measured("figure3b", *words, "--openings", "2")
    assert result["series"]["shipped"] == {
        "a": "alphabeta:solve=0",
        "b": "forward:rule=likely,solve=0",
    }
    for series in ("shipped", "quantile"):
        rows = [row for row in result["rows"] if row["series"] == series]
        depths = [Depths(row["depth"], row["forward_depth"]) for row in rows]
        costs = [(row["alphabeta_cpu_ms"], row["forward_cpu_ms"]) for row in rows]
        assert list(map(next_depths, depths, costs)) == [*depths[1:], (3, depths[-1].b)]
    for row in result["rows"]:
        assert row["cost_ratio"] == row["cpu_ratio"]
        assert row["low"] <= row["win_rate"] <= row["high"]
        assert row["forfeits"] == {}
    assert (
        measured("figure3b", *words, "--openings", "2") == result
    )  # CPU times too: nothing is played again
