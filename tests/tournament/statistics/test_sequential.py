import math
import random

import pytest
from hypothesis import given, strategies

from tournament.statistics.pairs import design_effect
from tournament.statistics.sequential import (
    PAIR_SHARES,
    Hypotheses,
    SequentialTest,
    expected_share,
    likeliest,
    log_likelihood_ratio,
)

counts = strategies.tuples(*[strategies.integers(1, 300)] * 5)
TEN = Hypotheses(0, 10)


@pytest.mark.parametrize(
    ("counts", "hypotheses", "ratio"),
    [
        # fastchess, app/tests/sprt_test.cpp
        ((223, 9863, 21279, 10037, 246), Hypotheses(0.5, 2.5), -3.07),
        ((871, 26175, 55983, 26678, 821), Hypotheses(0, 2), -4.98),
        # fishtest, github.com/official-stockfish/Stockfish/pull/3098, IIvec/Stockfish/pull/1254
        # and official-stockfish/Stockfish/pull/2598
        ((491, 7345, 29693, 7670, 465), Hypotheses(-0.25, 1.25), 2.96),
        ((581, 3947, 7914, 4119, 615), Hypotheses(-0.5, 1.5), 2.93),
        ((444, 5546, 17841, 5604, 428), Hypotheses(-1.5, 0.5), 2.63),
    ],
)
def test_ratios_are_the_published_ones(counts, hypotheses, ratio):
    digits = len(str(ratio).partition(".")[2])
    assert log_likelihood_ratio(counts, hypotheses) == pytest.approx(ratio, abs=0.5 * 10**-digits)


def test_a_count_of_0_is_replaced_as_in_fishtest():
    replaced = log_likelihood_ratio((1e-3, 1e-3, 20, 20, 1e-3), TEN)
    assert log_likelihood_ratio((0, 0, 20, 20, 0), TEN) == pytest.approx(replaced, abs=1e-3)


@given(counts, strategies.integers(-200, 200))
def test_the_likeliest_frequencies_have_the_mean_and_no_neighbour_is_likelier(counts, elo):
    frequencies = [count / sum(counts) for count in counts]
    found = likeliest(frequencies, elo)
    assert sum(found) == pytest.approx(1)
    assert sum(map(float.__mul__, found, PAIR_SHARES)) == pytest.approx(expected_share(elo))

    def likelihood(parts):
        return sum(f * math.log(part) for f, part in zip(frequencies, parts, strict=True))

    # steps that change neither the sum nor the mean
    for step in ([1, -2, 1, 0, 0], [0, 1, -2, 1, 0], [0, 0, 1, -2, 1]):
        for size in (1e-4, -1e-4):
            aside = [part + size * min(found) * way for part, way in zip(found, step, strict=True)]
            assert likelihood(aside) <= likelihood(found)


def test_bounds_are_those_of_wald():
    low, high = Hypotheses(alpha=0.05, beta=0.1).bounds
    assert low == pytest.approx(math.log(0.1 / 0.95))
    assert high == pytest.approx(math.log(0.9 / 0.05))


def judged(shares, clusters, hypotheses=TEN):
    test = SequentialTest(hypotheses)
    for share, cluster in zip(shares, clusters, strict=True):
        test.add(share, cluster)
    return test


def test_a_test_accepts_what_the_pairs_say_and_stops_there():
    won, lost = ([0.5, 1.0] * 200, [0.0, 0.5] * 200)
    better, worse = judged(won, range(400)), judged(lost, range(400))
    assert (better.accepted, worse.accepted) == ("elo1", "elo0")
    for test in (better, worse):
        assert 20 < test.pairs < 400
        assert abs(test.ratio) > math.log(19)
    before = judged(won[: better.pairs - 1], range(better.pairs - 1))
    assert before.accepted is None


@pytest.mark.parametrize("seed", range(3))
def test_the_design_effect_is_that_of_all_pairs(seed):
    chance = random.Random(seed)
    shares = [chance.choice(PAIR_SHARES) for _ in range(60)]
    clusters = [chance.randrange(8) for _ in shares]
    test = judged(shares, clusters, Hypotheses(0, 10, 1e-9, 1e-9))
    assert test.design_effect == pytest.approx(design_effect(shares, clusters))
    plain = log_likelihood_ratio(test.counts, test.hypotheses)
    assert test.ratio == pytest.approx(plain / test.design_effect)
