import os
import runpy
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from naive.search import minimax
from patience import until
from samples import random_position

from othello import evaluation
from othello.bits import squares
from players import registry
from players.models.random_trees import Cost, random_tree
from players.search.alphabeta import new_search
from players.search.bounds import LOWER, UPPER
from players.search.conventions import Scout
from players.search.node import Window
from players.search.table import new_table
from tournament.experiments.korf1996 import matches, tree_trials, trees
from tournament.experiments.runner.experiment import Experiment
from tournament.experiments.searches import (
    cuts,
    line_agreement,
    probcut_series,
    rated,
    value_trials,
    values,
)
from tournament.experiments.searches.cut_trials import Cutting, wrong_by
from tournament.games.schedule import chosen_openings
from tournament.statistics.pairs import Pair

ROOT = Path(__file__).resolve().parents[3]


def given(spec):
    return registry.parse(spec)[1]


def test_moves_of_a_tree_are_worth_what_minimax_says():
    for seed in range(4):
        root = random_tree(seed, 3, 4, uniform=True)
        worth = tree_trials.worth_of_moves(root, 4)
        assert worth == {
            move: -minimax(root.play(move), 3, Cost()) for move in squares(root.legal())
        }


@pytest.mark.compiled
def test_decisions_lose_nothing_where_alpha_beta_sees_the_whole_tree():
    for seed in range(4):
        found = tree_trials.decisions(tree_trials.Decisions(3, 5, 5), seed)
        assert found["lost"]["alpha-beta"][-1] == 0
        assert min(map(min, found["lost"].values())) >= 0
        assert found["nodes"][tree_trials.BEST_FIRST][0] == found["nodes"]["alpha-beta"][0] == 3


@pytest.mark.compiled
def test_with_the_nodes_of_one_ply_best_first_plays_as_alpha_beta_does():
    """So that the two games on a tree are the same game, with the sides changed."""
    for seed in range(4):
        found = tree_trials.pair_on_a_tree(
            tree_trials.TreeGames(tree_trials.BEST_FIRST, 3, 7, 1), seed
        )
        assert found["gained"] == 0
        assert found["spent"] == found["allowed"] == 7 * 3


def test_a_pair_that_ends_even_counts_half():
    found = [{"gained": gained, "spent": 1, "allowed": 2} for gained in (5, 0, -1, 3)]
    row = trees.games_row(tree_trials.TreeGames(tree_trials.HYBRID, 4, 20, 3), found)
    assert (row["won"], row["spent"]) == (62.5, 50)


def test_a_move_of_best_first_has_the_mean_nodes_of_alpha_beta():
    found = [{"nodes": [10, 100], "moves": 2}, {"nodes": [20, 260], "moves": 4}]
    assert matches.mean_nodes(found, 2) == [5, 60]
    for pairing, nodes in zip(matches.pairings("bill", ["plain"], [5, 60]), (5, 60), strict=True):
        assert given(pairing.a)["nodes"] == nodes
        assert given(pairing.b)["depth"] == pairing.told["depth"]


def test_means_are_of_all_deeper_matches_by_class_and_so_are_differences():
    class Run:
        @staticmethod
        def pairs(row):
            won = {("bill", 2): 0, ("bill", 3): 4, ("patterns", 2): 4, ("patterns", 3): 4}
            winners = won.get((row["evaluator"], row["depth"]), 0)
            chosen = chosen_openings("classes:count=4")
            return [Pair(opening, 2 * (n < winners) - 1, 0) for n, opening in enumerate(chosen)]

    rows = [
        {"kind": "plain", "evaluator": evaluator, "depth": depth}
        for evaluator in ("bill", "patterns")
        for depth in (1, 2, 3)
    ]
    found = {row["evaluation"]: row["mean"] for row in matches.means(Run, rows)}
    assert found == {"bill": 50, "patterns": 100, "patterns - bill": 50}


@pytest.mark.parametrize("evaluator", ["patterns", "bill"])
def test_all_have_the_same_limit_and_evaluation_and_nobody_solves(evaluator):
    found = rated.specs_of(list(rated.CONTENDERS), evaluator, "seconds=0.02")
    for spec in found.values():
        name = registry.parse(spec)[0]
        default = registry.options(name)["evaluator"].default
        assert given(spec)["seconds"] == 0.02 and given(spec)["solve"] == 0
        assert given(spec).get("evaluator", default) == evaluator
    assert len(set(found.values())) == len(rated.CONTENDERS)


def test_what_a_player_spends_on_a_move_is_of_all_its_matches_on_either_side():
    def side(nodes, moves):
        return {"nodes": nodes, "cpu_seconds": nodes / 1000, "moves": moves}

    matches = [
        {"a": "x", "b": "y", "match": {"a": side(100, 2), "b": side(7, 1)}},
        {"a": "z", "b": "x", "match": {"a": side(9, 1), "b": side(200, 4)}},
    ]
    assert rated.spent("x", matches) == pytest.approx({"nodes": 50, "cpu_ms": 50})
    assert rated.spent("z", matches) == {"nodes": 9, "cpu_ms": 9}


def test_the_series_begins_with_forward_estimation():
    class Options:
        quantiles, plies, nodes, evaluator = (0.95,), (0, 1, 2), (1000,), "patterns"

    found = probcut_series.pairings(Options)
    told = [(one.told["plies"], one.told["searches"]) for one in found]
    assert told == [(0, "one"), (1, "one"), (2, "one"), (2, "several")]
    assert given(found[0].a)["shallow"] == 0


