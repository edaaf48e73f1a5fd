"""What the pattern evaluation says of a position, square by square and region by region.

A weight says what a state is worth to the side to move. Half of its difference from the weight of
the same state with colours exchanged speaks for one side against the other, and is spread evenly
over the pattern's squares; what is left, the same whoever holds which discs, is the worth of being
on move. So the parts add up to the value.
"""

from typing import NamedTuple

import numpy as np

from othello.bits import count, squares
from othello.evaluation.patterns.places import HIGHEST, INSTANCES
from othello.evaluation.patterns.weights import Patterns, counts_of
from othello.position import Position

_FILES = (("a", 0, 3), ("", 3, 5), ("h", 5, 8))
_RANKS = (("1", 0, 3), ("", 3, 5), ("8", 5, 8))
_NAMES = {"a": "left edge", "h": "right edge", "1": "top edge", "8": "bottom edge", "": "centre"}


def _regions() -> dict[str, tuple[int, ...]]:
    """The squares of each region: four corners, four edges between them, the centre."""
    return {
        (f"corner {file}{rank}" if file and rank else _NAMES[file + rank]): tuple(
            8 * row + column
            for row in range(first_row, last_row)
            for column in range(first_column, last_column)
        )
        for rank, first_row, last_row in _RANKS
        for file, first_column, last_column in _FILES
    }


REGIONS = _regions()


class PatternExplanation(NamedTuple):
    """The parts of a value, in hundredths of a disc for the side to move.

    squares: float64[64], what the patterns over each square say. moves: what both sides' moves
    and what else is counted say. tempo: the worth of being on move. score: the value, to which
    the parts add up unless it is the most that there is.
    """

    squares: np.ndarray
    moves: float
    tempo: float
    score: int

    @property
    def regions(self) -> dict[str, float]:
        """What the patterns say of each of REGIONS."""
        return {name: float(self.squares[list(places)].sum()) for name, places in REGIONS.items()}


class Change(NamedTuple):
    """What a move changes, in hundredths of a disc for who plays it, and the value after it."""

    move: int
    regions: dict[str, float]
    moves: float
    tempo: float
    score: int


def explain_patterns(evaluator: Patterns, position: Position) -> PatternExplanation:
    """The parts of what the evaluation says of a position in which the game is not over."""
    own, opp = int(position.own), int(position.opp)
    discs = count(position.own | position.opp)
    entries = evaluator.weights.entries[int(evaluator.weights.rows[discs])].astype(float)
    by_square, tempo = np.zeros(64), 0.0
    for instance in INSTANCES:
        state = exchanged = 0
        for place, square in enumerate(instance.squares):
            mine, theirs = own >> square & 1, opp >> square & 1
            state += 3**place * (mine + 2 * theirs)
            exchanged += 3**place * (theirs + 2 * mine)
        one, other = entries[instance.offset + state], entries[instance.offset + exchanged]
        by_square[list(instance.squares)] += (one - other) / 2 / len(instance.squares)
        tempo += (one + other) / 2
    moves, replies = np.uint64(position.legal()), np.uint64(position.passed().legal())
    one = sum(entries[int(e)] for e in counts_of(position.own, position.opp, moves, replies))
    other = sum(entries[int(e)] for e in counts_of(position.opp, position.own, replies, moves))
    tempo += (one + other) / 2
    total = by_square.sum() + (one - other) / 2 + tempo
    score = round(min(max(total, -HIGHEST), HIGHEST))
    return PatternExplanation(by_square, (one - other) / 2, float(tempo), score)


def change(
    evaluator: Patterns, position: Position, move: int, before: PatternExplanation
) -> Change:
    """What a legal move changes, `before` explaining the position; a finished game has no parts."""
    child = position.play(move)
    if child.over():
        return Change(move, dict.fromkeys(REGIONS, 0.0), 0.0, 0.0, -int(child.final()))
    after = explain_patterns(evaluator, child)
    now = after.regions
    regions = {name: -now[name] - worth for name, worth in before.regions.items()}
    changed = -after.moves - before.moves, -after.tempo - before.tempo
    return Change(move, regions, *changed, -after.score)


def changes(evaluator: Patterns, position: Position) -> tuple[Change, ...]:
    """What each legal move changes, the best by value first."""
    before = explain_patterns(evaluator, position)
    found = [change(evaluator, position, move, before) for move in squares(position.legal())]
    return tuple(sorted(found, key=lambda changed: (-changed.score, changed.move)))
