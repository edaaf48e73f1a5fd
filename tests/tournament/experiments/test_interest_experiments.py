import argparse

import numpy as np
import pytest

from tournament.experiments import interest_table as table
from tournament.experiments.runner.experiment import Runner
from tournament.statistics.equal_strength import equal_strength


@pytest.mark.compiled
def test_a_tiny_table_has_its_rows(tmp_path, measured, monkeypatch):
    matches = []

    def noted(found):
        matches.extend(found)
        return equal_strength(found)

    monkeypatch.setattr(table, "DEPTHS", (1,))
    monkeypatch.setattr(table, "equal_strength", noted)
    plot = tmp_path / "table.png"
    words = ["--openings", "2", "--seconds", "0.0005", "--steps", "2", "--plot", str(plot)]
    result = measured("interest-table", *words, jobs=1)
    assert len(result["rows"]) == 5
    steps = result["bisection"]
    assert steps[0]["name"] == "equal time: alpha-beta"
    assert result["rows"][3:] == steps
    assert plot.exists()
    assert set(result["equal_strength"]) == {"asked", "measured"}
    assert set(result["equal_strength"]["asked"]) == {"speed_up", "low", "high", "reached"}
    for row, asked, measured in zip(steps, matches[:2], matches[2:], strict=True):
        assert (asked.ratio, measured.ratio) == (row["speed_up"], row["cpu_ratio"])
        assert list(asked.scores) == list(measured.scores)
        assert 100 * np.mean(asked.scores) == pytest.approx(row["win_rate"])


@pytest.mark.parametrize("truth", [0.4, 3.0, 20.0])
def test_the_bisection_closes_in_on_equal_strength(truth, monkeypatch):
    """Of players who win every pair with more than so much of the other's time."""

    def play(self, pairings):
        (pairing,) = pairings
        ours, theirs = (
            float(spec.split("seconds=")[1].split(",")[0]) for spec in (pairing.a, pairing.b)
        )
        return [{"win_rate": 100.0 * (theirs / ours < truth)}]

    monkeypatch.setattr(Runner, "play", play)
    rows = table.bisect(Runner("x", argparse.Namespace(steps=12, seconds=0.02, evaluator="bill")))
    asked = [row["speed_up"] for row in rows]
    assert asked[0] == 1.0
    assert asked[-1] == pytest.approx(min(truth, table.WIDEST), rel=0.01)


@pytest.mark.compiled
def test_a_tiny_round_robin_rates_every_search(measured):
    words = ["--openings", "2", "--seconds", "0.0005", "--evaluator", "bill"]
    rows = measured("searches", *words, "--only", "alpha-beta", "interest", jobs=1)["rows"]
    assert {row["player"] for row in rows} == {"alpha-beta", "interest"}
