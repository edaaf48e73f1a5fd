import math
import re
import time
from dataclasses import replace
from pathlib import Path

import faulty_players
import pytest

from othello.compiling import FIRST_RUN
from othello.game import Game
from othello.openings import four_move_openings
from players import registry
from players.external.gtp_engine import RefusedError
from players.limits import Limits
from players.protocol import EngineCrashError, EngineTimeoutError, ProtocolError, UnaskedError
from tournament.games.match import Match
from tournament.games.openings import GameKey, start
from tournament.games.play import (
    CRASH,
    FINISHED,
    ILLEGAL_MOVE,
    PROTOCOL_ERROR,
    STORED_ENDINGS,
    TIME_OUT,
    VOID,
    SideSetup,
    play_game,
)
from tournament.running import workers
from tournament.running.workers import GameTask


def seat(spec, seed=0):
    """A seat for a player by specification."""
    return SideSetup(lambda: registry.make(spec), seed)


def telling(**told):
    """A seat for a player that says this of every move, and else is sound."""

    class Telling(faulty_players.FirstMove):
        def answer(self, position):
            return super().answer(position)._replace(**told)

    return SideSetup(Telling)


@pytest.mark.parametrize("index", [0, 100, 243])
def test_record_describes_the_game(index):
    opening = four_move_openings()[index]
    record = play_game(seat("greedy"), seat("mobility"), start(index))
    replayed = Game.from_transcript(record.transcript)
    assert record.ending == FINISHED
    assert replayed.over
    assert replayed.result() == record.result
    assert record.transcript.startswith(opening.transcript)
    assert record.black.moves + record.white.moves == len(record.transcript) // 2 - 4
    assert record.black.nodes > record.black.moves
    assert record.black.cpu_seconds > 0


def test_details_contain_the_players_comments():
    opening = four_move_openings()[7]
    record = play_game(seat("greedy"), seat("random", 1), start(7))
    game = Game()
    game.play_all(opening.moves)
    greedy = registry.make("greedy")
    moves = iter(record.details)
    squares = Game.from_transcript(record.transcript).moves[len(game.moves) :]
    for square in squares:
        if square < 0:
            continue
        said = next(moves)
        if game.black_to_move:
            choice = greedy.choose(game.position)
            assert (said.score, said.depth, said.nodes) == (choice.score, 0, choice.nodes)
        else:
            assert (said.score, said.depth, said.nodes) == (None, None, 0)
        game.play(square)
    assert next(moves, None) is None
    spent = sum(detail.microseconds for detail in record.details) / 1e6
    assert spent == pytest.approx(record.black.cpu_seconds + record.white.cpu_seconds, abs=1e-4)


ASKED = Match("random", "greedy", ())
ASSIGNMENT = GameTask(ASKED, GameKey(3, True), 0, Path("turns"))


def test_seeds_depend_on_the_match_and_not_the_machine():
    seeds = [
        tuple(map(game.seed, (True, False)))
        for game in (
            ASSIGNMENT,
            ASSIGNMENT._replace(match=replace(ASKED, a="greedy", b="random")),
            ASSIGNMENT._replace(match=replace(ASKED, limits=Limits(nodes=9))),
            ASSIGNMENT._replace(key=GameKey(3, False)),
            ASSIGNMENT._replace(key=GameKey(4, True)),
        )
    ]
    assert len(set(seeds)) == len(seeds)
    elsewhere = ASSIGNMENT._replace(number=7, turns=Path("others"))
    assert tuple(map(elsewhere.seed, (True, False))) == seeds[0]


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
    good, bad = seat("greedy"), SideSetup(kind)
    record = play_game(bad, good) if black else play_game(good, bad)
    assert record.result == (-64 if black else 64)
    assert record.ending.startswith(cause.format("black" if black else "white"))
    assert "\n" not in record.ending
    assert 3 <= (record.black if black else record.white).moves <= 4
    assert len(record.transcript) >= 2 * 6


class UnspeakableError(RuntimeError):
    """An error and a move of which nothing can be said."""

    def __str__(self):
        raise self

    __repr__ = __str__


