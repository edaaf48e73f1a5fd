import copy

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from naive import rules as naive

import othello
from othello.game import Game, IllegalMoveError
from othello.notation import NotationError
from othello.position import PASS, START, Position

SHORTEST = "e6f4e3f6g5d6e7f5c5"
"""Black wins 13-0 in nine moves, the fewest possible (tasvideos.org/Forum/Posts/399194)."""

MANY_PASSES = (
    "F5d6C4g5D7c7H5d8B8b7B6a7b5A6a5b4B3c6E8f8C8a8e7a4b2A2c2D2d1e2F2c5c3a1a3e6"
    "d3f6F7f1g2H2e3F4b1g1c1e1g8g7f3h1h3h4h6"
)
"""A wipe-out by white, whose moves have small letters; black passes (Smith, math-fun list)."""

BLACK_MUST_PASS = "OX" + "-" * 62 + "X"
"""Black, to move, has no move here; white can play c1."""


@pytest.mark.parametrize("seed", range(20))
def test_random_games_agree_with_the_naive_rules(seed):
    moves = naive.random_moves(seed)
    game = Game()
    for move in moves:
        if move is not None:
            assert not game.over
            assert game.result() is None
            game.play(move)
    assert game.moves == tuple(PASS if move is None else move for move in moves)
    assert game.positions == tuple(Position(*slow.words()) for slow in naive.replay(moves))
    *_, last = naive.replay(moves)
    assert game.over
    assert game.legal() == []
    assert game.result() == last.result() * (1 if game.black_to_move else -1)
    own, opp = len(last.own), len(last.opp)
    assert game.discs() == ((own, opp) if game.black_to_move else (opp, own))


@pytest.mark.parametrize("seed", range(20))
def test_transcripts_round_trip_with_and_without_passes(seed):
    game = Game.from_transcript(
        "".join(othello.square_name(move) for move in naive.random_moves(seed) if move is not None)
    )
    assert Game.from_transcript(game.transcript()) == game
    assert Game.from_transcript(game.transcript(passes=True)) == game
    assert game.transcript(passes=True).replace("--", "") == game.transcript()


@pytest.mark.parametrize("seed", range(5))
def test_boards_round_trip(seed):
    game = Game()
    for move in naive.random_moves(seed):
        if move is not None:
            game.play(move)
            again = Game.from_board(game.board())
            assert (again.black, again.white) == (game.black, game.white)
            assert again.black_to_move == game.black_to_move
            assert again.legal() == game.legal()


def test_passes_give_the_moves_the_colours_of_a_published_game():
    game = Game()
    for place in range(0, len(MANY_PASSES), 2):
        name = MANY_PASSES[place : place + 2]
        assert game.black_to_move == name[0].isupper()
        game.play(name)
    assert game.result() == -64


def test_a_side_that_cannot_move_at_the_start_passes():
    game = Game.from_board(BLACK_MUST_PASS)
    assert game.moves == (PASS,)
    assert not game.black_to_move
    assert game.undo() is None
    assert game.moves == (PASS,)


def test_written_passes_are_taken_only_where_they_are_made():
    game = Game.from_board(BLACK_MUST_PASS)
    written = game.copy()
    written.play_all([PASS, 2])
    game.play_all([2])
    assert written == game
    with pytest.raises(IllegalMoveError, match="^move 2: white cannot play --"):
        Game.from_board(BLACK_MUST_PASS).play_all([PASS, PASS])
    with pytest.raises(IllegalMoveError, match="^move 2: white cannot play --: a pass is made"):
        Game.from_transcript("f5--d6")


@pytest.mark.parametrize(
    ("transcript", "move", "message"),
    [
        ("", "d4", "^black cannot play d4: the square is occupied$"),
        ("f5", 0, "^white cannot play a1: it flips nothing$"),
        ("", "i9", "^black cannot play: 'i9' is not a square"),
        ("", 64, "^black cannot play: 64 is not a square"),
        ("", -2, "^black cannot play: -2 is not a square"),
        ("f5", "pass", "^white cannot play --: a pass is made by itself"),
        (SHORTEST, "a1", "cannot play a1: the game is over$"),
        (SHORTEST, PASS, "cannot play --: the game is over$"),
    ],
)
def test_an_illegal_move_says_why_and_changes_nothing(transcript, move, message):
    game = Game.from_transcript(transcript)
    before = game.copy()
    with pytest.raises(IllegalMoveError, match=message):
        game.play(move)
    assert game == before


def test_an_illegal_move_keeps_the_line_that_was_undone():
    game = Game.from_transcript("f5d6")
    game.undo()
    with pytest.raises(IllegalMoveError):
        game.play("a1")
    assert game.undone == (43,)