def test_errors_that_siblings_share_correlate():
    found = [{"node": [0, 100 * n], "children": [[0, 0], [0, n], [0, 2 * n]]} for n in (1, 2, 3, 4)]
    row = values.row_of("bill", 1, found)
    assert row["siblings"] == pytest.approx(1)
    assert (row["lead"], row["spread"]) == pytest.approx((2.5, 1.29099445))
    assert 1 <= row["lead_low"] < row["lead"] < row["lead_high"] <= 4
    assert values.row_of(value_trials.RANDOM_TREES, 1, found)["lead"] == pytest.approx(250 / 2**15)


@pytest.mark.compiled
def test_values_and_lines_of_each_depth_are_those_of_minimax():
    for seed in range(3):
        root = random_tree(
            seed, value_trials.MOVES_OF_A_TREE, value_trials.TREE_DEPTH, uniform=True
        )
        found = value_trials.values(value_trials.Values(value_trials.RANDOM_TREES, 3), seed)
        assert found["node"] == [minimax(root, depth, Cost()) for depth in range(4)]
        moves = squares(root.legal())
        best = max(moves, key=lambda move: -Cost().value(root.play(move)))
        expected = [-minimax(root.play(best), depth, Cost()) for depth in range(4)]
        assert found["children"][0] == expected
        for depth, line in enumerate(found["lines"], start=1):
            leaf = root
            for move in line:
                leaf = leaf.play(move)
            assert len(line) == depth
            assert (-1) ** depth * Cost().value(leaf) == found["node"][depth]


def test_lines_agree_as_far_as_their_plies_are_the_same():
    assert [
        line_agreement.plies_in_common([1, 2, 3], line) for line in ([1, 2], [1, 3, 3], [])
    ] == [
        2,
        1,
        0,
    ]
    found = line_agreement.agreement([[1], [2], [3], [4]], [[1, 5], [2], [5], [4]])
    assert (found["same_move"], found["common"]) == (75, 0.75)
    assert 0 <= found["same_move_low"] < 75 < found["same_move_high"] <= 100


@pytest.mark.compiled
def test_a_cut_is_wrong_by_what_minimax_says_not_by_a_bound():
    search = new_search(evaluation.named("bill"), scout=Scout(), table=new_table(12))
    for seed in range(6):
        state = random_position(seed)
        value = minimax(state, 2, evaluation.named("bill"))
        for bound, end in ((LOWER, value + 500), (LOWER, value), (UPPER, value - 500)):
            window = Window(end - 1, end) if bound == LOWER else Window(end, end + 1)
            assert wrong_by(state, window, bound, 2, search) == abs(end - value)


def test_what_a_wrong_cut_costs_is_told_of_wrong_ones_only():
    asked = Cutting("bill", 2, False, 0.95, 5)
    trial = {"nodes": 100, "full_nodes": 400, "cuts": 10, "same_move": True, "change": -50}
    wrong = [[[3, 0], [3, 100], [3, 300]], [[2, 0], [4, 0], [2, 200]]]
    row = cuts.row_of(asked, [{**trial, "wrong": one} for one in wrong])
    assert (row["wrong"], row["cost"], row["looked"]) == (50, 2, 6)
    assert 1 <= row["cost_low"] < 2 < row["cost_high"] <= 3
    assert (row["node_ratio"], row["cuts_per_node"], row["change"]) == (0.25, 10, 0.5)


@pytest.mark.parametrize("quick", [False, True])
def test_what_repeats_the_paper_asks_for_what_there_is(quick, typed, monkeypatch, tmp_path):
    """Every result of the page can be typed, and each is kept under the name of a stored one."""
    asked = []
    monkeypatch.setattr(Experiment, "run", lambda self, options: asked.append(self.name) or 0)
    steps = runpy.run_path(str(ROOT / "docs/repeat_searches.py"))
    for name in steps["STEPS"]:
        assert typed(*steps["words_of"](name, tmp_path, quick))[0] == 0
        assert (ROOT / f"data/results/{name}.json").exists()
    assert {*asked} == {step.experiment for step in steps["STEPS"].values()}


@pytest.mark.compiled
@pytest.mark.second_tier
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("korf1996-trees", ("--branching", "3", "--max-depth", "3", "--games-depth", "2")),
        ("searches-values", ("--depth", "2")),
        ("searches-cuts", ("--depth", "4", "--plies", "0", "2")),
    ],
)
def test_an_experiment_of_trials_is_whole(name, words, measured):
    assert measured(name, *words, "--trials", "4")["rows"]


def games_in(store):
    """What is kept of each game, by tournament, opening and colours."""
    if not store.exists():
        return {}
    try:
        with closing(sqlite3.connect(store)) as connection:
            rows = connection.execute("select * from game").fetchall()
    except sqlite3.OperationalError:  # it is being made
        return {}
    return {row[:3]: row for row in rows}


@pytest.mark.compiled
@pytest.mark.second_tier
@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_a_killed_series_goes_on_where_it_was(measured, tmp_path):
    size = ("--max-depth", "3", "--openings", "20", "--games", "1")
    words = ("korf1996", "--kinds", "plain", "--evaluators", "bill", *size)
    store = tmp_path / "results.sqlite"  # that of `measured`
    command = [sys.executable, "-m", "tournament", "--store", str(store), "--jobs", "1"]
    with subprocess.Popen(
        [*command, "experiment", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as program:
        until(lambda: len(games_in(store)) > 4, "games that are kept")
        program.send_signal(signal.SIGKILL)
    before = games_in(store)
    rows = measured(*words)["rows"]
    after = games_in(store)
    assert len(before) < len(after) == 3 * 40
    assert before.items() <= after.items()
    whole = measured(*words, "--store", tmp_path / "whole.sqlite")["rows"]
    for key in ("depth", "nodes", "win_rate", "points", "node_ratio"):
        assert [row[key] for row in rows] == [row[key] for row in whole]
