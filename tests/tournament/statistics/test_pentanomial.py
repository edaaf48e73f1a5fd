import math

import pytest
from hypothesis import strategies

from tournament.statistics.pairs import elo, elo_interval, pentanomial_statistics

counts = strategies.tuples(*[strategies.integers(0, 300)] * 5)


def test_elo_is_mapped_at_both_ends():
    low, high = elo_interval(pentanomial_statistics((0, 0, 50, 30, 20)).interval)
    middle = elo(0.675)
    assert high - middle > middle - low > 0


@pytest.mark.parametrize(
    ("counts", "rating", "margin", "normalised", "normalised_margin"),
    [
        # fastchess, app/tests/elo_test.cpp
        ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 28.28),
        ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 10.96),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 2.65),
        # fastchess, github.com/Disservin/fastchess/issues/807
        ((30, 6, 18, 0, 6), -168.40, 73.37, -170.08, None),
        # fastchess, printed results of two engines over UHO openings
        ((13, 34, 232, 71, 29), 31.71, 14.63, 53.96, None),
        ((34, 49, 128, 62, 27), -0.58, 21.41, -0.75, None),
        ((790, 1759, 3256, 1780, 807), 1.14, 4.04, 1.48, None),
    ],
)
def test_ratings_and_their_errors_are_the_published_ones(
    counts, rating, margin, normalised, normalised_margin
):
    spread = pentanomial_statistics(counts)
    low, high = elo_interval(spread.interval)
    assert elo(spread.mean) == pytest.approx(rating, abs=0.005)
    assert (high - low) / 2 == pytest.approx(margin, abs=0.005)
    assert spread.normalised_elo == pytest.approx(normalised, abs=0.005)
    if normalised_margin is not None:  # it was printed
        low, high = map(spread.normalised, spread.interval)
        assert (high - low) / 2 == pytest.approx(normalised_margin, abs=0.005)


@pytest.mark.parametrize(
    ("counts", "percent"), [((790, 1759, 3256, 1780, 807), 70.95), ((34, 49, 128, 62, 27), 47.88)]
)
def test_likelihood_of_superiority_is_the_published_one(counts, percent):
    assert 100 * pentanomial_statistics(counts).superiority == pytest.approx(percent, abs=0.01)


def test_pentanomial_by_hand():
    # shares 1/4, 1/2, 3/4, 1 once each: mean 5/8, variance (9 + 1 + 1 + 9) / 64 / 4
    spread = pentanomial_statistics((0, 1, 1, 1, 1))
    assert spread.mean == 5 / 8
    assert spread.variance == pytest.approx(5 / 64)
    assert spread.standard_error == pytest.approx(math.sqrt(5 / 256))


def test_pentanomial_without_spread_or_pairs_is_unknown():
    for counts in ((0, 0, 0, 0, 9), (0, 0, 9, 0, 0), (0, 0, 0, 0, 0), (0, 0, 0, 1, 0)):
        spread = pentanomial_statistics(counts)
        assert spread.superiority is spread.normalised_elo is spread.normalised(0.7) is None
    assert pentanomial_statistics((0, 0, 0, 0, 0)).mean == 0.5


def test_likelihood_of_superiority_of_few_pairs_is_that_of_the_t_distribution():
    from scipy.stats import ttest_1samp

    shares = [0.5, 0.75, 1.0]
    expected = ttest_1samp(shares, 0.5, alternative="greater").pvalue
    assert pentanomial_statistics((0, 0, 1, 1, 1)).superiority == pytest.approx(1 - expected)
    copies = pentanomial_statistics((0, 0, 9, 9, 9), 9.0, 3.0)
    assert copies.superiority == pytest.approx(1 - expected)
    assert pentanomial_statistics((0, 0, 9, 9, 9), 9.0, 1.9).superiority is None
