from dataclasses import replace

import faulty_players
import pytest

from othello.cli.errors import UserError
from othello.game import Game
from players import registry
from players.api import solve_position
from players.limits import Limits
from tournament.commands.table import parse
from tournament.contests.contest import match_of_options
from tournament.games import play
from tournament.games.match import Clock, Match, TimeControl
from tournament.games.play import FINISHED, TIME_OUT, SideSetup, play_game

ASKED = Match("greedy", "mobility", (0, 1, 2))


def asked(a, b, *words):
    """The match that words ask for."""
    options = parse(["match", a, b, "--openings", "2", *words])
    return match_of_options(options, options.a, options.b)


def test_limits_and_a_clock_are_for_both():
    words = ("--depth", "5", "--nodes", "70", "--game-seconds", "60")
    match = asked("alphabeta", "forward", *words)
    assert match.time_control == TimeControl(Limits(depth=5, nodes=70), Clock(60.0))
    clock = asked("greedy", "mobility", "--game-seconds", "60", "--increment", "0.5").clock
    assert clock == Clock(60.0, 0.5)
    assert asked("greedy", "mobility").time_control == TimeControl()
    with pytest.raises(UserError, match="--game-seconds"):
        asked("greedy", "mobility", "--increment", "1")


def test_limits_and_a_clock_of_its_own_replace_those_of_the_match(answer, refusal):
    own = "alphabeta:depth=2,game_seconds=50,increment=0.5"
    words = ("match", own, "forward", "--nodes", "90", "--game-seconds", "60", "--openings", "1")
    data = answer(*words, "--jobs", "0")
    assert data["a"]["limits"] == {"depth": 2, "game_seconds": 50, "increment": 0.5}
    assert data["b"]["limits"] == {"nodes": 90, "game_seconds": 60, "increment": 0}
    assert data["endings"] == {"finished": 2}
    games = [game for game in answer("export") if game["a_has"] == "black"]
    assert [game["details"][0][1] for game in games] == [2]
    for spec in ("greedy:increment=1", "greedy:game_seconds=0", "greedy:game_seconds=nan"):
        assert "game_seconds" in refusal("match", spec, "random")


def test_games_end_early_by_agreement_or_by_the_solver(answer, refusal):
    words = ("match", "alphabeta:depth=2", "greedy", "--openings", "2", "--jobs", "0")
    whole = answer(*words)
    solved = answer(*words, "--solve-at", "8")
    assert solved["endings"] == {"solver": 4} and not solved["forfeits"]
    assert solved["tournament"] != whole["tournament"]
    assert answer("show", solved["tournament"]) == solved
    for game in answer("export", solved["tournament"]):
        end = Game.from_transcript(game["transcript"])
        assert end.position.plies_left() == 8
        score = solve_position(end.position).score // 100
        assert game["result"] == (score if end.black_to_move else -score)
    words = ("match", "alphabeta:depth=3", "alphabeta:depth=1", "--openings", "4", "--jobs", "0")
    agreed = answer(*words, "--agreed-discs", "10", "--agreed-moves", "2")
    early = [g for g in answer("export", agreed["tournament"]) if g["ending_type"] == "agreement"]
    assert len(early) == agreed["endings"]["agreement"]
    for game in early:
        least = min(abs(detail[0]) for detail in game["details"][-4:]) // 100
        assert abs(game["result"]) == least >= 10
        assert f"gave {'black' if game['result'] > 0 else 'white'} {least}" in game["ending"]
    assert "--agreed-moves needs --agreed-discs" in refusal(*words, "--agreed-moves", "2")


@pytest.mark.parametrize(("empties", "expected"), [(60, 4 / 34), (30, 4 / 19), (1, 4 / 5)])
def test_without_an_increment_the_shares_use_all_but_a_reserve(empties, expected):
    """Closed form: each share leaves n / (n + 1) of the time, the product of which telescopes."""
    terms = TimeControl(clock=Clock(7.0))
    left = 7.0
    for still in range(empties, 0, -2):
        left -= terms.of_a_move(left, still).seconds
    assert left / 7 == pytest.approx(expected)


@pytest.fixture
def slow(monkeypatch):
    """A player that takes 0.02 s for each move, on a clock that only it moves."""
    now = [100.0]
    for clock in ("monotonic", "process_time", "thread_time"):
        monkeypatch.setattr(play.time, clock, lambda: now[0])

    class Slow(faulty_players.FirstMove):
        def choose(self, position, limits=None):
            now[0] += 0.02
            return super().choose(position, Limits())

    return Slow


@pytest.mark.parametrize(("clock", "expected"), [(Clock(0.09), 4), (Clock(0.01, 0.05), 0)])
@pytest.mark.parametrize("black", [True, False])
def test_who_runs_out_of_time_has_lost_whatever_the_increment(black, clock, expected, slow):
    timed = SideSetup(slow, time_control=TimeControl(clock=clock))
    quick = SideSetup(lambda: registry.make("greedy"))
    record = play_game(timed, quick) if black else play_game(quick, timed)
    side = "black" if black else "white"
    assert (record.ending, record.kind) == (f"{side} lost on time", TIME_OUT)
    assert record.result == (-64 if black else 64)
    moves = record.black.moves if black else record.white.moves
    assert moves == expected
    assert len(Game.from_transcript(record.transcript).moves) == len(record.details)


@pytest.mark.parametrize("slowness", [1.0, 1.3, 5.0])
def test_players_that_use_their_share_keep_their_time(monkeypatch, slowness):
    """On a busy machine too, where a CPU second takes longer; on a clock made for the test."""
    now = [100.0]
    monkeypatch.setattr(play.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(play.time, "process_time", lambda: now[0] / slowness)

    class Thinking(faulty_players.FirstMove):
        """Uses all CPU seconds that it is given."""

        def choose(self, position, limits=None):
            """Let them pass."""
            now[0] += slowness * limits.seconds
            return super().choose(position, Limits())

    record = play_game(*[SideSetup(Thinking, time_control=TimeControl(clock=Clock(60.0)))] * 2)
    assert record.ending == FINISHED
    assert 2 * 0.8 * 60 < now[0] - 100 < 2 * 60


def test_terms_are_part_of_what_a_tournament_is():
    asked = [
        ASKED,
        replace(ASKED, limits=Limits(nodes=9)),
        replace(ASKED, clock=Clock(60.0, 1.0)),
        replace(ASKED, a="mobility", b="greedy"),
        replace(ASKED, openings=(0, 1)),
        replace(ASKED, code="1"),
        replace(ASKED, modules=("mine",)),
        replace(ASKED, limits=Limits(nodes=9), clock=Clock(60.0, 1.0)),
    ]
    assert len({match.id for match in asked}) == len(asked)
    for match in asked:
        assert Match.from_text(match.as_text()) == match
