"""The parts of a value of the pattern evaluation, whatever its weights."""

import functools

import numpy as np
import pytest
from samples import random_position

from othello import evaluation
from othello.evaluation import explain
from othello.evaluation.explain import REGIONS, explain_patterns
from othello.evaluation.patterns.places import columns
from othello.evaluation.patterns.weights import Patterns, expanded

FIRST_DISCS = np.array([0, 20, 40])


@functools.cache
def _evaluator() -> Patterns:
    """An evaluation with small random weights in three stages."""
    distinct = int(columns().max()) + 1
    return expanded(np.random.default_rng(5).integers(-40, 41, (3, distinct)), FIRST_DISCS)


def _total(told) -> float:
    return float(told.squares.sum()) + told.moves + told.tempo


@pytest.fixture
def named(monkeypatch):
    """The name under which the command finds that evaluation."""
    monkeypatch.setattr(evaluation, "factories", dict(evaluation.factories))
    evaluation.register("random-patterns", _evaluator)
    return "random-patterns"


@pytest.mark.parametrize("seed", range(20))
def test_the_parts_add_up_to_the_value(seed):
    position = random_position(seed)
    told = explain_patterns(_evaluator(), position)
    assert told.score == int(_evaluator().value(position))
    assert _total(told) == pytest.approx(told.score)
    assert sum(told.regions.values()) == pytest.approx(told.squares.sum())


def test_the_regions_share_out_the_board():
    assert sorted(square for region in REGIONS.values() for square in region) == list(range(64))
    assert [len(region) for region in REGIONS.values()] == [9, 6, 9, 6, 4, 6, 9, 6, 9]
    assert REGIONS["corner a1"] == (0, 1, 2, 8, 9, 10, 16, 17, 18)
    assert {63, 62, 55} < set(REGIONS["corner h8"])
    assert REGIONS["right edge"] == (29, 30, 31, 37, 38, 39)
    assert REGIONS["centre"] == (27, 28, 35, 36)


def test_the_command_prints_every_region(capsys, named):
    assert explain.main(["f5d6c3", "--evaluator", named]) == 0
    printed = capsys.readouterr().out
    told = explain_patterns(_evaluator(), explain.read_game("f5d6c3").position)
    for name, worth in told.regions.items():
        assert f"{name} " in printed and f" {worth / 100:+.2f}" in printed
    (total,) = [line for line in printed.splitlines() if line.startswith("sum ")]
    assert total.split()[1] == f"{told.score / 100:+.2f}"
