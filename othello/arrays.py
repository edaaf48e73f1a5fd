"""Rules and evaluations of many boards at once, and games of files as arrays.

A board is a pair of `uint64`: `own`, the discs of the side to move, and `opp`, those of the other
side; a1 is bit 0. Functions take arrays of one shape, or of shapes that broadcast. They release
the GIL, so threads can share the work by slices.

>>> import numpy as np
>>> own, opp = starts(2)
>>> legal_moves(own, opp).tolist() == [0x0000102004080000] * 2
True
>>> play(own, opp, np.array([19, 37]))[0].tolist()  # d3 and f5
[68719476736, 134217728]
"""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from othello import rules, symmetry
from othello.bits import NONE, ONE, count, lowest
from othello.files import FilePath, named_file
from othello.formats.reading import OnError
from othello.jit import jit, ufunc
from othello.library.blocks import Names
from othello.library.reading import pandas_module, read
from othello.notation import parse_transcript
from othello.position import PASS, START, IllegalMoveError, Position, move_name

if TYPE_CHECKING:
    import pandas

Boards = NDArray[np.uint64]
NO_MOVE = 255
"""Fills the rows of shorter games in arrays of moves."""


@ufunc("uint64(uint64, uint64)")
def legal_moves(own, opp):
    """Return the set of squares where the side to move may play, uint64."""
    return rules.legal_moves(own, opp)


@ufunc("uint64(uint64, uint64, int64)")
def flips(own, opp, square):
    """Return the discs that turn after a move on `square`; empty for PASS or an illegal move."""
    if not 0 <= square < 64 or (own | opp) >> np.uint64(square) & ONE != NONE:
        return NONE
    return rules.flips(own, opp, square)


@ufunc("int64(uint64, uint64)")
def final_scores(own, opp):
    """Return the result if the game ends here, in hundredths of a disc for the side to move."""
    return rules.final_score(own, opp)


@ufunc("uint64(uint64, int64)")
def transform(boards, index):
    """Return the images of sets of squares under symmetries, indices 0 to 7."""
    return symmetry.transform(boards, index)


def starts(number: int) -> tuple[Boards, Boards]:
    """Return `number` boards at the start of the game: `own` and `opp`, uint64[number]."""
    own, opp = START
    return np.full(number, own), np.full(number, opp)


def counts(boards: ArrayLike) -> NDArray[np.uint8]:
    """Return the numbers of discs in sets of squares."""
    return np.bitwise_count(np.asarray(boards, np.uint64))


def over(own: ArrayLike, opp: ArrayLike) -> NDArray[np.bool_]:
    """Return True for each board on which neither side can move."""
    return (legal_moves(own, opp) | legal_moves(opp, own)) == NONE


@jit("int64(uint64[::1], uint64[::1], int64[::1], uint64[::1], uint64[::1])")
def _play(own, opp, moves, next_own, next_opp):
    """Write the boards after `moves`; return the index of the first illegal one, or -1."""
    for index in range(len(own)):
        mover, other, square = own[index], opp[index], moves[index]
        if square == PASS:
            if rules.legal_moves(mover, other) or not rules.legal_moves(other, mover):
                return index
            next_own[index], next_opp[index] = other, mover
            continue
        if not 0 <= square < 64 or (mover | other) >> np.uint64(square) & ONE:
            return index
        flipped = rules.flips(mover, other, square)
        if flipped == NONE:
            return index
        next_own[index] = other ^ flipped
        next_opp[index] = mover | flipped | ONE << np.uint64(square)
    return -1


def play(
    own: ArrayLike,
    opp: ArrayLike,
    moves: ArrayLike,
    out: tuple[Boards, Boards] | None = None,
) -> tuple[Boards, Boards]:
    """Return the boards after `moves`, squares 0 to 63 or PASS (-1), with the other side to move.

    `out` receives the result: two contiguous arrays, uint64, that may be `own` and `opp`.
    ValueError for other arrays. IllegalMoveError names the first illegal move; `out` then holds
    the boards before it.
    """
    mover, other = np.asarray(own, np.uint64), np.asarray(opp, np.uint64)
    boards = np.broadcast_arrays(mover, other, np.asarray(moves, np.int64))
    shape = boards[0].shape
    if out is None:
        out = np.empty(shape, np.uint64), np.empty(shape, np.uint64)
    if any(part.shape != shape or not part.flags.c_contiguous for part in out):
        raise ValueError(f"out must be two contiguous arrays of the shape {shape}")
    flat = [np.ascontiguousarray(part).ravel() for part in boards]
    wrong = int(_play(*flat, *(part.reshape(-1) for part in out)))
    if wrong >= 0:
        move = int(flat[2][wrong])
        name = move_name(move) if PASS <= move < 64 else str(move)
        raise IllegalMoveError(f"board {wrong}: cannot play {name}")
    return out


