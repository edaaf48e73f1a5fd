"""Patterns are learned from games: what the parts do, and that a stopped run ends the same."""

import hashlib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from naive import endgame as naive_endgame
from naive.rules import from_words
from naive.search import members, minimax
from samples import late_position, random_position

from othello import evaluation
from othello.bits import count
from othello.evaluation.patterns.places import (
    FEATURES,
    columns,
    row_numbers,
)
from othello.evaluation.patterns.weights import expanded
from othello.jit import COMPILED
from othello.position import Position
from players.learning.patterns import fit, kernels
from players.learning.patterns.plan import Plan, Round
from players.learning.patterns.rounds import Rounds
from players.learning.patterns.samples import (
    GamesRecipe,
    new_keys,
)

PLAN = Plan(
    (Round(20, GamesRecipe(1, batch=10), least=1), Round(20, GamesRecipe(1, batch=10), least=1)),
    evaluator="patterns",
    iterations=3,
    seed=7,
    first_discs=(0, 40, 54),
)
EVALUATOR = evaluation.named("patterns")
DIGEST = "8d595f0e76fcb29e"


@pytest.mark.parametrize("seed", range(8))
def test_a_search_finds_what_minimax_finds(seed):
    position = random_position(seed)
    depth = min(3 if COMPILED else 2, int(position.plies_left()))
    goal = np.int64(count(position.own | position.opp) + depth)
    far = np.int64(kernels.FAR)
    found = kernels.searched(position.own, position.opp, EVALUATOR, goal, -far, far, new_keys())
    assert found == minimax(position, depth, EVALUATOR)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("guess", [-64, 0, 20])
def test_exact_labels_are_those_of_minimax(seed, guess, solver):
    position = late_position(seed, 1 + seed % 6)
    true = naive_endgame.result(from_words(int(position.own), int(position.opp)), {})
    assert kernels.exact(*position, np.int64(guess), *solver) == true


def _played_on(position: Position, depth: int) -> int:
    """The result, for the side to move, of a game in which both play the best of `depth` plies."""
    while not position.over():
        moves = members(position.legal())
        if not moves:
            return -_played_on(position.passed(), depth)
        values = [-minimax(position.play(move), depth - 1, EVALUATOR) for move in moves]
        return -_played_on(position.play(moves[values.index(max(values))]), depth)
    return int(position.final())


@pytest.mark.parametrize("alike", [True, False])
def test_a_fit_is_that_of_least_squares(alike):
    chance = np.random.default_rng(2)
    importance = np.ones(400) if alike else chance.uniform(0.1, 3, 400)
    features = chance.integers(0, 12, (400, FEATURES)).astype(np.int32)
    labels = chance.normal(0, 500, 400).astype(np.float32)
    prior, ridge = chance.normal(0, 50, 12), 3.0
    matrix = np.zeros((400, 12))
    for row, places in enumerate(features):
        np.add.at(matrix[row], places, 1.0)
    weighed = matrix.T * importance
    normal = weighed @ matrix + ridge * np.eye(12)
    wanted = np.linalg.solve(normal, weighed @ labels + ridge * prior)
    found = fit.fit(features, labels, prior, ridge, 40, None if alike else importance)
    assert found == pytest.approx(wanted, abs=1e-3)
    assert fit.predictions(features, found) == pytest.approx(matrix @ wanted, abs=1e-2)


@pytest.mark.parametrize("seed", range(10))
def test_features_add_up_to_the_evaluation(seed):
    position = random_position(seed)
    column_of, added = columns(), row_numbers()
    weights = np.random.default_rng(seed).integers(-40, 40, column_of.max() + 1)
    features = fit.table_of_features(np.array([position], np.uint64), column_of, added)
    value = int(expanded(weights[None, :], np.array([0])).value(position))
    assert weights[features[0]].sum() == value


def _digest(weights: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(weights).tobytes()).hexdigest()[:16]


@pytest.mark.compiled
def test_a_small_run_gives_the_weights_it_gave_before(tmp_path):
    told = []
    with ThreadPoolExecutor(1) as executor:
        learner = Rounds(PLAN, tmp_path, executor, lambda what, done: told.append((what, done)))
        weights = learner.run()
        again = Rounds(PLAN, tmp_path, executor, lambda what, done: None).run()
    assert _digest(weights) == DIGEST
    assert [done for _, done in told] == sorted(done for _, done in told)
    assert told[-1][1] == pytest.approx(PLAN.seconds(), rel=0.2)
    assert (again == weights).all()
    sample = learner.sample(1, 1)
    assert 0 < sample.held_out.sum() < len(sample.labels)
