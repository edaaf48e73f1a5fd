"""The experiment that compares score ranges with perfect play."""

from itertools import count

import pytest
from naive import ranges
from samples import late_position

from players.limits import Limits
from players.protocol import Choice
from tournament.experiments.muller2007 import range_audit, range_trials
from tournament.experiments.muller2007.range_trials import AuditPlan, audit_trial

PLAYER = f"alphabeta:depth=3,{range_audit.KERNEL}"


@pytest.mark.parametrize("seed", range(3))
def test_the_truth_is_that_of_the_naive_solver(seed):
    position = late_position(seed, 5)
    truth = range_trials.truth_of(position)
    for move, result in truth.items():
        assert result == -ranges.results(position.play(move), {})


def test_a_trial_says_what_is_proven_and_finds_nothing_wrong():
    settings = AuditPlan((PLAYER,), (3, 4), solve=True)
    results = [audit_trial(settings, seed) for seed in range(4)]
    assert [result["empties"] for result in results] == [3, 4, 3, 4]
    for result in results:
        (found,) = result["found"]
        assert found["ranges"] >= 3 and found["outside"] == found["wrong"] == 0
        assert 0 <= found["width"] <= 128
    assert results[0]["found"][0]["proven"] == 1  # three plies reach the end
    assert results == [audit_trial(settings, seed) for seed in range(4)]
    unsolved = audit_trial(settings._replace(solve=False), 0)
    assert "outside" not in unsolved["found"][0]


def test_the_audit_notices_what_is_not_true():
    position = range_trials.position_of(1, 4)
    player = range_trials.prepared_player(PLAYER)
    player.new_game()
    choice = player.choose(position, Limits(depth=4))
    truth = range_trials.truth_of(position)
    assert range_trials.range_errors(position, player.ranges, truth)["outside"] == 0
    false = {move: result + 200 * (move != choice.move) + 200 for move, result in truth.items()}
    errors = range_trials.range_errors(position, player.ranges, false)
    assert errors["outside"] >= 2
    best = dict.fromkeys(truth, 6400) | {choice.move: -6400}
    assert choice.proven and range_trials.range_errors(position, player.ranges, best)["wrong"] == 1


def test_moves_are_proven_early_or_at_the_end():
    position = late_position(1, 5)
    early = Choice(0, depth=4, lower=200, upper=600, proven=True)
    assert range_trials.proven_early(early, position)
    assert not range_trials.proven_early(early._replace(depth=5), position)
    assert not range_trials.proven_early(early._replace(upper=200), position)
    assert not range_trials.proven_early(early._replace(proven=False), position)
    found = (
        audit_trial(AuditPlan((PLAYER,), (4,), solve=True), seed)["found"][0] for seed in count()
    )
    assert any(one["early"] and one["proven"] for one in found)


@pytest.mark.rare_kernels
def test_players_that_skip_or_keep_no_tags_are_audited_too():
    for option in ("skip=true", "tags=false"):
        spec = next(spec for spec in range_audit.PLAYERS.values() if option in spec)
        for seed in range(2):
            (found,) = audit_trial(AuditPlan((spec,), (5,), solve=True), seed)["found"]
            assert found["outside"] == found["wrong"] == 0


def found(**changes):
    return {"nodes": 100, "width": 20.0, "proven": 0, "early": 0, "decided": 1, **changes}


def test_rows_count_errors_and_take_means():
    solved = {"ranges": 5, "outside": 0, "wrong": 0}
    row = range_audit.row_of("x", [found(**solved), found(width=40.0, proven=1, **solved)])
    early = range_audit.row_of("x", [found(proven=1, early=1), found(proven=1), *2 * [found()]])
    assert (early["proven"], early["early"], early["early share"]) == (2, 1, 25)
    assert (row["ranges"], row["outside"], row["wrong"]) == (10, 0, 0)
    assert (row["width"], row["proven"], row["proven share"]) == (30, 1, 50)
    assert row["width error"] == pytest.approx(10)
    assert range_audit.row_of("x", [found()])["outside"] is None


def test_the_experiment_prints_tables_json_and_a_plot(tmp_path, measured, printed, monkeypatch):
    monkeypatch.setattr(range_audit, "PLAYERS", {"alpha-beta 4": PLAYER})
    monkeypatch.setattr(range_audit, "NEAR", (3, 4))
    monkeypatch.setattr(range_audit, "FAR", (6,))
    plot = tmp_path / "audit.svg"
    result = measured("range-audit", "--trials", "4", "--plot", plot)
    assert [row["outside"] for row in result["rows"]] == [0]
    assert [row["empties"] for row in result["by_empties"]] == [3, 4, 6]
    assert plot.stat().st_size > 0
    shown = printed("range-audit", "--trials", "4")
    assert "untrue" in shown and "early" in shown
