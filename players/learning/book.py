"""Make a book of openings: python -m players.learning.book searches, backs up, writes.

A book is a graph of positions whose moves are all searched. Positions are canonical and the side to
move has a move; a pass belongs to the move before it. Transpositions meet: the graph has no cycles,
since each move adds a disc.

A book grows in rounds: choose positions, search all their moves, back values up. Each position is
searched alone with an empty table. So the result does not depend on the number of workers or
stops. The work folder keeps a file per round.
"""

import functools
import json
import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from othello import fingerprint
from othello.bits import squares
from othello.cli.output import Display
from othello.cli.parser import whole
from othello.position import START, Position
from othello.symmetry import canonical
from players.engine.book import BOOK_FILE, Content
from players.engine.engine import Engine
from players.engine.request import Request
from players.learning.pipeline import (
    DEFAULT,
    Learner,
    Run,
    digest_of_recipe,
    run_as_program,
    write_batch,
)
from players.protocol import MAX_SCORE
from players.workers.choice import pool_of

Key: TypeAlias = tuple[int, int]
"""The bitboards of a canonical position."""
SHALLOWER = 6
"""Plies less for the first search of all moves than for that of the good ones."""


class Recipe(NamedTuple):
    """Rules by which a book is made.

    All moves are searched to `depth` - SHALLOWER plies, and those within `margin` hundredths of a
    disc of the best to `depth` plies. `round` positions are chosen at a time: a move `likely`
    hundredths of a disc worse than another is e times less likely, and a position counts e times
    less if its value is `even` hundredths further from 0. plies: most moves from the start.
    """

    evaluator: str = "patterns"
    depth: int = 16
    margin: int = 300
    round: int = 16
    likely: int = 100
    even: int = 400
    plies: int = 30
    megabytes: int = 8

    @property
    def shallow(self) -> int:
        """Plies of the first search of all moves."""
        return max(1, self.depth - SHALLOWER)


class Move(NamedTuple):
    """A move of a position in the graph.

    after: the next position in which a side can move, None if the game is over. sign: 1 if the same
    side moves there, else -1. value: hundredths of a disc for the side that moves, by a search of
    `depth` plies.
    """

    square: int
    after: Key | None
    sign: int
    value: int
    depth: int


def key_of(position: Position) -> Key:
    """Return the bitboards of a position's canonical image."""
    least = canonical(position)
    return int(least.own), int(least.opp)


START_KEY = key_of(START)


def discs_of(key: Key) -> int:
    """Return the number of discs of a position."""
    return (key[0] | key[1]).bit_count()


def after_move(position: Position, square: int) -> tuple[Position, int]:
    """Return the position after a move and a forced pass, and the sign of its value."""
    child = position.play(square)
    if not squares(child.legal()) and squares(child.passed().legal()):
        return child.passed(), 1
    return child, -1


class BookGraph:
    """Positions with the values of all their moves."""

    def __init__(self) -> None:
        self.moves: dict[Key, tuple[Move, ...]] = {}

    def __len__(self) -> int:
        """The number of positions."""
        return len(self.moves)

    def add(self, key: Key, values: Sequence[int], depths: Sequence[int]) -> None:
        """Add a position with its moves' values, in the order of their squares.

        ValueError for another number of values than moves.
        """
        position = Position(*key)
        moves = []
        for square, value, depth in zip(squares(position.legal()), values, depths, strict=True):
            child, sign = after_move(position, square)
            after = key_of(child) if squares(child.legal()) else None
            moves.append(Move(square, after, sign, value, depth))
        self.moves[key] = tuple(moves)

    def _ascending(self) -> list[Key]:
        """Return all positions by disc count, in an order that does not depend on their arrival."""
        return sorted(self.moves, key=lambda key: (discs_of(key), key))

    def values(self) -> dict[Key, int]:
        """Return the minimax value of each position for its side to move."""
        values: dict[Key, int] = {}
        for key in reversed(self._ascending()):
            values[key] = max(move_value(move, values) for move in self.moves[key])
        return values

    def reach(self, values: Mapping[Key, int], likely: int) -> dict[Key, float]:
        """Return the likelihood of each position from the start, and of each that a move leads to.

        A move this much worse than another, `likely` hundredths of a disc, is e times less likely.
        """
        reach = {START_KEY: 1.0}
        for key in self._ascending():
            share, moves = reach.get(key, 0.0), self.moves[key]
            weights = [
                math.exp((move_value(move, values) - values[key]) / likely) for move in moves
            ]
            total = sum(weights)
            for move, weight in zip(moves, weights, strict=True):
                if move.after is not None:
                    reach[move.after] = reach.get(move.after, 0.0) + share * weight / total
        return reach

    def next_positions(self, recipe: "Recipe") -> list[Key]:
        """Return the positions of the next round, likely and even ones first."""
        if START_KEY not in self.moves:
            return [START_KEY]
        values = self.values()
        reach = self.reach(values, recipe.likely)
        leaves: dict[Key, tuple[int, int]] = {}  # the deepest search of each: -depth, size
        for moves in self.moves.values():
            for move in moves:
                if move.after is not None and move.after not in self.moves:
                    result = (-move.depth, abs(move.value))
                    leaves[move.after] = min(leaves.get(move.after, result), result)
        worth = {
            key: reach[key] * math.exp(-size / recipe.even)
            for key, (_, size) in leaves.items()
            if discs_of(key) <= discs_of(START_KEY) + recipe.plies
        }
        return sorted(worth, key=lambda key: (-worth[key], key))[: recipe.round]


