import faulty_players
import pytest

from othello.game import Game
from othello.openings import four_move_openings
from players import registry
from players.protocol import Choice, Limits
from tournament.match import FINISHED, Seat, play_game


def seat(spec, seed=0):
    """A seat for a player by specification."""
    return Seat(lambda: registry.make(spec), seed)


def faulty(kind):
    """A seat for one of the players that break rules."""
    return Seat(kind)


@pytest.mark.parametrize("index", [0, 100, 243])
def test_record_tells_the_game_that_was_played(index):
    opening = four_move_openings()[index]
    record = play_game(seat("greedy"), seat("mobility"), opening.moves)
    replayed = Game.from_transcript(record.transcript)
    assert record.ending == FINISHED
    assert replayed.over
    assert replayed.result() == record.result
    assert record.transcript.startswith(opening.transcript)
    assert record.black.moves + record.white.moves == len(record.transcript) // 2 - 4
    assert record.black.nodes > record.black.moves
    assert record.black.cpu_seconds > 0


def test_same_seeds_give_the_same_game():
    games = [play_game(seat("random", seed), seat("random", 9)).transcript for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize(
    ("kind", "cause"),
    [
        (faulty_players.Raising, "exception in {}: RuntimeError: no idea"),
        (faulty_players.Lying, "illegal move by {}: d4"),
        (faulty_players.Mute, "exception in {}: AttributeError"),
        (faulty_players.Leaving, "exception in {}: SystemExit: enough"),
    ],
)
@pytest.mark.parametrize("black", [True, False])
def test_fault_loses_the_game_64_to_0(kind, cause, black):
    good, bad = seat("greedy"), faulty(kind)
    record = play_game(bad, good) if black else play_game(good, bad)
    assert record.result == (-64 if black else 64)
    assert record.ending.startswith(cause.format("black" if black else "white"))
    assert "\n" not in record.ending
    assert 3 <= (record.black if black else record.white).moves <= 4
    assert len(record.transcript) >= 2 * 6


@pytest.mark.parametrize("move", [64, -1, None, "d3", 19.0])
def test_answer_that_is_no_square_is_an_illegal_move(move):
    class Answering(faulty_players.FirstMove):
        def choose(self, position, limits=None):
            return Choice(move)

    record = play_game(Seat(Answering), seat("greedy"))
    assert record.result == -64
    assert record.ending.startswith("illegal move by black: ")


def test_player_that_cannot_be_made_loses():
    record = play_game(seat("greedy"), Seat(lambda: 1 / 0))
    assert record.result == 64
    assert record.ending == "exception in white: ZeroDivisionError: division by zero"


def test_cpu_time_that_a_player_tells_is_believed():
    class Telling(faulty_players.FirstMove):
        def answer(self, position):
            return super().answer(position)._replace(cpu_seconds=2.0)

    record = play_game(Seat(Telling), seat("greedy"))
    assert record.black.cpu_seconds == 2 * record.black.moves


def test_limits_are_handed_on():
    seen = set()

    class Listening(faulty_players.FirstMove):
        def choose(self, position, limits=None):
            seen.add(limits)
            return super().choose(position, limits)

    play_game(Seat(Listening), Seat(Listening), limits=Limits(nodes=5))
    assert seen == {Limits(nodes=5)}


def test_every_turn_is_announced():
    turns = []
    record = play_game(seat("greedy"), seat("mobility"), on_turn=turns.append)
    assert turns[:2] == [True, False]  # the players are made
    assert turns[2:].count(True) == record.black.moves
    assert turns[2:].count(False) == record.white.moves
