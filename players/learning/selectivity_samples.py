"""Samples for the engine's cuts: values of positions by full-width searches of each depth.

The positions come from the evaluation's games against itself, after noisy first moves.
"""

import functools
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.game import Game
from othello.jit import ignore_overflow
from othello.position import Position
from players.engine.engine import Engine
from players.engine.request import FULL_WIDTH, Request
from players.learning.pipeline import Batches
from players.learning.self_play import below, noisy_game, position_with, seeded, wander

BATCH = 40
"""Positions per file, each from a game of its own."""
NOT_SOLVED = -(1 << 15)
"""Marks a missing value: the search would reach the end, or the solver would take too long."""
FEWEST_DISCS, MOST_DISCS = 8, 60
"""Discs of a position."""
GAME_DEPTH, SOFT_PLIES, DEVIATIONS = 2, (8, 32), (150, 400, 800)
"""How the games are played, as `noisy_game` takes it."""
MEGABYTES = 16


class Recipe(NamedTuple):
    """Rules by which positions are found and measured.

    depth: plies of the deepest search. exact: most empty squares of solved positions.
    """

    evaluator: str = "patterns"
    depth: int = 10
    exact: int = 20
    seed: int = 0


class Samples(NamedTuple):
    """Positions and their values for the side to move, in hundredths of a disc.

    boards: uint64[n, 2], own discs and the other side's. values: int16[n, depth + 1], static value
    and searches of each depth that do not reach the end. results: int16[n], under perfect play.
    NOT_SOLVED marks missing values.
    """

    boards: np.ndarray
    values: np.ndarray
    results: np.ndarray

    @property
    def discs(self) -> np.ndarray:
        """The number of discs of each position: int64[n]."""
        return np.bitwise_count(self.boards[:, 0] | self.boards[:, 1]).astype(np.int64)

    def pick(self, rows: np.ndarray) -> "Samples":
        """Return the positions in `rows`."""
        return Samples(*(part[rows] for part in self))


@functools.lru_cache(maxsize=1)
def _engine(evaluator: str) -> Engine:
    """Return this process's engine, without cuts."""
    return Engine(megabytes=MEGABYTES, selectivity=FULL_WIDTH, evaluator=evaluator)


def measure(position: Position, recipe: Recipe) -> tuple[list[int], int]:
    """Return the values of a position by depth, from 0 on, and its result."""
    evaluator: Any = evaluation.named(recipe.evaluator)
    engine, values = _engine(recipe.evaluator), [int(evaluator.value(position))]
    empties = int(position.plies_left())
    deepest = min(recipe.depth, empties - 1)
    if deepest > 0:
        engine.clear()
        request = Request(depth=deepest, on_iteration=lambda result: values.append(result.score))
        engine.search(position, request)
    values += [NOT_SOLVED] * (recipe.depth + 1 - len(values))
    if empties > recipe.exact:
        return values, NOT_SOLVED
    engine.clear()
    return values, engine.solve(position).score


def draw_position(game: Game, state: np.ndarray) -> Position | None:
    """Return a position of a game, or one or two random moves off it, with even chances.

    None if the game ends before the drawn number of discs, or if the position has no move.
    """
    discs = FEWEST_DISCS + below(state, MOST_DISCS - FEWEST_DISCS + 1)
    aside = min(max(below(state, 4) - 1, 0), discs - 4)
    position = position_with(game, discs - aside)
    position = None if position is None else wander(position, aside, state)
    return position if position and position.stage() == discs and position.legal() else None


def draw_positions(evaluator: str, seed: int, number: int, size: int) -> list[Position]:
    """Return the positions of batch `number`, drawn from `size` games."""
    state, own = seeded(seed, number), evaluation.named(evaluator)
    games = [noisy_game(own, GAME_DEPTH, SOFT_PLIES, DEVIATIONS, state) for _ in range(size)]
    drawn = seeded(seed, number, FEWEST_DISCS)
    return list(filter(None, (draw_position(game, drawn) for game in games)))


def make_batch(recipe: Recipe, number: int, size: int) -> dict[str, np.ndarray]:
    """Return one position from each of `size` games, and its values."""
    ignore_overflow()
    positions = draw_positions(recipe.evaluator, recipe.seed, number, size)
    measured = [measure(position, recipe) for position in positions]
    return {
        "boards": np.array([[position.own, position.opp] for position in positions], np.uint64),
        "values": np.array([values for values, _ in measured], np.int16),
        "results": np.array([result for _, result in measured], np.int16),
    }


VALUES = Batches("values", BATCH, make_batch, "positions")
