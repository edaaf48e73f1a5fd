"""Pictures of the window in a given state, saved as PNG once the engine is idle."""

import os
import re
import time
from itertools import pairwise
from pathlib import Path

import pygame

from othello.cli.errors import did_you_mean
from othello.notation import parse_square
from players.window.app import App, exit_code
from players.window.settings import Launch
from players.window.thinking.analysis import VALUES_LIMIT

LONGEST_CPU_SECONDS = 240.0
"""The limit for the engine, in CPU time of this process, so that other programs do not count."""
PICTURE_DEPTH = 12
QUIET_FRAMES = 5


def _groups(words: list[str]) -> list[list[str]]:
    """Words in groups that run together; each move begins a group."""
    starts = [0, *(place for place, word in enumerate(words) if word.startswith("play="))]
    return [words[start:end] for start, end in pairwise([*starts, len(words)])]


def _apply(app: App, words: list[str]) -> None:
    """Run the words of a state; ValueError, in one line, for one that is not possible."""
    from players.window.events import BY_NAME, run_command

    assert app.state is not None
    for word in words:
        name, _equals, value = word.partition("=")
        if name == "ply" and value.isdecimal():
            last = len(app.state.live.steps) - 1
            if int(value) > last:
                raise ValueError(f"--state: {word!r}, but the game has {last} moves")
            app.state.go_to(int(value))
        elif name == "play" and re.fullmatch("[a-h][1-8]", value):
            if parse_square(value) not in app.state.live.game.legal():
                raise ValueError(f"--state: {word!r} is not legal there")
            app.state.play_by_hand(parse_square(value))
        elif word in BY_NAME:
            run_command(app.state, word)
        else:
            offered = ("ply=N", "play=SQUARE", *BY_NAME)
            choices = f"{', '.join(offered)}{did_you_mean(word, offered)}"
            raise ValueError(f"--state: {word!r} is not one of {choices}")
    app.state.ui.toast = ""


def _settled(app: App) -> bool:
    """True if nothing moves and the engine is idle."""
    state = app.state
    if state is None or not state.engine.ready:
        return False
    still = state.ui.animation is None and (state.ui.playback is None or state.ui.playback.at_end)
    return still and state.engine.request is None


def take(launch: Launch, path: Path, words: list[str]) -> int:
    """Save a picture of the window in a state; return an exit code."""
    if path.suffix.lower() != ".png":
        return exit_code(f"{path}: the name of a picture ends in .png")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    app = App(launch)
    try:
        app.open()
        end = time.process_time() + LONGEST_CPU_SECONDS
        quiet, waiting = 0, _groups(words)
        while (waiting or quiet < QUIET_FRAMES) and time.process_time() < end:
            app.tick()
            if not app.frame(wait=False):
                return exit_code(app.failure or "the window was closed")
            quiet = quiet + 1 if _settled(app) else 0
            if waiting and quiet >= QUIET_FRAMES:
                app.state.analysis.values_limit = VALUES_LIMIT._replace(depth=PICTURE_DEPTH)  # type: ignore[union-attr]
                _apply(app, waiting.pop(0))
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
