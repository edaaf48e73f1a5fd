"""Engines in other processes: what they answer, and every way in which they fail."""

import os
import sys
import time
from pathlib import Path

import pytest
from patience import until
from refusals import one_line
from samples import random_position

from othello.game import Game
from othello.notation import square_name
from othello.position import START
from players import registry
from players.external import process
from players.external.engine_list import listed, with_engine
from players.external.process import EngineProcess
from players.limits import Limits
from players.protocol import (
    EngineCrashError,
    EngineError,
    EngineTimeoutError,
    ProtocolError,
)
from players.registry import SpecError
from tournament.games.play import FINISHED, SideSetup, play_game

FAKE = Path(__file__).parents[2] / "fake_engine.py"
PROTOCOLS = ("gtp", "nboard")
SOON = 1.0
"""Seconds that an engine is waited for which will never answer; none in which one starts."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="groups of processes")


def fake(protocol, *fault, patience=60.0, handshake=60.0):
    """A player that starts the fake engine."""
    words = " ".join([sys.executable, "-S", str(FAKE), protocol, *map(str, fault)])
    return registry.make(f'{protocol}:command="{words}",patience={patience},handshake={handshake}')


def running(pid):
    """True if a process exists and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def gone(*pids):
    """Wait until processes are gone."""
    return until(lambda: not any(map(running, pids)), "processes that end")


def lowest(position):
    """The lowest legal square."""
    moves = int(position.legal())
    return (moves & -moves).bit_length() - 1


class Lowest:
    """Player with the moves of the fake engine, in this process."""

    def new_game(self, seed=0):
        """Do nothing."""

    def choose(self, position, limits=None):
        """The lowest square."""
        return registry.make("greedy").choose(position)._replace(move=lowest(position))


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("seed", range(2))
def test_games_equal_those_of_the_same_player_in_this_process(protocol, seed):
    """Random replies bring passes with them; the opening is unknown to the engine."""
    opening = Game.from_transcript("f5d6c3d3c4f4")
    engine = fake(protocol)
    for _ in range(2):
        ours, theirs = (
            SideSetup(lambda: engine, seed),
            SideSetup(lambda: registry.make("random"), seed),
        )
        record = play_game(ours, theirs, opening)
        assert record.ending == FINISHED
        same = play_game(SideSetup(Lowest, seed), theirs, opening)
        assert record.transcript == same.transcript
        seed += 100
    engine.close()


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_log_has_what_was_sent_and_what_was_answered(protocol, tmp_path, monkeypatch):
    monkeypatch.setenv(process.ENGINE_LOG, str(tmp_path / "log.txt"))
    engine = fake(protocol)
    move = engine.choose(START).move
    engine.close()
    marks = [line.split(" ", 4)[3:] for line in (tmp_path / "log.txt").read_text().splitlines()]
    assert marks[0][0] == ">"
    assert any(mark == "<" and square_name(move) in text.lower() for mark, text in marks)


def test_nboard_reports_its_search_and_sets_up_any_position():
    engine = fake("nboard")
    engine.new_game()
    for seed in range(20):
        position = random_position(seed)
        choice = engine.choose(position)
        assert (choice.move, choice.score, choice.depth, choice.nodes) == (
            *(lowest(position), 150, 7),
            1234,
        )
        assert choice.variation == (choice.move,)
    engine.close()


@pytest.mark.parametrize("seed", range(2))
def test_another_engine_plays_whole_games(seed):
    """Debian's; the random side makes it pass, which it does in its own way."""
    try:
        engine = registry.make("gtp:name=rhino,level=1")
    except SpecError as error:
        pytest.skip(str(error))
    chance = SideSetup(lambda: registry.make("random"), seed)
    assert play_game(SideSetup(lambda: engine), chance).ending == FINISHED
    assert play_game(chance, SideSetup(lambda: engine)).ending == FINISHED
    engine.close()


def test_gtp_fails_on_a_position_that_it_cannot_reach():
    engine = fake("gtp")
    engine.new_game()
    board = Game.from_board("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X")
    with pytest.raises(EngineError, match="needs a game"):
        engine.choose(board.position)
    assert engine.choose(START).move == lowest(START)
    engine.close()


