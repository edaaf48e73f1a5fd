"""The pattern evaluation against its slow twin, and what holds of it whatever its weights."""

import functools
import io
import os
import struct
import zipfile
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from naive import patterns as naive
from naive.rules import SYMMETRIES, from_words
from refusals import at_most, one_line
from strategies import positions

from othello import evaluation
from othello.cli.errors import UserError
from othello.evaluation import tables
from othello.evaluation.patterns import places
from othello.evaluation.patterns.weights import (
    Patterns,
    expanded,
    read_weights,
    save_weights,
    sum_of_patterns,
)
from othello.jit import jit
from othello.position import START, Position
from othello.symmetry import image
from players import registry
from players.forward import edge_costs

SIGNS = "-XO"
FIRST_DISCS = np.array([0, 20, 40])


def _weight(name: str, text: str) -> int:
    """A weight that hangs on nothing but what it is for, from -40 to 40."""
    return zlib.crc32(f"{name} {text}".encode()) % 81 - 40


def _orders(name: str) -> list[list[int]]:
    """The orders in which symmetries read a pattern's squares."""
    squares = naive.squares_of(name)
    images = [[symmetry(*place) for place in squares] for symmetry in SYMMETRIES]
    return [
        [squares.index(place) for place in each] for each in images if set(each) == set(squares)
    ]


