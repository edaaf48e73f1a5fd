"""Blocks of thousands of games as arrays, with an index of all their positions.

All images of a position under the symmetries of the board have the same hash.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from othello.bits import ONE, count
from othello.formats.collection import name_at
from othello.formats.entry import Entry
from othello.formats.wthor import END, MOST_MOVES
from othello.game_tree import GameTree
from othello.jit import jit
from othello.openings import named_openings
from othello.position import START, Position, hash_of
from othello.rules import flips, legal_moves
from othello.symmetry import canonical_turn, transform

COLUMNS = 61
"""Number of columns; the column of a position is its number of discs less four."""

_START_DISCS = 4


@jit("uint64(uint64, uint64, int64)")
def hash_of_image(own, opp, turn):
    """Hash of a position's image under a symmetry."""
    return hash_of(transform(own, turn), transform(opp, turn))


@jit("void(uint8[:,::1], uint64[:,::1], uint8[::1], uint64[:,::1], uint8[:,::1], uint64[::1],"
     " uint8[::1])")  # fmt: skip
def index_games(moves, starts, black_starts, hashes, turns, blacks, lengths):
    """Play all games and store their positions, after forced passes.

    Input: `moves` uint8[games, 60] without passes and their numbers `lengths` uint8[games];
    `starts` uint64[games, 2], the discs of the side to move and of the other side;
    `black_starts` uint8[games].

    Output, in the column of each position with at least four discs: its hash in `hashes`
    uint64[COLUMNS, games], the symmetry of the hashed image in `turns` uint8[COLUMNS, games], and
    a bit of `blacks` uint64[games] if black is to move. `lengths` become the numbers of moves
    before the first illegal one.
    """
    for game in range(len(moves)):
        own, opp = starts[game, 0], starts[game, 1]
        black = black_starts[game] != 0
        column = count(own | opp) - _START_DISCS
        ply = 0
        while True:
            # A side without a move passes.
            legal = legal_moves(own, opp)
            if not legal:
                passed = legal_moves(opp, own)
                if passed:
                    own, opp, black, legal = opp, own, not black, passed
            # Store the canonical image of the position.
            if column >= 0:
                turn = canonical_turn(own, opp)
                hashes[column, game] = hash_of_image(own, opp, turn)
                turns[column, game] = turn
                if black:
                    blacks[game] |= ONE << np.uint64(column)
            if ply == lengths[game]:
                break
            # Play the next move; an illegal one ends the game.
            square = np.uint64(moves[game, ply])
            if square > np.uint64(63) or not legal >> square & ONE:
                break
            flipped = flips(own, opp, np.int64(square))
            own, opp = opp ^ flipped, own | flipped | ONE << square
            black = not black
            column += 1
            ply += 1
        lengths[game] = ply


NO_YEAR = 0


class Names:
    """Numbered names; they are only added, so that threads can share them.

    >>> names = Names()
    >>> names.number_of("Ann"), names.number_of("Bert"), names.number_of("Ann")
    (0, 1, 0)
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}

    def number_of(self, name: str) -> int:
        """Number of a name; a new name is added."""
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self.texts)
            self.texts.append(name)
        return number


class Block(NamedTuple):
    """Games as arrays of `index_games`.

    `black`, `white` and `place` are numbers of names, `openings` indices of OPENINGS, `first` is
    the column of the start. `results` are black's disc differences. Unknown results are NaN,
    unknown years NO_YEAR. `annotated` holds the entries of games with side lines, comments or
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
        """Number of games, not of fields."""
        return self.moves.shape[0]


def key_of(position: Position) -> tuple[int, np.uint64, int]:
    """Column of a position, its hash, and the symmetry of the hashed image.

    The column is negative for a position with fewer than four discs.
    """
    turn = int(canonical_turn(position.own, position.opp))
    column = (int(position.own) | int(position.opp)).bit_count() - 4
    return column, np.uint64(hash_of_image(position.own, position.opp, turn)), turn


OPENINGS = ("", *named_openings().values())
"""Names of openings, "" first."""
_OPENING_KEYS = sorted(
    (*key_of(position)[:2], number) for number, position in enumerate(named_openings(), 1)
)
"""Column and hash of each position with a name, and the index of the name."""


def _openings(hashes: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Index of the last opening that each game has reached."""
    found = np.zeros(hashes.shape[1], np.uint8)
    for column, key, number in _OPENING_KEYS:
        found[hashes[column] == key] = number
    return found


def _block(
    moves: NDArray[np.uint8],
    lengths: NDArray[np.uint8],
    starts: NDArray[np.uint64],
    black_starts: NDArray[np.uint8],
    **fields: Any,
) -> Block:
    """Block of games, played and indexed; `fields` are the other fields."""
    games = len(moves)
    hashes = np.zeros((COLUMNS, games), np.uint64)
    turns = np.zeros((COLUMNS, games), np.uint8)
    blacks = np.zeros(games, np.uint64)
    index_games(moves, starts, black_starts, hashes, turns, blacks, lengths)
    first = np.bitwise_count(starts[:, 0] | starts[:, 1]).astype(np.int64) - _START_DISCS
    openings = _openings(hashes)
    return Block(
        *(moves, lengths, starts, black_starts, first, hashes, turns, blacks, openings), **fields
    )


def wthor_block(
    records: NDArray[np.void],
    year: int,
    players: Sequence[str],
    places: Sequence[str],
    names: Names,
) -> Block:
    """Block of a WTHOR file's records, `RECORD` of `othello.formats.wthor`."""
    games = len(records)
    moves = np.ascontiguousarray(records["moves"])
    lengths = np.count_nonzero(moves != END, axis=1).astype(np.uint8)

    def numbers(field: str, field_names: Sequence[str], kind: str) -> NDArray[np.int32]:
        unique, inverse = np.unique(records[field], return_inverse=True)
        texts = [name_at(field_names, index, kind) for index in unique.tolist()]
        return np.array([names.number_of(text) for text in texts], np.int32)[inverse]

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


def entries_block(entries: Sequence[Entry], names: Names) -> Block:
    """Block of games of any file."""
    moves = np.full((len(entries), MOST_MOVES), END, np.uint8)
    for number, entry in enumerate(entries):
        played = entry.moves[:MOST_MOVES]
        moves[number, : len(played)] = played
    results = [np.nan if entry.result is None else entry.result for entry in entries]
    years = [re.fullmatch("[0-9]+", entry.date[:4]) for entry in entries]

    def column(value: Callable[[Entry], Any], dtype: Any) -> NDArray[Any]:
        return np.array([value(entry) for entry in entries], dtype)

    return _block(
        moves,
        np.count_nonzero(moves != END, axis=1).astype(np.uint8),
        column(lambda entry: entry.tree.start, np.uint64).reshape(-1, 2),
        column(lambda entry: entry.tree.black_starts, np.uint8),
        black=column(lambda entry: names.number_of(entry.black), np.int32),
        white=column(lambda entry: names.number_of(entry.white), np.int32),
        place=column(lambda entry: names.number_of(entry.place), np.int32),
        years=np.array([int(year[0]) if year else NO_YEAR for year in years], np.int32),
        results=np.array(results, np.float32),
        annotated={
            number: entry
            for number, entry in enumerate(entries)
            if entry.reviews or entry.faults or not entry.tree.is_plain
        },
    )


def entry_of(block: Block, number: int, names: Names) -> Entry:
    """Entry of a game of a block."""
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