FAULTS = [
    ("crash", 1, EngineCrashError, "exit code 7; .*'out of luck'"),
    ("crash", 3, EngineCrashError, "exit code 7; .*'out of luck'"),
    ("hang", 1, EngineTimeoutError, "no answer in time"),
    ("fork", 1, EngineTimeoutError, "no answer in time"),
    ("leave", 1, EngineTimeoutError, "no answer in time"),
    ("half", 1, EngineTimeoutError, "no answer in time"),
    ("flood", 1, ProtocolError, "lines"),
    ("garbage", 3, ProtocolError, "lines"),
    ("long", 1, ProtocolError, "a line of more than 65536 bytes"),
]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("kind", "place", "error", "message"), FAULTS)
def test_a_fault_is_an_error_in_one_line_and_leaves_no_process(
    protocol, kind, place, error, message, monkeypatch
):
    monkeypatch.setattr(process, "QUIT_SECONDS", 60)
    engine = fake(protocol, kind, place, patience=SOON if error is EngineTimeoutError else 60)
    engine.new_game()
    pid = engine.engine.pid
    game = Game()
    for _ in range(place - 1):
        game.play(engine.choose(game.position).move)
        game.play(game.legal()[0])
    program = engine.engine
    with pytest.raises(error, match=message) as caught:
        engine.choose(game.position)
    assert "\n" not in str(caught.value)
    children = [int(text.split()[1]) for text in program.errors if text.startswith("child")]
    assert len(children) == (kind in ("fork", "leave"))
    assert gone(pid, *children)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_engine_that_exits_at_once_is_a_crash(protocol, monkeypatch):
    monkeypatch.setattr(process, "QUIT_SECONDS", 60)
    with pytest.raises(EngineCrashError, match="ended with exit code 3"):
        fake(protocol, "exit").new_game()


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("command", ["cat", f"{sys.executable} -S {FAKE} gtp deaf"])
def test_an_engine_that_never_answers_is_killed_after_its_handshake(protocol, command):
    engine = registry.make(f'{protocol}:command="{command}",handshake={SOON}')
    with pytest.raises(EngineError, match=f"closed its input|no answer within {SOON:g} s of its"):
        engine.new_game()
    assert engine.engine is None


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_engine_has_its_handshake_to_start_and_then_its_patience(protocol, monkeypatch):
    waits, read = [], EngineProcess.read

    def reading(engine, until):
        waits.append(until - time.monotonic())
        return read(engine, until)

    monkeypatch.setattr(EngineProcess, "read", reading)
    engine = fake(protocol, patience=10**6, handshake=10**4)
    engine.choose(START)
    engine.close()
    kinds = [10**6 if wait > 9 * 10**5 else 10**4 if wait > 9 * 10**3 else 0 for wait in waits]
    assert kinds == sorted(kinds) and {*kinds} == {10**4, 10**6}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_illegal_move_loses_the_game_and_the_next_one_is_played(protocol):
    engine = fake(protocol, "illegal", 2)
    seats = [SideSetup(lambda: engine), SideSetup(Lowest)]
    assert play_game(*seats).ending == "illegal move by black: d4"
    assert play_game(*seats).ending == FINISHED
    engine.close()


