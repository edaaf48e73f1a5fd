"""How the window starts: from the command line, cold and warm, on a screen and without one."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import programs
import pygame
import pytest
from patience import until
from window_driver import PATIENCE_SECONDS, FakeEngine

from othello.__main__ import main as othello
from othello.bits import bit
from othello.jit import COMPILED, ignore_overflow
from othello.position import START, Position
from players.levels import LEVELS
from players.window import command
from players.window.app import App
from players.window.drawing.layout import cell_of
from players.window.settings import Launch
from players.window.thinking.engine_thread import (
    EngineAnswer,
    EngineThread,
    MoveRequest,
    ValuesRequest,
)
from players.window.thinking.player_cache import Adviser

ROOT = Path(__file__).parents[3]


def run(*words, **environment):
    line = [sys.executable, "-m", "othello", *words]
    return programs.run(line, cwd=ROOT, env={**os.environ, **environment})


def test_the_first_picture_needs_no_kernel():
    program = """
import sys
from players.window import app
from othello import __main__
from players.window import command
from players import levels
print([name for name in sys.modules if name.split(".")[0] in ("numba", "llvmlite")])
late = ("othello.game", "othello.rules", "players.registry")
print([name for name in late if name in sys.modules])
"""
    done = programs.run([sys.executable, "-c", program], cwd=ROOT)
    assert done.stdout == "[]\n[]\n", done.stderr


def test_a_click_before_the_rules_and_the_engine_are_loaded_is_played():
    made = threading.Event()

    def load():
        made.wait(PATIENCE_SECONDS)
        return FakeEngine()

    app = App(Launch(load, size=(600, 500), language="en"))
    app.open()
    try:
        point = cell_of(app.layout, 37).centre
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=point, button=1))
        app.frame(wait=False)
        assert app.state is not None or app.scene().toast.startswith("One moment")
        until(lambda: app.frame(wait=False) and app.state)
        app.state.play_by_hand(43)
        for _ in range(3):
            app.frame(wait=False)
        assert len(app.state.live.game.moves) == 1  # white is the engine's
        assert "Preparing" in app.scene().parts["status"].content.headline
        made.set()
        until(lambda: app.frame(wait=False) and len(app.state.live.game.moves) == 2)
    finally:
        made.set()
        app.close()


def test_help_names_every_level_and_its_examples_can_be_typed(capsys):
    with pytest.raises(SystemExit) as left:
        othello(["--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    for level in LEVELS:
        assert level.name in text and level.meaning in text
    parser = command.parser({})
    for line in command.EXAMPLES.splitlines()[1:]:
        parser.parse_args(__import__("shlex").split(line)[3:])


def test_invalid_size_is_rejected(capsys):
    with pytest.raises(SystemExit) as left:
        othello(["--size", "big"])
    assert left.value.code == 2 and "--size" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["--position", "f5f5"],
        ["missing.ggf"],
        ["--black", "nobody"],
        ["--state", "nonsense"],
        ["--state", "ply=99"],
        ["--state", "play=z9"],
        ["--state", "play=a1"],
    ],
)
def test_invalid_screenshot_request_gets_one_line(words, capsys, tmp_path):
    assert othello([*words, "--screenshot", str(tmp_path / "a.png")]) == 2
    said = capsys.readouterr().err
    assert said.startswith("python -m othello: ") and said.count("\n") == 1


def test_machine_without_a_screen_gets_advice():
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER")
    bare = {key: value for key, value in os.environ.items() if key not in hidden}
    done = programs.run([sys.executable, "-m", "othello"], cwd=ROOT, env=bare)
    assert done.returncode == 2
    (said,) = (line for line in done.stderr.splitlines() if line.startswith("python -m othello: "))
    for way in ("no screen", "--screenshot", "python -m tournament", "SDL_VIDEODRIVER=dummy"):
        assert way in said


def test_a_picture_is_made_by_the_real_program(tmp_path):
    done = run("--screenshot", str(tmp_path / "a.png"), "--size", "500x400", "--state", "help")
    assert done.returncode == 0, done.stderr
    assert pygame.image.load(str(tmp_path / "a.png")).get_size() == (500, 400)


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="Xvfb is not installed")
@pytest.mark.skipif(not COMPILED, reason="NUMBA_DISABLE_JIT is set: compare a window that is quick")
def test_a_game_is_played_on_a_real_screen(tmp_path):
    program = """
import random
from pathlib import Path
import pygame
from window_driver import Driver
with Driver(None) as window:
    assert pygame.display.get_driver() == "x11"
    while not window.state.live.ended:
        window.click_square(window.game.legal()[0])
        window.my_turn()
    window.keys("home", "right", "end", "ctrl+n", "l", "end", "return", "v")
    pygame.image.save(window.app.screen, "screen.png")
    print(window.game.position == window.state.live.steps[0].position)
"""
    read, write = os.pipe()
    line = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with programs.Program(line, pass_fds=[write], **quiet), open(read) as told:
        os.close(write)
        display = told.readline().strip()
        environment = {
            **os.environ,
            "DISPLAY": f":{display}",
            "SDL_VIDEODRIVER": "x11",
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        done = programs.run([sys.executable, "-c", program], cwd=tmp_path, env=environment)
        assert done.stdout.splitlines()[-1:] == ["True"], done.stderr


def test_a_level_moves_by_the_book_while_kernels_compile_and_stops_are_heard():
    compiled = threading.Event()

    class Compiling(Adviser):
        def get_ready(self, specs):
            compiled.wait(PATIENCE_SECONDS)

    thread, spec = EngineThread(ignore_overflow, Compiling, ()), LEVELS[3].spec
    others = threading.enumerate()
    thread.start()
    started = (each for each in threading.enumerate() if each not in others)
    (worker,) = (each for each in started if each.name == "engine")
    position = START.play(START.legal_squares()[0])
    asked = [MoveRequest(position, spec, False, game, 1) for game in range(3)]
    unknown = MoveRequest(Position(bit(0), bit(1)), spec, False, 3, 1)
    for request in (unknown, ValuesRequest(START, 4), *asked):
        thread.ask(request)
    found = []
    until(lambda: found.extend(thread.take_answers()) or not thread.busy)
    (answer,) = (message for message in found if isinstance(message, EngineAnswer))
    assert answer.question.request == asked[-1] and answer.result.move in position.legal_squares()
    thread.ask(unknown)
    assert thread.preparing and not compiled.is_set()
    thread.close()
    assert not worker.is_alive()
    compiled.set()
