"""Samples of games for edge costs: a census of searches, and errors of static values.

An error is the value of a deeper search less the static value. Margins are fitted to errors.

Source: the idea of Buro 1995, "ProbCut: an effective selective extension of the
alpha-beta algorithm", with the static value as the shallow search.
"""

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.bits import squares
from othello.evaluation.tables import load_arrays
from othello.game import Game
from othello.position import STAGES, Position
from players.budget import start
from players.forward.edge_costs import (
    BEGAN,
    PROBABILITIES,
    REPLIED,
    Tally,
    add,
    census_search,
    new_tally,
)
from players.learning import self_play
from players.learning.batches import Batches
from players.learning.self_play import moves_of, self_play_game
from players.limits import Limits
from players.search.alphabeta import Search, fast_search
from players.search.bounds import INFINITY
from players.search.deepening import fixed_depth, search_depth

BATCH = 10
"""Games per file."""
TALLIES = ("edges", "passes")
"""Fields of a sample that are several arrays in a file."""
NOT_SEARCHED = INFINITY
"""Marks depths without a search."""
MOST_WANDERED = 3
FEWEST_PLIES_LEFT = 2
REACH = 2
"""A disc count learns from its neighbours of the same parity within this distance, ..."""
FEWEST = 200
"""... and from farther ones until its pool has this many positions."""
ENOUGH = 40
"""Fewest positions of a parity that give the rarest quantiles."""
TABLE_BITS = 18


def wander(position: Position, rng: random.Random) -> Position:
    """Return the position 0 to MOST_WANDERED random plies later; a pass is a ply."""
    for _ in range(rng.randint(0, MOST_WANDERED)):
        legal = squares(position.legal())
        position = position.play(rng.choice(legal)) if legal else position.passed()
    return position


def may_be_pruned(position: Position) -> bool:
    """True if the side to move has a move, and more than one ply is left."""
    return position.plies_left() >= FEWEST_PLIES_LEFT and bool(squares(position.legal()))


def near(positions: Sequence[Position], rng: random.Random) -> Position:
    """Return a position that a search from one of `positions` might prune.

    At least one of `positions` must satisfy `may_be_pruned`.
    """
    while True:
        position = wander(rng.choice(positions), rng)
        if may_be_pruned(position):
            return position


def errors_at(position: Position, search: Search, deepest: int) -> list[int]:
    """Return the values at depths 0, 1, ... less the static value, for the side to move.

    The last depth is `deepest`, or the last that does not reach a full board.
    """
    deepest = min(deepest, position.plies_left() - 1)
    search.table.clear()
    values = []
    for depth in range(deepest + 1):
        start(search.budget)
        result = search_depth(position, search, depth)
        assert result is not None  # no limit was set
        values.append(result.score)
    return [value - values[0] for value in values]


def _in_pool(discs: np.ndarray, stage: int) -> np.ndarray:
    """Return a mask of the positions that a stage learns from: near ones of its parity."""
    same_parity = (discs - stage) % 2 == 0
    distances = np.abs(discs - stage)
    sorted_distances = np.sort(distances[same_parity])
    reach = max(REACH, sorted_distances[:FEWEST][-1])
    return same_parity & (distances <= reach)