def test_an_answer_to_a_future_question_is_a_protocol_error():
    engine = fake("gtp", "future", 1)
    with pytest.raises(ProtocolError, match="an answer to request '9{80}"):
        engine.choose(START)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_raised_stop_flag_ends_the_search(protocol):
    import threading

    import numpy as np

    engine = fake(protocol, "hang")
    engine.new_game()
    pid = engine.engine.pid
    stop = np.zeros(1, np.int64)

    def interrupt():
        until(lambda: "silent" in engine.last_words())
        stop[0] = 1

    threading.Thread(target=interrupt, daemon=True).start()
    assert engine.choose(START, Limits(stop=stop)).move == lowest(START)
    assert gone(pid)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gtp", "gtp needs command or name"),
        ("nboard:command=no-such-engine", "'no-such-engine' not found"),
        ("gtp:name=nobody", "no engine 'nobody' is listed; listed engines: "),
        ("nboard:name=rhino", "engine 'rhino' speaks gtp"),
        ('gtp:command="x {level}"', "the command needs the option level"),
        ("gtp:command=sh,patience=0", "patience must be more than 0"),
        ("gtp:command=sh,folder=/no/where", "no folder '/no/where'"),
        ("gtp:command=''", "program ''"),
        ("gtp:command='x", "No closing quotation"),
    ],
)
def test_a_wrong_engine_gets_one_line(spec, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with one_line(SpecError, message):
        registry.make(spec)


LISTED = """
[fake]
protocol = "gtp"
command = "{command}"
patience = 9
"""


def test_engines_are_listed_in_this_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    command = f"{sys.executable} -S {FAKE} gtp"
    Path("engines.toml").write_text(LISTED.format(command=command), "utf-8-sig")
    engine = registry.make("gtp:name=fake")
    assert engine.setup.patience == 9
    assert engine.about() == "fake name fake version"
    engine.close()


def test_placeholders_in_a_command_are_filled():
    words = f"{sys.executable} -S {FAKE} nboard crash {{depth}}"
    engine = registry.make(f"nboard:command={words},depth=2")
    engine.new_game()
    game = Game()
    game.play(engine.choose(game.position).move)
    game.play(game.legal()[0])
    with pytest.raises(EngineCrashError):
        engine.choose(game.position)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[x", "engines.toml: "),
        (f"a={'[' * 3000}", "engines.toml: nested"),
        (f"a{'.a' * 10**5}=1", "engines.toml: more than "),
        (f"[{'x' * 4000}]\nprotocol=1", f"engines.toml: engine '{'x' * 99}... needs protocol"),
        ("x = 1", "engine 'x' needs protocol and command"),
        (r'["\u001b[2J"]', "control characters"),
        ('[x]\nprotocol="gtp"\ncommand=3', "command cannot be 3"),
        ('[x]\nprotocol="gtp"\ncommand="a"\nlevel=2.5', "level cannot be 2.5"),
        ('[x]\nprotocol="nboard"\ncommand="a"\ndepth=inf', "depth cannot be inf"),
        ('[x]\nprotocol="nboard"\ncommand="a"\nlevel=3', "{level}"),
        ('[x]\nprotocol="gtp"\ncommand="a"\ndepth=3', "{depth}"),
        ('[x]\nprotocol="uci"\ncommand="a"', "protocol is one of gtp, nboard"),
        ('[x]\nprotocol="gtp"\ncommand="a"\ncolour=1', "unknown key 'colour'"),
    ],
)
def test_a_wrong_list_gets_one_line(text, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("engines.toml").write_text(text)
    with one_line(SpecError, message):
        registry.make("gtp:name=x")


BEFORE = '# a\n[x] # b\nprotocol = "gtp"\ncommand = "c"\n# d\n[y]\nprotocol = "gtp"\ncommand = "e"'
ENTRY = {"protocol": "nboard", "command": 'sh -c "é"', "depth": 3}


@pytest.mark.parametrize("name", ["x", "y", "a z."])
def test_an_entry_is_set_and_the_rest_of_the_list_stays(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = Path("engines.toml")
    path.write_text(BEFORE)
    before = listed()
    path.write_bytes(with_engine(path, name, ENTRY))
    assert listed() == {**before, name: ENTRY} and {"# a", "# d"} <= {*path.read_text().split("\n")}
    path.write_bytes(with_engine(path, name, None))
    assert name not in listed() and path.read_text().count("[") == (2 if name == "a z." else 1)


CANNOT = [("[x", "engines.toml: "), ("x={}", "in a text editor"), ("", "does not list")]


@pytest.mark.parametrize(("text", "message"), CANNOT)
def test_a_list_that_cannot_be_changed_gets_one_line(text, message, tmp_path):
    path = tmp_path / "engines.toml"
    path.write_text(text)
    with one_line(ValueError, message):
        with_engine(path, "x", None)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names")
def test_a_list_that_is_a_pipe_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("engines.toml")
    with one_line(SpecError, "engines.toml: not a file but a folder or a device"):
        registry.make("gtp:name=x")


def test_gtp_engines_get_depth_and_seconds_of_a_match_once(monkeypatch):
    limits, asked = Limits(depth=3, seconds=1.5), []
    player = fake("gtp")
    with pytest.raises(ProtocolError, match="no command level"):
        player.choose(START, limits)
    answers = {"protocol_version": "2", "list_commands": "level", "genmove b": "d3"}
    monkeypatch.setattr(
        type(player), "_ask", lambda _, text, *rest: asked.append(text) or answers.get(text, "")
    )
    for one in (player, registry.make('gtp:command="cat",level=5')):
        asked.clear()
        for _ in range(2):
            one.choose(START, limits)
        sent = [text for text in asked if text.split()[0] in ("level", "time_settings")]
        assert sent == [f"level {3 if one is player else 5}", "time_settings 0 2 1"]
        one.close()
