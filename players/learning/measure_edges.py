"""Measure how moves on an edge become legal: python -m players.learning.measure_edges GAMES.

The edge table rests on probabilities that were measured in games and rounded into
`edge_stability.LEGALITY`. This measures them again in any games that the learning command has
played, so that anyone can see how far they agree. Those of the table come from other games, with
noise in every ply; the other constants of `edge_stability` are not measured here.
"""

import argparse
from pathlib import Path

import numpy as np

from othello.command_line import leave
from othello.documents import as_document
from othello.evaluation import edge_stability
from othello.evaluation.edge_stability import (
    X_SQUARE,
    flipped_along,
    is_beside,
    kind_of,
    x_square_of,
)
from othello.evaluation.lines import (
    EDGE_LENGTH,
    EDGES,
    EMPTY,
    INTERIOR_LINES,
    LINE_LANES,
    OPP,
    OWN,
    contributions,
    read_lines,
)
from othello.evaluation.tables import EDGE_STATES
from othello.jit import jit
from othello.parser import Parser, common
from othello.position import Position
from players.learning.bill.fit import Positions, positions_of, regression
from players.learning.bill.samples import read_games
from players.learning.command import run

COMMAND = "python -m players.learning.measure_edges"
EDGE_PLACES = EDGE_LENGTH + 2
KINDS = ("corner", "C", "A", "B", "X")
COLUMNS = ("constant", "full", "own beside", "opp beside", "own X", "opp X")
RIDGE = 1e-6
SQUARES = np.array([edge.squares for edge in EDGES])


@jit
def _count(own, opp, squares, added, numbers, counts):
    """Add up, by edge state for the mover and empty place, how often and how often legal.

    counts: int64[EDGE_STATES, EDGE_PLACES, 2].
    """
    for row in range(own.size):
        position = Position(own[row], opp[row])
        moves = position.legal()
        empty = ~(own[row] | opp[row])
        read_lines(own[row], opp[row], added, numbers)
        for edge in range(squares.shape[0]):
            state = numbers[len(INTERIOR_LINES) + edge]
            for place in range(EDGE_PLACES):
                square = np.uint64(squares[edge, place])
                if (empty >> square) & np.uint64(1):
                    counts[state, place, 0] += 1
                    counts[state, place, 1] += np.int64((moves >> square) & np.uint64(1))


def count_moves(positions: Positions) -> np.ndarray:
    """How often each place was empty and how often legal: int64[EDGE_STATES, EDGE_PLACES, 2]."""
    counts = np.zeros((EDGE_STATES, EDGE_PLACES, 2), np.int64)
    numbers = np.zeros(LINE_LANES, np.uint16)
    _count(positions.own, positions.opp, SQUARES, contributions(), numbers, counts)
    return counts


def terms(digits: np.ndarray, place: int) -> list[float]:
    """What the log-odds of a move at `place` are made of, as edge_stability.legality weighs it."""
    edge = range(EDGE_LENGTH)
    neighbours = [int(digits[other]) for other in edge if is_beside(place, other, EDGE_LENGTH)]
    x_square = int(digits[x_square_of(place, EDGE_LENGTH)]) if place < EDGE_LENGTH else EMPTY
    full = float((digits[:EDGE_LENGTH] != EMPTY).sum()) / EDGE_LENGTH
    sides = [float(neighbours.count(side)) for side in (OWN, OPP)]
    return [1.0, full, *sides, float(x_square == OWN), float(x_square == OPP)]


def measure(counts: np.ndarray) -> np.ndarray:
    """The weights of edge_stability.LEGALITY, float64[5, 6], from counts."""
    rows: dict[int, list[tuple[list[float], int, int]]] = {kind: [] for kind in range(len(KINDS))}
    for state, place in zip(*np.nonzero(counts[:, :, 0]), strict=True):
        digits = (state // 3 ** np.arange(EDGE_PLACES) % 3).astype(np.int8)
        if flipped_along(digits, place, -1) + flipped_along(digits, place, 1) == 0:
            kind = int(kind_of(int(place), EDGE_LENGTH))
            rows[kind].append((terms(digits, int(place)), *counts[state, place]))
    return np.array([_fitted(rows[kind], kind) for kind in range(len(KINDS))])


def _fitted(rows: list[tuple[list[float], int, int]], kind: int) -> np.ndarray:
    """The weights of one kind of square; unused terms stay 0."""
    x = np.array([row[0] for row in rows])
    tries, legal = (np.array([row[column] for row in rows], float) for column in (1, 2))
    used = slice(0, 4 if kind >= X_SQUARE - 1 else len(COLUMNS))  # B and X look at no X-square
    weights = regression(x[:, used], legal, tries, RIDGE)
    return np.pad(weights, (0, len(COLUMNS) - weights.size))


def _measure(options: argparse.Namespace) -> int:
    batches = sorted(options.games.glob("games-*.npz"))
    if not batches:
        raise ValueError(f"{options.games}: no games are there")
    moves, random_plies = read_games(batches)
    found = measure(count_moves(positions_of(moves, random_plies)))
    if options.json:
        weights = {
            kind: dict(zip(COLUMNS, row, strict=True))
            for kind, row in zip(KINDS, found.tolist(), strict=True)
        }
        print(as_document("edge-measures", {"games": len(moves), "weights": weights}))
        return 0
    print(f"{'':8}" + "".join(f"{column:>18}" for column in COLUMNS))
    for kind, measured, used in zip(KINDS, found, edge_stability.LEGALITY, strict=True):
        cells = (f"{new:+8.2f} ({old:+.2f})" for new, old in zip(measured, used, strict=True))
        print(f"{kind:8}" + "".join(f"{cell:>18}" for cell in cells))
    print(f"log-odds measured in {len(moves)} games, in brackets those that the table uses")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; return an exit code."""
    parser = Parser(
        prog=COMMAND,
        description="Measure anew the probabilities that the edge table rests on.",
        parents=[common("json")],
    )
    parser.add_argument(
        "games", type=Path, metavar="GAMES", help="the --work folder of players.learning.bill"
    )
    return run(COMMAND, lambda: _measure(parser.parse_args(arguments)))


if __name__ == "__main__":
    leave(main)