def quantiles_by_stage(discs: np.ndarray, errors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return quantiles, int32[STAGES, depths, grid], and sample sizes, int64[STAGES, depths].

    discs: int64[n]; errors: int32[n, depths], NOT_SEARCHED marks gaps. A stage takes the
    quantiles of its pool, but its own sample size. The depths end where a parity has fewer
    than ENOUGH positions; ValueError if none is left.
    """
    searched = errors != NOT_SEARCHED
    depths = 0
    while depths < errors.shape[1]:
        parities = np.bincount(discs[searched[:, depths]] % 2, minlength=2)
        if parities.min() < ENOUGH:
            break
        depths += 1
    if depths < 2:
        raise ValueError(f"margins need {ENOUGH} positions of each parity: sample more games")
    quantiles = np.zeros((STAGES, depths, len(PROBABILITIES)), np.int32)
    samples = np.zeros((STAGES, depths), np.int64)
    for depth in range(depths):
        counts, values = discs[searched[:, depth]], errors[searched[:, depth], depth]
        samples[:, depth] = np.bincount(counts, minlength=STAGES)
        for stage in range(STAGES):
            pool = values[_in_pool(counts, stage)]
            quantiles[stage, depth] = np.round(np.quantile(pool, PROBABILITIES))
    return quantiles, samples


class Recipe(NamedTuple):
    """Rules by which games are played and searched; the counted searches play.

    fewest, most: bounds of the number of random first plies, drawn uniformly. positions: number of
    positions near each game that are searched `deep` plies, the first one `deepest` plies.
    """

    evaluator: str = "bill"
    depth: int = 6
    fewest: int = 4
    most: int = 16
    positions: int = 12
    deep: int = 8
    deepest: int = 10
    seed: int = 0


class Sample(NamedTuple):
    """Results of some games.

    moves: uint8[games, 60], END after the last move, without passes. searches: int64[], number of
    counted searches. edges, passes: the census. discs: int64[n] and errors: int32[n, deepest + 1],
    NOT_SEARCHED in gaps, of the positions that were searched more deeply.
    """

    moves: np.ndarray
    searches: np.ndarray
    edges: Tally
    passes: Tally
    discs: np.ndarray
    errors: np.ndarray


def sample(recipe: Recipe, first: int, games: int) -> Sample:
    """Return the sample of `games` games, beginning with number `first`.

    ValueError for an unknown evaluator.
    """
    evaluator = evaluation.named(recipe.evaluator)
    counting, deep = census_search(evaluator), fast_search(evaluator, TABLE_BITS)
    limits = Limits(depth=recipe.depth)

    def choose(game: Game) -> int:
        counting.rule.root[0] = BEGAN if game.black_to_move else REPLIED
        return fixed_depth(game.position, counting, limits).line[0]

    played, searches = [], 0
    errors_found: list[tuple[int, list[int]]] = []
    for number in range(first, first + games):
        rng = random.Random(f"{recipe.seed} {number}")
        game, random_plies = self_play_game(rng, recipe.fewest, recipe.most, choose)
        searches += len(game.nodes) - random_plies
        played.append(game)
        errors_found += deep_errors(game, rng, recipe, deep)
    discs = np.array([stage for stage, _ in errors_found], np.int64)
    errors = np.full((len(errors_found), recipe.deepest + 1), NOT_SEARCHED, np.int32)
    for row, (_, by_depth) in enumerate(errors_found):
        errors[row, : len(by_depth)] = by_depth
    census = counting.rule
    totals = np.array(searches), census.edges, census.passes
    return Sample(moves_of(played), *totals, discs, errors)


def deep_errors(
    game: Game, rng: random.Random, recipe: Recipe, search: Search
) -> list[tuple[int, list[int]]]:
    """Return disc counts and errors by depth of positions near the game."""
    played = [node.before for node in game.nodes[recipe.fewest :]]
    candidates = [position for position in played if may_be_pruned(position)]
    errors = []
    for number in range(recipe.positions if candidates else 0):
        position = near(candidates, rng)
        depth = recipe.deep if number else recipe.deepest
        errors.append((int(position.stage()), errors_at(position, search, depth)))
    return errors


def join_samples(samples: Iterable[Sample]) -> Sample:
    """Return the sample of all games together."""
    edges, passes, parts = new_tally(), new_tally(), []
    for sample in samples:  # one at a time: the tallies are large
        add(edges, sample.edges)
        add(passes, sample.passes)
        parts.append((sample.moves, sample.searches, sample.discs, sample.errors))
    moves, searches, discs, errors = zip(*parts, strict=True)
    joined = (np.concatenate(column) for column in (discs, errors))
    return Sample(np.concatenate(moves), np.array(sum(searches)), edges, passes, *joined)


def _arrays(recipe: Recipe, number: int, size: int) -> dict[str, Any]:
    """Return a sample as arrays by name; names of tallies' arrays have a prefix."""
    arrays = sample(recipe, number * BATCH, size)._asdict()
    for kind in TALLIES:
        tally = arrays.pop(kind)._asdict()
        arrays |= {f"{kind}_{name}": array for name, array in tally.items()}
    return arrays


CENSUSES = Batches("games", BATCH, _arrays, (__name__, self_play.__name__))


def read_batch(path: Path) -> Sample:
    """Return the sample in a file; ValueError names a damaged file."""
    names = [f"{kind}_{name}" for kind in TALLIES for name in Tally._fields]
    names += [name for name in Sample._fields if name not in TALLIES]
    arrays: dict[str, Any] = load_arrays(path, dict.fromkeys(names))
    for kind in TALLIES:
        arrays[kind] = Tally(*(arrays[f"{kind}_{name}"] for name in Tally._fields))
    return Sample(*(arrays[name] for name in Sample._fields))
