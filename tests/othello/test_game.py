import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from naive import rules as naive

import othello
from othello.game import Game, IllegalMoveError
from othello.position import PASS, Position

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


def test_the_shortest_game_is_won_with_all_empties():
    game = Game.from_transcript(SHORTEST)
    assert game.over
    assert game.discs() == (13, 0)
    assert game.result() == 64


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
    with pytest.raises(IllegalMoveError, match="^move 2: white cannot play --: passes are made"):
        Game.from_transcript("f5--d6")


@pytest.mark.parametrize(
    ("transcript", "move", "message"),
    [
        ("", "d4", "^black cannot play d4: the square is occupied$"),
        ("f5", 0, "^white cannot play a1: it flips nothing$"),
        ("", "i9", "^black cannot play: 'i9' is not a square"),
        ("", 64, "^black cannot play: 64 is not a square"),
        ("", -2, "^black cannot play: -2 is not a square"),
        ("f5", "pass", "^white cannot play --: passes are made automatically"),
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


def test_games_are_equal_by_start_and_moves():
    game = Game.from_transcript("f5d6")
    longer = Game.from_transcript("f5d6c3")
    assert game != longer
    longer.undo()
    assert game == longer
    assert game != "f5d6"


class GameAgainstHistory(RuleBasedStateMachine):
    """Any mixture of moves and undo, against a plain list of naive positions."""

    def __init__(self):
        super().__init__()
        self.game = Game()
        self.line = []

    @precondition(lambda self: not self.game.over)
    @rule(choice=st.integers(0, 63))
    def play(self, choice):
        """Play one of the legal moves."""
        legal = self.game.legal()
        square = legal[choice % len(legal)]
        self.game.play(square)
        self.line.append(square)

    @rule()
    def undo(self):
        """Take a move back, if there is one."""
        expected = self.line.pop() if self.line else None
        assert self.game.undo() == expected

    @invariant()
    def the_game_stands_where_its_squares_lead(self):
        """Position and colour are those of the naive rules."""
        position = naive.START
        black_to_move = True
        for square in self.line:
            position = position.play(naive.place(square))
            black_to_move = not black_to_move
            if not position.legal() and position.passed().legal():
                position = position.passed()
                black_to_move = not black_to_move
        assert self.game.position == Position(*position.words())
        assert self.game.black_to_move == black_to_move


GameAgainstHistory.TestCase.settings = settings(max_examples=15, stateful_step_count=30)
TestGameAgainstHistory = GameAgainstHistory.TestCase
