"""Fits asked of their formulas: a strong ridge, the robust deviation, what results say more."""

import numpy as np
import pytest
from scipy.special import expit

from players.learning.bill.fit import regression
from players.learning.selectivity.fit import NORMAL, Model, end_bias_of, measured_sigma


@pytest.mark.parametrize("ridge", [0.001, 5.0])
def test_a_regression_is_where_likelihood_and_ridge_pull_alike(ridge):
    chance = np.random.default_rng(0)
    terms, won = chance.normal(size=(200, 3)), chance.integers(0, 3, 200) / 2
    found = regression(terms, won, ridge)
    assert terms.T @ (won - expit(terms @ found)) == pytest.approx(ridge * found, abs=1e-7)
    assert np.abs(found).max() > 0.01


def test_the_robust_deviation_is_that_of_the_inner_six_of_seven():
    inner = np.linspace(-1, 1, 1001)
    errors = np.concatenate([100 * inner, np.full(90, 10_000.0)])  # one in twelve lies far out
    size = np.sort(np.abs(errors))
    shares = [np.quantile(size, NORMAL[share]) / share for share in (1.0, 1.5)]
    assert measured_sigma(errors) == pytest.approx(np.mean(shares))
    assert measured_sigma(errors) < 100


def test_a_result_is_more_than_a_search_says_by_the_difference_of_their_leads():
    leads = np.array([[0, 0, 5.0], [0, 0, 20.0], [0, 0, 30.0]])
    model = Model(leads, np.array([0, 64.0, 0]), np.zeros(10), np.zeros(4), 16)
    assert end_bias_of(model, 14, 1) == pytest.approx(50 - 20)
    assert end_bias_of(model, 30, 2) == pytest.approx(48 - 30)  # as with 16 empty squares