@jit("void(uint64[::1], float64[::1], int64[::1])")
def _choose_squares(legal, chances, squares):
    """Write a square of each set: the one whose rank is the given share of its size."""
    for index in range(len(legal)):
        left = legal[index]
        for _ in range(np.int64(chances[index] * count(left))):
            left &= left - ONE
        squares[index] = PASS if left == NONE else lowest(left)


def random_moves(legal: ArrayLike, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a random square of each set of legal moves, PASS for the empty set; int64."""
    sets = np.asarray(legal, np.uint64)
    squares = np.empty(sets.shape, np.int64)
    flat = np.ascontiguousarray(sets).ravel()
    _choose_squares(flat, rng.random(flat.size), squares.reshape(-1))
    return squares


def images(own: ArrayLike, opp: ArrayLike) -> tuple[Boards, Boards]:
    """Return the eight images of boards, by symmetry: `own` and `opp`, each uint64[8, ...]."""
    own, opp = np.asarray(own, np.uint64), np.asarray(opp, np.uint64)
    indices = np.arange(symmetry.SYMMETRIES).reshape(-1, *[1] * own.ndim)
    return transform(own, indices), transform(opp, indices)


def squares(boards: ArrayLike) -> NDArray[np.uint8]:
    """Return uint8[..., 64]: 1 for each square of each set, a1 first."""
    words = np.asarray(boards, "<u8")[..., None]
    return np.unpackbits(words.view(np.uint8), axis=-1, bitorder="little")


def planes(own: ArrayLike, opp: ArrayLike) -> NDArray[np.float32]:
    """Return float32[n, 2, 8, 8]: 1 for a disc of `own` or `opp`; rows 1 to 8, files a to h."""
    discs = np.stack([np.ravel(own), np.ravel(opp)], axis=1)
    return squares(discs).reshape(-1, 2, 8, 8).astype(np.float32)


@jit
def _fill_values(evaluator, own, opp, out):
    """Write the value of each board."""
    for index in range(len(own)):
        out[index] = evaluator.value(Position(own[index], opp[index]))


def values(evaluator: Any, own: ArrayLike, opp: ArrayLike) -> NDArray[np.int32]:
    """Return the static values of boards, hundredths of a disc for the side to move, int32.

    `evaluator` as of `othello.evaluation.named`, or one of your own with `value(state)`.
    """
    own, opp = np.broadcast_arrays(np.asarray(own, np.uint64), np.asarray(opp, np.uint64))
    out = np.empty(own.size, np.int32)
    _fill_values(
        evaluator, np.ascontiguousarray(own).ravel(), np.ascontiguousarray(opp).ravel(), out
    )
    return out.reshape(own.shape)


class Positions(NamedTuple):
    """Positions of games, in order; each array has one entry a position.

    `own` and `opp` uint64, `move` int8 (the square that was played), `ply` uint8 (moves before),
    `black` bool (True if black is to move), `result` float32 (the game's disc difference for the
    side to move, NaN if unknown), `game` int32 (its number among the games read).
    """

    own: Boards
    opp: Boards
    move: NDArray[np.int8]
    ply: NDArray[np.uint8]
    black: NDArray[np.bool_]
    result: NDArray[np.float32]
    game: NDArray[np.int32]

    def chosen(self, rows: Any) -> "Positions":
        """Return the positions of a mask, slice or array of indices."""
        return Positions(*(column[rows] for column in self))

    def split(self, share: float = 0.1, seed: int = 0) -> tuple["Positions", "Positions"]:
        """Return two parts by game: about 1 - `share` of all games, and `share` of them.

        A game falls on the same side for one seed, whatever other games were read after it.
        """
        rng = np.random.default_rng(seed)
        games = rng.random(int(self.game.max(initial=-1)) + 1)
        second = games[self.game] < share
        return self.chosen(~second), self.chosen(second)

    def frame(self) -> "pandas.DataFrame":
        """Return the arrays as the columns of a pandas frame; ImportError without pandas."""
        return pandas_module().DataFrame(self._asdict())


@jit("int64(uint8[:,::1], int64[::1], uint64[:,::1], uint8[::1], uint64[:,::1], int64[:,::1])")
def _unroll(moves, lengths, starts, black_starts, boards, columns):
    """Write the board before each move, and its move, ply, side and game; passes are forced.

    Return the number of the first game with an illegal move, or -1.
    """
    row = 0
    for game in range(len(moves)):
        own, opp = starts[game, 0], starts[game, 1]
        black = np.int64(black_starts[game])
        for ply in range(lengths[game]):
            if rules.legal_moves(own, opp) == NONE:
                own, opp, black = opp, own, np.int64(1) - black
            square = np.int64(moves[game, ply])
            if square > 63 or not rules.legal_moves(own, opp) >> np.uint64(square) & ONE:
                return game
            boards[row, 0], boards[row, 1] = own, opp
            columns[row, 0], columns[row, 1] = square, ply
            columns[row, 2], columns[row, 3] = black, game
            own, opp = rules.discs_after(own, opp, square)
            black = np.int64(1) - black
            row += 1
    return -1


def positions(
    moves: ArrayLike,
    results: ArrayLike | None = None,
    starts: tuple[Boards, Boards, ArrayLike] | None = None,
) -> Positions:
    """Return the positions before each move of games.

    `moves` uint8[n, most]: squares without passes, rows filled up with NO_MOVE. `results`: disc
    differences for black. `starts`: `own`, `opp` and whether black moves first, by default the
    start of a game. IllegalMoveError names the first game with an illegal move.
    """
    moves = np.ascontiguousarray(moves, np.uint8)
    lengths = np.count_nonzero(moves != NO_MOVE, axis=1)
    own, opp, black = starts or (*np.tile(np.array(START), (len(moves), 1)).T, np.ones(len(moves)))
    total = int(lengths.sum())
    boards, columns = np.empty((total, 2), np.uint64), np.empty((total, 4), np.int64)
    first = np.stack([own, opp], axis=1)
    wrong = _unroll(moves, lengths, first, np.asarray(black, np.uint8), boards, columns)
    if wrong >= 0:
        raise IllegalMoveError(f"game {wrong} has an illegal move")
    move, ply, blacks, game = columns.T
    for_black = np.full(len(moves), np.nan) if results is None else np.asarray(results, float)
    result = (for_black[game] * np.where(blacks, 1, -1)).astype(np.float32)
    kinds = (move.astype(np.int8), ply.astype(np.uint8), blacks.astype(bool), result)
    return Positions(boards[:, 0].copy(), boards[:, 1].copy(), *kinds, game.astype(np.int32))


def transcripts(texts: Iterable[str]) -> NDArray[np.uint8]:
    """Return the squares of transcripts such as "f5d6c3", uint8[n, most], without passes.

    Rows are filled up with NO_MOVE. NotationError for a text that is not a transcript.
    """
    games = [[move for move in parse_transcript(text) if move != PASS] for text in texts]
    moves = np.full((len(games), max(map(len, games), default=0)), NO_MOVE, np.uint8)
    for row, game in zip(moves, games, strict=True):
        row[: len(game)] = game
    return moves


def dataset(files: FilePath | Iterable[FilePath], on_error: OnError | None = None) -> Positions:
    """Return the positions before each move of all games of files, or of files below folders.

    WTHOR, PGN, GGF, SGF and transcripts are read; "data/self_play.txt" is shipped. Bad games are
    left out, and `on_error` is called with the error of each. OSError for a missing path,
    ValueError if no game can be read.
    """
    paths = [files] if isinstance(files, str | os.PathLike) else list(files)
    names, parts, games = Names(), [], 0
    for path in paths:
        with named_file(path) as named:
            named.stat()
            for progress in read(named, names, on_error or (lambda error: None)):
                if (block := progress.block) is not None:
                    played = np.arange(block.moves.shape[1]) < block.lengths[:, None]
                    moves = np.where(played, block.moves, NO_MOVE)
                    first = (*block.starts.T, block.black_starts)
                    found = positions(moves, block.results, first)
                    parts.append(found._replace(game=found.game + np.int32(games)))
                    games += len(block)
    if not parts:
        raise ValueError(f"no games in {', '.join(map(str, paths))}")
    return Positions(*map(np.concatenate, zip(*parts, strict=True)))
