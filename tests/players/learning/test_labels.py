"""What labels, seeds and batches are made of, asked of each part alone."""

import itertools
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from naive import endgame as naive_endgame
from naive.rules import from_words
from naive.search import minimax
from samples import random_position

from othello import evaluation
from othello.jit import let_words_wrap
from othello.position import Position, mixed
from players.learning.batches import Batch, fill_with
from players.learning.patterns import kernels
from players.learning.patterns.samples import (
    GamesRecipe,
    LabelsRecipe,
    Teacher,
    from_bytes,
    games_batch,
    labels_batch,
    new_keys,
    positions,
)

MOBILITY = evaluation.named("mobility")
SMALL = GamesRecipe(depth=1, fewest=60, most=60, batch=4)


def test_every_other_label_is_searched_a_ply_deeper():
    let_words_wrap()
    there = [random_position(seed, 30) for seed in range(12)]
    drawn = np.array(there, np.uint64)
    labels = np.zeros(len(drawn), np.int16)
    kernels.label_by_search(drawn, np.int64(20), np.int64(0), MOBILITY, new_keys(), labels)
    later = [int(mixed(own) ^ mixed(opp)) & 1 for own, opp in drawn]
    assert 3 <= sum(later) <= 9
    for position, label, one in zip(there, labels, later, strict=True):
        depth = min(max(20 - int(position.stage()), 0), 2) + one
        assert label == minimax(position, depth, MOBILITY)


def test_labels_are_exact_from_the_discs_on_that_the_recipe_says():
    let_words_wrap()
    games = games_batch(Teacher("mobility"), SMALL, 0, 0)
    recipe = LabelsRecipe(59, 59, 2, 1, 59)
    drawn = positions(from_bytes(games), recipe, 0, 0)
    labels = from_bytes(labels_batch(games, Teacher("bill"), recipe, 0, 0))
    results = [naive_endgame.score(words) for words in drawn]
    known = (drawn != 0).any(axis=1)
    assert known.sum() > 3
    assert labels[known].tolist() == np.array(results)[known].tolist()


def test_a_side_that_must_pass_has_the_other_sides_result_turned(solver):
    let_words_wrap()
    boards = (Position(*naive_endgame.random_board(seed, 6)) for seed in range(1000))
    passing = (each for each in boards if not each.legal() and each.passed().legal())
    for position in itertools.islice(passing, 4):
        result = naive_endgame.result(from_words(*map(int, position)), {})
        assert kernels.exact(*position, np.int64(0), *solver) == result


def test_batches_that_are_there_are_not_made_again_and_told_by_their_games(tmp_path):
    made, told = [], []

    def make(number):
        made.append(number)
        return bytes([number])

    work = [Batch(tmp_path / f"{number}", make, (number,), 10 + number) for number in range(3)]
    work[1].path.write_bytes(b"kept")
    with ThreadPoolExecutor(1) as executor:
        fill_with(executor, work, told.append)
    assert sorted(made) == [0, 2] and work[1].path.read_bytes() == b"kept"
    assert [batch.path.read_bytes() for batch in (work[0], work[2])] == [b"\0", b"\2"]
    assert told[0] == 11 and told[-1] == 33 and set(told[1:-1]) <= {21, 23}
