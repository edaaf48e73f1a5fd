import math

import numpy as np
import pytest

from tournament.statistics.equal_strength import MatchAtRatio, crossings, equal_strength

FEW = 400
"""Resamples, for speed."""


def match(ratio, share, pairs=60):
    """A wins so large a share of pairs, each from a class of its own."""
    won = round(share * pairs)
    return MatchAtRatio(ratio, [1.0] * won + [0.0] * (pairs - won), list(range(pairs)))


def chance_match(ratio, truth, chance):
    """244 pairs of 60 classes whose logits fall with the logarithm of the ratio."""
    scores = chance.random(244) < 1 / (1 + ratio / truth)
    classes = [number % 60 for number in range(244)]
    return MatchAtRatio(ratio, scores.astype(float).tolist(), classes)


PAIR_OF_MATCHES = match(1.0, 0.75, 300), match(4.0, 0.25, 300)


def test_two_matches_cross_where_the_line_through_them_does():
    found = equal_strength(PAIR_OF_MATCHES, FEW)
    assert found.speed_up == pytest.approx(2.0)
    assert found.low < 2.0 < found.high
    assert found.reached


def test_ends_are_weighted_by_what_they_say():
    """A naive fit by the normal equations, one point at a time."""
    ratios, won, pairs = [1.0, 2.0, 4.0], [50.0, 33.0, 2.0], [60.0, 60.0, 60.0]
    sums = np.zeros((2, 2)), np.zeros(2)
    for ratio, wins, number in zip(ratios, won, pairs, strict=True):
        share = (wins + 0.5) / (number + 1)
        row, weight = np.array([1.0, math.log(ratio)]), (number + 1) * share * (1 - share)
        sums[0][:] += weight * np.outer(row, row)
        sums[1][:] += weight * row * math.log(share / (1 - share))
    constant, slope = np.linalg.solve(*sums)
    found, _ = crossings(np.array(ratios), np.array([won]), np.array([pairs]))
    assert found[0] == pytest.approx(-constant / slope)


@pytest.mark.parametrize("truth", [0.05, 20.0])
def test_equal_strength_beyond_the_ratios_played_is_not_reached(truth):
    chance = np.random.default_rng(1)
    found = equal_strength([chance_match(ratio, truth, chance) for ratio in (0.5, 1.0, 2.0)], FEW)
    assert not found.reached
    assert (found.speed_up > 2.0) == (truth > 2.0)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_without_a_crossing_the_interval_gives_its_side(share):
    found = equal_strength([match(1.0, share), match(2.0, share)], FEW)
    assert math.isnan(found.speed_up)
    assert not found.reached
    assert found[1:3] == pytest.approx((2.0, math.inf) if share else (0.0, 1.0))


def test_intervals_hold_the_truth_as_often_as_they_say():
    chance, held = np.random.default_rng(2), 0
    for _ in range(100):
        matches = [chance_match(ratio, 1.5, chance) for ratio in (1.0, 2.83, 1.68)]
        found = equal_strength(matches, FEW)
        held += found.low <= 1.5 <= found.high
    assert 88 <= held < 100


def test_few_classes_leave_the_factor_open():
    few = [one._replace(classes=[n % 5 for n in one.classes]) for one in PAIR_OF_MATCHES]
    assert equal_strength(few, FEW)[1:3] == (0, math.inf)
