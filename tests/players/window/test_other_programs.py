"""Other people's engines in the window: levels that are played against."""

import contextlib
import os
import sys
from pathlib import Path

import numpy as np
import platformdirs
import pytest
from patience import until
from window_driver import TWO_PEOPLE, Driver

from othello import notation
from othello.bits import squares
from othello.formats.entry import Entry
from othello.game import Game
from othello.game_tree import GameTree
from othello.jit import ignore_overflow
from othello.position import START
from players.external.engine_list import listed
from players.protocol import EngineCrashError
from players.registry import SpecError
from players.window.game.clocks import HUMAN
from players.window.game.saved_games import FOLDER, SavedGame, text_of
from players.window.thinking.engine_thread import EngineThread, MoveRequest
from players.window.thinking.player_cache import Adviser

FAKE = Path(__file__).parents[2] / "fake_engine.py"
LISTED = """
[fake]
protocol = "gtp"
command = "{python} -S {fake} gtp"

[thinker]
protocol = "nboard"
command = "{python} -S {fake} nboard {fault}"
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="groups of processes")


@pytest.fixture
def listing(tmp_path, monkeypatch):
    """Writes the user's list of engines, one of which has a fault."""
    monkeypatch.setattr(platformdirs, "user_config_dir", lambda *_, **__: str(tmp_path))

    def write(fault="none"):
        text = LISTED.format(python=sys.executable, fake=FAKE, fault=fault)
        (tmp_path / "engines.toml").write_text(text)

    write()
    return write


def test_an_engine_is_added_tested_chosen_changed_and_removed(tmp_path, listing):
    engines = tmp_path / "engines.toml"
    kept = "# mine\n" + engines.read_text()
    engines.write_text(kept)
    program = tmp_path / "my engine"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} -S {FAKE} $1\n")
    with Driver(tmp_path) as window:
        window.keys("ctrl+k", *"ntest", "return", "return")
        form = window.state.ui.dialog

        def test():
            window.choose("Test")
            window.until(lambda: form.hint != "Testing …")
            return form.hint + form.error

        window.choose("Program")
        window.keys(*str(program), "return")
        assert test() == f"'{program}' is not an executable file"
        program.chmod(0o755)
        assert "ended with exit code 1" in test()
        window.choose("Command line")
        window.enter(f"'{program}' nboard")
        assert "Does the program speak GTP?" in test()
        window.choose("Protocol")
        assert test().startswith("It played d3 in ")
        for text, left in (("x", ""), ("12", "12")):
            window.choose("Depth")
            window.enter(text)
            window.state.ui.dialog = form
            assert window.row("Depth").detail == left
        window.choose("Save")
        assert engines.read_text().startswith(kept + '\n["my engine"]\nprotocol = "nboard"\n')
        window.choose("my engine")
        assert window.state.live.sides[1] == "nboard:name=my engine"
        window.keys("ctrl+k", *"ntest", "return")
        window.choose("my engine")
        window.choose("Remove")
        assert engines.read_text() == kept + "\n"


def lowest(position):
    """What the fake engine plays."""
    return squares(position.legal())[0]


def test_the_window_starts_no_engine_of_the_current_folder_s_list(listing, tmp_path, monkeypatch):
    (tmp_path / "strange").mkdir()
    monkeypatch.chdir(tmp_path / "strange")
    text = '[{}]\nprotocol = "gtp"\ncommand = "{} strange"\n'
    names = "fake", "rhino", "other"
    Path("engines.toml").write_text("".join(text.format(n, sys.executable) for n in names))
    adviser = Adviser()
    adviser.get_ready(["gtp:name=fake"])
    with pytest.raises(SpecError, match="no engine 'other' is listed in engines.toml beside"):
        adviser.get_ready(["gtp:name=other"])
    for name in names[:2]:
        assert "strange" not in listed()[name]["command"]


@pytest.mark.parametrize("spec", ["gtp:name=fake", "nboard:name=thinker"])
def test_a_game_is_played_against_an_engine_of_the_list(listing, spec):
    adviser, game, stop = Adviser(), Game(), np.zeros(1, np.int64)

    def move(number=1):
        request = MoveRequest(game.position, spec, True, number, line=game.copy())
        return adviser.choose(request, stop, print).move

    for _ in range(6):
        assert move() == lowest(game.position)
        game.play(lowest(game.position))
        game.play(game.legal()[-1])
    game.undo()
    game.undo()
    assert move() == lowest(game.position)
    game = Game()
    assert move(2) == lowest(START)


def test_a_changed_entry_counts_from_the_next_game(listing):
    adviser, stop = Adviser(), np.zeros(1, np.int64)
    first, second = (MoveRequest(START, "nboard:name=thinker", True, n) for n in (1, 2))
    adviser.choose(first, stop, print)
    listing("crash")
    adviser.choose(first, stop, print)
    with pytest.raises(EngineCrashError):
        adviser.choose(second, stop, print)


def running(command):
    """How many processes of this command there are."""
    words = command.replace(" ", "\0").encode()
    found = 0
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            found += path.read_bytes().rstrip(b"\0").endswith(words)
    return found


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="processes are seen there")
@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_an_engine_that_hangs_is_ended_when_nobody_waits(protocol):
    class Compiled(Adviser):
        def warm_up(self):
            """No-op: nothing is valued here."""

    hangs = f"sleep 1000.{os.getpid()}"
    thread = EngineThread(ignore_overflow, Compiled, ())
    thread.start()
    for game in range(2):
        thread.ask(MoveRequest(START, f"{protocol}:command={hangs}", False, game))
        until(lambda: running(hangs) == 1)
        thread.ask(None)
        until(lambda: not running(hangs))
    thread.close()


@pytest.mark.parametrize("way", ["ctrl+g", "drop", "start"])
@pytest.mark.parametrize("spec", ["gtp:command=touch {}", " nboard:command=touch {}"])
def test_a_program_that_a_kept_game_names_is_not_started(tmp_path, way, spec):
    spec, moves = spec.format(tmp_path / "started"), tuple(notation.parse_transcript("f5"))
    path = tmp_path / FOLDER / "game.othello"
    path.parent.mkdir()
    game = Entry(tree=GameTree().with_line(moves))
    path.write_text(text_of(SavedGame(game, (HUMAN, spec), moves, True)))
    with Driver(tmp_path, game=path if way == "start" else None) as window:
        live = window.state.live
        if way == "drop":
            window.drop(path)
        elif way == "ctrl+g":
            window.key(way)
        assert live.path == moves and live.sides == list(TWO_PEOPLE)
        window.keys("d", "6", "c", "3")
        assert len(live.path) == 3 and not isinstance(window.state.engine.request, MoveRequest)
    assert not (tmp_path / "started").exists()
