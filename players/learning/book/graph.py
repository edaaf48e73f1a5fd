"""The graph of a book: positions whose moves are all searched, and what follows from that.

Positions are canonical and such that the side to move has a move; a pass is a part of the move
before it. Transpositions meet, so this is a graph without cycles, in the order of discs.
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
"""The words of a canonical position."""


class Move(NamedTuple):
    """A move of a position in the graph.

    after: the position in which a side has a move again, None if the game is over. sign: 1 if the
    same side is to move there, else -1. value, in hundredths of a disc for the side that moves,
    and depth: what the search of the position after it found, in how many plies.
    """

    square: int
    after: Key | None
    sign: int
    value: int
    depth: int


class Growth(NamedTuple):
    """How the next positions are chosen.

    likely: a move so many hundredths of a disc worse than another is e times less likely. even:
    a position whose value is so much further from 0 than another's counts e times less. plies:
    positions more moves from the start are not added.
    """

    likely: int = 100
    even: int = 400
    plies: int = 30


def key_of(position: Position) -> Key:
    """The words of the least image of a position."""
    least = canonical(position)
    return int(least.own), int(least.opp)


START_KEY = key_of(START)


def discs_of(key: Key) -> int:
    """The number of discs of a position."""
    return (key[0] | key[1]).bit_count()


def after_move(position: Position, square: int) -> tuple[Position, int]:
    """The position after a move, and after the pass that it forces; the sign of its value."""
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
        """Add a position; what searches found of its moves, in the order of their squares.

        ValueError if those are not as many as its moves.
        """
        position = Position(*key)
        moves = []
        for square, value, depth in zip(squares(position.legal()), values, depths, strict=True):
            child, sign = after_move(position, square)
            after = key_of(child) if squares(child.legal()) else None
            moves.append(Move(square, after, sign, value, depth))
        self.moves[key] = tuple(moves)

    def _ascending(self) -> list[Key]:
        """All positions, those with fewer discs first; the same order however they came."""
        return sorted(self.moves, key=lambda key: (discs_of(key), key))

    def values(self) -> dict[Key, int]:
        """The value of each position for its side to move, with the best play as far as known."""
        values: dict[Key, int] = {}
        for key in reversed(self._ascending()):
            values[key] = max(move_value(move, values) for move in self.moves[key])
        return values

    def reach(self, values: Mapping[Key, int], likely: int) -> dict[Key, float]:
        """How likely each position, and each that a move leads to, is met from the start.

        At every position a move is the less likely the worse it is, see `Growth`.
        """
        reach = {START_KEY: 1.0}
        for key in self._ascending():
            here, moves = reach.get(key, 0.0), self.moves[key]
            weights = [
                math.exp((move_value(move, values) - values[key]) / likely) for move in moves
            ]
            whole = sum(weights)
            for move, weight in zip(moves, weights, strict=True):
                if move.after is not None:
                    reach[move.after] = reach.get(move.after, 0.0) + here * weight / whole
        return reach

    def next_positions(self, number: int, growth: Growth) -> list[Key]:
        """The positions that are most worth adding: likely to be met, and even; the best first."""
        if START_KEY not in self.moves:
            return [START_KEY]
        values = self.values()
        reach = self.reach(values, growth.likely)
        known: dict[Key, tuple[int, int]] = {}  # what the deepest search of a position said
        for moves in self.moves.values():
            for move in moves:
                if move.after is not None and move.after not in self.moves:
                    said = (-move.depth, abs(move.value))
                    known[move.after] = min(known.get(move.after, said), said)
        worth = {
            key: reach[key] * math.exp(-size / growth.even)
            for key, (_, size) in known.items()
            if discs_of(key) <= discs_of(START_KEY) + growth.plies
        }
        return sorted(worth, key=lambda key: (-worth[key], key))[:number]

    def below(self, key: Key | None) -> int:
        """How many positions of the graph can be met from one on, itself included."""
        waiting, seen = [key], set()
        while waiting:
            now = waiting.pop()
            if now is not None and now in self.moves and now not in seen:
                seen.add(now)
                waiting += [move.after for move in self.moves[now]]
        return len(seen)


def move_value(move: Move, values: Mapping[Key, int]) -> int:
    """What a move is worth: what follows in the graph, else what its search found."""
    if move.after is not None and move.after in values:
        return move.sign * values[move.after]
    return move.value


def content_of(graph: BookGraph) -> Content:
    """The graph as the arrays of a book."""
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
    """The graph that a book came from; what was searched below its positions is not needed."""
    graph, content, first = BookGraph(), book.content, 0
    for (own, opp), count in zip(content.positions.tolist(), content.counts.tolist(), strict=True):
        part = slice(first, first + count)
        graph.add((own, opp), content.values[part].tolist(), content.depths[part].tolist())
        first += count
    return graph


def keys_of_games(games: Iterable[Iterable[Position]], plies: int) -> list[Key]:
    """The positions of games from the start, up to `plies` moves, that a book can hold; ordered."""
    keys = {
        key_of(position)
        for positions in games
        for position in positions
        if squares(position.legal()) and discs_of(key_of(position)) <= 4 + plies
    }
    return sorted(keys, key=lambda key: (discs_of(key), key))
