import math

import numpy as np
import pytest
from hypothesis import example, given, strategies
from scipy.stats import ttest_1samp

from othello.openings import four_move_openings
from tournament.games.openings import GameKey
from tournament.games.play import GameResult, SideCosts
from tournament.statistics import pairs
from tournament.statistics.pairs import (
    DISC_BOUNDS,
    Pair,
    class_bootstrap,
    complete_pairs,
    design_effect,
    disc_interval,
    effective_number,
    elo,
    share_interval,
    superiority,
)

results = strategies.integers(-64, 64)


@pytest.mark.parametrize(
    ("a_first", "b_first", "score", "points"),
    [
        (10, -10, 1.0, 2.0),  # both games won by A
        (10, 4, 1.0, 1.0),  # black won both, A by more
        (-4, -10, 1.0, 1.0),  # white won both, A lost by less
        (6, 6, 0.5, 1.0),
        (0, 0, 0.5, 1.0),
        (0, 2, 0.0, 0.5),
        (-64, 64, 0.0, 0.0),
    ],
)
def test_pair_is_won_by_the_larger_outcome_as_black(a_first, b_first, score, points):
    pair = Pair(0, a_first, b_first)
    assert pair.score == score
    assert pair.points == points


def test_pair_with_a_missing_game_is_left_out():
    game = GameResult(2, "", "finished", SideCosts(), SideCosts())
    games = {GameKey(4, True): game, GameKey(4, False): game, GameKey(5, True): game}
    assert complete_pairs(games) == (Pair(4, 2, 2),)


def test_the_openings_count_as_59_classes():
    # 244 ** 2 / sum of squared class sizes = 59536 / 1008
    classes = [opening.board_class for opening in four_move_openings()]
    assert effective_number(classes) == pytest.approx(59.06, abs=0.01)
    assert effective_number([3, 3, 3]) == 1
    assert effective_number([]) == 0


@pytest.mark.parametrize("number", [4, 20])
def test_interval_of_discs_is_that_of_the_t_distribution(number):
    from scipy.stats import t

    means = [float(place * place % 7) for place in range(number)]
    expected = t.interval(0.95, number - 1, np.mean(means), np.std(means, ddof=1) / number**0.5)
    assert disc_interval(means, range(number)) == pytest.approx(expected)
    assert disc_interval(means * 3, [*range(number)] * 3) == pytest.approx(expected)
    assert disc_interval([64.0, 64.0, -64.0], [0, 0, 1]) == DISC_BOUNDS  # as far as discs go


@pytest.mark.parametrize("share", [0.8, 0.9, 0.95, 0.97, 0.99])
def test_intervals_near_a_clean_sweep_hold_the_truth_as_often_as_they_say(share):
    """One class in three that is not won is lost, and the others are tied."""
    chance = np.random.default_rng(1)
    short = 1.5 * (1 - share)
    odds = (short / 3, 2 * short / 3, 1 - short)
    ends = [
        class_bootstrap(scores, range(60), 500)
        for scores in chance.choice([0.0, 0.5, 1.0], (300, 60), p=odds)
    ]
    assert sum(low <= share <= high for low, high in ends) / 300 >= 0.92


quarters = strategies.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])


@given(strategies.lists(strategies.tuples(quarters, quarters, results), min_size=1))
@example([(0.5, 1.0, 0), *((1.0, 1.0, place) for place in range(1, 60))])
@example([(0.5, 0.75, place) for place in range(60)])
def test_a_better_result_never_lowers_an_end_of_the_interval(pairs):
    classes = [64 + number for *_, number in pairs]
    worse, better = (
        class_bootstrap([choose(two) for *two, _ in pairs], classes, resamples=100)
        for choose in (min, max)
    )
    assert 0 <= worse.low <= better.low <= better.high <= 1
    assert worse.high <= better.high


@pytest.mark.parametrize("won", [59.5, 59, 57, 40])
def test_only_a_clean_sweep_may_go_on_without_end(won):
    scores = np.clip(won - np.arange(60), 0, 1)
    low, high = class_bootstrap(scores, range(60))
    assert won / 60 - 0.2 < low < won / 60 < high < 1
    assert class_bootstrap(1 - scores, range(60)) == pytest.approx((1 - high, 1 - low))