def move_value(move: Move, values: Mapping[Key, int]) -> int:
    """Return the value of a move from the graph below it, else from its search."""
    if move.after is not None and move.after in values:
        return move.sign * values[move.after]
    return move.value


def content_of(graph: BookGraph) -> Content:
    """Return the graph as the arrays of a book."""
    values = graph.values()
    keys = sorted(graph.moves)
    moves = [move for key in keys for move in graph.moves[key]]
    return Content(
        np.array(keys, np.uint64).reshape(-1, 2),
        np.array([len(graph.moves[key]) for key in keys], np.uint8),
        np.array([move_value(move, values) for move in moves], np.int16),
        np.array([0 if move.after in values else move.depth for move in moves], np.uint8),
    )


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
            scores[entry] = max(-MAX_SCORE, min(MAX_SCORE, score))
        return scores[entry]

    depths = [recipe.shallow] * len(children)
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


def grow(run: Run) -> BookGraph:
    """Return a graph of `run.total` positions or a few more, grown in whole rounds.

    ValueError, in one line, for a damaged file in the work folder.
    """
    graph, number = BookGraph(), 0
    prefix = f"round-{digest_of_recipe(run.recipe, __name__)}"
    run.work.mkdir(parents=True, exist_ok=True)
    with pool_of(run.jobs) as workers, Display(sys.stderr, "positions") as display:
        display.begin("book", 0, run.total)
        while len(graph) < run.total and (chosen := graph.next_positions(run.recipe)):
            path = run.work / f"{prefix}-{number:06d}.json"
            if not path.exists():
                calls = {key: (key, run.recipe) for key in chosen}
                searched = dict(workers.results(search_moves, calls))
                write_batch(path, json.dumps([(key, *searched[key]) for key in chosen]).encode())
            try:
                for (own, opp), move_values, depths in json.loads(path.read_text("utf-8")):
                    graph.add((own, opp), move_values, depths)
            except (ValueError, TypeError, RecursionError):
                raise ValueError(f"{path} was not written by this command") from None
            display.update(len(graph))
            number += 1
    return graph


def learn(run: Run) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the arrays of a book, and notes with its size and the value of the start."""
    graph = grow(run)
    notes = {
        "code": fingerprint.version(__name__),
        "positions": len(graph),
        "start": graph.values()[START_KEY],
    }
    return content_of(graph)._asdict(), notes


LEARNER = Learner(
    "positions",
    Recipe,
    learn,
    BOOK_FILE,
    """\
Make a book of openings: search all moves of a position, back the values up, and continue
with positions that are likely and even.""",
    """\
  {command} --positions 200 --depth 8 --out mine.npz
  {command} --positions 5000 --out mine.npz
  python -m tournament match engine:depth=8,book=mine.npz engine:depth=8

A finished book grows to more --positions.""",
)
LEARNER.add_total(1, 2000, "size of the book, perhaps a few more")
LEARNER.parser.add_argument(
    "--depth", type=whole(1, 26), help=f"plies of the searches, 1 to 26 {DEFAULT}"
)

if __name__ == "__main__":
    run_as_program("book")
