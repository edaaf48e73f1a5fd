"""A book that grows by rounds: choose positions, search all their moves, back values up.

Each position is searched alone with an empty table, so it does not matter who searches it, when,
or after how many stops: what was found lies in a work file, a line for each position.
"""

import functools
import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from pathlib import Path
from typing import Any, NamedTuple

from othello.bits import squares
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.engine.engine import Engine, Request
from players.learning.book.graph import START_KEY, BookGraph, Growth, Key, after_move, key_of
from players.protocol import MOST
from players.workers.pool import Pool

WORK_FILE = "positions.jsonl"


class Recipe(NamedTuple):
    """How a book is made.

    Positions after the moves are searched `shallow` plies deep, and `depth` plies those after
    moves that come within `margin` hundredths of a disc of the best. `growth` chooses
    `round` positions at a time. `begun`: digest of the book that it begins from, "" for none.
    """

    evaluator: str = "patterns"
    depth: int = 16
    shallow: int = 10
    margin: int = 300
    growth: Growth = Growth()
    round: int = 16
    megabytes: int = 8
    begun: str = ""


class Line(NamedTuple):
    """A line of the work file: in which round a position was searched, and what was found."""

    round: int
    key: Key
    values: list[int]
    depths: list[int]


@functools.lru_cache(maxsize=1)
def _engine(megabytes: int, evaluator: str) -> Engine:
    return Engine(megabytes=megabytes, evaluator=evaluator)


def search_moves(key: Key, recipe: Recipe) -> tuple[list[int], list[int]]:
    """The values of all moves of a position and the depths of their searches, by square.

    Moves that lead to images of one position are searched once.
    """
    engine = _engine(recipe.megabytes, recipe.evaluator)
    engine.clear()
    position = Position(*key)
    children = [after_move(position, square) for square in squares(position.legal())]
    found: dict[tuple[Key, int], int] = {}

    def value(child: Position, depth: int) -> int:
        """What a search of the position after a move finds, for its side to move."""
        known = (key_of(child), depth)
        if known not in found:
            score = engine.search(Position(*known[0]), Request(depth=depth)).score
            found[known] = max(-MOST, min(MOST, score))
        return found[known]

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


class Maker:
    """Carries a recipe out: what is in the work file is not searched again.

    first: positions that are added before others are chosen, each after one from which a move
    leads to it. begin: the graph of a book to begin from.
    """

    def __init__(
        self,
        recipe: Recipe,
        work: Path,
        workers: Pool,
        first: Sequence[Key] = (),
        begin: BookGraph | None = None,
    ) -> None:
        self._recipe, self.file, self._workers = recipe, work / WORK_FILE, workers
        self._first = first
        self.graph = begin or BookGraph()
        self._round, self._kept = 0, dict[Key, Line]()
        for line in _read(self.file):
            if line.round != self._round:
                self._end_round(line.round)
            self._kept[line.key] = line

    def run(self, positions: int, seconds: float, progress: Callable[[int, float], object]) -> None:
        """Grow to `positions` positions, or until `seconds` have passed.

        `progress` is told how many there are, and the value of the start in discs. Rounds are
        whole, so the last one may bring more; only where time runs out a part of one is added.
        """
        until = time.monotonic() + seconds
        while len(self.graph) < positions and time.monotonic() < until:
            chosen = self._chosen()
            if not chosen:
                return
            values = self.graph.values()
            before = values[START_KEY] / SCORE_SCALE if values else 0.0
            for number in self._search(chosen, until):
                progress(len(self.graph) + number, before)
            self._end_round(self._round + 1)

    def _chosen(self) -> list[Key]:
        recipe = self._recipe
        missing = [key for key in self._first if key not in self.graph.moves]
        return missing[: recipe.round] or self.graph.next_positions(recipe.round, recipe.growth)

    def _search(self, chosen: Sequence[Key], until: float) -> Iterator[int]:
        """Search positions that are not kept yet; after each, how many of them are there."""
        waiting = {
            self._workers.submit(search_moves, key, self._recipe): key
            for key in chosen
            if key not in self._kept
        }
        yield len(chosen) - len(waiting)
        try:
            for done in as_completed(list(waiting)):
                line = Line(self._round, waiting.pop(done), *done.result())
                self._keep(line)
                yield len(chosen) - len(waiting)
                if time.monotonic() >= until:
                    return
        finally:
            for future in waiting:
                future.cancel()

    def _keep(self, line: Line) -> None:
        self._kept[line.key] = line
        with open(self.file, "a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")

    def _end_round(self, following: int) -> None:
        """Put what was searched into the graph; the number of the round that follows."""
        for line in self._kept.values():
            self.graph.add(line.key, line.values, line.depths)
        self._kept.clear()
        self._round = following


def _read(path: Path) -> Iterator[Line]:
    """The lines of a work file; a last one that a kill cut short is taken away.

    ValueError, in one line, for anything else.
    """
    if not path.exists():
        return
    content = path.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        with open(path, "r+b") as stream:
            stream.truncate(whole)
    for number, text in enumerate(content[:whole].splitlines(), start=1):
        try:
            yield _line(json.loads(text))
        except (ValueError, TypeError, OverflowError, RecursionError):
            raise ValueError(f"{path}: line {number} is not what this command wrote") from None


def _line(said: Any) -> Line:
    """A line from its JSON; ValueError or TypeError for another thing."""
    number, (own, opp), values, depths = said
    moves = len(squares(Position(own, opp).legal()))
    if not moves == len(values) == len(depths) or not all(
        type(value) is int for value in (number, *values, *depths)
    ):
        raise ValueError("not the moves of a position")
    return Line(number, (own, opp), values, depths)
