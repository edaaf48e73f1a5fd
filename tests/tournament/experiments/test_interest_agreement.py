import math

import documents
import numpy as np
import pytest
from samples import random_position

from othello.openings import four_move_openings
from othello.symmetry import SYMMETRIES, image
from tournament.experiments.rollason2014 import agreement
from tournament.experiments.rollason2014.agreement import PLAYERS, YARDSTICK, rows_of
from tournament.experiments.rollason2014.agreement_trials import distinct, key_of

BUDGETS = (250, 1000)


@pytest.fixture(autouse=True)
def few_budgets(monkeypatch):
    monkeypatch.setattr(agreement, "BUDGETS", BUDGETS)


def results(seed, count=90, classes=30):
    """Random results in which the players agree more often than not."""
    chance = np.random.default_rng(seed)
    easy = chance.random((count, 1, 1)) < 0.5
    right = easy ^ (chance.random((count, len(PLAYERS), len(BUDGETS))) < 0.2)
    return [
        {"key": str(number), "board_class": number % classes, "right": row}
        for number, row in enumerate(right.astype(int).tolist())
    ]


@pytest.mark.parametrize("seed", range(10))
def test_a_key_stands_for_a_position_and_its_images(seed):
    position = random_position(seed)
    images = [image(position, index) for index in range(SYMMETRIES)]
    (key,) = {key_of(each) for each in images}
    own, opp = int(key[:16], 16), int(key[16:], 16)
    assert (own, opp) in {(int(each.own), int(each.opp)) for each in images}


def test_copies_and_finished_games_are_dropped_and_the_first_is_kept():
    keys, rights = "abacab", (None, [1], [2], [3], [4], [5])
    made = [{"key": key, "right": right} for key, right in zip(keys, rights, strict=True)]
    assert distinct(made) == [made[1], made[2], made[3]]


def test_agreement_is_the_share_of_right_moves():
    used = results(0)
    for column, row in enumerate(rows_of(used)):
        assert row["nodes"] == BUDGETS[column]
        shares = {}
        for number, name in enumerate(PLAYERS):
            shares[name] = 100 * sum(one["right"][number][column] for one in used) / len(used)
            assert row[name] == pytest.approx(shares[name])
        for name in set(PLAYERS) - {YARDSTICK}:
            difference = f"{name} - {YARDSTICK}"
            assert row[difference] == pytest.approx(shares[name] - shares[YARDSTICK])
            assert row[f"{difference} low"] < row[difference] < row[f"{difference} high"]


def test_differences_are_taken_position_by_position():
    """So they vary less than those of two samples that have nothing to do with each other."""
    row = rows_of(results(1, 120, 120))[0]

    def width(name):
        return row[f"{name} high"] - row[f"{name} low"]

    apart = math.hypot(width(YARDSTICK), width("interest"))
    assert width(f"interest - {YARDSTICK}") < 0.85 * apart


def test_a_player_that_always_did_the_same_may_yet_differ_in_either_direction():
    used = results(2)
    for one in used:
        one["right"] = [one["right"][0]] * len(PLAYERS)
    for row in rows_of(used):
        difference = f"interest - {YARDSTICK}"
        middle, low, high = (row[f"{difference}{end}"] for end in ("", " low", " high"))
        assert middle == 0
        assert low == pytest.approx(-high)
        assert 0 < high < 100


def test_intervals_draw_whole_classes_of_openings():
    """Copies within a class make them no narrower; as classes of their own they would."""
    used = results(3, 60, 60)
    copied = [one for one in used for _ in range(4)]
    apart = [{**one, "board_class": number} for number, one in enumerate(copied)]
    (ours, *_), (same, *_), (narrow, *_) = rows_of(used), rows_of(copied), rows_of(apart)
    for name in ("interest", f"interest - {YARDSTICK}"):
        low, high = f"{name} low", f"{name} high"
        assert (same[low], same[high]) == pytest.approx((ours[low], ours[high]))
        assert narrow[high] - narrow[low] < 0.7 * (ours[high] - ours[low])


def test_one_class_says_nothing_of_a_difference():
    row = rows_of(results(4, 20, 1))[0]
    difference = f"interest - {YARDSTICK}"
    assert (row[f"{difference} low"], row[f"{difference} high"]) == (-100, 100)


def finished(settings, seed):
    """A trial whose game is over."""
    return {"key": str(seed), "board_class": 0, "right": None}


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_nothing_but_finished_games_is_told_without_numbers(form, tmp_path, printed, monkeypatch):
    monkeypatch.setattr(agreement.trials, "agree", finished)
    plot = tmp_path / "curve.png"
    told = printed("interest-agreement", "--trials", "3", "--plot", plot, *form)
    assert plot.exists()
    if form:
        result = documents.read(told)
        assert result["positions"] == 0
        assert all(row["interest"] is None for row in result["rows"])
    else:
        assert "share of 0 different positions" in told


@pytest.mark.compiled
def test_tiny_trials_count_only_different_positions(tmp_path, measured, monkeypatch):
    two = {name: PLAYERS[name] for name in (YARDSTICK, "interest")}
    monkeypatch.setattr(agreement, "PLAYERS", two)
    words = ["--trials", "3", "--depth", "2", "--plot", tmp_path / "curve.svg"]
    result = measured("interest-agreement", *words)
    assert [row["nodes"] for row in result["rows"]] == list(BUDGETS)
    assert all(0 <= row["interest"] <= 100 for row in result["rows"])
    assert result["positions"] == 3
    players = "alphabeta:table=4", "interest:table=4"
    settings = agreement.AgreementSettings(players, (100,), "alphabeta:depth=1")
    seed = 250
    made = agreement.trials.agree(settings, seed)
    assert made["board_class"] == four_move_openings()[seed - 244].board_class
    assert np.shape(made["right"]) == (2, 1)
