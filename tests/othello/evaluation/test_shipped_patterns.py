"""The shipped weights of patterns: what they say of themselves, and that they are worth it."""

import hashlib

import numpy as np
import pytest
from samples import late_position

from othello import evaluation
from othello.bits import squares
from othello.evaluation.patterns.weights import PATTERN_WEIGHTS, read_weights
from othello.evaluation.tables import about
from othello.files import data_file
from othello.jit import COMPILED
from othello.position import START
from players.engine.endgame import Solver

MOST_BYTES = 4_000_000
LATE = 9
"""Empty squares of the positions that are solved."""


def test_the_file_is_small_and_says_what_made_it():
    with data_file(PATTERN_WEIGHTS) as path:
        size, said = path.stat().st_size, about(path)
        weights, _ = read_weights(path)
    assert size <= MOST_BYTES
    assert said["command"].startswith("python -m players.learning.refit")
    digest = hashlib.sha256(np.ascontiguousarray(weights).tobytes()).hexdigest()
    assert said["weights_sha256"] == digest
    assert len(said["errors"]) == len(weights)


def test_no_stage_is_off_by_a_disc_in_ten_against_its_labels():
    with data_file(PATTERN_WEIGHTS) as path:
        errors = about(path)["errors"]
    for stage in errors:
        assert 0.9 < stage["after"]["slope"] < 1.1, stage
        assert stage["after"]["squared_error"] < stage["before"]["squared_error"], stage


def test_the_start_is_about_even():
    patterns = evaluation.named("patterns")
    assert abs(int(patterns.value(START))) < 300
    assert len({int(patterns.value(START.play(move))) for move in squares(START.legal())}) == 1


@pytest.mark.skipif(not COMPILED, reason="solves a hundred positions")
def test_results_are_foretold_better_than_by_bill():
    solver, bill, patterns = Solver(megabytes=1), *map(evaluation.named, ("bill", "patterns"))
    found = []
    for seed in range(150):
        position = late_position(seed, LATE)
        result = 100 * solver.solve(position).score
        found.append([int(e.value(position)) - result for e in (bill, patterns)])
    by_bill, by_patterns = (np.array(found, float) ** 2).mean(axis=0)
    assert by_patterns < 0.7 * by_bill
