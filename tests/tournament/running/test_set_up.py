"""Players that cannot play, which ends a contest, and players that lose games by a fault."""

import re
import sys
from io import StringIO
from pathlib import Path

import documents
import faulty_players
import pytest

from othello.cli.output import Display
from othello.jit import NumbaError
from players import registry
from tournament.__main__ import main
from tournament.games.match import Match
from tournament.games.openings import game_keys
from tournament.games.play import FINISHED
from tournament.running import workers
from tournament.running.contest_runner import ContestRunner, RunError
from tournament.running.workers import GameTask, last_turn
from tournament.storage.store import Store

FAKE = Path(__file__).parents[2] / "fake_engine.py"
ERROR = "ValueError: no idea (test_set_up.py, line "
EXITS = "ended with exit code 0; "
LOSES_BOOK = "sh -c 'echo no book.bin >&2; exit 1'"
MUTE = "sh -c 'echo no book.bin >&2; echo pong 1; cat >/dev/null'"
ALWAYS_H8 = (
    "sh -c 'while read n word; do case $word in p*) word=2;; *) word=H8;; esac;"
    " echo =$n $word; echo; done'"
)
UNKNOWN_BOARD = "---------------------------XX------OX--------------------------- O"
"""Four discs that no game begins with."""


class Faulty(faulty_players.FirstMove):
    """Raises `error` after `place` moves of a game."""

    error: Exception = ValueError("no idea")

    def __init__(self, place: int = 0):
        self._place = place

    def choose(self, position, limits=None):
        if limits is None:  # a move of a game
            self._moves += 1
            if self._moves > self._place:
                raise self.error
        return self.answer(position)


@pytest.fixture(autouse=True)
def faulty(monkeypatch):
    """Registers the player."""
    registry.load()
    monkeypatch.setattr(registry, "factories", {**registry.factories, "faulty": Faulty})


@pytest.fixture
def play(tmp_path, capsys):
    """Plays a contest; returns its exit code, its output, its errors, and the stored games."""
    path = tmp_path / "games.sqlite"

    def play(*words, jobs="0", openings="1"):
        words = [*words, "--jobs", jobs, "--openings", openings, "--store", str(path)]
        code = main(["--players", "faulty_players", *words])
        out, err = capsys.readouterr()
        with Store(path, read_only=True) as store:
            games = [game for one in store.matches() for game in store.games(one.id).values()]
        return code, out, err, games

    return play


def refuse(player, position):
    """A player's `answer` that fails."""
    raise ValueError("no idea")


def engine(*fault):
    """The specification of the fake engine."""
    words = " ".join([sys.executable, "-S", str(FAKE), "gtp", *map(str, fault)])
    return f"gtp:command={words}"


def match(*words):
    """The command of a match against greedy."""
    return ("match", "greedy", *words)


@pytest.mark.parametrize(
    ("words", "jobs", "fault"),
    [
        (match("gtp:command=true"), "0", EXITS),
        (match(f"gtp:command={LOSES_BOOK}"), "0", "ended with exit code 1; .*'no book.bin'"),
        (match(f"nboard:command={MUTE},patience=0.5"), "0", "no answer.*'no book.bin'"),
        (match(f"gtp:command={ALWAYS_H8}"), "0", "illegal move by white: h8"),
        (match("dying"), "1", "'dying': .* killed its process twice"),
        (match("stuck", "--move-seconds", "0.5"), "1", "'stuck': no answer from .* 0.5 s"),
        (("ladder", "alphabeta", "gtp:command=true", "--rungs", "2"), "0", EXITS),
        (("round-robin", "greedy", "gtp:command=true"), "0", EXITS),
    ],
)
def test_player_that_never_made_a_move_ends_the_contest(play, words, jobs, fault):
    code, out, err, games = play(*words, jobs=jobs)
    assert (code, out, games) == (2, "", [])
    assert re.search(
        f"^python -m tournament: a player cannot play: .*{fault}", err.splitlines()[-1]
    )


