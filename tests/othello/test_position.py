import numpy as np
import pytest
from hypothesis import given
from naive import rules as naive
from strategies import positions

from othello.bits import NONE, bit, count, lowest
from othello.jit import jit
from othello.position import PASS, START, IllegalMoveError, NotationError, Position, move_name


def fast(slow):
    """The Position of a naive one."""
    return Position(*slow.words())


@pytest.mark.parametrize("seed", range(5))
def test_play_pass_and_over_agree_with_the_naive_rules(seed):
    for slow in naive.random_game(seed):
        position = fast(slow)
        assert naive.discs(position.legal()) == slow.legal()
        assert position.passed() == fast(slow.passed())
        assert position.over() == slow.over()
        assert position.final() == 100 * slow.result()
        for place in slow.legal():
            assert position.play(naive.square(place)) == fast(slow.play(place))


@given(position=positions())
def test_every_legal_move_and_no_other_can_be_played(position):
    slow = naive.from_words(*position)
    legal = sorted(map(naive.square, slow.legal()))
    assert position.legal_squares() == legal
    for square in range(64):
        name = move_name(square)
        if square in legal:
            after = fast(slow.play(naive.place(square)))
            assert position.play(square) == position.play(name) == after
            assert position.play_unchecked(square) == after
        else:
            with pytest.raises(IllegalMoveError, match=f"^cannot play {name}: "):
                position.play(square)
    if legal or slow.over():
        with pytest.raises(IllegalMoveError, match="^cannot pass: "):
            position.play("pass")
    else:
        assert position.play(PASS) == position.passed()


@pytest.mark.parametrize("move", ["i9", "f5d6", 64, -2])
def test_illegal_move_raises(move):
    with pytest.raises(NotationError, match="is not a square"):
        START.play(move)


def test_both_words_become_uint64():
    position = Position(1, np.int64(2))
    for child in (position, position.passed(), START.play(19), START.passed()):
        assert {type(word) for word in child} == {np.uint64}


@pytest.mark.parametrize("word", [-1, 1 << 64])
def test_a_word_that_does_not_fit_raises(word):
    with pytest.raises(OverflowError):
        Position(word, 0)


def test_a_square_with_discs_of_both_sides_is_refused():
    with pytest.raises(ValueError, match="^b1 holds discs of both sides$"):
        Position(3, 2)
    with pytest.raises(ValueError, match="^e4 holds discs of both sides$"):
        START._replace(opp=START.own)


@jit
def _key(position):
    """The key of a position, whose products wrap around silently in a kernel."""
    return position.key()


def test_keys_tell_the_positions_of_games_and_the_sides_apart():
    seen = {fast(slow) for seed in range(20) for slow in naive.random_game(seed)}
    seen |= {position.passed() for position in seen}
    assert len({int(_key(position)) for position in seen}) == len(seen)


@jit
def _replies(position):
    """How many games of two moves go on from `position`, found by its methods in a kernel."""
    replies = 0
    moves = position.legal()
    while moves != NONE:
        square = lowest(moves)
        moves ^= bit(square)
        replies += count(position.play(square).legal())
    return replies


def test_methods_play_in_kernels_as_in_python():
    for slow in naive.random_game(0):
        replies = sum(len(slow.play(place).legal()) for place in slow.legal())
        assert _replies(fast(slow)) == replies
