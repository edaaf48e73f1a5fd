"""Bill's weighted sum and calibration against numpy."""

import numpy as np
import pytest

from othello.evaluation.bill import KNOTS, KNOTS_PER_LOG_ODDS, TERMS, calibrated, weigh


@pytest.mark.parametrize("seed", range(3))
def test_the_weighted_sum_is_that_of_all_terms(seed):
    chance = np.random.default_rng(seed)
    weights, x = chance.normal(size=(65, TERMS)), chance.normal(size=4)
    products = [x[first] * x[second] for first in range(4) for second in range(first, 4)]
    for discs in (4, 33, 63):
        expected = weights[discs] @ [1.0, *x, *products]
        assert weigh(weights, np.int64(discs), tuple(x)) == pytest.approx(expected)


def test_calibration_lies_between_its_knots():
    chance = np.random.default_rng(0)
    table = np.sort(chance.integers(-6400, 6400, (65, KNOTS)), axis=1)
    knots = (np.arange(KNOTS) - (KNOTS - 1) / 2) / KNOTS_PER_LOG_ODDS
    for odds in (-99.0, -16.0, -3.3, 0.0, 0.2, 7.75, 16.0, 99.0):
        expected = np.interp(odds, knots, table[40])
        assert calibrated(table, np.int64(40), odds) == pytest.approx(expected, abs=2)
