import argparse
import json

import numpy as np
import pytest

from othello.jit import COMPILED
from tournament.experiments import (
    interest_ablation,
    interest_agreement,
    interest_table,
    round_robin,
)
from tournament.ratings import Result, bradley_terry, rated

compiled = pytest.mark.skipif(not COMPILED, reason="too slow as plain Python")


def run(module, arguments, tmp_path, capsys):
    parser = argparse.ArgumentParser()
    module.add_arguments(parser)
    store = ["--store", str(tmp_path / "results.sqlite"), "--json"]
    assert module.run(parser.parse_args([*arguments, *store])) == 0
    return json.loads(capsys.readouterr().out)


@compiled
def test_a_tiny_table_has_its_rows(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(interest_table, "DEPTHS", (1,))
    plot = tmp_path / "table.png"
    words = ["--openings", "2", "--seconds", "0.0005", "--steps", "1", "--plot", str(plot)]
    result = run(interest_table, words, tmp_path, capsys)
    assert len(result["rows"]) == 5
    assert len(result["bisection"]) == 1
    assert plot.exists()


@compiled
def test_a_tiny_ablation_has_its_rows(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(interest_ablation, "VARIANTS", {"equal": "costs=flat"})
    words = ["--openings", "2", "--seconds", "0.0005", "--only", "variants"]
    assert len(run(interest_ablation, words, tmp_path, capsys)["rows"]) == 1
    assert len(interest_ablation.pairings(0.1, "terms")) == 17
    assert len(interest_ablation.pairings(0.1, None)) == 18


@compiled
def test_tiny_trials_of_agreement_have_their_rows(tmp_path, capsys, monkeypatch):
    two = {name: interest_agreement.PLAYERS[name] for name in ("alpha-beta", "interest")}
    monkeypatch.setattr(interest_agreement, "PLAYERS", two)
    words = ["--trials", "3", "--depth", "2", "--jobs", "0", "--plot", str(tmp_path / "curve.svg")]
    rows = run(interest_agreement, words, tmp_path, capsys)["rows"]
    assert [row["nodes"] for row in rows] == list(interest_agreement.BUDGETS)
    assert all(0 <= row["interest"] <= 100 for row in rows)


@compiled
def test_a_tiny_round_robin_rates_every_player(tmp_path, capsys, monkeypatch):
    two = {name: round_robin.PLAYERS[name] for name in ("alpha-beta", "interest")}
    monkeypatch.setattr(round_robin, "PLAYERS", two)
    words = ["--openings", "2", "--seconds", "0.0005"]
    rows = run(round_robin, words, tmp_path, capsys)["rows"]
    assert {row["player"] for row in rows} == set(round_robin.PLAYERS)


def test_ratings_are_those_of_bradley_and_terry():
    """Two players: the rating difference is the logit of the share of points."""
    strong = bradley_terry(np.array([[0.0, 7500.0], [2500.0, 0.0]]))
    assert strong[0] - strong[1] == pytest.approx(400 * np.log10(3), abs=0.1)
    assert strong.sum() == pytest.approx(0)
    assert bradley_terry(np.array([[0.0, 10.0], [0.0, 0.0]]))[0] < 1000


def test_rating_intervals_hold_the_rating_and_order_players():
    results = [Result(0, 1, share, number % 30) for number in range(60) for share in (0.5, 1.0)]
    results += [Result(1, 2, 0.75, number) for number in range(30)]
    ratings = rated(results, 3)
    assert ratings[0].elo > ratings[1].elo > ratings[2].elo
    assert all(rating.low <= rating.elo <= rating.high for rating in ratings)
