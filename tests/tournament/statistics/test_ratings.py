import math

import numpy as np
import pytest

from tournament.statistics.pairs import alike_interval
from tournament.statistics.ratings import OpeningShare, rate_players, ratings_of


def naive_ratings(points):
    """Ratings by the oldest iteration: strength = points / sum of games / (own + other's).

    Half a point is added to those who met.
    """
    players = range(len(points))
    points = [
        [points[a][b] + (0.5 if points[a][b] + points[b][a] else 0) for b in players]
        for a in players
    ]
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


@pytest.mark.parametrize("seed", range(5))
def test_ratings_agree_with_the_naive_iteration(seed):
    points = np.random.default_rng(seed).integers(0, 60, (4, 4)) / 2
    assert ratings_of(points) == pytest.approx(naive_ratings(points.tolist()), abs=0.01)


@pytest.mark.parametrize("opponents", [2, 4, 20])
def test_ratings_of_a_gauntlet_do_not_depend_on_its_size(opponents):
    points = np.zeros((opponents + 1, opponents + 1))
    points[0, 1 : opponents // 2 + 1] = 20
    points[opponents // 2 + 1 :, 0] = 20
    ours, *others = ratings_of(points)
    assert [ours, *others] == pytest.approx(naive_ratings(points.tolist()), abs=0.01)
    # 20 games and a drawn one: a share of 20.5 / 21
    expected = 400 * math.log10(20.5 / 0.5)
    assert [abs(one - ours) for one in others] == pytest.approx([expected] * opponents, abs=0.01)


def test_players_without_a_chain_of_games_are_rated_apart():
    points = np.zeros((5, 5))
    points[0, 1], points[1, 0] = points[2, 3], points[3, 2] = 30.0, 10.0
    ratings = ratings_of(points)
    assert ratings[4] == 0
    assert ratings[0] == pytest.approx(-ratings[1])
    assert ratings[:2] == pytest.approx(ratings[2:4])
    shares = [OpeningShare(0, 1, number % 3 / 2, number) for number in range(9)]
    shares += [OpeningShare(2, 3, number % 4 / 4, number) for number in range(9)]
    found = rate_players(shares, 5)
    assert found.players[4] == (0, -math.inf, math.inf)
    assert found.lead[1:] == (-math.inf, math.inf)
    assert all(math.isfinite(end) for one in found.players[:4] for end in one)


def test_rating_errors_are_as_wide_as_the_classes_are_few():
    shares = [0.25, 0.5, 0.75, 1.0] * 15
    alone = rate_players(
        [OpeningShare(0, 1, share, i) for i, share in enumerate(shares)], 2
    ).players[0]
    few = rate_players(
        [OpeningShare(0, 1, share, i % 4) for i, share in enumerate(shares)], 2
    ).players[0]
    # the share 0.625 has the standard error 0.28 / sqrt(60), a rating half the difference
    slope = 400 / math.log(10) / (0.625 * 0.375)
    assert alone.high - alone.low == pytest.approx(2 * 1.96 * 0.036 * slope / 2, rel=0.1)
    assert few.high - few.low > 3 * (alone.high - alone.low)


def test_rating_intervals_of_few_classes_are_those_of_the_t_distribution():
    from scipy.stats import t

    means = np.array([0.15, 0.5, 0.55, 0.9])
    shares = [OpeningShare(0, 1, share, i % 4) for i, share in enumerate(means.tolist() * 25)]
    found = rate_players(shares, 2)
    slope = 400 / math.log(10) / (means.mean() * (1 - means.mean()))
    half = t.ppf(0.975, 3) * means.std(ddof=1) / 2 * slope
    assert found.lead.elo == pytest.approx(found.players[0].elo - found.players[1].elo)
    assert found.lead.high - found.lead.elo == pytest.approx(half, rel=0.1)
    assert found.lead.elo - found.lead.low == pytest.approx(half, rel=0.1)
    assert found.players[0].high - found.players[0].low == pytest.approx(half, rel=0.1)


def test_rating_intervals_are_open_where_classes_say_nothing():
    for shares in ([0.5, 0.75], [0.75]):
        results = [OpeningShare(0, 1, share, 7) for share in shares]
        assert [one[1:] for one in rate_players(results, 2).players] == [(-math.inf, math.inf)] * 2


def test_rating_intervals_of_results_that_are_all_alike_are_those_of_shares():
    even = rate_players([OpeningShare(0, 1, 0.5, number) for number in range(40)], 2)
    low, high = (400 * math.log10(end / (1 - end)) for end in alike_interval(0.5, 40))
    assert even.lead == pytest.approx((0, low, high), rel=0.02)  # the drawn game is 1 of 81
    assert even.players[0] == pytest.approx((0, low / 2, high / 2), rel=0.02)
    won = rate_players([OpeningShare(0, 1, 1.0, number) for number in range(40)], 2)
    assert 0 < won.lead.low < won.lead.elo - 100
    assert won.lead.high == won.players[0].high == -won.players[1].low == math.inf
    assert won.players[1].high < 0
    nearly = rate_players([OpeningShare(0, 1, 1 - (one == 0) / 4, one) for one in range(40)], 2)
    assert nearly.lead.low < won.lead.low
    assert nearly.lead.high < math.inf


def test_the_lead_is_surer_than_the_intervals_of_both():
    """Openings that are won or lost by either one make no difference between them."""
    shares = [0.15 + number % 5 / 5 for number in range(60)]
    results = [OpeningShare(0, 2, share + 0.02, i) for i, share in enumerate(shares)]
    results += [OpeningShare(1, 2, share, i) for i, share in enumerate(shares)]
    first, second, _ = (found := rate_players(results, 3)).players
    assert first.elo > second.elo
    assert first.low < second.high
    assert found.lead.low > 0
    assert found.lead.elo == pytest.approx(first.elo - second.elo)


def test_leads_over_an_anchor_without_points_have_no_upper_end():
    shares = [OpeningShare(number % 2, 2, 1.0, number) for number in range(40)]
    shares += [OpeningShare(0, 1, number % 2, 40 + number) for number in range(20)]
    first, second, _ = rate_players(shares, 3, anchor=2).players
    assert first.high == second.high == math.inf
    assert -math.inf < first.low < first.elo


def test_an_anchor_makes_ratings_differences_to_it():
    shares = [OpeningShare(i % 2, 2, i % 3 / 2, i) for i in range(30)]
    free, fixed = rate_players(shares, 3), rate_players(shares, 3, anchor=2)
    assert fixed.players[2] == (0, 0, 0)
    assert fixed.lead == free.lead
    for one, other in zip(free.players[:2], fixed.players[:2], strict=True):
        assert other.elo == pytest.approx(one.elo - free.players[2].elo)
        assert other.low < other.elo < other.high
