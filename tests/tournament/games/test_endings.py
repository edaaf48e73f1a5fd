"""Types of endings: what a game is that ended by a fault, and what is no player's fault."""

import faulty_players
import pytest

from players import registry
from players.errors import (
    EngineCrashError,
    EngineTimeoutError,
    ProtocolError,
    UnaskedError,
)
from players.external.gtp_engine import RefusedError
from players.protocol import Choice
from tournament.games.match import Clock, TimeControl
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


class Raising(faulty_players.FirstMove):
    """Raises an error after three moves."""

    def __init__(self, error):
        self._error = error

    def fault(self, position):
        """Raise it."""
        raise self._error

    def last_words(self):
        """What a program would have said."""
        return "out of luck"


def played(error):
    """The record of a game in which white raises an error."""
    return play_game(SideSetup(lambda: registry.make("greedy")), SideSetup(lambda: Raising(error)))


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
def test_an_error_has_a_type_and_what_the_program_said_is_kept(error, kind):
    record = played(error)
    assert (record.result, record.kind, record.stderr) == (64, kind, "out of luck")
    assert kind in STORED_ENDINGS
    assert record.ending.startswith(f"exception in white: {type(error).__name__}: {error} (")


def test_who_could_not_be_asked_has_not_lost():
    record = played(UnaskedError("no such file\nhere"))
    assert (record.kind, record.result, record.transcript) == (VOID, 0, "")
    assert record.ending == "no such file"


@pytest.mark.parametrize(
    ("choice", "kind"),
    [(Choice(27), ILLEGAL_MOVE), (Choice(19, nodes=-1), PROTOCOL_ERROR), (Choice(19), FINISHED)],
)
def test_an_answer_that_is_none_has_a_type(choice, kind):
    class Answering(faulty_players.FirstMove):
        def choose(self, position, limits=None):
            answer = super().choose(position, limits)
            return choice._replace(move=answer.move if choice.move == 19 else choice.move)

    record = play_game(SideSetup(Answering), SideSetup(Answering))
    assert (record.kind, record.stderr) == (kind, "")


def test_a_clock_that_ran_out_is_a_time_out():
    terms = TimeControl(clock=Clock(1e-9))
    record = play_game(
        SideSetup(faulty_players.FirstMove, time_control=terms), SideSetup(faulty_players.FirstMove)
    )
    assert record.kind == TIME_OUT
