"""The graph of a book: positions whose moves are all searched.

Positions are canonical and the side to move has a move; a pass belongs to the move before it.
Transpositions meet: the graph has no cycles, since each move adds a disc.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from othello.bits import squares
from othello.position import START, Position
from othello.symmetry import canonical
from players.engine.book import Book, Content

Key: TypeAlias = tuple[int, int]
"""The bitboards of a canonical position."""


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


class Growth(NamedTuple):
    """Rules by which the next positions are chosen.

    likely: a move this much worse than another, in hundredths of a disc, is e times less likely.
    even: a position counts e times less if its value is this much further from 0. plies: most moves
    from the start.
    """

    likely: int = 100
    even: int = 400
    plies: int = 30


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

        Worse moves are less likely, see `Growth`.
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

    def next_positions(self, number: int, growth: Growth) -> list[Key]:
        """Return the positions that are most worth adding, likely and even ones first."""
        if START_KEY not in self.moves:
            return [START_KEY]
        values = self.values()
        reach = self.reach(values, growth.likely)
        leaves: dict[Key, tuple[int, int]] = {}  # the deepest search of each: -depth, size
        for moves in self.moves.values():
            for move in moves:
                if move.after is not None and move.after not in self.moves:
                    result = (-move.depth, abs(move.value))
                    leaves[move.after] = min(leaves.get(move.after, result), result)
        worth = {
            key: reach[key] * math.exp(-size / growth.even)
            for key, (_, size) in leaves.items()
            if discs_of(key) <= discs_of(START_KEY) + growth.plies
        }
        return sorted(worth, key=lambda key: (-worth[key], key))[:number]


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


def graph_of(book: Book) -> BookGraph:
    """Return the graph of a book; searches below its positions are lost."""
    graph, content, first = BookGraph(), book.content, 0
    for (own, opp), count in zip(content.positions.tolist(), content.counts.tolist(), strict=True):
        part = slice(first, first + count)
        graph.add((own, opp), content.values[part].tolist(), content.depths[part].tolist())
        first += count
    return graph


def keys_of_games(games: Iterable[Iterable[Position]], plies: int) -> list[Key]:
    """Return the positions of games, up to `plies` moves from the start, by disc count."""
    keys = {
        key_of(position)
        for positions in games
        for position in positions
        if squares(position.legal()) and discs_of(key_of(position)) <= 4 + plies
    }
    return sorted(keys, key=lambda key: (discs_of(key), key))