@pytest.mark.parametrize(
    ("told", "cause"),
    [
        ({"cpu_seconds": math.nan}, "impossible CPU seconds of black: nan"),
        ({"cpu_seconds": math.inf}, "impossible CPU seconds of black: inf"),
        ({"cpu_seconds": -1}, "impossible CPU seconds of black: -1"),
        ({"cpu_seconds": 1e300}, "impossible CPU seconds of black: 1e+300"),
        ({"cpu_seconds": "long"}, "exception in black: ValueError: "),
        ({"cpu_seconds": 10**400}, "exception in black: OverflowError: "),
        ({"nodes": 2**63}, f"impossible nodes of black: {2**63}"),
        ({"nodes": 10**5000}, "impossible nodes of black: "),
        ({"nodes": -1}, "impossible nodes of black: -1"),
        ({"nodes": 2**62}, f"impossible nodes of black: {2**62}"),  # the second time
        ({"nodes": math.nan}, "exception in black: ValueError: "),
        ({"move": 10**5000}, "illegal move by black: int"),
        *(({"move": move}, "illegal move by black: ") for move in (64, -1, None, "d3", 19.0)),
        ({"move": UnspeakableError()}, "illegal move by black: UnspeakableError"),
    ],
)
def test_moves_and_numbers_that_are_none_lose_the_game(told, cause):
    record = play_game(telling(**told), seat("greedy"))
    assert record.result == -64
    assert record.ending.startswith(cause)
    assert len(record.ending.splitlines()) == 1
    kinds = {"illegal": ILLEGAL_MOVE, "impossible": PROTOCOL_ERROR, "exception": CRASH}
    assert record.kind == kinds[cause.split()[0]]
    assert 0 <= record.black.nodes < 2**63
    assert 0 <= record.black.cpu_seconds < math.inf


@pytest.mark.parametrize(
    ("error", "ending"),
    [
        (UnspeakableError(), "exception in black: UnspeakableError"),
        (RuntimeError("\ud800"), "exception in black: RuntimeError: ?"),
        (RuntimeError("x" * 9999), f"exception in black: RuntimeError: {'x' * 200}"),
        (GeneratorExit(), "exception in black: GeneratorExit"),
    ],
)
def test_every_error_fits_one_storable_line(error, ending):
    class Failing(faulty_players.FirstMove):
        def answer(self, position):
            raise error

    record = play_game(SideSetup(Failing), seat("greedy"))
    assert re.fullmatch(rf"{re.escape(ending)} \(test_play_game.py, line \d+\)", record.ending)
    record.stderr.encode("utf-8")


def test_interrupt_in_the_process_in_front_is_ctrl_c():
    with pytest.raises(KeyboardInterrupt):
        play_game(SideSetup(faulty_players.Interrupting), seat("greedy"))


def test_every_turn_is_announced():
    turns = []
    record = play_game(seat("greedy"), seat("mobility"), on_turn=lambda *turn: turns.append(turn))
    assert turns[:2] == [(True, False), (False, False)]  # the players are made
    for black, side in ((True, record.black), (False, record.white)):
        moved = [moved for turn, moved in turns[2:] if turn == black]
        assert moved == [False, *[True] * (side.moves - 1)]


@pytest.mark.parametrize(("a", "b"), [("random", "random"), ("random:seed=1", "greedy")])
@pytest.mark.parametrize("a_black", [True, False])
def test_a_worker_plays_the_game_of_two_fresh_players(a, b, a_black, tmp_path):
    """Those of one specification are two players all the same, each with its own chances."""
    (tmp_path / "turns").touch()
    fixture = GameKey(3, a_black)
    game = GameTask(Match(a, b, ()), fixture, 0, tmp_path / "turns")
    black, white = (a, b) if a_black else (b, a)
    seats = seat(black, game.seed(True)), seat(white, game.seed(False))
    expected = play_game(*seats, start(3))
    assert workers.play(game).transcript == expected.transcript


def test_what_compiling_took_is_not_the_players_time(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "thread_time", lambda: now[0])

    class Compiling(faulty_players.FirstMove):
        def answer(self, position):
            FIRST_RUN.begin("a kernel")
            now[0] += 60
            FIRST_RUN.end()
            now[0] += 1
            return super().answer(position)

    record = play_game(SideSetup(Compiling), SideSetup(faulty_players.FirstMove))
    assert record.black.cpu_seconds == pytest.approx(record.black.moves)
    assert record.black.moves > 10


def raising(error):
    """Return the result of a game in which white, another program, raises an error."""

    class Raising(faulty_players.FirstMove):
        def fault(self, position):
            raise error

        def last_words(self):
            return "out of luck"

    return play_game(seat("greedy"), SideSetup(Raising))


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (EngineCrashError("ended"), CRASH),
        (RuntimeError("no idea"), CRASH),
        (EngineTimeoutError("no answer in time"), TIME_OUT),
        (ProtocolError("no square"), PROTOCOL_ERROR),
        (RefusedError("no"), PROTOCOL_ERROR),
    ],
)
def test_error_of_a_player_decides_the_type_of_the_ending(error, kind):
    record = raising(error)
    assert (record.result, record.kind, record.stderr) == (64, kind, "out of luck")
    assert kind in STORED_ENDINGS
    assert record.ending.startswith(f"exception in white: {type(error).__name__}: {error} (")


def test_game_is_void_if_a_player_could_not_be_asked():
    record = raising(UnaskedError("no such file\nhere"))
    assert record[:3] == (0, "", "no such file")
    assert record.kind == VOID
