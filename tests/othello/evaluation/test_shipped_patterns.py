"""The shipped weights of patterns: what they say of themselves, and that they are worth it."""

import numpy as np
import pytest
from samples import late_position

from othello import evaluation
from othello.evaluation.patterns.weights import PATTERN_WEIGHTS
from othello.evaluation.tables import about
from othello.files import data_file
from othello.jit import COMPILED
from players.engine.endgame import Solver

LATE = 9
"""Empty squares of the positions that are solved."""


def test_no_stage_is_off_by_a_disc_in_ten_against_its_labels():
    with data_file(PATTERN_WEIGHTS) as path:
        errors = about(path)["errors"]
    for stage in errors:
        assert 0.9 < stage["after"]["slope"] < 1.1, stage
        assert stage["after"]["squared_error"] < stage["before"]["squared_error"], stage


@pytest.mark.skipif(not COMPILED, reason="solves a hundred positions")
def test_results_are_foretold_better_than_by_bill():
    solver, bill, patterns = Solver(megabytes=1), *map(evaluation.named, ("bill", "patterns"))
    found = []
    for seed in range(150):
        position = late_position(seed, LATE)
        result = solver.solve(position).score
        found.append([int(e.value(position)) - result for e in (bill, patterns)])
    by_bill, by_patterns = (np.array(found, float) ** 2).mean(axis=0)
    assert by_patterns < 0.7 * by_bill
