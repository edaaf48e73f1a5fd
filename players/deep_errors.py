"""How far deeper searches lie from the static value: what margins are fitted to.

Source: the idea of Buro 1995, "ProbCut: an effective selective extension of the
alpha-beta algorithm", with the static value as the shallow search.
"""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from othello.bits import squares
from othello.position import Position
from players.alphabeta import Search, new_search
from players.bounds import INFINITY
from players.census import PROBABILITIES, STAGES
from players.conventions import Scout
from players.deepening import search_depth
from players.ordering import ByTableMoveThenValue
from players.table import new_table
from players.workspace import start

UNKNOWN = INFINITY
"""The error of a depth that was not searched."""
MOST_WANDERED = 3
FEWEST_EMPTIES = 2
REACH = 2
"""A disc count learns from its neighbours at this distance, of the same parity, ..."""
FEWEST = 200
"""... and from farther ones until it has so many positions, or all."""
ENOUGH = 40
"""Of so many positions of a parity the rarest quantiles that rules ask for can be told."""
TABLE_BITS = 18


def deep_search(evaluator: Any) -> Search:
    """Exact alpha-beta, as fast as it goes: narrow windows, a table, its move first."""
    order, table = ByTableMoveThenValue(), new_table(TABLE_BITS)
    return new_search(evaluator, order, scout=Scout(), table=table)


def wandered(position: Position, chance: random.Random) -> Position:
    """The position after 0 to MOST_WANDERED random plies, passes counted."""
    for _ in range(chance.randint(0, MOST_WANDERED)):
        legal = squares(position.legal())
        position = position.play(chance.choice(legal)) if legal else position.passed()
    return position


def may_be_pruned(position: Position) -> bool:
    """Whether the side to move has a move, and one ply does not end the game on a full board."""
    return position.plies_left() >= FEWEST_EMPTIES and bool(squares(position.legal()))


def near(positions: Sequence[Position], chance: random.Random) -> Position:
    """A position that a search from one of these might meet, and a rule might prune.

    Some of `positions` must be such themselves.
    """
    while True:
        position = wandered(chance.choice(positions), chance)
        if may_be_pruned(position):
            return position


def errors_at(position: Position, search: Search, deepest: int) -> list[int]:
    """The value at depths 0, 1, ... `deepest` less the static value, for the side to move.

    Only as deep as no search can reach the end of the game on a full board.
    """
    deepest = min(deepest, position.plies_left() - 1)
    search.table.clear()
    values = []
    for depth in range(deepest + 1):
        start(search.workspace)
        result = search_depth(position, search, depth)
        assert result is not None  # no limit was set
        values.append(result.score)
    return [value - values[0] for value in values]


def _pool(discs: np.ndarray, stage: int) -> np.ndarray:
    """Which positions a stage learns from: those of its parity that are near enough."""
    same_parity = (discs - stage) % 2 == 0
    distances = np.abs(discs - stage)
    sorted_distances = np.sort(distances[same_parity])
    reach = max(REACH, sorted_distances[:FEWEST][-1])
    return same_parity & (distances <= reach)


def _enough(discs: np.ndarray) -> bool:
    """Whether there are enough positions of either parity."""
    return bool(np.bincount(discs % 2, minlength=2).min() >= ENOUGH)


def quantiles_by_stage(discs: np.ndarray, errors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Quantiles of the errors, int32[STAGES, depths, grid], and numbers, int64[STAGES, depths].

    discs: int64[n]; errors: int32[n, depths], UNKNOWN where not searched. The
    quantiles of a stage are those of its pool, so that stages without positions
    take those of the nearest; the numbers are its own. The depths end where a
    parity has less than ENOUGH positions; ValueError if that leaves none.
    """
    known = errors != UNKNOWN
    depths = 0
    while depths < errors.shape[1] and _enough(discs[known[:, depths]]):
        depths += 1
    if depths < 2:
        raise ValueError(f"margins need {ENOUGH} positions of either parity: sample more games")
    quantiles = np.zeros((STAGES, depths, len(PROBABILITIES)), np.int32)
    samples = np.zeros((STAGES, depths), np.int64)
    for depth in range(depths):
        there, found = discs[known[:, depth]], errors[known[:, depth], depth]
        samples[:, depth] = np.bincount(there, minlength=STAGES)
        for stage in range(STAGES):
            pool = found[_pool(there, stage)]
            quantiles[stage, depth] = np.round(np.quantile(pool, PROBABILITIES))
    return quantiles, samples
