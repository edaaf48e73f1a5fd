"""Compile ahead all kernels that people use: `python -m othello warm-up`.

Modules that compile at their import are imported in functions, after the log is silenced.
"""

import importlib
import logging
import time
from collections.abc import Callable, Iterator
from functools import partial

from othello.cli.command import run
from othello.cli.parser import Parser
from othello.compiling import FIRST_RUN, WARM_UP_COMMAND

OTHER_PLAYERS = (
    "alphabeta:evaluator=mobility",
    "alphabeta:driver=pvs,table=18",
    "engine:threads=2",
)
"""Common players besides the window's levels and each player with its defaults."""


def _move(spec: str) -> None:
    from othello.position import START
    from players import registry
    from players.limits import Limits

    player = registry.make(spec)
    player.new_game(0)
    player.choose(START, Limits(depth=2))


def steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the name of each part, and a function that compiles its kernels."""
    from othello.perft import perft
    from othello.position import START
    from othello.symmetry import canonical
    from players import registry
    from players.levels import LEVELS
    from players.study.coach.order import value_after
    from players.window.thinking.player_cache import Adviser

    registry.load()
    yield ("rules and perft", lambda: perft(START, 1))
    yield ("the names of openings", lambda: canonical(START))
    yield ("the window's analyst", lambda: Adviser().warm_up())
    yield ("the coach", lambda: value_after(START, 19, 0, 0))
    library = partial(importlib.import_module, "othello.library.blocks")
    yield ("the window's library", library)
    specs = (*(level.spec for level in LEVELS), *registry.internal_names(), *OTHER_PLAYERS)
    for spec in dict.fromkeys(map(registry.canonical, specs)):
        yield (spec, partial(_move, spec))


def _warm_up() -> int:
    """Compile, and print what and how long; return an exit code."""
    logging.getLogger("othello.jit").setLevel(logging.ERROR)  # the progress below is enough
    from othello.jit import CACHE_FOLDER

    start = time.monotonic()
    printed = 0
    for name, use in steps():
        step_start = time.monotonic()
        use()
        if FIRST_RUN.kernels > printed:
            seconds, kernels = time.monotonic() - step_start, FIRST_RUN.kernels - printed
            print(f"{name:<32} {kernels:4} kernels {seconds:6.1f} s", flush=True)
            printed = FIRST_RUN.kernels
    seconds = time.monotonic() - start
    if printed:
        result = "done" if CACHE_FOLDER else "lost at exit: set NUMBA_CACHE_DIR to keep them"
        print(f"{printed} kernels compiled in {FIRST_RUN.seconds:.0f} s; {result}")
    else:
        print(f"nothing to compile ({seconds:.1f} s)")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Compile everything; return an exit code, 130 for Ctrl-C."""
    parser = Parser(
        prog=WARM_UP_COMMAND,
        description="Compile for this machine the window with its levels, all players and the "
        "default\nladder. It takes a minute or two, and less if a part is compiled already.",
    )

    def act() -> int:
        parser.parse_args(arguments)
        return _warm_up()

    return run(WARM_UP_COMMAND, act, "stopped; the same command resumes")
