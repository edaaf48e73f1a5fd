"""Other people's engines in the window: levels that are played against, and analysts."""

import contextlib
import os
import sys
import threading
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
from othello.position import START
from players import registry
from players.analyse.kept_games import FOLDER, KeptGame, text_of
from players.levels import LEVELS
from players.outside.listed import listed
from players.registry import SpecError
from players.window.command import all_levels, launch_from, listed_levels, parser_for
from players.window.game.clocks import HUMAN
from players.window.opening import open_file
from players.window.thinking.engine_thread import MoveRequest
from players.window.thinking.player_cache import Adviser

FAKE = Path(__file__).parents[2] / "fake_engine.py"
LISTED = """
[fake]
protocol = "gtp"
command = "{python} -S {fake} gtp"

[thinker]
protocol = "nboard"
command = "{python} -S {fake} nboard {fault}"

[elsewhere]
protocol = "gtp"
command = "no-such-program"

[child]
protocol = "gtp"
command = "{python}"
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


def lowest(position):
    """What the fake engine plays."""
    return squares(position.legal())[0]


def test_engines_that_are_there_are_levels_behind_ours(listing):
    levels = all_levels()
    assert levels[: len(LEVELS)] == LEVELS
    added = {level.name: level for level in levels[len(LEVELS) :]}
    assert {"fake", "thinker"} <= set(added) <= {"fake", "thinker", "rhino"}
    assert (added["fake"].spec, added["fake"].meaning) == (
        "gtp:name=fake",
        "another program, by GTP",
    )
    options = parser_for(levels).parse_args(["--level", "Fake", "--black", "thinker"])
    assert launch_from(options, levels).named_players() == [
        "nboard:name=thinker",
        "gtp:name=fake",
    ]


def test_the_window_starts_no_engine_of_the_current_folder_s_list(listing, tmp_path, monkeypatch):
    (tmp_path / "strange").mkdir()
    monkeypatch.chdir(tmp_path / "strange")
    text = '[{}]\nprotocol = "gtp"\ncommand = "{} strange"\n'
    names = "fake", "rhino", "other"
    Path("engines.toml").write_text("".join(text.format(n, sys.executable) for n in names))
    assert "other" not in {level.name for level in listed_levels()}
    adviser = Adviser()
    adviser.check("gtp:name=fake")
    for ask in (adviser.check, Adviser, lambda spec: adviser.get_ready([spec])):
        with pytest.raises(SpecError, match="no engine 'other' is listed in engines.toml beside"):
            ask("gtp:name=other")
    for name in names[:2]:
        assert "strange" not in listed()[name]["command"]


def test_a_wrong_list_is_told_and_our_levels_stay(listing, tmp_path, capsys):
    (tmp_path / "engines.toml").write_text("[x")
    assert all_levels() == LEVELS
    said = capsys.readouterr().err
    assert said.startswith(f"python -m othello: {tmp_path / 'engines.toml'}: ")
    assert said.count("\n") == 1
    with pytest.raises(ValueError):
        listed_levels()


@pytest.mark.parametrize("spec", ["gtp:name=fake", "nboard:name=thinker"])
def test_a_game_is_played_against_an_engine_of_the_list(listing, spec):
    adviser, game, stop = Adviser(), Game(), np.zeros(1, np.int64)
    adviser.check(spec)
    for _ in range(6):
        choice = adviser.choose(spec, game.position, True, 1, None, stop)
        assert choice.move == lowest(game.position)
        game.play(choice.move)
        game.play(game.legal()[-1])
    game.undo()
    game.undo()
    assert adviser.choose(spec, game.position, True, 1, None, stop).move == lowest(game.position)
    assert adviser.choose(spec, START, True, 2, None, stop).move == lowest(START)


def test_an_engine_that_tells_values_is_an_analyst(listing):
    adviser = Adviser("nboard:name=thinker")
    *_, values = adviser.values(START, 3, np.zeros(1, np.int64))
    assert {value.score for value in values.moves} == {-150}
    assert (values.depth, len(values.moves), values.exact) == (3, 4, False)
    for value in values.moves:
        assert value.line == (value.move, lowest(START.play(value.move)))


def test_an_analyst_that_does_not_hear_is_stopped(listing):
    listing("hang 3")
    adviser, stop = Adviser("nboard:name=thinker"), np.zeros(1, np.int64)

    def interrupt():
        until(lambda: "silent" in adviser.analyst.last_words())
        stop[0] = 1

    threading.Thread(target=interrupt, daemon=True).start()
    assert list(adviser.values(START, 9, stop)) == []
    assert adviser.analyst.choose(START).move == lowest(START)  # started anew


def test_an_analyst_that_hears_goes_on_running(listing):
    player = registry.make("nboard:name=thinker")
    player.new_game()
    pid = player.engine.pid
    player.stop_thinking(player.engine)
    assert player.choose(START).move == lowest(START)
    assert player.engine.pid == pid
    player.close()


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
def test_an_engine_that_hangs_blocks_nothing_and_is_ended_when_nobody_waits(tmp_path, protocol):
    hangs = f"sleep 1000.{os.getpid()}"
    with Driver(tmp_path, sides=(HUMAN, f"{protocol}:command={hangs}")) as window:
        live = window.state.live
        window.click_square(37)
        window.until(lambda: running(hangs) == 1)
        assert "is thinking" in window.shown("status").headline
        window.keys("ctrl+a", "t")
        window.until(lambda: live.search_values.get(live.here.position) is not None)
        window.until(
            lambda: all(step.position in live.search_values for step in live.steps)
        )  # the graph
        assert live.mover != HUMAN and window.shown("players")[1].thinking
        window.key("space")
        window.until(lambda: not running(hangs))
        window.key("space")
        window.until(lambda: running(hangs) == 1)
        window.key("ctrl+n")
        window.until(lambda: not running(hangs))
        window.click_square(37)
        window.until(lambda: running(hangs) == 1)
        window.keys("l", *"child", "return")
        window.until(lambda: len(window.game.moves) == 2)
        window.until(lambda: not running(hangs))


@pytest.mark.parametrize("way", ["ctrl+g", "drop", "own games", "start"])
@pytest.mark.parametrize("spec", ["gtp:command=touch {}", " nboard:command=touch {}"])
def test_a_program_that_a_kept_game_names_starts_only_when_a_person_allows_it(tmp_path, way, spec):
    spec, moves = spec.format(tmp_path / "started"), tuple(notation.parse_transcript("f5"))
    path = tmp_path / FOLDER / "game.othello"
    path.parent.mkdir()
    game = Entry(tree=GameTree().with_line(moves))
    path.write_text(text_of(KeptGame(game, (HUMAN, spec), moves, True)))
    with Driver(tmp_path, game=path if way == "start" else None) as window:
        live = window.state.live
        if way == "drop":
            window.drop(path)
        elif way == "own games":
            window.keys("ctrl+o", "return")
            window.until(lambda: window.state.overlay.rows)
            window.key("return")
        elif way == "ctrl+g":
            window.key(way)
        assert live.path == moves and live.sides == list(TWO_PEOPLE)
        asked = "".join(row.label for row in window.state.overlay.rows if row.heading)
        assert asked.replace(" ", "") == spec.replace(" ", "")  # all of it is to be seen
        window.key("return")  # the safe answer stands first
        window.keys("d", "6", "c", "3")
        assert len(live.path) == 3 and not isinstance(window.state.engine.request, MoveRequest)
        assert not (tmp_path / "started").exists()
        window.keys("ctrl+z", "ctrl+z")
        open_file(window.state, path)
        window.keys("down", "return")
        assert live.sides == [HUMAN, spec]  # which the file still names
