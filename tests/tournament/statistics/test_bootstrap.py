"""Intervals of correlations and means against slow twins."""

import random
import statistics

import numpy as np
import pytest

from tournament.statistics.bootstrap import (
    correlation,
    mean,
    sample_bootstrap,
    spread,
    with_interval,
)


def pearson(pairs):
    return statistics.correlation([one for one, _ in pairs], [other for _, other in pairs])


def sample_of(number, shared, seed):
    chance = np.random.default_rng(seed)
    common = chance.normal(size=(number, 1))
    return shared * common + chance.normal(size=(number, 2))


def test_an_interval_is_that_of_resamples_made_one_by_one():
    sample = sample_of(60, 1.0, 1)
    chance = random.Random(2)
    slow = sorted(pearson(chance.choices(sample.tolist(), k=60)) for _ in range(2000))
    found = sample_bootstrap(correlation, sample)
    assert found.low == pytest.approx(slow[50], abs=0.03)
    assert found.high == pytest.approx(slow[-50], abs=0.03)


def test_of_normal_pairs_it_is_that_of_fishers_transformation():
    sample = sample_of(400, 1.0, 3)
    middle, half = np.arctanh(pearson(sample.tolist())), 1.96 / np.sqrt(397)
    found = sample_bootstrap(correlation, sample)
    assert np.arctanh(found) == pytest.approx([middle - half, middle + half], abs=0.02)


def test_a_mean_has_the_interval_of_its_standard_error():
    sample = sample_of(400, 0.0, 4)[:, :1]
    told = with_interval("mean", mean, sample)
    half = 1.96 * sample.std(ddof=1) / 20
    assert told["mean"] == pytest.approx(sample.mean())
    assert told["mean_high"] - told["mean_low"] == pytest.approx(2 * half, rel=0.1)


def test_too_small_a_sample_and_one_that_does_not_vary_have_no_interval():
    assert np.isnan(list(with_interval("r", correlation, np.zeros((2, 2))).values())).all()
    assert np.isnan(sample_bootstrap(correlation, np.ones((9, 2)))).all()


def test_a_spread_is_that_of_the_sample_and_two_members_are_none():
    sample = sample_of(30, 0.0, 5)[:, :1]
    told = with_interval("spread", spread, sample)
    assert told["spread"] == pytest.approx(statistics.stdev(sample[:, 0].tolist()))
    assert told["spread_low"] < told["spread"] < told["spread_high"]
    assert np.isnan(list(with_interval("mean", mean, sample[:2]).values())).all()
