"""Pictures of the window in a given state, saved as PNG once the engine is idle."""

import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from othello.cli.errors import did_you_mean
from othello.notation import parse_square
from players.window.app import App, exit_code
from players.window.settings import Launch
from players.window.thinking.analysis import VALUES_LIMIT

if TYPE_CHECKING:  # it imports the rules, which are for the engine's thread
    from players.window.state import State

LONGEST_CPU_SECONDS = 240.0
"""The limit for the engine, in CPU time of this process, so that other programs do not count."""
PICTURE_DEPTH = 12
QUIET_FRAMES = 5


def _apply(state: "State", word: str) -> None:
    """Carry out a word of `--state`; ValueError, in one line, if it is not possible."""
    from players.window.events import BY_NAME, carry_out

    name, _equals, value = word.partition("=")
    if name == "ply" and value.isdecimal():
        last = len(state.live.steps) - 1
        if int(value) > last:
            raise ValueError(f"--state: {word!r}, but the game has {last} moves")
        state.go_to(int(value))
    elif name == "play" and re.fullmatch("[a-h][1-8]", value):
        if parse_square(value) not in state.live.game.legal():
            raise ValueError(f"--state: {word!r} is not legal there")
        state.play_by_hand(parse_square(value))
    elif word in BY_NAME:
        carry_out(state, BY_NAME[word])
    else:
        offered = ("ply=N", "play=SQUARE", *BY_NAME)
        choices = f"{', '.join(offered)}{did_you_mean(word, offered)}"
        raise ValueError(f"--state: {word!r} is not one of {choices}")
    state.ui.toast = ""


def _settled(app: App) -> bool:
    """True if nothing moves and the engine is idle."""
    state = app.state
    if state is None or not state.engine.thread.ready:
        return False
    still = state.ui.animation is None and (state.ui.playback is None or state.ui.playback.at_end)
    return still and not state.ui.explaining and state.engine.request is None


def take(launch: Launch, path: Path, words: list[str]) -> int:
    """Save a picture of the window in a state; return an exit code."""
    if path.suffix.lower() != ".png":
        return exit_code(f"{path}: the name of a picture ends in .png")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    app = App(launch)
    try:
        app.open()
        end = time.process_time() + LONGEST_CPU_SECONDS
        quiet, waiting = 0, list(words)
        while (waiting or quiet < QUIET_FRAMES) and time.process_time() < end:
            app.tick()
            if not app.frame(wait=False):
                return exit_code(app.failure or "the window was closed")
            quiet = quiet + 1 if _settled(app) else 0
            if waiting and quiet >= QUIET_FRAMES and app.state is not None:
                app.state.analysis.values_limit = VALUES_LIMIT._replace(depth=PICTURE_DEPTH)
                _apply(app.state, waiting.pop(0))
                quiet = 0
        if waiting:
            return exit_code("the engine did not start in time")
        app.state.ui.toast = ""  # type: ignore[union-attr]
        app.paint(force=True)
        pygame.image.save(app.screen, str(path))
    except (ValueError, OSError, pygame.error) as error:
        return exit_code(str(error))
    finally:
        app.close()
    return 0
