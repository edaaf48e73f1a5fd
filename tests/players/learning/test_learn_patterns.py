"""Patterns are learned from searched games: the labels, the fit, and the parts of both."""

import numpy as np
import pytest
from naive import endgame as naive_endgame
from naive.rules import from_words
from naive.search import minimax
from samples import late_position, random_position

from othello import arrays, evaluation
from othello.bits import count, squares
from othello.evaluation.patterns.places import ENTRIES_OF, columns, row_numbers
from othello.evaluation.patterns.weights import expanded, read_weights
from othello.files import data_file
from othello.jit import COMPILED
from othello.position import Position
from players.engine.request import FULL_WIDTH
from players.learning import patterns as fit
from players.learning import self_play
from players.learning.pattern_labels import NEAR_END, Labels, Recipe, labels_batch
from players.learning.patterns import fit_stage, stages_of
from players.learning.pipeline import digest_of
from players.learning.selectivity_samples import FEWEST_DISCS, MOST_DISCS, draw_positions

PATTERNS = evaluation.named("patterns")
GAMES, FEWEST = (12, 30) if COMPILED else (4, 50)
RECIPE = Recipe(fewest=FEWEST, most=52, depth=4, selectivity=FULL_WIDTH, solved=5)


@pytest.fixture(scope="module")
def labels() -> Labels:
    """Those of some games whose searches leave nothing out."""
    return Labels(**labels_batch(RECIPE, 0, GAMES))


def test_labels_are_results_near_the_end_and_values_of_full_searches_before(labels):
    depths = set()
    for (own, opp), value in zip(labels.positions, labels.values, strict=True):
        position = Position(own, opp)
        assert position.legal()
        if position.plies_left() <= RECIPE.solved:
            words = from_words(int(own), int(opp))
            assert value == 100 * naive_endgame.result(words, {})
        elif position.plies_left() < 8:  # where minimax is quick
            by_depth = {minimax(position, depth, PATTERNS): depth for depth in (5, 4)}
            assert value in by_depth
            depths.add(by_depth[value])
    assert depths == {4, 5}


def test_labels_follow_each_game_and_positions_near_it(labels):
    assert set(labels.away) == ({0, 1, 2, 3} if COMPILED else {0})  # plain Python's begin too late
    game = None
    for row, away in zip(labels.positions, labels.away, strict=True):
        position = Position(*row)
        if away == 0:
            if game and game.plies_left() > position.plies_left():  # of the same game
                played = [game.play(move) for move in squares(game.legal())]
                assert position in played or position.passed() in played
            game = position
        else:
            assert game.plies_left() > NEAR_END
            assert game.plies_left() - position.plies_left() == away


def test_labels_are_reproduced_and_differ_by_seed(labels):
    if COMPILED:
        first = labels_batch(Recipe(depth=3, solved=8), 0, 2)
        assert digest_of(*first.values())[:16] == "85c8d8f6bc2021d6"
    again = labels_batch(RECIPE, 0, GAMES - 1)  # the first games of those of a longer run
    size = len(again["values"])
    assert 0 < size < len(labels.values)
    assert all((again[name] == getattr(labels, name)[:size]).all() for name in Labels._fields)
    other = labels_batch(RECIPE._replace(seed=1), 0, GAMES)
    assert not np.array_equal(other["positions"][:9], labels.positions[:9])


def test_games_that_are_read_are_labelled_from_the_fewest_plies_on():
    games = arrays.positions(arrays.transcripts(["f5f6e6f4e3c5c4d3", "f5d6c3d3c4f4c5b3c2e6"]))
    labelled = Labels(**labels_batch(RECIPE._replace(fewest=7, depth=1), 0, 2, games))
    chosen = games.chosen(games.ply >= 7)
    of_games = labelled.positions[labelled.away == 0]
    assert of_games.tolist() == np.stack([chosen.own, chosen.opp], 1).tolist()
    assert len(labelled.values) == (1 + RECIPE.beside) * len(of_games) == 20


def _ridge_by_rows(drawn, values, used, before):
    """The weights that are read, and what a ridge of 200 adds, by a system of a row a position."""
    features = fit.matrix_of(np.array(drawn, np.uint64), columns(), row_numbers())
    there = np.unique(features.indices)
    matrix = features[:, there].toarray()
    said = matrix @ before[there]
    outside = np.array([max(0, 9 - int(position.plies_left())) for position in drawn])
    importance = 0.6**outside * (3200 / np.maximum(np.abs(said), 3200)) ** 2 * used
    root = np.sqrt(importance)[:, None]
    inner = (root * matrix) @ (root * matrix).T + 200 * np.eye(len(drawn))
    return there, (root * matrix).T @ np.linalg.solve(inner, root[:, 0] * (values - said))


def test_a_fit_comes_nearer_to_what_made_the_labels_where_it_matters():
    stages = stages_of(PATTERNS)
    with data_file("pattern_weights.npz") as path:
        assert (read_weights(path)[0] == stages.weights).all()
    other, moves = stages.weights.copy(), columns()[ENTRIES_OF["own moves"]]
    other[:, moves] += 30 * np.arange(65, dtype=np.int16)
    truth = expanded(other, np.array(stages.first_discs))
    drawn = [late_position(seed, 8 + seed % 5) for seed in range(90)]  # of 52 to 56 discs
    positions = np.array(drawn, np.uint64)
    values = np.array([truth.value(position) for position in drawn], np.int16)
    held_out = np.arange(len(values)) % 3 == 0
    away = np.arange(len(values), dtype=np.uint8) % 4
    labels, stage = Labels(positions, values, away), stages.first_discs.index(52)
    weights, told = fit_stage(stage, labels, held_out, stages, 1.0)
    assert told["after"] < 0.5 * told["before"]
    assert told["discs"] == 52 and told["held_out"] < told["positions"]
    assert weights.shape == stages.weights[stage].shape
    strong = fit_stage(stage, labels, held_out, stages, 200.0)[0]
    before = stages.weights[stage]
    there, wanted = _ridge_by_rows(drawn, values, ~held_out, before)
    assert (strong - before)[there] == pytest.approx(wanted, abs=0.05)
    assert np.abs(wanted).max() > 2
    other_labels = Labels(positions, values + np.int16(2000) * held_out, away)
    again = fit_stage(stage, other_labels, held_out, stages, 1.0)[0]
    assert (again == weights).all()


@pytest.mark.parametrize("seed", range(10))
def test_features_add_up_to_the_evaluation(seed):
    position = random_position(seed)
    column_of, added = columns(), row_numbers()
    weights = np.random.default_rng(seed).integers(-40, 40, column_of.max() + 1)
    features = fit.matrix_of(np.array([position], np.uint64), column_of, added)
    value = int(expanded(weights[None, :], np.array([0])).value(position))
    assert features @ weights == [value]


def test_noise_has_mean_zero_and_the_given_deviation():
    state = self_play.seeded(3)
    drawn = np.array([int(self_play.noise(state, np.int64(400))) for _ in range(3000)])
    assert abs(drawn.mean()) < 5 * 400 / 3000**0.5
    assert 380 < drawn.std() < 420


def test_drawn_positions_have_allowed_discs_and_differ_by_seed():
    drawn = [draw_positions("mobility", *pair, 12) for pair in ((0, 0), (0, 1), (1, 0), (0, 0))]
    assert drawn[0] == drawn[3] and len(set(map(tuple, drawn))) == 3
    for own, opp in drawn[0]:
        assert own & opp == 0
        assert FEWEST_DISCS <= count(own | opp) <= MOST_DISCS
