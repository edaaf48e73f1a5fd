"""Trials of the engine's search: positions of the midgame, and what it costs to search them."""

import functools
import itertools
import time
from typing import Any, NamedTuple

import numpy as np

from othello.position import Position
from players.engine.engine import TABLE_MEGABYTES, Engine
from players.engine.midgame_memory import MIDGAME_OFF, MidgameSettings
from players.engine.request import EngineResult, Request
from players.learning.patterns.kernels import replay
from players.learning.patterns.samples import GamesRecipe, Teacher, from_bytes, games_batch

GAMES = GamesRecipe(depth=2, fewest=8, most=14, deviations=(150, 400), batch=1)
"""How a game goes: its first moves are good ones with noise, the others those of two plies."""
FIRST_GAME = 1_600_000
"""Games are drawn from here on, so that none is one that learning has seen."""
FEWEST_DISCS, MOST_DISCS = 18, 36
NONE_OFF = "nothing"
TECHNIQUES: dict[str, MidgameSettings] = {
    NONE_OFF: MidgameSettings(),
    **{f"off: {name}": settings for name, settings in MIDGAME_OFF.items()},
}
"""Settings by what is switched off."""


def midgame(seed: int) -> Position:
    """The position of a game of its own, with 18 to 36 discs; the side to move has a move."""
    discs = FEWEST_DISCS + seed % (MOST_DISCS - FEWEST_DISCS + 1)
    found = np.zeros(2, np.uint64)
    for number in itertools.count():
        played = games_batch(Teacher("patterns"), GAMES, FIRST_GAME + seed, number)
        (moves,) = from_bytes(played)
        if replay(moves, np.int64(discs), found):
            return Position(found[0], found[1])
    raise AssertionError("games go on for ever")


@functools.cache
def cached_engine(settings: MidgameSettings, level: int, threads: int) -> Engine:
    """An engine whose kernels are loaded, or compiled, and whose tables are in memory."""
    engine = Engine(threads, TABLE_MEGABYTES, level, settings=settings)
    engine.search(midgame(0), Request(depth=3))
    return engine


class Spent(NamedTuple):
    """What a search found and took: the best move, its value, and CPU and wall seconds."""

    move: int
    score: int
    nodes: int
    evaluations: int
    seconds: float
    wall: float


def searched(engine: Engine, position: Position, request: Request) -> Spent:
    """What a search of an engine that knows nothing yet finds, and what it takes."""
    engine.clear()
    evaluations, began = engine.evaluations, time.monotonic()
    found = engine.search(position, request)
    wall = time.monotonic() - began
    evaluated = engine.evaluations - evaluations
    return Spent(found.line[0], found.score, found.nodes, evaluated, found.seconds, wall)


class ToDepth(NamedTuple):
    """How deep and how selectively to search."""

    depth: int
    level: int


def with_each_technique(settings: ToDepth, seed: int) -> dict[str, Any]:
    """What a position costs with each of the techniques switched off, by its name.

    Each position begins with another one, so that none is always the first.
    """
    position, names = midgame(seed), list(TECHNIQUES)
    first = seed % len(names)
    found = {}
    for name in (*names[first:], *names[:first]):
        engine = cached_engine(TECHNIQUES[name], settings.level, 1)
        found[name] = searched(engine, position, Request(depth=settings.depth))._asdict()
    return found


def by_depth(settings: ToDepth, seed: int) -> dict[str, Any]:
    """Nodes and CPU seconds to each depth up to the deepest, the first being one ply."""
    stages: list[EngineResult] = []
    engine = cached_engine(MidgameSettings(), settings.level, 1)
    engine.clear()
    request = Request(depth=settings.depth, on_stage=stages.append)
    engine.search(midgame(seed), request)
    return {
        "nodes": [found.nodes for found in stages],
        "seconds": [found.seconds for found in stages],
    }


def with_threads(settings: ToDepth, seed: int) -> dict[str, Any]:
    """What a position costs one thread and two, by their number; who is first alternates."""
    position, found = midgame(seed), {}
    for threads in (1, 2) if seed % 2 else (2, 1):
        engine = cached_engine(MidgameSettings(), settings.level, threads)
        found[str(threads)] = searched(
            engine, position, Request(depth=settings.depth, wall=True)
        )._asdict()
    return found
