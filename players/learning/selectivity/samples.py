"""What the engine's cuts are fitted to: values of positions by full-width searches of each depth.

The positions are of games that the evaluation plays against itself, after soft first moves.
"""

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.engine.endgame import Solver
from players.engine.engine import Engine, EngineResult, Request
from players.engine.thread_data import FULL_WIDTH
from players.learning.batches import Batches, joined
from players.learning.patterns.games import GamesRecipe, one_of_each_game

BATCH = 40
"""Positions in one file of a working folder, of as many games: what a kill can cost."""
NOT_SOLVED = -(1 << 15)
"""Stands where there is no value: the depth reaches the end, or it is too far to solve."""
FEWEST_DISCS_DRAWN, MOST_DISCS_DRAWN = 8, 60
MEGABYTES = 16


class Recipe(NamedTuple):
    """How positions are found and measured.

    depth: plies of the deepest search. exact: the most empty squares at which the result is
    found too. seed: of the games.
    """

    evaluator: str = "patterns"
    depth: int = 10
    exact: int = 20
    seed: int = 0


class Samples(NamedTuple):
    """Positions and what they are worth for the side to move, in hundredths of a disc.

    boards: uint64[n, 2], own discs and the other side's. values: int16[n, depth + 1], by the
    evaluation alone and by searches of each depth that does not reach the end. results: int16[n],
    under perfect play. NOT_SOLVED where there is none. batch: int64[n].
    """

    boards: np.ndarray
    values: np.ndarray
    results: np.ndarray
    batch: np.ndarray

    @property
    def discs(self) -> np.ndarray:
        """The number of discs of each position: int64[n]."""
        return np.bitwise_count(self.boards[:, 0] | self.boards[:, 1]).astype(np.int64)

    def pick(self, rows: np.ndarray) -> "Samples":
        """The positions in `rows`."""
        return Samples(*(part[rows] for part in self))


@functools.lru_cache(maxsize=1)
def _searches(evaluator: str) -> tuple[Any, Engine, Solver]:
    """A process's evaluator, its engine without cuts, and its solver."""
    engine = Engine(megabytes=MEGABYTES, selectivity=FULL_WIDTH, evaluator=evaluator)
    solver = Solver(megabytes=MEGABYTES, evaluator=evaluator)
    return evaluation.named(evaluator), engine, solver


def measure(position: Position, recipe: Recipe) -> tuple[list[int], int]:
    """The values of a position by depth, from 0 on, and its result."""
    evaluator, engine, solver = _searches(recipe.evaluator)
    values = [int(evaluator.value(position))]
    empties = int(position.plies_left())

    def keep(found: EngineResult) -> None:
        values.append(found.score)

    deepest = min(recipe.depth, empties - 1)
    if deepest > 0:
        engine.clear()
        engine.search(position, Request(depth=deepest, on_iteration=keep))
    values += [NOT_SOLVED] * (recipe.depth + 1 - len(values))
    if empties > recipe.exact:
        return values, NOT_SOLVED
    solver.clear()
    return values, SCORE_SCALE * solver.solve(position).score


def make_batch(recipe: Recipe, number: int, size: int = BATCH) -> dict[str, np.ndarray]:
    """The positions of one batch, one of each of `size` games, and their values."""
    discs = FEWEST_DISCS_DRAWN, MOST_DISCS_DRAWN
    games = GamesRecipe(batch=size)
    kept = one_of_each_game(recipe.evaluator, games, discs, recipe.seed, number)
    measured = [measure(position, recipe) for position in kept]
    return {
        "boards": np.array([[position.own, position.opp] for position in kept], np.uint64),
        "values": np.array([values for values, _ in measured], np.int16),
        "results": np.array([result for _, result in measured], np.int16),
    }


MODULES = __name__, "players.learning.patterns.kernels"
VALUES = Batches("values", ".npz", BATCH, make_batch, MODULES, "positions")


def read_samples(paths: Sequence[Path], depth: int) -> Samples:
    """The samples of kept batches, searched to `depth`, in order; ValueError names a bad one."""
    shapes = {"boards": ("n", 2), "values": ("n", depth + 1), "results": ("n",)}
    columns, batch = joined(paths, shapes)
    return Samples._make((*columns, batch))
