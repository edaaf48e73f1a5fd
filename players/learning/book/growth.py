"""The growth of a book in rounds: choose positions, search all their moves, back values up.

Each position is searched alone with an empty table. So the result does not depend on the number
of workers or stops. The work folder keeps a file per round.
"""

import functools
import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from pathlib import Path
from typing import NamedTuple

from othello.bits import squares
from othello.files import replace_file
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.engine.engine import Engine
from players.engine.request import Request
from players.learning.book.graph import START_KEY, BookGraph, Growth, Key, after_move, key_of
from players.protocol import MOST
from players.workers.pool import Pool


class Recipe(NamedTuple):
    """Rules by which a book is made.

    All moves are searched `shallow` plies deep, and those within `margin` hundredths of a disc of
    the best `depth` plies. `growth` chooses `round` positions at a time. begun: digest of the book
    to begin with, "" for none.
    """

    evaluator: str = "patterns"
    depth: int = 16
    shallow: int = 10
    margin: int = 300
    growth: Growth = Growth()
    round: int = 16
    megabytes: int = 8
    begun: str = ""


@functools.lru_cache(maxsize=1)
def _engine(megabytes: int, evaluator: str) -> Engine:
    return Engine(megabytes=megabytes, evaluator=evaluator)


def search_moves(key: Key, recipe: Recipe) -> tuple[list[int], list[int]]:
    """Return the values of all moves of a position and the depths of their searches, by square.

    Symmetric moves are searched once.
    """
    engine = _engine(recipe.megabytes, recipe.evaluator)
    engine.clear()
    position = Position(*key)
    children = [after_move(position, square) for square in squares(position.legal())]
    scores: dict[tuple[Key, int], int] = {}

    def value(child: Position, depth: int) -> int:
        """Return the value of the position after a move, for its side to move."""
        entry = (key_of(child), depth)
        if entry not in scores:
            score = engine.search(Position(*entry[0]), Request(depth=depth)).score
            scores[entry] = max(-MOST, min(MOST, score))
        return scores[entry]

    depths = [min(recipe.shallow, recipe.depth)] * len(children)
    while True:
        values = [
            sign * value(child, depth)
            for (child, sign), depth in zip(children, depths, strict=True)
        ]
        deeper = [
            place
            for place, depth in enumerate(depths)
            if depth < recipe.depth and values[place] >= max(values) - recipe.margin
        ]
        if not deeper:
            return values, depths
        for place in deeper:
            depths[place] = recipe.depth


def grow(
    graph: BookGraph,
    recipe: Recipe,
    first: Sequence[Key],
    positions: int,
    seconds: float,
    work: Path,
    workers: Pool,
    progress: Callable[[int, float], object],
) -> None:
    """Grow a graph to `positions` positions or a few more, or for `seconds`, in whole rounds.

    first: positions to add before others are chosen. `progress` receives the number of positions
    and the value of the start in discs. ValueError, in one line, for a damaged file in `work`.
    """
    until = time.monotonic() + seconds
    number = 0
    while len(graph) < positions and time.monotonic() < until:
        missing = [key for key in first if key not in graph.moves]
        chosen = missing[: recipe.round] or graph.next_positions(recipe.round, recipe.growth)
        if not chosen:
            return
        values = graph.values()
        start = values[START_KEY] / SCORE_SCALE if values else 0.0
        path = work / f"round-{number:06d}.json"
        if not path.exists():
            _search_round(chosen, recipe, path, workers, len(graph), start, progress)
        try:
            for (own, opp), found, depths in json.loads(path.read_text("utf-8")):
                graph.add((own, opp), found, depths)
        except (ValueError, TypeError, RecursionError):
            raise ValueError(f"{path} was not written by this command") from None
        number += 1


def _search_round(
    chosen: Sequence[Key],
    recipe: Recipe,
    path: Path,
    workers: Pool,
    size: int,
    start: float,
    progress: Callable[[int, float], object],
) -> None:
    """Search the chosen positions and write the results to `path`."""
    waiting = {workers.submit(search_moves, key, recipe): key for key in chosen}
    results = {}
    try:
        for future in as_completed(list(waiting)):
            results[waiting.pop(future)] = future.result()
            progress(size + len(results), start)
    finally:
        for future in waiting:
            future.cancel()
    lines = [(key, *results[key]) for key in chosen]
    replace_file(path, json.dumps(lines).encode())
