"""The experiment that compares score ranges with perfect play."""

import argparse
import json

import naive_ranges
import pytest
from samples import late_position

from players.protocol import Limits
from tournament.experiments import range_audit, range_trials
from tournament.experiments.range_trials import Settings, audit_trial

PLAYER = f"alphabeta:depth=3,{range_audit.KERNEL}"


@pytest.mark.parametrize("seed", range(3))
def test_the_truth_is_that_of_the_naive_solver(seed):
    position = late_position(seed, 5)
    truth = range_trials.truth_of(position)
    for move, result in truth.items():
        assert result == -naive_ranges.results(position.play(move), {})


def test_a_trial_says_what_is_proven_and_finds_nothing_wrong():
    settings = Settings((PLAYER,), (3, 4), solve=True)
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
    player = range_trials._player(PLAYER)
    player.new_game()
    choice = player.choose(position, Limits(depth=4))
    truth = range_trials.truth_of(position)
    assert range_trials._errors(position, player.ranges, truth)["outside"] == 0
    false = {move: result + 200 * (move != choice.move) + 200 for move, result in truth.items()}
    errors = range_trials._errors(position, player.ranges, false)
    assert errors["outside"] >= 2
    best = dict.fromkeys(truth, 6400) | {choice.move: -6400}
    assert choice.proven and range_trials._errors(position, player.ranges, best)["wrong"] == 1


def found(**changes):
    return {"nodes": 100, "width": 20.0, "proven": 0, "decided": 1, **changes}


def test_rows_count_errors_and_take_means():
    solved = {"ranges": 5, "outside": 0, "wrong": 0}
    row = range_audit.row_of("x", [found(**solved), found(width=40.0, proven=1, **solved)])
    assert (row["ranges"], row["outside"], row["wrong"]) == (10, 0, 0)
    assert (row["width"], row["proven"], row["proven share"]) == (30, 1, 50)
    assert row["width error"] == pytest.approx(10)
    assert range_audit.row_of("x", [found()])["outside"] is None


def test_the_experiment_prints_tables_json_and_a_plot(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(range_audit, "PLAYERS", {"alpha-beta 4": PLAYER})
    monkeypatch.setattr(range_audit, "SOLVED", Settings((PLAYER,), (3, 4), solve=True))
    monkeypatch.setattr(range_audit, "UNSOLVED", Settings((PLAYER,), (6,), solve=False))
    monkeypatch.setattr(range_audit, "BY_EMPTIES", range_audit.BY_EMPTIES[:3])
    parser = argparse.ArgumentParser()
    range_audit.add_arguments(parser)
    plot = tmp_path / "audit.svg"
    words = ["--trials", "4", "--jobs", "0", "--store", str(tmp_path / "trials.sqlite")]
    assert range_audit.run(parser.parse_args([*words, "--json", "--plot", str(plot)])) == 0
    result = json.loads(capsys.readouterr().out)
    assert [row["outside"] for row in result["rows"]] == [0]
    assert [row["empties"] for row in result["by_empties"]] == [3, 4, 6]
    assert plot.stat().st_size > 1000
    assert range_audit.run(parser.parse_args(words)) == 0
    assert "without the truth" in capsys.readouterr().out
