import json

import numpy as np
import pytest
from hypothesis import given, settings
from naive import features
from naive import rules as naive
from refusals import one_line
from samples import random_position
from strategies import positions

from othello import evaluation
from othello.bits import NONE
from othello.evaluation import tables as data
from othello.evaluation.bill import KNOTS, TERMS, Bill, read_features
from othello.evaluation.edge_stability import edge_stability_table
from othello.evaluation.lines import (
    FIELD_BITS,
    INTERIOR_LINES,
    LINE_LANES,
    LINES,
    contributions,
    line_table,
    offsets,
    read_lines,
)
from othello.evaluation.tables import DataError
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


@settings(max_examples=200 if COMPILED else 20)
@given(positions())
def test_features_agree_on_boards_that_no_game_reaches(position):
    slow = naive.from_words(int(position.own), int(position.opp))
    assert tuple(_read(position, TABLES)) == features.features(slow, TABLES.edges)


def test_no_sum_of_line_features_can_overflow_its_field():
    largest = [(TABLES.lines >> (FIELD_BITS * field)) & (2**FIELD_BITS - 1) for field in range(3)]
    assert all(field.max() * len(INTERIOR_LINES) < 2**FIELD_BITS for field in largest)


@pytest.mark.parametrize("name", KINDS)
def test_the_eight_images_of_a_board_evaluate_alike(name):
    evaluator = evaluation.named(name)
    for seed in range(40 if COMPILED else 5):
        position = random_position(seed)
        values = {int(evaluator.value(image(position, index))) for index in range(8)}
        assert len(values) == 1


def open_positions(number):
    """Positions in which both sides could move, so that either may be on move."""
    return [p for p in map(random_position, range(number)) if p.passed().legal() != NONE]


def test_with_colours_changed_all_but_the_tempo_term_is_negated():
    """The tempo term: the weight of 1, which the side to move gets for being on move."""
    bill = evaluation.named("bill-logistic")
    for position in open_positions(200 if COMPILED else 10):
        tempo = bill.weights[64 - position.plies_left(), 0]
        odds = bill.log_odds(position) - tempo
        assert bill.log_odds(position.passed()) - tempo == pytest.approx(-odds, abs=1e-9)


def test_the_quadratic_tempo_is_its_even_part():
    """With colours changed every linear term is negated; 1 and the products stay: the tempo."""
    bill = evaluation.named("bill-quadratic")
    odd, even = bill.weights.copy(), bill.weights.copy()
    odd[:, 0] = odd[:, 5:] = even[:, 1:5] = 0.0
    for position in open_positions(100 if COMPILED else 10):
        turned = position.passed()
        slope, tempo = (bill._replace(weights=part) for part in (odd, even))
        assert slope.log_odds(turned) == pytest.approx(-slope.log_odds(position), abs=1e-9)
        assert tempo.log_odds(turned) == pytest.approx(tempo.log_odds(position), abs=1e-9)


@pytest.mark.parametrize("name", KINDS)
def test_a_finished_game_is_worth_its_result(name):
    full = Position(2**63 - 1, 2**63)
    alone = Position(0x10, 0)
    for position in (full, alone, full.passed()):
        assert evaluation.named(name).value(position) == position.final()


@pytest.mark.parametrize("name", KINDS)
def test_value_and_probability_rise_with_the_log_odds(name):
    bill = evaluation.named(name)
    by_discs = {}
    for seed in range(100 if COMPILED else 20):
        position = random_position(seed)
        entry = bill.log_odds(position), bill.value(position), bill.probability(position)
        by_discs.setdefault(position.plies_left(), []).append(entry)
        assert 0 < entry[2] < 1
        assert abs(entry[1]) <= 6400
    for entries in by_discs.values():
        entries.sort()
        assert [entry[1] for entry in entries] == sorted(entry[1] for entry in entries)


def test_the_shipped_tables_are_what_their_command_makes():
    assert (TABLES.lines == line_table()).all()
    assert (TABLES.edges == edge_stability_table()).all()
    assert sum(array.nbytes for array in TABLES) < 32 * 2**20


def write_weights(path, **changed):
    arrays = {}
    for kind in ("linear", "quadratic", "logistic"):
        arrays[f"{kind}_weights"], arrays[f"{kind}_calibration"] = data.weights(kind)
    data.save(path, {"from": "a test"}, {**arrays, **changed})


def test_weights_come_from_a_named_file(tmp_path):
    changed = np.zeros((65, TERMS))
    path = tmp_path / "mine.npz"
    write_weights(path, logistic_weights=changed)
    assert isinstance(evaluation.named(f"bill@{path}"), Bill)
    assert (evaluation.named(f"bill-logistic@{path}").weights == 0).all()
    assert data.about(path) == {"from": "a test"}


@pytest.mark.parametrize("content", [b"", b"text", b"PK\x03\x04 cut short", None])
def test_a_damaged_file_gets_one_line_that_names_it(tmp_path, content):
    path = tmp_path / "damaged.npz"
    if content is not None:
        path.write_bytes(content)
    with one_line(DataError, "damaged.npz"):
        evaluation.named(f"bill@{path}")


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
    with one_line(DataError, message):
        evaluation.named(f"bill@{path}")


def test_the_shipped_weights_say_where_they_come_from():
    with data.data_file(data.BILL_WEIGHTS) as path:
        told = data.about(path)
    assert told["games"] >= 20000
    assert told["command"].startswith("python -m othello.evaluation.learn")  # its name then
    assert {"recipe", "positions", "held_out", "scores"} <= set(told)
    json.dumps(told)
