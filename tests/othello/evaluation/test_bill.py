import numpy as np
import pytest
from naive import features
from naive import rules as naive
from refusals import one_line
from samples import random_position

from othello import evaluation
from othello.cli.errors import UserError
from othello.evaluation import tables as data
from othello.evaluation.bill import KNOTS, TERMS, Bill, read_features
from othello.evaluation.edge_stability import edge_stability_table
from othello.evaluation.lines import (
    INTERIOR_LINES,
    LINE_LANES,
    LINES,
    contributions,
    line_table,
    offsets,
    read_lines,
)
from othello.jit import COMPILED, jit
from othello.position import Position
from othello.symmetry import image

KINDS = ("bill-quadratic", "bill-logistic")
TABLES = data.tables()


@jit
def _read(state, tables):
    return read_features(state, state.legal(), state.passed().legal(), tables)


def test_there_are_34_lines_and_four_edges_and_each_is_read_as_it_stands():
    assert len(INTERIOR_LINES) == 34
    assert len(LINES) == 38
    numbers = np.zeros(LINE_LANES, np.uint16)
    starts = [*(offsets()[line.kind] for line in INTERIOR_LINES), 0, 0, 0, 0]
    for seed in range(60 if COMPILED else 10):
        position = random_position(seed)
        for added, start in ((contributions(), [0] * len(LINES)), (TABLES.added, starts)):
            read_lines(position.own, position.opp, added, numbers)
            for lane, line in enumerate(LINES):
                discs = (
                    (int(position.own) >> square & 1) + 2 * (int(position.opp) >> square & 1)
                    for square in line.squares
                )
                number = sum(disc * 3**place for place, disc in enumerate(discs))
                assert numbers[lane] == start[lane] + number


@pytest.mark.parametrize("games", [15, pytest.param(200, marks=pytest.mark.second_tier)])
def test_features_agree_with_the_naive_ones(games):
    seen = 0
    for seed in range(games if COMPILED else 3):
        for slow in naive.random_game(seed):
            fast = _read(Position(*slow.words()), TABLES)
            assert tuple(fast) == features.features(slow, TABLES.edges)
            seen += 1
    assert seen >= (50 * games if COMPILED else 100)


@pytest.mark.parametrize("name", KINDS)
def test_the_eight_images_of_a_board_evaluate_alike(name):
    evaluator = evaluation.named(name)
    for seed in range(40 if COMPILED else 5):
        position = random_position(seed)
        values = {int(evaluator.value(image(position, index))) for index in range(8)}
        assert len(values) == 1


@pytest.mark.parametrize("name", KINDS)
def test_a_finished_game_is_worth_its_result(name):
    full = Position(2**63 - 1, 2**63)
    alone = Position(0x10, 0)
    for position in (full, alone, full.passed()):
        assert evaluation.named(name).value(position) == position.final()


def test_the_shipped_tables_are_what_their_command_makes():
    assert (TABLES.lines == line_table()).all()
    assert (TABLES.edges == edge_stability_table()).all()
    assert sum(array.nbytes for array in TABLES) < 32 * 2**20


def write_weights(path, **changed):
    arrays = {}
    for kind in ("quadratic", "logistic"):
        arrays[f"{kind}_weights"], arrays[f"{kind}_calibration"] = data.weights(kind)
    data.save(path, {"from": "a test"}, {**arrays, **changed})


def test_weights_come_from_a_named_file(tmp_path):
    changed = np.zeros((65, TERMS))
    path = tmp_path / "mine.npz"
    write_weights(path, logistic_weights=changed)
    assert isinstance(evaluation.named(f"bill@{path}"), Bill)
    assert (evaluation.named(f"bill-logistic@{path}").weights == 0).all()
    assert data.about(path) == {"from": "a test"}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"logistic_weights": np.zeros((2, 2))}, "'logistic_weights' is not"),
        ({"logistic_weights": np.full((65, TERMS), np.nan)}, "'logistic_weights' is not"),
        ({"logistic_weights": np.full((65, TERMS), "x")}, "'logistic_weights' is not"),
        ({"logistic_weights": np.full((65, TERMS), 1e300)}, "'logistic_weights' is not"),
        ({"logistic_calibration": np.full((65, KNOTS), 6401)}, "'logistic_calibration' is beyond"),
        ({"logistic_calibration": np.full((65, KNOTS), -(2**63))}, "calibration' is beyond"),
    ],
)
def test_a_foreign_file_gets_one_line_that_says_what_is_wrong(tmp_path, changed, message):
    path = tmp_path / "foreign.npz"
    write_weights(path, **changed)
    with one_line(UserError, message):
        evaluation.named(f"bill@{path}")
