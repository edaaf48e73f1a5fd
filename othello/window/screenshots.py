"""Screenshots of the real program: brought to a state, saved as PNG when the engine is idle."""

import os
import time
from pathlib import Path

import pygame

from othello.window.app import App, Launch, exit_code

LONGEST_SECONDS = 240.0
VALUES_DEPTH = 12
QUIET_FRAMES = 5


def without_screen() -> None:
    """Let pygame draw without a screen, unless the environment names a driver."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


def check_state(words: list[str]) -> None:
    """ValueError, in one line, for a word that is neither a command nor ply=N nor type=TEXT."""
    from othello.window.input.commands import BY_NAME

    for word in words:
        name, equals, value = word.partition("=")
        known = value.isdigit() if name == "ply" else bool(value) if name == "type" else not equals
        if not known or (name not in ("ply", "type") and name not in BY_NAME):
            raise ValueError(f"--state: {word!r} is none of ply=N, type=TEXT, {', '.join(BY_NAME)}")


def _apply(app: App, words: list[str]) -> None:
    """Carry out the words of a state; ValueError, in one line, for a ply that there is not."""
    from othello.window.input import commands
    from othello.window.model.overlays import Chooser, Prompt

    assert app.state is not None
    for word in words:
        name, _, value = word.partition("=")
        if name == "ply":
            last = len(app.state.live.steps) - 1
            if int(value) > last:
                raise ValueError(f"--state: {word!r}, but the game has {last} moves")
            app.state.go_to(int(value))
        elif name == "type":
            if isinstance(app.state.overlay, Chooser | Prompt):
                app.state.overlay.type(value)
        else:
            commands.run(app.state, name)
    app.state.toast = ""


def _settled(app: App) -> bool:
    """Whether nothing moves and the engine has nothing left to say."""
    state = app.state
    ready = state is not None and state.engine_ready
    return ready and not app.engine_thread.busy and state.animation is None  # type: ignore[union-attr]


def take(launch: Launch, path: Path, words: list[str]) -> int:
    """Save a picture of the window in a state; return an exit code."""
    if path.suffix.lower() != ".png":
        return exit_code(f"{path}: a picture's name ends in .png")
    without_screen()
    app = App(launch)
    try:
        app.open()
    except pygame.error as error:
        return exit_code(f"no window can be opened: {error}")
    try:
        end = time.monotonic() + LONGEST_SECONDS
        quiet, applied = 0, False
        while quiet < QUIET_FRAMES and time.monotonic() < end:
            app.tick()
            if not app.frame(wait=False):
                return exit_code(app.failure or "the window was closed")
            if app.state is not None and app.state.engine_ready and not applied:
                check_state(words)
                app.state.analysis.values_depth = VALUES_DEPTH
                _apply(app, words)
                applied = True
            quiet = quiet + 1 if applied and _settled(app) else 0
        if not applied:
            return exit_code("the engine did not start in time")
        app.state.toast = ""  # type: ignore[union-attr]
        app.paint(anew=True)
        pygame.image.save(app.screen, str(path))
    except (ValueError, OSError, pygame.error) as error:
        return exit_code(str(error))
    finally:
        app.close()
    return 0
