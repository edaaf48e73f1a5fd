"""Seconds to a first reply with no compiled kernel: python tests/bench/first_reply.py [PLAYER...].

Without players: that of the window at its usual level, of `engine` and of `alphabeta:depth=4`. Each
begins in a process of its own with an empty folder of kernels. Of the window it is the reply to a
first move played at once, then the time until all is compiled.
"""

import os
import subprocess
import sys
import tempfile
import time

WINDOW = "window"
PLAYERS = (WINDOW, "engine", "alphabeta:depth=4")


def reply(spec):
    """Seconds from now to a player's first move."""
    from othello import START
    from players import registry

    player = registry.make(spec)
    player.new_game(0)
    player.choose(START.play(START.legal_squares()[0]))


def window(began):
    """Print the seconds to the reply of the usual level, and those until all is compiled."""
    from players.levels import LEVELS
    from players.window.app import App
    from players.window.command import _engine
    from players.window.launch import Launch

    app = App(Launch(load=lambda: _engine((), None), levels=LEVELS, settings_path=None))
    app.open()
    moved = replied = False
    while app.frame() and not (replied and app.state.engine.ready):
        if app.state is None:
            continue
        if not moved:
            app.state.play(app.state.live.game.legal()[0])
            moved = True
        if not replied and len(app.state.live.game.moves) > 1:
            replied = True
            print(f"{WINDOW}: first reply", end=" ")
            tell(began)
    print(f"{WINDOW}: all compiled", end=" ")
    tell(began)
    app.close()


def tell(began):
    """Print the elapsed seconds and the process's CPU seconds."""
    elapsed = time.time() - began
    print(f"{elapsed:.1f} s, {time.process_time():.1f} s of CPU time", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--in"]:
        began, spec = float(sys.argv[2]), sys.argv[3]
        if spec == WINDOW:
            window(began)
        else:
            reply(spec)
            print(f"{spec}: first reply", end=" ")
            tell(began)
    else:
        for spec in sys.argv[1:] or PLAYERS:
            with tempfile.TemporaryDirectory() as folder:
                environment = os.environ | {"NUMBA_CACHE_DIR": folder, "SDL_VIDEODRIVER": "dummy"}
                line = [sys.executable, __file__, "--in", str(time.time()), spec]
                subprocess.run(line, env=environment, check=True)