def test_a_wrong_transcript_says_which_move_or_character():
    with pytest.raises(IllegalMoveError, match="^move 3: black cannot play a1: it flips nothing"):
        Game.from_transcript("f5d6a1")
    with pytest.raises(NotationError, match="character 5"):
        Game.from_transcript("f5d6z1")
    with pytest.raises(NotationError):
        Game.from_board("")


def test_a_move_is_a_square_and_nothing_else():
    game = Game()
    game.play(np.int64(19))
    assert game.moves == (19,)
    assert type(game.moves[0]) is int
    with pytest.raises(TypeError):
        game.play(19.0)


def test_a_start_with_overlapping_discs_raises():
    with pytest.raises(ValueError, match="^b1 holds discs of both sides"):
        Game(Position(3, 2))


def test_any_position_and_side_can_start():
    game = Game(START.passed(), black_to_move=False)
    assert (game.black, game.white) == (START.own, START.opp)
    assert game.side == "white"
    assert game != Game()


@pytest.mark.parametrize("seed", range(5))
def test_undo_goes_back_over_passes_and_redo_forth(seed):
    squares = [move for move in naive.random_moves(seed) if move is not None]
    game = Game()
    stages = [game.copy()]
    for square in squares:
        game.play(square)
        stages.append(game.copy())
    for square, stage in zip(reversed(squares), reversed(stages[:-1]), strict=True):
        assert game.undo() == square
        assert game == stage
    assert game.undo() is None
    for square, stage in zip(squares, stages[1:], strict=True):
        assert game.redo() == square
        assert game == stage
    assert game.redo() is None


def test_a_new_move_after_undo_forgets_what_was_undone():
    game = Game.from_transcript("f5d6c3")
    game.undo()
    game.undo()
    assert game.undone == (43, 18)
    game.play("f6")
    assert game.undone == ()
    assert game.transcript() == "f5f6"


def test_games_are_equal_by_start_and_moves_and_not_by_what_was_undone():
    game = Game.from_transcript("f5d6")
    longer = Game.from_transcript("f5d6c3")
    assert game != longer
    longer.undo()
    assert game == longer
    assert game != "f5d6"


@pytest.mark.parametrize("duplicate", [Game.copy, copy.copy, copy.deepcopy])
def test_copies_go_their_own_way(duplicate):
    game = Game.from_transcript("f5d6")
    other = duplicate(game)
    assert other == game
    other.play("c3")
    game.undo()
    assert (game.transcript(), other.transcript()) == ("f5", "f5d6c3")


def test_the_picture_shows_board_discs_and_whose_turn():
    lines = repr(Game()).splitlines()
    assert len(lines) == 10
    assert lines[4:6] == ["4 - - - O X - - -", "5 - - - X O - - -"]
    assert lines[-1] == "black (X) 2, white (O) 2; black to move"


@pytest.mark.parametrize(
    ("board", "status"),
    [
        ("X" * 64 + "O", "black wins by 64"),
        ("O" * 40 + "X" * 24 + "O", "white wins by 16"),
        ("O" * 32 + "X" * 32 + "X", "a draw"),
    ],
)
def test_the_picture_of_a_finished_game_shows_the_result(board, status):
    assert repr(Game.from_board(board)).endswith(f"; {status}")


class GameAgainstHistory(RuleBasedStateMachine):
    """Any mixture of moves, undo and redo, against a plain list of naive positions."""

    def __init__(self):
        super().__init__()
        self.game = Game()
        self.line = []
        self.ply = 0

    @precondition(lambda self: not self.game.over)
    @rule(choice=st.integers(0, 63))
    def play(self, choice):
        """Play one of the legal moves."""
        legal = self.game.legal()
        square = legal[choice % len(legal)]
        self.game.play(square)
        self.line[self.ply :] = [square]
        self.ply += 1

    @rule()
    def undo(self):
        """Take a move back, if there is one."""
        expected = self.line[self.ply - 1] if self.ply else None
        assert self.game.undo() == expected
        self.ply = max(self.ply - 1, 0)

    @rule()
    def redo(self):
        """Play a move again, if there is one."""
        expected = self.line[self.ply] if self.ply < len(self.line) else None
        assert self.game.redo() == expected
        self.ply = min(self.ply + 1, len(self.line))

    @invariant()
    def the_game_stands_where_its_squares_lead(self):
        """Position and colour are those of the naive rules."""
        position = naive.START
        black_to_move = True
        for square in self.line[: self.ply]:
            position = position.play(naive.place(square))
            black_to_move = not black_to_move
            if not position.legal() and position.passed().legal():
                position = position.passed()
                black_to_move = not black_to_move
        assert self.game.position == Position(*position.words())
        assert self.game.black_to_move == black_to_move


GameAgainstHistory.TestCase.settings = settings(max_examples=15, stateful_step_count=30)
TestGameAgainstHistory = GameAgainstHistory.TestCase
