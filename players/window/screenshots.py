"""What the window does by itself: screenshots, brought to a state, and frames, measured.

A screenshot is saved as PNG when the engine is idle; frames are timed while it thinks.
"""

import math
import os
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pygame

from othello.documents import as_document
from othello.notation import parse_square
from othello.spelling import meant
from players.window.app import App, exit_code
from players.window.launch import Launch

LONGEST_CPU_SECONDS = 240.0
"""Of this process, for the engine to start and to end: other programs may take any time beside."""
PICTURE_DEPTH = 12
QUIET_FRAMES = 5
PERCENTILES = (50, 90, 99, 100)
SETTLING_SECONDS = 1.0


def without_screen() -> None:
    """Let pygame draw without a screen, unless the environment names a driver."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


def check_state(words: list[str]) -> None:
    """ValueError, in one line, for a word that is no command, ply=N, play=SQUARE or type=TEXT."""
    from players.window.events import BY_NAME

    for word in words:
        name, equals, value = word.partition("=")
        takes = {"ply": str.isdigit, "play": _is_square, "type": bool}
        known = takes[name](value) if name in takes and equals else not equals and name in BY_NAME
        if not known:
            offered = ("ply=N", "play=SQUARE", "type=TEXT", *BY_NAME)
            raise ValueError(
                f"--state: {word!r} is none of {', '.join(offered)}{meant(word, offered)}"
            )


def _is_square(text: str) -> bool:
    """Whether a text names a square, such as "f5"."""
    return len(text) == 2 and text[0] in "abcdefgh" and text[1] in "12345678"


def _groups(words: list[str]) -> list[list[str]]:
    """Words that are carried out together; a move waits until all before it is settled."""
    starts = [0, *(place for place, word in enumerate(words) if word.startswith("play="))]
    return [words[start:end] for start, end in pairwise([*starts, len(words)])]


def _apply(app: App, words: list[str]) -> None:
    """Carry out the words of a state; ValueError, in one line, for a ply that there is not."""
    from players.window.events import run_command
    from players.window.overlays import Chooser, Prompt

    assert app.state is not None
    for word in words:
        name, equals, value = word.partition("=")
        if name == "ply":
            last = len(app.state.live.steps) - 1
            if int(value) > last:
                raise ValueError(f"--state: {word!r}, but the game has {last} moves")
            app.state.go_to(int(value))
        elif name == "play" and equals:
            app.state.play_by_hand(parse_square(value))
        elif name == "type":
            if isinstance(app.state.overlay, Chooser | Prompt):
                app.state.overlay.type(value)
        else:
            run_command(app.state, name)
    app.state.toast = ""


def _settled(app: App) -> bool:
    """Whether nothing moves and the engine has nothing left to say."""
    state = app.state
    ready = state is not None and state.engine.ready
    return ready and not app.engine_thread.busy and state.animation is None  # type: ignore[union-attr]


def take(launch: Launch, path: Path, words: list[str]) -> int:
    """Save a picture of the window in a state; return an exit code."""
    if path.suffix.lower() != ".png":
        return exit_code(f"{path}: a picture's name ends in .png")
    without_screen()
    app = App(launch)
    try:
        check_state(words)
        app.open()
    except ValueError as error:
        return exit_code(str(error))
    except pygame.error as error:
        return exit_code(f"no window can be opened: {error}")
    try:
        end = time.process_time() + LONGEST_CPU_SECONDS
        quiet, waiting = 0, _groups(words)
        while (waiting or quiet < QUIET_FRAMES) and time.process_time() < end:
            app.tick()
            if not app.frame(wait=False):
                return exit_code(app.failure or "the window was closed")
            quiet = quiet + 1 if _settled(app) else 0
            if waiting and quiet >= QUIET_FRAMES:
                app.state.analysis.values_depth = PICTURE_DEPTH  # type: ignore[union-attr]
                _apply(app, waiting.pop(0))
                quiet = 0
        if waiting:
            return exit_code("the engine did not start in time")
        app.state.toast = ""  # type: ignore[union-attr]
        app.paint(anew=True)
        pygame.image.save(app.screen, str(path))
    except (ValueError, OSError, pygame.error) as error:
        return exit_code(str(error))
    finally:
        app.close()
    return 0


def percentile(values: Sequence[float], share: float) -> float:
    """The least of the values that so many percent of them do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * share / 100) - 1)]


def measure_frames(launch: Launch, seconds: float, as_json: bool = False) -> int:
    """Let the players play, paint every frame, print how long frames took; return an exit code."""
    app = App(launch)
    try:
        app.open()
    except pygame.error as error:
        return exit_code(f"no window can be opened: {error}")
    work: list[float] = []
    gaps: list[float] = []
    thinking = 0
    try:
        while app.state is None or not app.state.engine.ready:
            app.tick()
            if not app.frame(wait=False):
                return exit_code(app.failure)
        start = time.perf_counter() + SETTLING_SECONDS
        before = time.perf_counter()
        while before < start + seconds or not work:
            app.tick()
            began = time.perf_counter()
            if not app.frame(wait=False, anew=True):
                return exit_code(app.failure)
            now = time.perf_counter()
            if began > start:
                work.append(1000 * (now - began))
                gaps.append(1000 * (now - before))
                thinking += app.engine_thread.busy
            before = now
            if app.state.live.ended:
                app.state.new_game()
    finally:
        app.close()
    _print(work, gaps, thinking, as_json)
    return 0


def _print(work: list[float], gaps: list[float], thinking: int, as_json: bool) -> None:
    """Both lists as percentiles."""
    measured = {"frame": work, "from one frame to the next": gaps}
    table = {
        name: {f"p{share}": round(percentile(values, share), 2) for share in PERCENTILES}
        for name, values in measured.items()
    }
    if as_json:
        told = {"frames": len(work), "thinking": int(thinking), "milliseconds": table}
        print(as_document("frame-times", told))
        return
    print(f"{len(work)} frames, the engine thinking in {thinking} of them; milliseconds:")
    for name, row in table.items():
        shown = "  ".join(f"{key} {value:6.2f}" for key, value in row.items())
        print(f"  {name:<28}{shown}".replace("p100", "max "))