def test_bootstrap_is_as_wide_as_the_classes_are_few():
    scores = [1.0, 0.0] * 100
    alone = class_bootstrap(scores, range(200))
    grouped = class_bootstrap(scores, [i // 10 for i in range(200)])
    together = class_bootstrap([1.0] * 100 + [0.0] * 100, [i // 10 for i in range(200)])
    # the standard error of 200 independent scores is 0.0354; that of 20 classes, estimated
    # from them, 0.115, and 95 % of a t distribution with 19 degrees of freedom are within 2.09
    assert alone.high - alone.low == pytest.approx(2 * 1.96 * 0.0354, rel=0.08)
    assert together.high - together.low == pytest.approx(2 * 2.09 * 0.115, abs=0.05)  # 1/20 a step
    # every class is half won: with fewer than 0.05 ** (1 / 20) such openings, 5 % of samples
    assert grouped == pytest.approx((0.5 * 0.8609, 1 - 0.5 * 0.8609), abs=1e-4)


def test_bootstrap_weighs_classes_by_their_pairs():
    scores = [0.0] * 20 + [1.0] * 60  # 20 classes of one pair and 20 of three: 0.75 won
    classes = [*range(20), *(20 + number // 3 for number in range(60))]
    low, high = class_bootstrap(scores, classes)
    assert (low + high) / 2 == pytest.approx(0.75, abs=0.05)


def test_interval_of_results_that_are_all_alike_is_exact():
    classes = [number // 2 for number in range(40)]
    # 0.05 ** (1 / 20)
    assert class_bootstrap([1.0] * 40, classes) == pytest.approx((0.8609, 1), abs=1e-4)
    assert class_bootstrap([0.0] * 40, classes) == pytest.approx((0, 0.1391), abs=1e-4)
    fives = [number % 5 for number in range(10)]
    assert class_bootstrap([1.0] * 10, fives) == pytest.approx((0.05**0.2, 1))
    assert class_bootstrap([1.0] * 2, [7] * 2) == class_bootstrap([], []) == (0, 1)
    discs = disc_interval([64.0] * 40, classes)
    assert discs == pytest.approx((128 * 0.8609 - 64, 64), abs=0.01)
    assert disc_interval([0.0] * 40, classes) == pytest.approx((-8.9, 8.9), abs=0.01)


def test_bootstrap_in_parts_is_that_of_one_piece(monkeypatch):
    scores = [number % 3 / 2 for number in range(30)]
    whole = class_bootstrap(scores, range(30))
    monkeypatch.setattr(pairs, "MOST_DRAWN", 100)
    assert class_bootstrap(scores, range(30)) == pytest.approx(whole)


def test_design_effect_counts_copies():
    scores = [0.0, 0.5, 1.0, 1.0]
    assert design_effect(scores * 3, [0, 1, 2, 3] * 3) == pytest.approx(3)
    assert design_effect(scores, [0, 1, 2, 3]) == 1
    assert design_effect([0.0, 1.0], [4, 4]) == 1  # they cancel: no reason to be surer
    assert design_effect([], []) == design_effect([0.5, 0.5], [1, 2]) == 1
    assert design_effect([0.5, 0.5], [1, 1]) == 2


def test_elo_of_reference_scores():
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf


@pytest.mark.parametrize("number", [1, 60, 244])
def test_share_interval_is_that_of_scipy_and_one_sided_for_a_sweep(number):
    from scipy.stats import binomtest

    exact = binomtest(number, number, alternative="greater").proportion_ci(0.95, "exact")
    assert share_interval(1.0, number) == pytest.approx((exact.low, 1))
    assert share_interval(0.0, number) == pytest.approx((0, 1 - exact.low))
    expected = binomtest(17, 60).proportion_ci(method="wilson")
    assert share_interval(17 / 60, 60) == pytest.approx((expected.low, expected.high))
    assert share_interval(0.5, 0) == (0, 1)


def test_superiority_follows_the_t_distribution_and_the_lead_counts_deviations():
    shares, classes = np.array([0.25, 0.5, 0.75, 1.0] * 15), np.arange(60)
    los, normalized = superiority(shares, classes)
    assert los == pytest.approx(ttest_1samp(shares, 0.5, alternative="less").pvalue)
    assert normalized == pytest.approx(109.87, abs=0.01)  # 347.436 * 0.125 / (1.41421 * 0.27951)
    assert superiority(1 - shares, classes) == pytest.approx((1 - los, -normalized))
    # copies of few openings say less about who is superior, and as much about the size of the lead
    assert 0.5 < superiority(np.sort(shares), classes // 15)[0] < 0.9
    assert superiority(shares, np.zeros(60, np.int64))[0] is None
    assert superiority(np.ones(9), np.arange(9)) == (None, None)
