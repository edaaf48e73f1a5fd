"""How long frames of the window take while players think, each of them painted whole."""

import math
import time
from collections.abc import Sequence

import pygame

from othello.documents import as_document
from players.window.app import App, exit_code
from players.window.launch import Launch

PERCENTILES = (50, 90, 99, 100)
SETTLING_SECONDS = 1.0


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
                thinking += app.state.engine.asked is not None
            before = now
            if app.state.live.ended:
                app.state.new_game()
    finally:
        app.close()
    measured = {"frame": work, "from one frame to the next": gaps}
    table = {
        name: {f"p{share}": round(percentile(values, share), 2) for share in PERCENTILES}
        for name, values in measured.items()
    }
    if as_json:
        told = {"frames": len(work), "thinking": int(thinking), "milliseconds": table}
        print(as_document("frame-times", told))
        return 0
    print(f"{len(work)} frames, the engine thinking in {thinking} of them; milliseconds:")
    for name, row in table.items():
        shown = "  ".join(f"{key} {value:6.2f}" for key, value in row.items())
        print(f"  {name:<28}{shown}".replace("p100", "max "))
    return 0
