import math

import numpy as np
import pytest
from hypothesis import given, strategies

from othello.openings import four_move_openings
from tournament.games.play import GameResult, SideCosts
from tournament.games.schedule import GameKey
from tournament.statistics import pairs
from tournament.statistics.pairs import (
    DISC_BOUNDS,
    Pair,
    PairCount,
    class_bootstrap,
    complete_pairs,
    design_effect,
    effective_number,
    elo,
    share_interval,
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
def test_pair_goes_to_who_had_the_larger_outcome_as_black(a_first, b_first, score, points):
    pair = Pair(0, a_first, b_first)
    assert pair.score == score
    assert pair.points == points


def test_a_tied_pair_counts_half():
    assert PairCount(won=1, tied=1, lost=2).win_rate == 0.375


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


def test_interval_of_few_classes_is_that_of_the_t_distribution():
    from scipy.stats import t

    means = [0.25, 0.5, 0.375, 0.5]
    expected = t.interval(0.95, 3, np.mean(means), np.std(means, ddof=1) / 2)
    assert class_bootstrap(means, range(4)) == pytest.approx(expected)
    assert class_bootstrap(means * 3, [0, 1, 2, 3] * 3) == pytest.approx(expected)
    margins = [128 * mean - 64 for mean in means]
    low, high = (128 * end - 64 for end in expected)
    assert class_bootstrap(margins, range(4), bounds=DISC_BOUNDS) == pytest.approx((low, high))
    assert class_bootstrap([1.0, 1.0, 0.0], [0, 0, 1]) == (0, 1)  # as far as shares go


@pytest.mark.parametrize("number", [2, 3, 4, 5, 8])
def test_intervals_of_few_classes_hold_the_truth_as_often_as_they_say(number):
    chance = np.random.default_rng(number)
    held = 0
    for scores in chance.normal(0.5, 0.05, (400, number)):
        low, high = class_bootstrap(scores.tolist(), range(number), 1000)
        held += low <= 0.5 <= high
    assert 0.92 <= held / 400 <= 0.98  # 95 % with a standard deviation of 1.1


def test_bootstrap_is_as_wide_as_the_classes_are_few():
    scores = [1.0, 0.0] * 100
    alone = class_bootstrap(scores, range(200))
    grouped = class_bootstrap(scores, [i // 10 for i in range(200)])
    together = class_bootstrap([1.0] * 100 + [0.0] * 100, [i // 10 for i in range(200)])
    # the standard error of 200 independent scores is 0.0354; that of 20 classes, estimated
    # from them, 0.115, and 95 % of a t distribution with 19 degrees of freedom are within 2.09
    assert alone.high - alone.low == pytest.approx(2 * 1.96 * 0.0354, rel=0.08)
    assert together.high - together.low == pytest.approx(2 * 2.09 * 0.115, abs=0.05)  # 1/20 a step
    # every class is half won, which says no more than 20 scores do
    assert grouped == pytest.approx(share_interval(0.5, 20))


def test_bootstrap_weighs_classes_by_their_pairs():
    scores = [0.0] * 20 + [1.0] * 60  # 20 classes of one pair and 20 of three: 0.75 won
    classes = [*range(20), *(20 + number // 3 for number in range(60))]
    low, high = class_bootstrap(scores, classes)
    assert (low + high) / 2 == pytest.approx(0.75, abs=0.05)


def test_bootstrap_of_one_class_knows_nothing():
    assert class_bootstrap([1.0, 1.0], [7, 7]) == (0.0, 1.0)
    assert class_bootstrap([], []) == (0.0, 1.0)


def test_bootstrap_of_scores_that_are_all_alike_is_that_of_a_share():
    classes = [number // 2 for number in range(40)]
    # 0.05 ** (1 / 20)
    assert class_bootstrap([1.0] * 40, classes) == pytest.approx((0.8609, 1), abs=1e-4)
    assert class_bootstrap([0.0] * 40, classes) == pytest.approx((0, 0.1391), abs=1e-4)
    # 1.96 * sqrt(1 / 4 / (20 + 3.84))
    assert class_bootstrap([0.5] * 40, classes) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    discs = class_bootstrap([64.0] * 40, classes, bounds=DISC_BOUNDS)
    assert discs == pytest.approx((128 * 0.8609 - 64, 64), abs=0.01)


def test_few_classes_that_are_alike_say_nothing_unless_one_side_took_all():
    fives = [number % 5 for number in range(10)]
    assert class_bootstrap([0.5] * 10, fives) == (0, 1)
    assert class_bootstrap([1.0] * 10, fives) == pytest.approx((0.05**0.2, 1))
    assert class_bootstrap([0.0] * 3, range(3), bounds=DISC_BOUNDS) == DISC_BOUNDS


def test_bootstrap_in_parts_is_that_of_one_piece(monkeypatch):
    scores = [number % 3 / 2 for number in range(30)]
    whole = class_bootstrap(scores, range(30))
    monkeypatch.setattr(pairs, "MOST_DRAWN", 100)
    assert class_bootstrap(scores, range(30)) == pytest.approx(whole, abs=0.02)


def test_design_effect_counts_copies():
    scores = [0.0, 0.5, 1.0, 1.0]
    assert design_effect(scores * 3, [0, 1, 2, 3] * 3) == pytest.approx(3)
    assert design_effect(scores, [0, 1, 2, 3]) == 1
    assert design_effect([0.0, 1.0], [4, 4]) == 1  # they cancel: no reason to be surer
    assert design_effect([], []) == design_effect([0.5, 0.5], [1, 2]) == 1
    assert design_effect([0.5, 0.5], [1, 1]) == 2


@given(
    strategies.lists(
        strategies.tuples(strategies.sampled_from([0.0, 0.5, 1.0]), results), min_size=1
    )
)
def test_bootstrap_stays_among_the_scores(pairs):
    scores, classes = zip(*pairs, strict=True)
    low, high = class_bootstrap(scores, [number + 64 for number in classes], resamples=100)
    assert 0 <= low <= high <= 1


def test_share_interval_is_the_one_of_wilson_in_scipy():
    from scipy.stats import binomtest

    expected = binomtest(17, 60).proportion_ci(method="wilson")
    assert share_interval(17 / 60, 60) == pytest.approx((expected.low, expected.high))
    assert share_interval(0.5, 0) == (0, 1)


@pytest.mark.parametrize("number", [1, 20, 37, 59, 244])
def test_share_interval_of_all_is_open_above_and_exact_below(number):
    from scipy.stats import binomtest

    exact = binomtest(number, number, alternative="greater").proportion_ci(0.95, "exact")
    low, high = share_interval(1.0, number)
    assert low == pytest.approx(exact.low)
    assert elo(high) == math.inf
    assert share_interval(0.0, number) == pytest.approx((0, 1 - low))


def test_elo_of_known_scores():
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf
