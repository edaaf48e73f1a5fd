import numpy as np
import pytest

from tournament.experiments.laboratory import coverage
from tournament.experiments.laboratory.coverage import (
    HYPOTHESES,
    PARTS,
    LineTest,
    Setting,
    SimulatedTest,
    line_trial,
    sequential_trial,
    simulated,
    trial,
    truths,
)
from tournament.statistics.sequential import (
    Hypotheses,
    expected_pairs,
    likeliest,
    mean_and_variance,
)

SEEDS = range(120)


@pytest.mark.parametrize("ahead", coverage.AHEAD)
def test_the_truth_is_what_simulated_matches_have_on_average(ahead):
    setting = Setting("without chance", ahead, 244)
    pairs = [pair for seed in range(60) for pair in simulated(setting, seed)[0]]
    share, margin = truths(setting)
    # 60 matches of 59 classes: a standard error of 0.006 of a share, of 0.2 discs
    assert np.mean([pair.points / 2 for pair in pairs]) == pytest.approx(share, abs=0.02)
    assert np.mean([pair.margin for pair in pairs]) == pytest.approx(margin, abs=0.6)


@pytest.mark.parametrize("players", PARTS)
def test_the_interval_holds_the_truth(players):
    found = [trial(Setting(players, 0.0, 244), seed) for seed in SEEDS]
    for name in ("points", "discs"):
        # 95 %, three standard errors of 120 trials aside
        assert np.mean([one[name] for one in found]) == pytest.approx(0.95, abs=0.06)


def test_copies_that_are_taken_for_independent_make_an_interval_too_narrow():
    found = [trial(Setting("copies", 12.0, 244), seed) for seed in range(100)]
    assert np.mean([one["alone"] for one in found]) < 0.8
    assert np.mean([one["points"] for one in found]) > 0.9


@pytest.mark.parametrize(("elo", "wrong"), [(HYPOTHESES.elo0, 1), (HYPOTHESES.elo1, 0)])
def test_sequential_tests_err_as_seldom_as_asked_and_are_as_long_as_expected(elo, wrong):
    found = [sequential_trial(SimulatedTest(elo, 1), seed) for seed in SEEDS]
    # 5 % at most, three standard errors of 120 trials above it
    assert np.mean([one["elo1"] == wrong for one in found]) < 0.11
    _, variance = mean_and_variance(likeliest(coverage.WITHIN_PAIRS, elo))
    expected = expected_pairs(HYPOTHESES, elo, variance)
    assert np.mean([one["pairs"] for one in found]) == pytest.approx(expected, rel=0.35)


@pytest.mark.parametrize("usual", [0.0, 0.7])
@pytest.mark.parametrize(("elo", "wrong"), [(HYPOTHESES.elo0, "elo1"), (HYPOTHESES.elo1, "elo0")])
def test_sequential_tests_err_seldom_where_games_mostly_repeat(elo, wrong, usual):
    found = [line_trial(LineTest(elo, usual), seed) for seed in range(60)]
    right = {"elo0": "elo1", "elo1": "elo0"}[wrong]
    # 5 % at most, three standard errors of 60 trials above it
    assert np.mean([one[wrong] for one in found]) < 0.14
    # more than half of 1000 trials; the rest were undecided when the rounds were over
    assert np.mean([one[right] for one in found]) > 0.4


@pytest.mark.second_tier
def test_lengths_and_errors_are_the_published_ones(monkeypatch):
    """github.com/vdbergh/pentanomial: 95 % passed and 1806 games on average, at 10 Elo."""
    monkeypatch.setattr(coverage, "HYPOTHESES", Hypotheses(0, 10))
    found = [sequential_trial(SimulatedTest(10.0, 1), seed) for seed in range(400)]
    assert np.mean([one["elo1"] for one in found]) == pytest.approx(0.95, abs=0.033)
    # theirs are corrected for the last step beyond the bound, ours are a little longer
    assert 2 * np.mean([one["pairs"] for one in found]) == pytest.approx(1806, rel=0.12)


def test_the_experiment_prints_a_row_for_each_setting(measured):
    result = measured("coverage", "--trials", "1")
    assert len(result["rows"]) == len(coverage.SETTINGS)
    assert len(result["tests"]) == len(coverage.TESTS)
    assert len(result["lines"]) == len(coverage.LINE_TESTS)
