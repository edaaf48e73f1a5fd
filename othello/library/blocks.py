"""Blocks of some thousand games as arrays, with an index of all their positions."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from othello.formats.collection import name_at
from othello.formats.entry import Entry
from othello.formats.wthor import END, MOST_MOVES
from othello.game_tree import GameTree
from othello.library.positions import COLUMNS, hash_of_image, index_games
from othello.openings import named_openings
from othello.position import START, Position
from othello.symmetry import canonical_turn

NO_YEAR = 0


class Names:
    """Names in the order in which they were first seen; only added to, so that threads can share.

    >>> names = Names()
    >>> names.place("Ann"), names.place("Bert"), names.place("Ann")
    (0, 1, 0)
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._places: dict[str, int] = {}

    def place(self, name: str) -> int:
        """The number of a name, a new one if it is new."""
        found = self._places.get(name)
        if found is None:
            found = self._places[name] = len(self.texts)
            self.texts.append(name)
        return found


class Block(NamedTuple):
    """So many games, their arrays as in `index_games`.

    `black`, `white` and `place` are numbers of names, `openings` numbers of OPENINGS, `first` is
    the column of the start. `results` are black's disc differences, NaN where nobody said one, and
    `years` NO_YEAR then. `annotated` holds the entries of games with side lines, comments or
    reviews, by their numbers.
    """

    moves: NDArray[np.uint8]
    lengths: NDArray[np.uint8]
    starts: NDArray[np.uint64]
    black_starts: NDArray[np.uint8]
    first: NDArray[np.int64]
    hashes: NDArray[np.uint64]
    turns: NDArray[np.uint8]
    blacks: NDArray[np.uint64]
    openings: NDArray[np.uint8]
    black: NDArray[np.int32]
    white: NDArray[np.int32]
    place: NDArray[np.int32]
    years: NDArray[np.int32]
    results: NDArray[np.float32]
    annotated: Mapping[int, Entry] = MappingProxyType({})

    def __len__(self) -> int:
        """How many games there are; not how many fields."""
        return self.moves.shape[0]


def key_of(position: Position) -> tuple[int, np.uint64, int]:
    """A position's column, its hash there, and the symmetry that leads to what is hashed.

    The column is below zero for a position of fewer than four discs.
    """
    turn = int(canonical_turn(position.own, position.opp))
    column = (int(position.own) | int(position.opp)).bit_count() - 4
    return column, np.uint64(hash_of_image(position.own, position.opp, turn)), turn


OPENINGS = ("", *named_openings().values())
"""The names of openings by number, "" first."""
_OPENING_KEYS = sorted(
    (*key_of(position)[:2], number) for number, position in enumerate(named_openings(), 1)
)
"""The column and the hash of each position that has a name, and the number of that."""


def _openings(hashes: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """For each game the number of the last named position that it passed."""
    found = np.zeros(hashes.shape[1], np.uint8)
    for column, key, number in _OPENING_KEYS:
        found[hashes[column] == key] = number
    return found


def _block(
    moves: NDArray[np.uint8],
    lengths: NDArray[np.uint8],
    starts: NDArray[np.uint64],
    black_starts: NDArray[np.uint8],
    **said: Any,
) -> Block:
    """The block of games, played and indexed; `said` is what their files say of them."""
    games = len(moves)
    hashes = np.zeros((COLUMNS, games), np.uint64)
    turns = np.zeros((COLUMNS, games), np.uint8)
    blacks = np.zeros(games, np.uint64)
    index_games(moves, starts, black_starts, hashes, turns, blacks, lengths)
    bits = (starts[:, 0] | starts[:, 1]).view(np.uint8).reshape(games, 8)
    first = np.unpackbits(bits, axis=1).sum(axis=1, dtype=np.int64) - 4
    openings = _openings(hashes)
    return Block(
        *(moves, lengths, starts, black_starts, first, hashes, turns, blacks, openings), **said
    )


def wthor_block(
    records: NDArray[np.void],
    year: int,
    players: Sequence[str],
    places: Sequence[str],
    names: Names,
) -> Block:
    """The block of a WTHOR file's records, `RECORD` of `othello.formats.wthor`."""
    games = len(records)
    moves = np.ascontiguousarray(records["moves"])
    lengths = np.count_nonzero(moves != END, axis=1).astype(np.uint8)

    def numbers(field: str, known: Sequence[str], kind: str) -> NDArray[np.int32]:
        there, inverse = np.unique(records[field], return_inverse=True)
        texts = [name_at(known, number, kind) for number in there.tolist()]
        return np.array([names.place(text) for text in texts], np.int32)[inverse]

    return _block(
        moves,
        lengths,
        np.tile(np.array(START, np.uint64), (games, 1)),
        np.ones(games, np.uint8),
        black=numbers("black", players, "player"),
        white=numbers("white", players, "player"),
        place=numbers("tournament", places, "tournament"),
        years=np.full(games, year, np.int32),
        results=2 * records["black_discs"].astype(np.float32) - 64,
    )


def year_of(date: str) -> int:
    """The year that a date begins with; NO_YEAR if it begins with none."""
    return int(date[:4]) if date[:4].isascii() and date[:4].isdigit() else NO_YEAR


def entries_block(entries: Sequence[Entry], names: Names) -> Block:
    """The block of games of any file."""
    moves = np.full((len(entries), MOST_MOVES), END, np.uint8)
    lengths = np.zeros(len(entries), np.uint8)
    for number, entry in enumerate(entries):
        played = entry.moves[:MOST_MOVES]
        moves[number, : len(played)] = played
        lengths[number] = len(played)
    results = [np.nan if entry.result is None else entry.result for entry in entries]
    return _block(
        moves,
        lengths,
        np.array([entry.tree.start for entry in entries], np.uint64).reshape(-1, 2),
        np.array([entry.tree.black_starts for entry in entries], np.uint8),
        black=np.array([names.place(entry.black) for entry in entries], np.int32),
        white=np.array([names.place(entry.white) for entry in entries], np.int32),
        place=np.array([names.place(entry.place) for entry in entries], np.int32),
        years=np.array([year_of(entry.date) for entry in entries], np.int32),
        results=np.array(results, np.float32),
        annotated={
            number: entry
            for number, entry in enumerate(entries)
            if entry.reviews or entry.faults or not entry.tree.is_plain
        },
    )


def entry_of(block: Block, number: int, names: Names) -> Entry:
    """A game of a block."""
    if number in block.annotated:
        return block.annotated[number]
    year, result = int(block.years[number]), float(block.results[number])
    own, opp = block.starts[number].tolist()
    moves = block.moves[number, : block.lengths[number]].tolist()
    return Entry(
        names.texts[block.black[number]],
        names.texts[block.white[number]],
        names.texts[block.place[number]],
        str(year) if year != NO_YEAR else "",
        None if np.isnan(result) else result,
        GameTree(Position(own, opp), bool(block.black_starts[number])).with_line(moves),
    )
