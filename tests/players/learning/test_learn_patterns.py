"""Patterns are learned from games: what the parts do, and that a stopped run ends the same."""

import hashlib
import json
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
    COUNTS,
    ENTRIES_OF,
    FEATURES,
    PATTERNS,
    columns,
    row_numbers,
)
from othello.evaluation.patterns.weights import expanded
from othello.game import Game
from othello.jit import COMPILED
from othello.position import Position
from players.engine.endgame import Solver
from players.learning.batches import npy_bytes
from players.learning.patterns import __main__ as command
from players.learning.patterns import fit, kernels, rounds
from players.learning.patterns.plan import Plan, Round
from players.learning.patterns.rounds import Rounds, scale_of
from players.learning.patterns.samples import (
    GamesRecipe,
    LabelsRecipe,
    Teacher,
    from_bytes,
    judged_batch,
    new_keys,
    positions,
    seeded,
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


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(6))
def test_labels_of_late_positions_are_the_results_that_the_solver_finds(seed, solver):
    there = [late_position(10 * seed + number, 8 + number % 4) for number in range(8)]
    labels = np.zeros(8, np.int16)
    kernels.label_exactly(np.array(there, np.uint64), *solver, labels)
    other = Solver(megabytes=0.1)
    assert labels.tolist() == [100 * other.solve(position).score for position in there]
    assert labels.any()


def _played_on(position: Position, depth: int) -> int:
    """The result, for the side to move, of a game in which both play the best of `depth` plies."""
    while not position.over():
        moves = members(position.legal())
        if not moves:
            return -_played_on(position.passed(), depth)
        values = [-minimax(position.play(move), depth - 1, EVALUATOR) for move in moves]
        return -_played_on(position.play(moves[values.index(max(values))]), depth)
    return int(position.final())


def test_labels_by_play_are_results_of_games_played_on():
    there = [late_position(seed, 6) for seed in range(30)]
    drawn, labels = np.array([*there, (0, 0)], np.uint64), np.zeros(31, np.int16)
    kernels.label_by_play(drawn, np.int64(2), EVALUATOR, new_keys(), labels)
    assert labels.tolist() == [*(_played_on(position, 2) for position in there), 0]


@pytest.mark.compiled
@pytest.mark.parametrize("solved", [True, False])
def test_judged_positions_are_solved_or_searched_to_the_end(solved):
    drawn = np.array([late_position(seed, 5) for seed in range(6)], np.uint64)
    found = judged_batch(npy_bytes(drawn), Teacher("patterns"), 64, 8, solved)
    assert from_bytes(found).tolist() == [naive_endgame.score(words) for words in drawn]


def _games(number: int) -> np.ndarray:
    """So many games of two plain players."""
    moves = np.full((number, kernels.GAME_PLIES), kernels.END, np.uint8)
    kernels.play_games(
        EVALUATOR,
        np.int64(1),
        np.int64(4),
        np.int64(30),
        np.array([300], np.int64),
        seeded(1),
        new_keys(),
        moves,
    )
    return moves


def test_games_are_legal_to_their_end_and_differ():
    games = _games(4)
    for moves in games:
        game = Game()
        for move in moves[moves != kernels.END]:
            game.play(int(move))
        assert game.over
    assert len({moves.tobytes() for moves in games}) == 4


def test_positions_have_the_discs_asked_for():
    games = _games(3)
    recipe = LabelsRecipe(20, 23, 4, 1, 64)
    drawn = positions(games, recipe, 5, 0)
    assert drawn.shape == (12, 2)
    there = drawn[drawn.any(axis=1)]
    assert len(there) >= 10
    for own, opp in there.tolist():
        assert own & opp == 0
        assert 20 <= count(np.uint64(own | opp)) <= 23


def test_noise_is_around_zero_and_as_wide_as_asked():
    state = seeded(3)
    drawn = np.array([int(kernels.noise(state, np.int64(400))) for _ in range(3000)])
    assert abs(drawn.mean()) < 5 * 400 / 3000**0.5
    assert 380 < drawn.std() < 420


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


def test_the_scale_is_the_slope_of_many_positions_and_1_for_none():
    said = np.random.default_rng(1).normal(0, 1500, 1000)
    assert scale_of(said, 1.2 * said) == pytest.approx(1.2, abs=0.01)
    assert 1 < scale_of(said[:5], 1.2 * said[:5]) < 1.15
    assert scale_of(said[:0], said[:0]) == 1


@pytest.mark.compiled
def test_what_is_drawn_towards_another_weight_is_put_to_scale_once(tmp_path, monkeypatch):
    monkeypatch.setattr(rounds, "scale_of", lambda said, worth: 2.0)  # but where all are results
    plan = PLAN._replace(rounds=PLAN.rounds[:1])
    with ThreadPoolExecutor(1) as executor:
        learner = Rounds(plan, tmp_path, executor, lambda what, done: None)
        weights = learner.run()
    unseen = columns()[ENTRIES_OF["discs"]][60]  # before the last stage
    behind = np.load(learner.folder_of(0) / "swept-02.npy")[unseen]
    assert abs(behind) > 10
    assert weights[:2, unseen] == pytest.approx(2 * behind, abs=1)


@pytest.mark.compiled
def test_what_is_left_out_is_worth_the_same_in_every_state(tmp_path):
    plan = PLAN._replace(rounds=PLAN.rounds[:1], without=("second row", "own moves"), judged=0)
    with ThreadPoolExecutor(1) as executor:
        weights = Rounds(plan, tmp_path, executor, lambda what, done: None).run()
    column_of = columns()
    for name in (*PATTERNS, *COUNTS):
        spread = np.ptp(weights[:, column_of[ENTRIES_OF[name]]], axis=1).max()
        assert (spread == 0) == (name in plan.without), name


def test_quick_has_other_defaults_and_what_is_typed_counts():
    usual = command.plan_of(command.LEARNER.parsed([]))
    quick = command.plan_of(command.LEARNER.parsed(["--quick"]))
    assert [part.games for part in usual.rounds] == [100_000, 400_000]
    assert [(part.games, part.exact) for part in quick.rounds] == [(40_000, 52)]
    assert quick.seconds() < usual.seconds() / 10
    typed = command.plan_of(command.LEARNER.parsed(["--quick", "--games", "7", "--exact=60"]))
    assert [(part.games, part.exact) for part in typed.rounds] == [(7, 60)]


def test_a_folder_of_another_plan_is_not_gone_on_with(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / "recipe.json").write_text(json.dumps({"rounds": []}))
    assert command.main(["--work", "w"]) == 2
    assert "holds games and labels of another recipe" in capsys.readouterr().err
