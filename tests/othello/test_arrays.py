"""Arrays of boards give what Position and Game give one at a time."""

import numpy as np
import pytest

from othello import arrays, evaluation
from othello.game import Game
from othello.position import PASS, START, IllegalMoveError, NotationError, Position
from othello.symmetry import image
from players import api
from tests.naive.arrays import numpy_legal_moves


def random_game(seed):
    """A game of random moves to the end; passes are played by Game itself."""
    rng = np.random.default_rng(seed)
    game = Game()
    while not game.over:
        game.play(int(rng.choice(game.legal())))
    return game


GAMES = [random_game(seed) for seed in range(6)]


@pytest.fixture(scope="module")
def boards():
    """The positions before each move of six games, `own` and `opp`, and their moves."""
    rows = [
        (*position, move)
        for game in GAMES
        for position, move in zip(game.positions, game.moves, strict=False)
    ]
    own, opp, moves = zip(*rows, strict=True)
    return np.array(own, np.uint64), np.array(opp, np.uint64), np.array(moves)


def each(own, opp):
    return [Position(*pair) for pair in zip(own, opp, strict=True)]


def test_rules_equal_those_of_position(boards):
    own, opp, moves = boards
    positions = each(own, opp)
    assert PASS in moves
    assert arrays.legal_moves(own, opp).tolist() == [each.legal() for each in positions]
    np.testing.assert_array_equal(arrays.legal_moves(own, opp), numpy_legal_moves(own, opp))
    assert arrays.final_scores(own, opp).tolist() == [each.final() for each in positions]
    assert arrays.over(own, opp).tolist() == [False] * len(own)
    assert arrays.counts(own).tolist() == [int(word).bit_count() for word in own]
    after = each(*arrays.play(own, opp, moves))
    expected = [each.play(int(move)) for each, move in zip(positions, moves, strict=True)]
    assert after == expected
    turned = arrays.flips(own, opp, moves)
    assert [int(word) for word in turned] == [
        int(before.opp) & ~int(then.own) for before, then in zip(positions, expected, strict=True)
    ]


def test_symmetries_equal_those_of_position(boards):
    own, opp, _ = boards
    images = arrays.images(own, opp)
    for index in range(8):
        expected = [image(position, index) for position in each(own, opp)]
        assert each(images[0][index], images[1][index]) == expected


def test_results_are_written_in_place(boards):
    own, opp, moves = boards
    mine, theirs = own.copy(), opp.copy()
    expected = arrays.play(own, opp, moves)
    arrays.play(mine, theirs, moves, out=(mine, theirs))
    np.testing.assert_array_equal((mine, theirs), expected)
    out = np.empty_like(own)
    assert arrays.legal_moves(own, opp, out=out) is out


def test_shapes_broadcast():
    own, opp = arrays.starts(6)
    assert arrays.legal_moves(own.reshape(2, 3), opp[0]).shape == (2, 3)
    assert arrays.play(*START, [19, 26, 37])[0].shape == (3,)


@pytest.mark.parametrize("move", [PASS, 0, 27, 64, -2, 999])
def test_illegal_move_is_named_by_its_board(move):
    own, opp = arrays.starts(3)
    with pytest.raises(IllegalMoveError, match="board 1: cannot play"):
        arrays.play(own, opp, np.array([19, move, 19]))


def test_planes_hold_the_discs_by_row_and_file():
    planes = arrays.planes(*arrays.starts(1))
    assert planes.shape == (1, 2, 8, 8) and planes.dtype == np.float32
    assert np.argwhere(planes[0, 0]).tolist() == [[3, 4], [4, 3]]  # black on e4 and d5
    assert np.argwhere(planes[0, 1]).tolist() == [[3, 3], [4, 4]]


@pytest.mark.parametrize("name", ["mobility", "bill", "patterns"])
def test_values_equal_those_of_one_position(boards, name):
    own, opp, _ = boards
    evaluator = evaluation.named(name)
    expected = [evaluator.value(position) for position in each(own[:40], opp[:40])]
    assert arrays.values(evaluator, own[:40], opp[:40]).tolist() == expected


def test_exact_scores_equal_minimax(boards):
    own, opp, _ = boards
    few = arrays.counts(own | opp) >= 58

    def minimax(position):
        if position.over():
            return position.final()
        moves = position.legal_squares() or [PASS]
        return max(-minimax(position.play(move)) for move in moves)

    expected = [minimax(position) for position in each(own[few], opp[few])]
    assert len(expected) > 20
    scores = api.exact_scores(own[few], opp[few], threads=2, megabytes=1)
    assert scores.tolist() == expected


def test_transcripts_and_positions_equal_those_of_games():
    moves = arrays.transcripts(game.transcript() for game in GAMES)
    found = arrays.positions(moves, results=[game.result() for game in GAMES])
    rows = [
        (position, move, number, game.result())
        for number, game in enumerate(GAMES)
        for position, move in zip(game.positions, game.moves, strict=False)
        if move != PASS
    ]
    assert each(found.own, found.opp) == [row[0] for row in rows]
    assert found.move.tolist() == [row[1] for row in rows]
    assert found.game.tolist() == [row[2] for row in rows]
    signs = np.where(found.black, 1, -1)
    assert (found.result * signs).tolist() == [row[3] for row in rows]
    assert found.ply[:3].tolist() == [0, 1, 2]


def test_bad_games_are_errors():
    with pytest.raises(NotationError):
        arrays.transcripts(["f5d6", "f5z9"])
    with pytest.raises(IllegalMoveError, match="game 1 "):
        arrays.positions(arrays.transcripts(["f5d6", "f5a1"]))


def test_dataset_reads_games_of_all_formats_and_splits_by_game(tmp_path):
    texts = [game.transcript() for game in GAMES]
    (tmp_path / "a.txt").write_text("\n".join(texts))
    (tmp_path / "b.sgf").write_text("(;FF[4]GM[2];B[f5];W[d6])")
    found = arrays.dataset(tmp_path)
    assert len(np.unique(found.game)) == len(GAMES) + 1
    train, test = found.split(0.5, seed=1)
    assert not set(train.game) & set(test.game)
    assert len(train.own) + len(test.own) == len(found.own)
    assert set(train.game) == set(found.split(0.5, seed=1)[0].game)
    assert len(found.frame()) == len(found.own)


def test_dataset_without_games_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="no games"):
        arrays.dataset(tmp_path)
    with pytest.raises(FileNotFoundError):
        arrays.dataset(tmp_path / "absent.pgn")
