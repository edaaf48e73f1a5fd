import numpy as np
import pytest

from othello.evaluation.edge_stability import EMPTY, LEGALITY, legality
from othello.evaluation.tables import EDGE_STATES
from othello.position import Position
from players.learning import measure_edges
from players.learning.bill.fit import positions_of
from players.learning.bill.samples import GAMES, Recipe, play_batch
from players.learning.measure_edges import EDGE_PLACES, count_moves, measure


@pytest.mark.compiled
def test_weights_are_found_again_in_counts_that_they_made():
    counts = np.zeros((EDGE_STATES, EDGE_PLACES, 2))
    chance = np.random.default_rng(1)
    for state in chance.choice(EDGE_STATES, 6000, replace=False):
        digits = (state // 3 ** np.arange(EDGE_PLACES) % 3).astype(np.int8)
        for place in np.nonzero(digits == EMPTY)[0]:
            counts[state, place] = 1e6, 1e6 * legality(digits, place)
    assert measure(counts) == pytest.approx(LEGALITY, abs=1e-3)


def test_counts_are_those_of_the_positions():
    positions = positions_of(*play_batch(Recipe("mobility", 1, 2), 0, 2).values())
    counts = count_moves(positions)
    empties = legal = 0
    border = [n for n in range(64) if n // 8 in (0, 7) or n % 8 in (0, 7)]
    for own, opp in zip(positions.own, positions.opp, strict=True):
        position = Position(own, opp)
        for square in [*border, 9, 14, 49, 54]:
            weight = 2 if square in (0, 7, 56, 63, 9, 14, 49, 54) else 1  # on two edges
            empties += weight * (not int(own | opp) >> square & 1)
            legal += weight * (int(position.legal()) >> square & 1)
    assert counts.sum(axis=(0, 1)).tolist() == [empties, legal]


@pytest.mark.compiled
def test_the_command_prints_both_or_says_what_is_missing(tmp_path, capsys):
    assert measure_edges.main([str(tmp_path)]) == 2
    assert "no games are there" in capsys.readouterr().err
    GAMES.collect(Recipe("mobility", 1, 0), 100, tmp_path, 1, lambda played: None)
    assert measure_edges.main([str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "(-5.49)" in printed
    assert "measured in 100 games" in printed
