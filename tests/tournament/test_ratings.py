import math

import numpy as np
import pytest

from tournament.ratings import OpeningShare, rated, ratings_of


def naive_ratings(points):
    """Ratings by the oldest iteration: strength = points / sum of games / (own + other's)."""
    points = [[value + 0.5 for value in row] for row in points]
    players = range(len(points))
    strength = [1.0 for _ in players]
    for _ in range(3000):
        for a in players:
            met = sum(
                (points[a][b] + points[b][a]) / (strength[a] + strength[b])
                for b in players
                if b != a
            )
            strength[a] = sum(points[a][b] for b in players if b != a) / met
    logarithms = [400 * math.log10(value) for value in strength]
    mean = sum(logarithms) / len(logarithms)
    return [value - mean for value in logarithms]


def test_the_ratings_of_two_are_the_logit_of_their_points():
    strong, weak = ratings_of(np.array([[0.0, 7500.0], [2500.0, 0.0]]))
    assert strong - weak == pytest.approx(400 * np.log10(3), abs=0.1)
    assert strong + weak == pytest.approx(0)


@pytest.mark.parametrize("seed", range(5))
def test_ratings_agree_with_the_naive_iteration(seed):
    points = np.random.default_rng(seed).integers(0, 60, (4, 4)) / 2
    assert ratings_of(points) == pytest.approx(naive_ratings(points.tolist()), abs=0.01)


def test_who_won_every_game_or_met_nobody_has_a_finite_rating():
    points = np.array([[0.0, 488.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    best, worst, absent = ratings_of(points)
    assert 400 < best < 800
    assert best == pytest.approx(-worst, abs=0.01)
    assert absent == pytest.approx(0, abs=0.01)


def test_rating_intervals_hold_the_rating_and_order_players():
    results = [
        OpeningShare(0, 1, share, number % 30) for number in range(60) for share in (0.5, 1.0)
    ]
    results += [OpeningShare(1, 2, 0.75, number) for number in range(30)]
    ratings = rated(results, 3)
    assert ratings[0].elo > ratings[1].elo > ratings[2].elo
    assert all(low - 0.01 <= elo <= high + 0.01 for elo, low, high in ratings)


def test_rating_errors_are_as_wide_as_the_classes_are_few():
    shares = [0.25, 0.5, 0.75, 1.0] * 15
    alone = rated([OpeningShare(0, 1, share, i) for i, share in enumerate(shares)], 2)[0]
    few = rated([OpeningShare(0, 1, share, i % 4) for i, share in enumerate(shares)], 2)[0]
    # the share 0.625 has the standard error 0.28 / sqrt(60), a rating half the difference
    slope = 400 / math.log(10) / (0.625 * 0.375)
    assert alone.high - alone.low == pytest.approx(2 * 1.96 * 0.036 * slope / 2, rel=0.1)
    assert few.high - few.low > 3 * (alone.high - alone.low)


def test_without_results_nothing_is_known():
    assert rated([], 2) == [(0.0, -math.inf, math.inf)] * 2
