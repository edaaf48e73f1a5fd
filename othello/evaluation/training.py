"""From games to what a classifier learns: inputs, disc counts, results."""

from typing import NamedTuple

import numpy as np

from othello.bits import NONE
from othello.evaluation.bill import INPUTS, inputs
from othello.evaluation.features import Tables, read_features
from othello.evaluation.tables import tables
from othello.formats.wthor import END, LONGEST
from othello.jit import jit
from othello.position import START, Position
from othello.rules import SCORE_SCALE


class Positions(NamedTuple):
    """Positions from games, each as its side to move sees it.

    own, opp: uint64[n]. discs: int64[n]. result: float64[n], discs by which the
    side to move wins in the end, empties to the winner. game: int64[n], the row
    of the game. complete: bool[n], whether that game was played to its end.
    """

    own: np.ndarray
    opp: np.ndarray
    discs: np.ndarray
    result: np.ndarray
    game: np.ndarray
    complete: np.ndarray


@jit
def _replay(moves, boards, movers):
    """The number of positions of a game, written before each move; the last score for black.

    boards: uint64[60, 2]; movers: int64[60], +1 where black moves. A game that
    does not end has no score: the third result is then False. An illegal move
    ends the game there.
    """
    position = START
    mover = 1
    size = 0
    while True:
        legal = position.legal()
        if legal == NONE:
            position = position.passed()
            mover = -mover
            legal = position.legal()
            if legal == NONE:
                return size, mover * position.final(), True
        if size == LONGEST or moves[size] == END:
            return size, 0, False
        move = np.int64(moves[size])
        if (legal >> np.uint64(move)) & np.uint64(1) == NONE:
            return size, 0, False
        boards[size, 0], boards[size, 1] = position.own, position.opp
        movers[size] = mover
        size += 1
        position = position.play(move)
        mover = -mover


def positions_of(moves: np.ndarray, skipped: np.ndarray) -> Positions:
    """The positions of games, the first `skipped` plies of each left out.

    moves: uint8[games, 60], END after the last, passes left out; skipped:
    integers[games], the plies whose moves were random.
    """
    parts: list[tuple[np.ndarray, ...]] = []
    boards, movers = np.zeros((LONGEST, 2), np.uint64), np.zeros(LONGEST, np.int64)
    for game in range(len(moves)):
        size, score, complete = _replay(moves[game], boards, movers)
        kept = slice(min(int(skipped[game]), size), size)
        discs = np.arange(4, 4 + LONGEST)[kept]
        result = movers[kept] * (score / SCORE_SCALE)
        same = np.full(discs.shape, game), np.full(discs.shape, complete)
        parts.append((boards[kept, 0].copy(), boards[kept, 1].copy(), discs, result, *same))
    return Positions(*(np.concatenate(column) for column in zip(*parts, strict=True)))


@jit
def _fill_inputs(own, opp, tables, x):
    """Write the inputs of every position to `x`, float64[n, INPUTS]."""
    for row in range(own.size):
        position = Position(own[row], opp[row])
        features = read_features(position, position.legal(), position.passed().legal(), tables)
        x[row, 0], x[row, 1], x[row, 2], x[row, 3] = inputs(features)


def inputs_of(positions: Positions, with_tables: Tables | None = None) -> np.ndarray:
    """The classifier's inputs for every position: float64[n, INPUTS]."""
    x = np.zeros((positions.own.size, INPUTS))
    _fill_inputs(positions.own, positions.opp, with_tables or tables(), x)
    return x
