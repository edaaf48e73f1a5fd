"""Patterns fitted anew to labels of sound games: the labels, the fit, and the steps after it."""

import numpy as np
import pytest
from naive import endgame as naive_endgame
from naive.rules import from_words
from samples import minimax

from othello.evaluation.patterns.places import ENTRIES_OF, columns
from othello.evaluation.patterns.weights import expanded, read_weights
from othello.files import data_file
from othello.jit import COMPILED
from othello.position import Position
from players.engine.endgame import weights_named
from players.engine.midgame_memory import FULL_WIDTH
from players.learning import __main__ as steps
from players.learning.refit.__main__ import digest_of_first_games
from players.learning.refit.fit import Refit, stages_of
from players.learning.refit.samples import Labels, Recipe, labels_batch

slow_without_compiling = pytest.mark.skipif(not COMPILED, reason="too slow as plain Python")
RECIPE = Recipe(fewest=30, depth=4, selectivity=FULL_WIDTH, solved=5)


@pytest.fixture(scope="module")
def labels() -> Labels:
    """Those of some games whose searches leave nothing out."""
    return Labels(**labels_batch(RECIPE, 0, 12))


@slow_without_compiling
def test_labels_are_results_near_the_end_and_values_of_full_searches_before(labels):
    depths = set()
    for (own, opp), value in zip(labels.positions, labels.values, strict=True):
        position = Position(own, opp)
        assert position.legal()
        if position.plies_left() <= RECIPE.solved:
            words = from_words(int(own), int(opp))
            assert value == 100 * naive_endgame.result(words, {})
        elif position.plies_left() < 8:  # where minimax is quick
            by_depth = {minimax(position, depth): depth for depth in (5, 4)}
            assert value in by_depth
            depths.add(by_depth[value])
    assert depths == {4, 5}


@slow_without_compiling
def test_labels_come_again_and_differ_by_seed(labels):
    assert digest_of_first_games(Recipe(depth=3, solved=8))[:16] == "be6115262b62f712"
    again = labels_batch(RECIPE, 0, 12)
    assert all((again[name] == getattr(labels, name)).all() for name in Labels._fields)
    other = labels_batch(RECIPE._replace(seed=1), 0, 12)
    assert not np.array_equal(other["positions"][:9], labels.positions[:9])


@slow_without_compiling
def test_a_fit_comes_nearer_to_what_made_the_labels_where_it_matters(labels):
    stages = stages_of(weights_named("patterns"))
    with data_file("pattern_weights.npz") as path:
        assert (read_weights(path)[0] == stages.weights).all()
    other, moves = stages.weights.copy(), columns()[ENTRIES_OF["own moves"]]
    other[:, moves] += 30 * np.arange(65, dtype=np.int16)
    truth = expanded(other, np.array(stages.first_discs))
    values = np.array([truth.value(Position(*row)) for row in labels.positions], np.int16)
    held_out = np.arange(len(values)) % 3 == 0
    refit = Refit(Labels(labels.positions, values), held_out, stages, 1.0)
    stage = stages.first_discs.index(48)
    weights, told = refit.stage(stage)
    assert told["after"]["squared_error"] < 0.5 * told["before"]["squared_error"]
    assert told["discs"] == 48 and told["held_out"] < told["positions"]
    assert weights.shape == stages.weights[stage].shape
    far = Labels(labels.positions, values + np.int16(2000) * ~held_out)
    assert (Refit(far, held_out, stages, 1.0).stage(stage)[0] != weights).any()


def test_the_steps_are_listed_as_not_done(tmp_path, capsys):
    assert steps.main(["--list", "--work", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert [told.count(step.out) for step in steps.STEPS] == [1] * len(steps.STEPS)
    assert told.count("to do") == len(steps.STEPS)


@slow_without_compiling
@pytest.mark.second_tier
def test_steps_that_are_done_are_not_done_again_until_a_file_changes(tmp_path, monkeypatch):
    typed = ("--positions", "1", "--depth", "2", "--fewest", "14", "--most", "15")
    made = [steps.LearningStep("problems", typed, (), name) for name in ("one.obf", "two.obf")]
    monkeypatch.setattr(steps, "STEPS", made)
    chain = steps.Chain(tmp_path, tmp_path / "work", 1, quick=False)
    assert [chain.done(0), chain.done(1)] == [False, False]
    assert chain.carry_out(0) == 0
    assert [chain.done(0), chain.done(1)] == [True, False]
    made[1] = made[1]._replace(name="interest", typed=("--games", "none"))
    assert chain.carry_out(1) == 2
    assert not chain.done(1)
    (tmp_path / "one.obf").write_text("another")
    assert not chain.done(0)
