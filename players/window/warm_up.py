"""Compiling ahead what people use, so that nobody waits later: python -m othello warm-up."""

import importlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from othello.cli.command import INTERRUPTED
from othello.cli.parser import Parser
from othello.compiling import FIRST_RUN, WARM_UP_COMMAND
from othello.jit import CACHE_FOLDER
from othello.perft import perft
from othello.position import START
from othello.symmetry import canonical
from players import registry
from players.levels import LEVELS
from players.limits import Limits
from players.window.thinking.adviser import Adviser

OFTEN_ASKED = (
    "alphabeta:evaluator=mobility",
    "alphabeta:driver=pvs,table=18",
    "engine:threads=2",
)
"""Players that are asked for by name, beside each one at its defaults and the window's levels."""


class Compilation(NamedTuple):
    """Something that people use, by name, and what compiles all that it needs."""

    name: str
    use: Callable[[], object]


def _move(spec: str) -> None:
    player = registry.make(spec)
    player.new_game(0)
    player.choose(START, Limits(depth=2))


def steps() -> Iterator[Compilation]:
    """All that is to be compiled."""
    registry.load()
    yield Compilation("rules and perft", lambda: perft(START, 1))
    yield Compilation("the names of openings", lambda: canonical(START))
    yield Compilation("the window's analyst", lambda: Adviser().warm_up())
    library = partial(importlib.import_module, "othello.library.blocks")
    yield Compilation("the window's library", library)
    specs = (*(level.spec for level in LEVELS), *registry.alone(), *OFTEN_ASKED)
    for spec in dict.fromkeys(map(registry.canonical, specs)):
        yield Compilation(spec, partial(_move, spec))


def main(arguments: list[str] | None = None) -> int:
    """Compile, tell what and how long; return an exit code."""
    Parser(
        prog=WARM_UP_COMMAND,
        description="Compile for this machine all that people use: the window with its levels, "
        "the players\nby name, the default ladder. A minute or two; what is compiled already is "
        "not compiled again.",
    ).parse_args(arguments)
    began = time.monotonic()
    told = 0  # importing this module has compiled something already
    try:
        for step in steps():
            step_began = time.monotonic()
            step.use()
            if FIRST_RUN.kernels > told:
                seconds, kernels = time.monotonic() - step_began, FIRST_RUN.kernels - told
                print(f"{step.name:<32} {kernels:4} kernels {seconds:6.1f} s", flush=True)
                told = FIRST_RUN.kernels
    except KeyboardInterrupt:
        print("stopped; what is compiled stays, the same command goes on")
        return INTERRUPTED
    seconds = time.monotonic() - began
    if told:
        left = "nothing is left" if CACHE_FOLDER else "no folder keeps them: name NUMBA_CACHE_DIR"
        print(f"{told} kernels compiled in {FIRST_RUN.seconds:.0f} s; {left}")
    else:
        print(f"nothing was to be compiled ({seconds:.1f} s)")
    return 0
