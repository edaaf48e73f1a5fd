"""What a program asks: streams, stops by an ordinary event, and progress."""

import itertools
import math
import threading

import pytest

from othello.bits import bit
from othello.game import Game
from othello.position import START, Position
from players import api, registry
from players.engine.engine import Engine
from players.move_values import values_at
from players.study.analyse.games import turns
from players.study.analyse.verdicts import VerdictLimits, judge

BOARD = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
END = Game.from_board(BOARD).position
DEEP = "alphabeta:depth=60,evaluator=bill"
LIMITS = VerdictLimits(depth=2, megabytes=1)
OPENING = "f5d6c3"


def stopped_after(number, streamed, stop):
    """The first answers of a stream, after so many of which `stop` is set; all that come."""
    found = []
    for answer in streamed:
        found.append(answer)
        if len(found) == number:
            stop.set()
    return found


def test_values_come_depth_by_depth_as_a_player_finds_them():
    player = registry.make("alphabeta")
    found = list(api.stream_values(START, 4, player=player))
    assert found == [values_at(player, START, depth) for depth in (2, 3, 4)]


def test_a_question_that_makes_no_sense_gets_one_line():
    with pytest.raises(TypeError, match="a Position, not a Game$"):
        next(api.stream_values(Game(), 3))
    with pytest.raises(TypeError, match="a Position, not a Game$"):
        api.solve_position(Game())
    with pytest.raises(ValueError, match="^the side to move has to pass"):
        next(api.stream_values(Position(bit(0), bit(1)).passed(), 3))
    with pytest.raises(ValueError, match="GreedyPlayer"):
        next(api.stream_values(START, 3, player="greedy"))
    with pytest.raises(ValueError, match="LevelPlayer"):
        next(api.stream_values(START, 3, player="engine:level=3"))
    with pytest.raises(ValueError, match="^seconds .*0 or more, not nan"):
        next(api.stream_values(START, 3, player=DEEP, seconds=math.nan))
    with pytest.raises(ValueError, match="2 plies or more, not 1$"):
        next(api.stream_values(START, 1, player=DEEP))


@pytest.mark.parametrize("ended", ["stop", "seconds"])
def test_every_move_has_a_value_however_early_a_stream_is_ended(ended):
    stop = threading.Event()
    stop.set()
    early = {"stop": stop} if ended == "stop" else {"seconds": 0}
    player = registry.make(DEEP)
    assert list(api.stream_values(START, 60, player=player, **early)) == [
        values_at(player, START, 2)
    ]


def test_a_game_is_judged_turn_by_turn():
    game = Game.from_transcript(OPENING)
    engine = Engine(megabytes=LIMITS.megabytes)
    for (turn, verdict), asked in zip(api.judge_game(game, LIMITS), turns(game), strict=True):
        assert turn == asked
        assert verdict._replace(seconds=0) == judge(engine, asked.question, LIMITS)._replace(
            seconds=0
        )
    stop = threading.Event()
    found = stopped_after(2, api.judge_game(game, VerdictLimits(depth=2), stop=stop), stop)
    assert [turn.number for turn, _ in found] == [1, 2]


def test_a_position_is_solved_with_progress():
    assert api.solve_position(END).score == 600
    spent, stop = [], threading.Event()

    def follow(so_far):
        spent.append(so_far)
        if so_far.nodes:
            stop.set()

    found = api.solve_position(START, progress=follow, stop=stop, megabytes=1)
    assert not found.proven
    assert abs(found.score) < 6400  # nothing is known, so that nothing extreme is expected
    assert all(before <= after for before, after in itertools.pairwise(spent))
    assert spent[-1].nodes <= found.nodes


def test_what_goes_wrong_ends_the_search():
    def fail(so_far):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        api.solve_position(START, progress=fail, megabytes=1)


def test_a_stream_ends_when_its_seconds_are_over():
    """In the middle of a depth that it would never finish."""
    assert all(values.depth < 60 for values in api.stream_values(START, 60, seconds=0.1))
