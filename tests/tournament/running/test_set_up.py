"""Players that cannot play as they are set up: nothing is kept, and one line says why."""

import re
from io import StringIO
from textwrap import dedent
from typing import NamedTuple

import faulty_players
import jsonschema
import pytest

from othello.bits import lowest
from othello.cli.errors import first_line, place_of
from othello.cli.progress import Display
from othello.jit import COMPILED, NumbaError, jit, jitmethods
from players import registry
from players.protocol import Choice
from tournament.__main__ import main
from tournament.games.endings import FINISHED
from tournament.games.match import Match
from tournament.games.schedule import game_keys
from tournament.running import workers
from tournament.running.contest_runner import ContestRunner
from tournament.running.match_runner import RunError
from tournament.running.watchdog import last_turn
from tournament.running.workers import GameTask
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
NO_IDEA = "ValueError: no idea (test_set_up.py, line "
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


TRUE_ENDS = "ended with exit code 0; "
LOST = "sh -c 'echo no book.bin >&2; exit 1'"
MUTE = "sh -c 'echo no book.bin >&2; echo pong 1; cat >/dev/null'"
ALWAYS_H8 = (
    "sh -c 'while read n word; do case $word in p*) word=2;; *) word=H8;; esac;"
    " echo =$n $word; echo; done'"
)
SOON = ("--move-seconds", "0.5")


class Faulty:
    """Plays the lowest square, and raises `error` after `place` moves; always below 0."""

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


def refuse(player, position, limits=None):
    """A player's `choose` that fails."""
    raise ValueError("no idea")


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
        f"python -m tournament: a player cannot play: exception in white: NumbaError: {SAID}"
    )
    with Store(path, read_only=True) as store:
        assert not any(store.games(asked.id) for asked in store.matches())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("match", "greedy", "gtp:command=true"), TRUE_ENDS),
        (("match", "greedy", f"gtp:command={LOST}"), "ended with exit code 1; .*'no book.bin'"),
        (("match", "greedy", f"nboard:command={MUTE},patience=0.5"), "no answer.*'no book.bin'"),
        (("match", "greedy", f"gtp:command={ALWAYS_H8}"), "illegal move by white: h8"),
        (("match", "greedy", "dying", "--jobs", "1"), "'dying': .* killed its process twice"),
        (("match", "greedy", "stuck", *SOON, "--jobs", "1"), "'stuck': no answer from .* 0.5 s"),
        (("ladder", "alphabeta", "gtp:command=true", "--rungs", "2"), TRUE_ENDS),
        (("round-robin", "greedy", "gtp:command=true"), TRUE_ENDS),
    ],
)
def test_a_player_that_never_made_a_move_ends_the_run_and_keeps_nothing(
    words, said, tmp_path, capsys
):
    path = tmp_path / "results.sqlite"
    words = ["--jobs", "0", "--players", "faulty_players", *words, "--store", str(path)]
    assert main([*words, *("--openings", "1")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    last = err.splitlines()[-1]
    assert re.search(f"^python -m tournament: a player cannot play: .*{said}", last)
    with Store(path, read_only=True) as store:
        assert not any(store.games(asked.id) for asked in store.matches())


def test_a_set_up_that_raises_is_shown_whole_where_no_worker_plays(played, monkeypatch):
    monkeypatch.setattr(Faulty, "error", ValueError("no idea"))
    code, said, _ = played(0)
    assert code == 2 and "Traceback" in said and "raise self.error" in said
    assert NO_IDEA in said.splitlines()[-1] and "last words" not in said


def test_a_player_that_moved_in_an_earlier_tournament_loses_the_game(tmp_path, monkeypatch):
    registry.load()
    monkeypatch.setattr(registry, "factories", {**registry.factories, "faulty": Faulty})
    monkeypatch.setattr(Faulty, "error", ValueError("no idea"))
    asked = [Match("greedy", "faulty:place=5", (0,), round=number) for number in range(2)]
    shown = Display(StringIO(), "games")
    with Store(tmp_path / "results.sqlite") as store, ContestRunner(store, shown, 0) as session:
        session.play_match(asked[0])
        monkeypatch.setattr(Faulty, "choose", refuse)
        session.play_match(asked[1])
        endings = [game.ending for game in store.games(asked[1].id).values()]
        assert [NO_IDEA in ending for ending in endings] == [True] * 2


def test_a_player_that_moved_in_an_earlier_session_only_ends_the_run(tmp_path, monkeypatch):
    """Else whoever resumes in a wrong folder would lose the games that are left."""
    registry.load()
    monkeypatch.setattr(registry, "factories", {**registry.factories, "faulty": Faulty})
    asked, shown = Match("greedy", "faulty:place=99", (0, 1)), Display(StringIO(), "games")
    with Store(tmp_path / "results.sqlite") as store:
        with ContestRunner(store, shown, 0) as session:
            session.play_match(asked, enough=bool)
        assert store.game_count(asked.id) == 1
        monkeypatch.setattr(Faulty, "choose", refuse)
        with (
            ContestRunner(store, shown, 0) as session,
            pytest.raises(RunError, match="cannot play"),
        ):
            session.play_match(asked)
        assert store.game_count(asked.id) == 1


def test_a_player_is_being_prepared_until_its_first_turn(tmp_path, monkeypatch):
    """`new_game` may start a program, which may take longer than a move."""
    (path := tmp_path / "turns").touch()
    turns = []

    class Noting(faulty_players.FirstMove):
        def new_game(self, seed=0):
            super().new_game(seed)
            turns.append(last_turn(path, 0))

    registry.load()
    monkeypatch.setattr(registry, "factories", {**registry.factories, "noting": Noting})
    asked = Match("greedy", "noting", ())
    assert workers.play(GameTask(asked, game_keys((0,))[0], 0, path)).ending == FINISHED
    assert [turn.preparing for turn in turns] == [True, True]


def test_an_error_of_a_player_that_has_moved_loses_the_game(played, monkeypatch, capsys):
    monkeypatch.setattr(Faulty, "error", ValueError("no idea"))
    code, _, path = played(1)
    assert code == 0
    with Store(path, read_only=True) as store:
        (asked,) = store.matches()
        endings = [game.ending for game in store.games(asked.id).values()]
    assert [NO_IDEA in ending for ending in endings] == [True] * 4
    assert main(["show", asked.id, "--store", str(path)]) == 0
    shown, _ = capsys.readouterr()
    assert "Traceback" in shown and "raise self.error" in shown


def test_numbas_own_line_is_the_one_above_the_innermost_place():
    assert first_line(NumbaError(FAULT)) == SAID
    assert first_line(NumbaError("no place\nat all")) == "no place"
    assert first_line(ValueError("one\ntwo")) == "one"
    assert first_line(ValueError()) == ""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_the_place_of_an_error_is_in_the_users_module_and_not_in_a_library():
    with pytest.raises(jsonschema.ValidationError) as caught:
        jsonschema.validate(1, {"type": "string"})
    assert place_of(caught.value).startswith(" (test_set_up.py, line ")


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
    assert "value(Lacking(" in first_line(caught.value)

    @jit
    def mixed(number):
        return number.real & 0.5

    with pytest.raises(NumbaError) as caught:
        mixed(1)
    assert first_line(caught.value).startswith("No implementation of function")
    assert "and_(int64, float64) (" in first_line(caught.value)