def _texts(name: str) -> list[str]:
    """What the twin calls each state of a pattern: the least of the texts that symmetries read."""
    squares, orders = places.PATTERNS[name], _orders(name)
    powers = [3 ** squares.index(8 * row + column) for row, column in naive.squares_of(name)]
    texts = [[SIGNS[state // power % 3] for power in powers] for state in range(3 ** len(squares))]
    return [min("".join(text[place] for place in order) for order in orders) for text in texts]


@functools.cache
def _entries() -> np.ndarray:
    """int16[ENTRIES]: the weight of each entry by `_weight`."""
    names = [(name, text) for name in places.PATTERNS for text in _texts(name)]
    names += [(name, str(number)) for name, size in places.COUNTS.items() for number in range(size)]
    return np.array([_weight(*name) for name in names], np.int16)


@functools.cache
def _evaluator(stages: int = 3) -> Patterns:
    """An evaluation whose stages have once, twice, three times the weights."""
    columns = places.columns()
    distinct = np.zeros(columns.max() + 1, np.int64)
    distinct[columns] = _entries()
    rows = np.arange(1, stages + 1)[:, None] * distinct
    return expanded(rows, FIRST_DISCS[:stages])


@jit
def _value(state, evaluator):
    return evaluator.value(state)


def _twin(position: Position) -> int:
    """What the slow twin says of a position, with the weights of its stage."""
    discs = 64 - int(position.plies_left())
    times = 1 + (discs >= 20) + (discs >= 40)
    seen = from_words(int(position.own), int(position.opp))
    return naive.value(seen, lambda name, text: times * _weight(name, text))


def test_symmetric_states_share_a_weight_and_no_others_do():
    columns, entries = places.columns(), _entries()
    assert columns.shape == (places.ENTRIES,)
    assert set(range(columns.max() + 1)) == set(columns.tolist())
    distinct = np.zeros(columns.max() + 1, np.int64)
    distinct[columns] = entries
    assert (distinct[columns] == entries).all()
    small = [name for name, squares in places.PATTERNS.items() if len(squares) < 9]
    assert len(small) == 8
    shared = {column for name in small for column in columns[places.ENTRIES_OF[name]].tolist()}
    assert len(shared) == sum(len(set(_texts(name))) for name in small)


@settings(max_examples=60, deadline=None)
@given(positions())
def test_value_matches_the_twin_and_is_symmetric(position):
    value = int(_value(position, _evaluator()))
    assert value == _twin(position)
    assert {int(_value(image(position, index), _evaluator())) for index in range(8)} == {value}


@pytest.mark.parametrize(
    ("own", "opp", "value"),
    [
        (2**64 - 1, 0, 6400),  # a full board
        (0, 2**64 - 1, -6400),
        (0xFF, 0, 6400),  # a wipe-out: the empties are the winner's
        (0xFFFFFFFF, 0xFFFFFFFF << 32, 0),
    ],
)
def test_a_finished_game_has_its_result(own, opp, value):
    assert int(_value(Position(own, opp), _evaluator())) == value


@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        (
            {"differences": np.zeros((2, 2, 5), np.uint8), "first_discs": np.array([0, 8])},
            "are not two bytes for",
        ),
        ({"first_discs": np.array([0])}, "'differences' is missing"),
    ],
)
def test_invalid_file_is_rejected_with_one_line(tmp_path, arrays, said):
    path = tmp_path / "bad.npz"
    np.savez(path, **arrays)
    with one_line(UserError, said, f"{path}: "):
        evaluation.named(f"patterns@{path}")


@pytest.mark.parametrize("loader", [evaluation.named, lambda named: edge_costs.read(named[9:])])
def test_a_file_that_unpacks_to_more_than_memory_is_refused_unread(tmp_path, monkeypatch, loader):
    path = tmp_path / "bad.npz"
    np.savez_compressed(path, differences=np.zeros(2**20, np.uint8), first_discs=np.zeros(1))
    monkeypatch.setattr(tables, "MOST_BYTES", 2**20)
    with pytest.raises(UserError, match=r"bytes unpacked, where 1,048,576 are the most"):
        loader(f"patterns@{path}")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes and devices")
@pytest.mark.parametrize("spec", ["alphabeta:evaluator=patterns@{}", "engine:cuts={}"])
def test_only_a_regular_file_of_some_size_is_opened(spec, tmp_path):
    pipe, large = tmp_path / "pipe.npz", tmp_path / "large.npz"
    os.mkfifo(pipe)
    with large.open("wb") as file:
        file.truncate(2**40)  # takes no room on the disk
    for path, said in (
        (pipe, "a folder, a pipe or a device"),
        (tmp_path, "a folder, a pipe or a device"),
        ("/dev/zero", "a folder, a pipe or a device"),
        (large, "1,099,511,627,776 bytes, where 268,435,456 are the most"),
    ):
        with at_most(2**24), one_line(ValueError, said):
            registry.make(spec.format(path))


def test_a_file_that_says_it_unpacks_to_less_takes_no_more_memory(tmp_path):
    whole = io.BytesIO()
    np.save(whole, np.zeros(2**26, np.uint8))
    path = tmp_path / "bad.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("differences.npy", whole.getvalue())
    size = struct.pack("<I", len(whole.getvalue()))
    path.write_bytes(path.read_bytes().replace(size, struct.pack("<I", 2**20)))
    with at_most(2**24), one_line(UserError, "not a data file"):
        evaluation.named(f"patterns@{path}")


def test_weights_in_a_file_are_those_of_the_evaluation(tmp_path):
    columns = places.columns()
    distinct = np.zeros((2, columns.max() + 1), np.int16)
    distinct[0, columns] = _entries()
    distinct[1] = np.random.default_rng(3).integers(
        -places.HEAVIEST, places.HEAVIEST, columns.max() + 1
    )
    path = tmp_path / "weights.npz"
    save_weights(path, {}, distinct, (0, 40))
    weights, first_discs = read_weights(path)
    assert (weights == distinct).all()
    assert first_discs.tolist() == [0, 40]
    read = evaluation.named(f"patterns@{path}")
    assert (read.weights.entries == distinct[:, columns]).all()


def test_no_sum_of_sixteen_bits_overflows():
    columns = places.columns()
    heavy = np.full((1, columns.max() + 1), np.iinfo(np.int16).max, np.int16)
    found = expanded(heavy, np.zeros(1, np.uint8))
    most = places.HEAVIEST * len(places.INSTANCES)
    assert sum_of_patterns(START.own, START.opp, np.uint64(0), found.weights) == most
    lightest = expanded(~heavy, np.zeros(1, np.uint8))
    assert sum_of_patterns(START.own, START.opp, np.uint64(0), lightest.weights) == -most