def test_traceback_of_a_faulty_set_up_is_shown_if_games_are_played_in_this_process(play):
    code, _, err, games = play(*match("faulty"))
    assert (code, games) == (2, []) and "raise self.error" in err
    assert ERROR in err.splitlines()[-1] and "last words" not in err


@pytest.mark.parametrize("place", [0, 5])
def test_player_that_does_not_compile_ends_the_contest(play, monkeypatch, place):
    monkeypatch.setattr(Faulty, "error", NumbaError("unknown\nattribute"))
    code, _, err, games = play(*match(f"faulty:place={place}"))
    assert (code, games) == (2, [])
    assert "failed; the last: exception in white: NumbaError: unknown" in err.splitlines()[-1]


@pytest.mark.parametrize("jobs", ["0", "1"])
def test_board_that_an_engine_cannot_set_up_ends_the_contest_and_no_player_loses(
    play, tmp_path, jobs
):
    (boards := tmp_path / "boards").write_text(f"f5d6\n{UNKNOWN_BOARD}\n")
    code, _, err, games = play(*match(engine()), jobs=jobs, openings=str(boards))
    assert code == 2
    assert "two attempts at a game failed; the last: " in err.splitlines()[-1]
    assert [game.ending for game in games] == [FINISHED] * 2


def test_program_that_cannot_be_started_loses_no_game(play, tmp_path):
    (program := tmp_path / "engine").write_text("no program")
    program.chmod(0o755)
    code, _, err, games = play(*match(f"gtp:command={program}"))
    assert (code, games) == (2, [])
    assert "engine cannot be started: " in err.splitlines()[-1]


def test_error_after_a_move_loses_the_game_and_its_traceback_is_shown(play, capsys, tmp_path):
    code, out, _, games = play(*match("faulty:place=1", "--json"), openings="2")
    assert (code, [ERROR in game.ending for game in games]) == (0, [True] * 4)
    name = documents.read(out)["tournament"]
    assert main(["show", name, "--store", str(tmp_path / "games.sqlite")]) == 0
    assert "raise self.error" in capsys.readouterr().out


def test_last_words_of_an_engine_that_lost_are_stored(play):
    words = match(engine("crash", 3))
    code, out, _, games = play(*words)
    assert code == 0 and "2 games were lost by a fault" in " ".join(out.split())
    assert [(game.kind, game.stderr) for game in games] == [("crash", "out of luck")] * 2
    _, out, *_ = play(*words, "--json")
    assert documents.read(out)["endings"] == {"crash": 2}


@pytest.mark.parametrize("same_contest", [True, False])
def test_player_loses_before_its_first_move_only_if_it_has_moved_in_this_contest(
    tmp_path, monkeypatch, same_contest
):
    """Otherwise a contest resumed in a wrong folder would lose all its games."""
    first, second = (Match("greedy", "faulty:place=99", (0,), round=number) for number in range(2))
    with Store(tmp_path / "games.sqlite") as store:
        display = Display(StringIO(), "games")
        with ContestRunner(store, display, 0) as runner:
            runner.play_match(first)
            monkeypatch.setattr(Faulty, "answer", refuse)
            if same_contest:
                runner.play_match(second)
        if not same_contest:
            with ContestRunner(store, display, 0) as runner, pytest.raises(RunError, match="play"):
                runner.play_match(second)
        endings = [ERROR in game.ending for game in store.games(second.id).values()]
    assert endings == [True, True] * same_contest


def test_player_is_being_prepared_until_its_first_turn(tmp_path, monkeypatch):
    """`new_game` may start a program, which may take longer than a move."""
    (path := tmp_path / "turns").touch()
    turns = []

    class Noting(faulty_players.FirstMove):
        def new_game(self, seed=0):
            super().new_game(seed)
            turns.append(last_turn(task))

    task = GameTask(Match("greedy", "noting", ()), game_keys((0,))[0], 0, path)
    monkeypatch.setattr(registry, "factories", {**registry.factories, "noting": Noting})
    assert workers.play(task).ending == FINISHED
    assert [turn.preparing for turn in turns] == [True, True]
