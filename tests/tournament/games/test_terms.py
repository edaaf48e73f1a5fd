import time

import faulty_players
import pytest

from othello.cli.errors import UserError
from othello.game import Game
from othello.position import START
from players import registry
from players.limits import Limits
from tournament.commands.table import make_parser
from tournament.games import play
from tournament.games.match import Clock, Match, TimeControl
from tournament.games.play import FINISHED, SideSetup, Timer, play_game
from tournament.options import check_known, time_controls_of_options

ASKED = Match("greedy", "mobility", (0, 1, 2))


def asked(*words):
    """The terms of A and B that words of a match ask for."""
    return time_controls_of_options(make_parser().parse_args(["match", "a", "b", *words]))


def test_limits_are_for_both_unless_one_has_its_own():
    a, b = asked("--depth", "5", "--b-depth", "3", "--a-nodes", "70", "--game-seconds", "60")
    assert a == TimeControl(Limits(depth=5, nodes=70), Clock(60.0))
    assert b == TimeControl(Limits(depth=3), Clock(60.0))
    a, b = asked("--game-seconds", "60", "--increment", "0.5", "--a-game-seconds", "9")
    assert (a.clock, b.clock) == (Clock(9.0, 0.5), Clock(60.0, 0.5))
    assert asked() == (TimeControl(), TimeControl())
    with pytest.raises(UserError, match="--game-seconds"):
        asked("--increment", "1")


@pytest.mark.parametrize(
    ("spec", "limits", "complaint"),
    [
        ("greedy", Limits(depth=5), "'greedy' does not support the limit depth"),
        ("engine:level=3", Limits(nodes=10), "does not support the limit nodes"),
        ("alphabeta", Limits(interest=2.0), "it supports depth, nodes, seconds"),
    ],
)
def test_limits_that_a_player_does_not_know_are_refused(spec, limits, complaint):
    with pytest.raises(UserError, match=complaint) as caught:
        check_known(spec, TimeControl(limits))
    assert "\n" not in str(caught.value)


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


@pytest.mark.parametrize("black", [True, False])
def test_who_runs_out_of_time_has_lost(black, slow):
    timed = SideSetup(slow, time_control=TimeControl(clock=Clock(0.1)))
    quick = SideSetup(lambda: registry.make("greedy"))
    record = play_game(timed, quick) if black else play_game(quick, timed)
    assert record.ending == f"{'black' if black else 'white'} lost on time"
    assert record.result == (-64 if black else 64)
    moves = record.black.moves if black else record.white.moves
    assert 4 <= moves <= 5
    assert len(Game.from_transcript(record.transcript).moves) == len(record.details)


def test_the_clock_of_the_system_may_jump(monkeypatch):
    timer = Timer(TimeControl(clock=Clock(5.0)))
    timer.begin(START)
    monkeypatch.setattr(time, "time", lambda: -1e9)
    assert 4 < timer.end() <= 5


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
    nodes, clock = TimeControl(Limits(nodes=9)), TimeControl(clock=Clock(60.0, 1.0))
    tournaments = [
        ASKED.with_time_controls(a, b)
        for a in (TimeControl(), nodes, clock)
        for b in (TimeControl(), nodes, clock)
    ]
    assert len({tournament.id for tournament in tournaments}) == 9
    for tournament in tournaments:
        assert Match.from_text(tournament.as_text()) == tournament
    assert tournaments[1].time_control(True) == TimeControl()
    assert tournaments[1].time_control(False) == nodes
    assert tournaments[4] == Match("greedy", "mobility", (0, 1, 2), Limits(nodes=9))
