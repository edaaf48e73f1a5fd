"""Players that cannot play as they are set up: nothing is kept, and one line says why."""

from contextlib import nullcontext
from io import StringIO
from textwrap import dedent
from typing import NamedTuple

import pytest

from othello.bits import lowest
from othello.display import Display
from othello.faults import first_line
from othello.jit import COMPILED, NumbaError, jit, jitmethods
from players import registry
from players.protocol import Choice
from tournament.__main__ import main
from tournament.contests.sprt import Sprt
from tournament.games.play import FINISHED, GameRecord, Side
from tournament.games.tournament import Tournament
from tournament.running.run import SessionError
from tournament.running.session import Session
from tournament.statistics.sequential import Hypotheses
from tournament.storage.store import Store

FAULT = dedent("""\
    Failed in nopython mode pipeline (step: nopython frontend)
    - Resolution failure for literal arguments:
     >>> value(Frontier(int64 x 1), Position(uint64 x 2))
      Rejected as the implementation raised a specific error:
      Unknown attribute 'fina' of type Position(uint64 x 2)

      File "frontier.py", line 13:
          def value(self, state):
    During: Pass nopython_type_inference""")
SAID = "Unknown attribute 'fina' of type Position(uint64 x 2) (frontier.py, line 13)"


@jitmethods
class Worth(NamedTuple):
    """An evaluator."""

    number: int = 0

    def value(self, state):
        return self.number


@jitmethods
class Lacking(NamedTuple):
    """An evaluator without `value`, which the other one has."""

    number: int = 0


class Faulty:
    """Plays the lowest square, and raises `error` after `place` moves; before any below 0."""

    error = NumbaError(FAULT)

    def __init__(self, place: int = 0):
        self._place = place

    def new_game(self, seed=0):
        """Count anew."""
        self._moves = 0

    def choose(self, position, limits=None):
        """The lowest square, or the error; what it is tried with before a game has a depth."""
        self._moves += limits is None
        if self._moves > self._place:
            raise self.error
        return Choice(int(lowest(position.legal())), nodes=3)


@pytest.fixture
def played(tmp_path, capsys, monkeypatch):
    """Plays a match against a Faulty player; returns exit code, what was said and the store."""
    registry.load()
    monkeypatch.setattr(registry, "factories", {**registry.factories, "faulty": Faulty})
    path = tmp_path / "results.sqlite"

    def play(place, *more):
        asked = ["match", "greedy", f"faulty:place={place}", "--openings", "2", "--jobs", "0"]
        code = main([*asked, *more, "--store", str(path)])
        return code, capsys.readouterr().err, path

    return play


@pytest.mark.parametrize("place", [0, 5])
def test_a_player_that_does_not_compile_ends_the_run_and_keeps_nothing(played, place):
    code, said, path = played(place)
    assert code == 2
    assert said.splitlines()[-1] == (
        f"python -m tournament: a player cannot play: NumbaError: {SAID}"
    )
    with Store(path, read_only=True) as store:
        assert store.contests() == store.tournaments() == []


@pytest.mark.parametrize("seed", ["0", "3"])
def test_an_error_before_a_player_has_ever_moved_is_no_game(played, monkeypatch, seed):
    monkeypatch.setattr(Faulty, "error", ValueError("no weights\nhere"))
    code, said, path = played(-1, "--seed", seed)
    assert code == 2
    assert said.splitlines()[-1].endswith(": a player cannot play: ValueError: no weights")
    with Store(path, read_only=True) as store:
        assert store.contests() == store.tournaments() == []


@pytest.mark.parametrize("later", [False, True])
def test_such_an_error_in_a_later_round_loses_the_game(tmp_path, monkeypatch, later):
    registry.load()
    monkeypatch.setattr(registry, "factories", {**registry.factories, "faulty": Faulty})
    monkeypatch.setattr(Faulty, "error", ValueError("no idea"))
    asked = Tournament("greedy", "faulty:place=-1", (0,), round=1)
    shown = Display(StringIO(), "games")
    with Store(tmp_path / "results.sqlite") as store, Session(store, shown, 0) as session:
        with nullcontext() if later else pytest.raises(SessionError, match="cannot play"):
            session.match(asked, later=later)
        assert store.played(asked.id) == 2 * later


def test_the_rounds_of_a_sequential_test_after_the_first_are_later_ones():
    told = []

    class Drawn:
        """A session in which all games are drawn."""

        def match(self, tournament, *arguments, later):
            told.append((tournament.round, later))

        def games(self, tournament):
            drawn = GameRecord(0, "", FINISHED, Side(), Side())
            return dict.fromkeys(tournament.fixtures, drawn)

    model = Tournament("random:seed=1", "random:seed=2", (0, 1))
    Sprt(model, Hypotheses(-1, 1)).play(Drawn())
    assert told[:3] == [(0, False), (1, True), (2, True)]


@pytest.mark.parametrize("place", [0, 1])
def test_an_error_of_a_player_that_can_move_loses_the_game(played, monkeypatch, place):
    monkeypatch.setattr(Faulty, "error", ValueError("no idea"))
    code, _, path = played(place)
    assert code == 0
    with Store(path, read_only=True) as store:
        (asked,) = store.tournaments()
        endings = [game.ending for game in store.games(asked.id).values()]
    assert [ending.endswith("ValueError: no idea") for ending in endings] == [True] * 4


def test_check_says_what_numba_says(capsys, monkeypatch):
    registry.load()
    monkeypatch.setattr(registry, "factories", {**registry.factories, "faulty": Faulty})
    assert main(["check", "faulty", "--jobs", "0", "--json"]) == 2
    assert SAID in capsys.readouterr().out


def test_numbas_own_line_is_the_one_above_the_innermost_place():
    assert first_line(NumbaError(FAULT)) == SAID
    assert first_line(NumbaError("no place\nat all")) == "no place"
    assert first_line(ValueError("one\ntwo")) == "one"
    assert first_line(ValueError()) == ""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_what_numba_raises_is_understood():
    @jit
    def fault(number):
        return number.fina

    with pytest.raises(NumbaError) as caught:
        fault(1)
    assert first_line(caught.value).startswith("Unknown attribute 'fina' of type int64 (")

    @jit
    def lacking(evaluator):
        return evaluator.value(evaluator)

    with pytest.raises(NumbaError) as caught:
        lacking(Lacking())
    assert "'value') for Lacking(" in first_line(caught.value)
