"""Bill's weights: games, fits and calibrations."""

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import multivariate_normal

from othello.evaluation import explain
from othello.evaluation import tables as data
from othello.evaluation.bill import INPUTS, KNOTS
from othello.formats.wthor import END
from othello.game import Game
from othello.jit import COMPILED
from othello.position import Position
from players.learning import bill as fit
from players.learning.bill import (
    Recipe,
    discs_of,
    expected_discs,
    inputs_of,
    play_batch,
    positions_of,
)


def sample(seed=0, size=4000):
    """Inputs of two normal classes, who won, and disc counts."""
    chance = np.random.default_rng(seed)
    won = chance.integers(0, 2, size).astype(float)
    shape = chance.normal(size=(2, INPUTS, INPUTS)) / 2 + np.eye(INPUTS)
    x = chance.normal(size=(size, INPUTS))
    x = np.where(won[:, None] == 1, x @ shape[0] + 0.4, x @ shape[1] - 0.2)
    return x, won, chance.integers(10, 20, size)


def test_the_quadratic_discriminant_is_the_log_ratio_of_two_normal_densities():
    """Judged by scipy's densities at the class means and covariances."""
    x, won, _ = sample()
    discs = np.full(won.size, 30)
    weights = fit.quadratic(x, won, discs)
    densities = [
        multivariate_normal(x[won == side].mean(0), np.cov(x[won == side].T, bias=True))
        for side in (1, 0)
    ]
    expected = densities[0].logpdf(x) - densities[1].logpdf(x)
    assert fit.log_odds(weights, x, discs) == pytest.approx(expected, rel=1e-3, abs=1e-3)


def test_a_disc_count_learns_from_its_neighbours_alone():
    discs = np.repeat(np.arange(4, 64), 600)
    for number, rows in enumerate(fit.pools(discs)):
        seen = set(discs[rows].tolist())
        if 6 <= number <= 61:
            assert seen == set(range(number - 2, number + 3))
        assert rows.size >= fit.FEWEST


@pytest.mark.parametrize("method", fit.METHODS)
def test_calibrations_rise_and_stay_on_the_board(method):
    x, won, discs = sample(2)
    weights = fit.METHODS[method](x, won, discs)
    odds = fit.log_odds(weights, x, discs)
    result = np.round((2 * won - 1) * np.abs(odds) * 3)
    found = fit.calibration(odds, result, discs)
    assert found.shape == (65, KNOTS)
    assert (np.diff(found, axis=1) > 0).all()
    assert np.abs(found).max() <= 6400


@pytest.mark.parametrize("kind", fit.METHODS)
def test_expected_discs_are_what_the_kernel_reads(kind):
    bill = data.bill(kind)
    positions = positions_of(*play_batch(Recipe("mobility", 1, 0), 0, 4).values())
    discs = discs_of(positions)
    odds = fit.log_odds(bill.weights, inputs_of(positions), discs)
    expected = expected_discs(odds, bill.calibration, discs)
    for row in range(0, odds.size, 7):
        position = Position(positions.own[row], positions.opp[row])
        assert bill.log_odds(position) == pytest.approx(odds[row], abs=1e-9)
        assert bill.value(position) / 100 == pytest.approx(expected[row], abs=0.0101)


def test_positions_are_those_of_the_games_with_the_result_for_the_mover():
    games = 20 if COMPILED else 6
    moves, random_plies = play_batch(Recipe("mobility", 1, 2, fewest=3, most=9), 1, games).values()
    positions = positions_of(moves, random_plies)
    assert not np.isnan(positions.result).any()
    row = 0
    for game in range(games):
        played, signs = Game(), []
        for ply, move in enumerate(moves[game][moves[game] != END]):
            if ply >= random_plies[game]:
                position = played.position
                assert (positions.own[row], positions.opp[row]) == position
                assert discs_of(positions)[row] == ply + 4
                signs.append(1 if played.black_to_move else -1)
                row += 1
            played.play(int(move))
        assert played.over
        results = positions.result[positions.game == game]
        assert results.tolist() == [sign * played.result() for sign in signs]
    assert row == positions.own.size


@pytest.mark.parametrize("ridge", [0.001, 5.0])
def test_a_regression_is_where_likelihood_and_ridge_pull_alike(ridge):
    chance = np.random.default_rng(0)
    terms, won = chance.normal(size=(200, 3)), chance.integers(0, 3, 200) / 2
    found = fit.regression(terms, won, ridge)
    assert terms.T @ (won - expit(terms @ found)) == pytest.approx(ridge * found, abs=1e-7)
    assert np.abs(found).max() > 0.01


def test_an_explanation_adds_up():
    for kind in ("quadratic", "logistic"):
        bill = data.bill(kind)
        game = Game.from_transcript("f5d6c3d3c4f4c5b3c2e6c6b4b5")
        told = explain.explain(bill, game)
        assert told.tempo + sum(row.added for row in told.rows) == pytest.approx(told.log_odds)
        assert told.log_odds == pytest.approx(bill.log_odds(game.position))
        assert told.probability == pytest.approx(1 / (1 + np.exp(-told.log_odds)))
