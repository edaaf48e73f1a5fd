"""Pictures of the real program: driven to a state, left until it has thought, saved as PNG."""

import os
import time
from pathlib import Path

import pygame

from othello.window.app import App, told
from othello.window.launch import Launch

LONGEST_SECONDS = 240.0
VALUES_DEPTH = 12
QUIET_FRAMES = 5


def without_screen() -> None:
    """Let pygame draw without a screen, unless the environment names a driver."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


def check_state(words: list[str]) -> None:
    """ValueError, in one line, for a word that is neither a command nor ply=N nor type=TEXT."""
    from othello.window.commands import BY_NAME

    for word in words:
        name, equals, value = word.partition("=")
        known = value.isdigit() if name == "ply" else bool(value) if name == "type" else not equals
        if not known or (name not in ("ply", "type") and name not in BY_NAME):
            raise ValueError(f"--state: {word!r} is none of ply=N, type=TEXT, {', '.join(BY_NAME)}")


def _apply(app: App, words: list[str]) -> None:
    """Carry out the words of a state."""
    from othello.window import commands
    from othello.window.overlays import Chooser, Prompt

    assert app.desk is not None
    for word in words:
        name, _, value = word.partition("=")
        if name == "ply":
            app.desk.go_to(int(value))
        elif name == "type":
            if isinstance(app.desk.overlay, Chooser | Prompt):
                app.desk.overlay.type(value)
        else:
            commands.run(app.desk, name)
    app.desk.toast = ""


def _settled(app: App) -> bool:
    """Whether nothing moves and the engine has nothing left to say."""
    desk = app.desk
    ready = desk is not None and desk.engine_ready
    return ready and not app.thinker.busy and desk.animation is None  # type: ignore[union-attr]


def take(launch: Launch, path: Path, words: list[str]) -> int:
    """Save a picture of the window in a state; return an exit code."""
    if path.suffix.lower() != ".png":
        return told(f"{path}: a picture's name ends in .png")
    without_screen()
    app = App(launch)
    try:
        app.open()
    except pygame.error as error:
        return told(f"no window can be opened: {error}")
    try:
        end = time.monotonic() + LONGEST_SECONDS
        quiet, applied = 0, False
        while quiet < QUIET_FRAMES and time.monotonic() < end:
            app.tick()
            if not app.frame(wait=False):
                return told(app.failure or "the window was closed")
            if app.desk is not None and app.desk.engine_ready and not applied:
                check_state(words)
                app.desk.interests.values_depth = VALUES_DEPTH
                _apply(app, words)
                applied = True
            quiet = quiet + 1 if applied and _settled(app) else 0
        if not applied:
            return told("the engine did not start in time")
        app.desk.toast = ""  # type: ignore[union-attr]
        app.paint(anew=True)
        pygame.image.save(app.screen, str(path))
    except (ValueError, OSError, pygame.error) as error:
        return told(str(error))
    finally:
        app.close()
    return 0
