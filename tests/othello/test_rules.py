import numpy as np
import pytest
from hypothesis import given
from naive import rules as naive
from strategies import positions

from othello import rules
from othello.jit import jit
from othello.position import START


@jit
def flips_by_counting(own, opp, square):
    return rules.flips_by_counting(own, opp, square)


@jit
def flips_by_smearing(own, opp, square):
    return rules.flips_by_smearing(own, opp, square)


needs_vectors = pytest.mark.skipif(
    not rules.VECTORS, reason="needs compiled code and a CPU with AVX2"
)
PATHS = [
    pytest.param((rules.scalar_legal_moves, rules.scalar_flips), id="scalar"),
    pytest.param((rules.legal_moves, rules.flips), id="rules"),
    pytest.param((rules.legal_moves, flips_by_counting), id="counting", marks=needs_vectors),
    pytest.param((rules.legal_moves, flips_by_smearing), id="smearing", marks=needs_vectors),
]
"""Legal moves and flips: the portable functions, and those for a machine with vectors."""


def assert_moves_agree(path, slow):
    own, opp = map(np.uint64, slow.words())
    assert naive.discs(path[0](own, opp)) == slow.legal()


def assert_flips_agree(path, slow):
    own, opp = map(np.uint64, slow.words())
    for place in slow.empty():
        fast = naive.discs(path[1](own, opp, naive.square(place)))
        assert fast == slow.flips(place), place


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("seed", range(10))
def test_moves_and_flips_agree_with_the_naive_rules_in_random_games(path, seed):
    for slow in naive.random_game(seed):
        assert_moves_agree(path, slow)
        assert_flips_agree(path, slow)


@pytest.mark.parametrize("path", PATHS)
@given(position=positions())
def test_moves_and_flips_agree_with_the_naive_rules_on_any_board(path, position):
    slow = naive.from_words(*position)
    assert_moves_agree(path, slow)
    assert_flips_agree(path, slow)


@pytest.mark.parametrize("path", PATHS)
def test_runs_of_every_length_turn_and_none_wraps_round_the_board(path):
    for start in naive.BOARD:
        for row_step, column_step in naive.DIRECTIONS:
            for length in range(1, 8):
                line = [
                    (start[0] + row_step * step, start[1] + column_step * step)
                    for step in range(1, length + 1)
                ]
                inside = [place for place in line if place in naive.BOARD]
                for own in (frozenset(inside[-1:]), frozenset()):
                    slow = naive.NaivePosition(own, frozenset(inside) - own)
                    words = tuple(map(np.uint64, slow.words()))
                    fast = path[1](*words, naive.square(start))
                    assert naive.discs(fast) == slow.flips(start)


@pytest.mark.parametrize("path", PATHS)
def test_the_first_moves_are_those_of_the_rule_books(path):
    """Source: othelloacademy.weebly.com/rules.html: c4, d3, e6, f5; after f5 f4, d6, f6."""
    assert naive.discs(path[0](*START)) == {(2, 3), (3, 2), (4, 5), (5, 4)}
    assert naive.discs(path[0](*START.play(37))) == {(3, 5), (5, 3), (5, 5)}


@pytest.mark.parametrize("path", PATHS)
def test_full_and_empty_boards_have_no_move(path):
    full = np.uint64(0xFFFFFFFFFFFFFFFF)
    for own, opp in [(0, 0), (full, 0), (0, full)]:
        assert path[0](np.uint64(own), np.uint64(opp)) == 0


@given(position=positions())
def test_final_score_agrees_with_the_naive_result(position):
    score = rules.final_score(position.own, position.opp)
    assert score == rules.SCORE_SCALE * naive.from_words(*position).result()


@pytest.mark.parametrize(
    ("own", "opp", "discs"),
    [
        pytest.param(0xFFFFFFFF00000000, 0x00000000FFFFFFFF, 0, id="full and even"),
        pytest.param(0x1FFF, 0, 64, id="a wipe-out, empties to the winner"),
        pytest.param(0x3, 0xFC, -60, id="lost, empties to the winner"),
        pytest.param(0x3, 0xC, 0, id="a draw shares the empties"),
    ],
)
def test_final_score_gives_the_empties_to_the_winner(own, opp, discs):
    """Source: the scoring rule of the World Othello Federation."""
    assert rules.final_score(np.uint64(own), np.uint64(opp)) == 100 * discs
