"""Cuts are fitted to searches: the fit finds what made the values, and a run repeats itself."""

import numpy as np
import pytest

from othello.evaluation.tables import about
from othello.files import data_file
from players.engine.search_memory import (
    NO_SEARCH,
    PROBCUT_ARRAYS,
    PROBCUT_FILE,
    TO_THE_END,
)
from players.learning import selectivity
from players.learning.selectivity import FIRST_END, NORMAL, cuts_of, fit_model, shares_within
from players.learning.selectivity_samples import NOT_SOLVED, Samples

DEPTH = 6
SLOPE = 30.0
"""What each ply says more than the one before, in the values that are drawn here."""


def drawn_samples(positions=6000, seed=0):
    """Values that wander by 100 hundredths a ply from depth to depth, with a known lead."""
    chance = np.random.default_rng(seed)
    discs = chance.integers(8, 61, positions)
    boards = np.zeros((positions, 2), np.uint64)
    boards[:, 0] = [(1 << int(number)) - 1 for number in discs]
    steps = chance.normal(SLOPE, 100.0, (positions, DEPTH + 1))
    steps[:, 0] = chance.normal(0, 500, positions)
    values = steps.cumsum(axis=1)
    for depth in range(1, DEPTH + 1):
        values[discs + depth >= 64, depth] = NOT_SOLVED
    known = (discs >= 44) & (discs <= 64 - FIRST_END)
    results = np.where(known, values[:, DEPTH] + chance.normal(0, 400, positions), NOT_SOLVED)
    return Samples(boards, values.round().astype(np.int16), results.astype(np.int16))


@pytest.fixture(scope="module")
def model():
    """The model of drawn samples."""
    return fit_model(drawn_samples())


def test_a_fit_finds_the_leads_and_deviations_that_made_the_values(model):
    for depth in (1, 4, 6):
        assert np.abs(model.lead(depth, np.array([16, 40])) - depth * SLOPE).max() < 15
    for deep, shallow in ((3, 1), (6, 2), (4, 0)):
        true = 100 * np.sqrt(deep - shallow)
        assert model.sigma(deep, shallow, 32) == pytest.approx(true, rel=0.1)


def test_cuts_are_what_was_chosen(model, monkeypatch):
    monkeypatch.setattr(selectivity, "END_SHARES", (0.22, 0.33))
    monkeypatch.setattr(selectivity, "FIRST_DEPTH", 5)
    monkeypatch.setattr(selectivity, "GATE", 0.5)
    cuts = cuts_of(model)
    monkeypatch.setattr(selectivity, "GATE", 1.0)
    twice = cuts_of(model)
    shallow = cuts["shallow"]
    assert set(cuts) == set(PROBCUT_ARRAYS)
    assert shallow[40, 8].tolist() == [2, 4, NO_SEARCH]
    assert shallow[40, 6].tolist() == [2, NO_SEARCH, NO_SEARCH]
    assert (shallow[40, 1:5] == NO_SEARCH).all()
    assert shallow[20, TO_THE_END].tolist() == [4, 6, NO_SEARCH]
    assert (shallow[FIRST_END - 1, TO_THE_END] == NO_SEARCH).all()
    assert (shallow[10, 10:] == NO_SEARCH).all()  # a depth of all empty squares is the end's
    assert cuts["bias"][40, 6, 0] == pytest.approx(4 * SLOPE, abs=10)
    assert cuts["sigma"][40, 8, 1] == round(float(model.sigma(8, 4, 24)))
    assert np.abs(2 * cuts["gate"] - twice["gate"]).max() <= 1
    assert (cuts["sigma"][shallow > 0] > 0).all()


def test_too_few_positions_are_an_error():
    few = drawn_samples(60)
    with pytest.raises(ValueError, match="too few"):
        fit_model(few)


def test_most_errors_lie_within_the_deviations(model):
    shares = shares_within(model, drawn_samples(2000, seed=1))
    assert shares == pytest.approx({str(far): share for far, share in NORMAL.items()}, abs=0.05)


def test_the_shipped_deviations_hold_on_held_out_positions():
    with data_file(PROBCUT_FILE) as path:
        shares = about(path)["within"]
    assert shares == pytest.approx({str(far): share for far, share in NORMAL.items()}, abs=0.02)


def test_the_robust_deviation_is_that_of_the_inner_six_of_seven():
    inner = np.linspace(-1, 1, 1001)
    errors = np.concatenate([100 * inner, np.full(90, 10_000.0)])  # one in twelve lies far out
    size = np.sort(np.abs(errors))
    shares = [np.quantile(size, NORMAL[share]) / share for share in (1.0, 1.5)]
    assert selectivity.measured_sigma(errors) == pytest.approx(np.mean(shares))
    assert selectivity.measured_sigma(errors) < 100


def test_a_result_is_more_than_a_search_says_by_the_difference_of_their_leads():
    leads = np.array([[0, 0, 5.0], [0, 0, 20.0], [0, 0, 30.0]])
    model = selectivity.Model(leads, np.array([0, 64.0, 0]), np.zeros(10), np.zeros(4), 16)
    assert model.bias(selectivity.RESULT, 1, 50) == pytest.approx(50 - 20)
    assert model.bias(selectivity.RESULT, 2, 34) == pytest.approx(
        48 - 30
    )  # as with 16 empty squares
