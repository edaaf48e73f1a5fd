"""Games from which edge costs are learned: a census of their searches, and deep errors.

Deep errors, to which margins are fitted, are how far deeper searches lie from the static value.

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
from othello.formats.wthor import END, MOST_MOVES
from othello.game import Game
from othello.position import PASS, STAGES, START, Position
from players import registry
from players.forward.census import (
    BEGAN,
    BINS,
    MOVERS,
    PROBABILITIES,
    REPLIED,
    Tally,
    add,
    census_search,
    new_tally,
)
from players.learning.batches import Batches
from players.limits import Limits
from players.protocol import Player
from players.search.alphabeta import Search, fast_search
from players.search.bounds import INFINITY
from players.search.deepening import fixed_depth, search_depth
from players.search.workspace import start

BATCH = 10
"""Games in one file of a working folder: what a kill can cost."""
TALLIES = ("edges", "passes")
"""The fields of a sample that are several arrays in a file."""
NOT_SEARCHED = INFINITY
"""The error of a depth that was not searched."""
MOST_WANDERED = 3
FEWEST_PLIES_LEFT = 2
REACH = 2
"""A disc count learns from its neighbours at this distance, of the same parity, ..."""
FEWEST = 200
"""... and from farther ones until it has so many positions, or all."""
ENOUGH = 40
"""Of so many positions of a parity the rarest quantiles that rules ask for can be told."""
TABLE_BITS = 18


def wander(position: Position, chance: random.Random) -> Position:
    """The position after 0 to MOST_WANDERED random plies from `position`, passes counted."""
    for _ in range(chance.randint(0, MOST_WANDERED)):
        legal = squares(position.legal())
        position = position.play(chance.choice(legal)) if legal else position.passed()
    return position


def may_be_pruned(position: Position) -> bool:
    """Whether the side to move has a move, and one ply does not end the game on a full board."""
    return position.plies_left() >= FEWEST_PLIES_LEFT and bool(squares(position.legal()))


def near(positions: Sequence[Position], chance: random.Random) -> Position:
    """A position that a search from one of these might meet, and a rule might prune.

    Some of `positions` must be such themselves.
    """
    while True:
        position = wander(chance.choice(positions), chance)
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


def quantiles_by_stage(discs: np.ndarray, errors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Quantiles of the errors, int32[STAGES, depths, grid], and numbers, int64[STAGES, depths].

    discs: int64[n]; errors: int32[n, depths], NOT_SEARCHED where not searched. The
    quantiles of a stage are those of its pool, so that stages without positions
    take those of the nearest; the numbers are its own. The depths end where a
    parity has less than ENOUGH positions; ValueError if that leaves none.
    """
    known = errors != NOT_SEARCHED
    depths = 0
    while depths < errors.shape[1]:
        parities = np.bincount(discs[known[:, depths]] % 2, minlength=2)
        if parities.min() < ENOUGH:
            break
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


class Recipe(NamedTuple):
    """How games are played and searched.

    evaluator: a name. player: the specification of who plays; None for the
    searches that are counted. depth: of those, in plies. fewest, most: random
    first plies, all numbers between them equally likely. positions: how many of
    each game are searched `deep` plies for deep errors, the first of them
    `deepest` plies. seed: game `n` of one seed is always the same.
    """

    evaluator: str = "bill"
    player: str | None = None
    depth: int = 6
    fewest: int = 4
    most: int = 16
    positions: int = 12
    deep: int = 8
    deepest: int = 10
    seed: int = 0


class Sample(NamedTuple):
    """What some games gave.

    moves: uint8[games, 60], END after the last, passes left out. searches: int64[], how many were
    counted. edges, passes: the census. discs: int64[n] and errors: int32[n, deepest + 1],
    NOT_SEARCHED where not searched, of the positions searched deeper.
    """

    moves: np.ndarray
    searches: np.ndarray
    edges: Tally
    passes: Tally
    discs: np.ndarray
    errors: np.ndarray


def sample(recipe: Recipe, first: int, games: int) -> Sample:
    """What `games` games give, number `first` the first.

    ValueError for an evaluator or a player that there is not.
    """
    evaluator = evaluation.named(recipe.evaluator)
    counting, deep = census_search(evaluator), fast_search(evaluator, TABLE_BITS)
    player = registry.make(recipe.player) if recipe.player else None
    moves = np.full((games, MOST_MOVES), END, np.uint8)
    searches = 0
    found: list[tuple[int, list[int]]] = []
    for row in range(games):
        chance = random.Random(f"{recipe.seed} {first + row}")
        if player is not None:
            player.new_game(first + row)
        game, counted = play(chance, recipe, counting, player)
        searches += counted
        played = [move for move in game.moves if move != PASS]
        moves[row, : len(played)] = played
        found += deep_errors(game, chance, recipe, deep)
    discs = np.array([stage for stage, _ in found], np.int64)
    errors = np.full((len(found), recipe.deepest + 1), NOT_SEARCHED, np.int32)
    for at, (_, by_depth) in zip(errors, found, strict=True):
        at[: len(by_depth)] = by_depth
    census = counting.rule
    return Sample(moves, np.array(searches), census.edges, census.passes, discs, errors)


def play(
    chance: random.Random, recipe: Recipe, counting: Search, player: Player | None
) -> tuple[Game, int]:
    """One game, and how many searches of it were counted: one a move that is not random."""
    random_plies = chance.randint(recipe.fewest, recipe.most)
    limits = Limits(depth=recipe.depth)
    game = Game()
    searches = 0
    while not game.over:
        if plies(game.position) < random_plies:
            game.play(chance.choice(game.legal()))
            continue
        counting.rule.root[0] = BEGAN if game.black_to_move else REPLIED
        move = fixed_depth(game.position, counting, limits).line[0]
        searches += 1
        game.play(player.choose(game.position).move if player else move)
    return game, searches


def plies(position: Position) -> int:
    """How many moves led to a position from the start, passes not counted."""
    return int(position.stage()) - int(START.stage())


def deep_errors(
    game: Game, chance: random.Random, recipe: Recipe, search: Search
) -> list[tuple[int, list[int]]]:
    """Of positions near the game's: disc count, and errors by depth."""
    played = [position for position in game.positions if plies(position) >= recipe.fewest]
    candidates = [position for position in played if may_be_pruned(position)]
    found = []
    for number in range(recipe.positions if candidates else 0):
        position = near(candidates, chance)
        depth = recipe.deep if number else recipe.deepest
        found.append((int(position.stage()), errors_at(position, search, depth)))
    return found


def join_samples(samples: Iterable[Sample]) -> Sample:
    """What all these games gave together."""
    edges, passes, parts = new_tally(), new_tally(), []
    for sample in samples:  # one at a time: the tallies are large
        add(edges, sample.edges)
        add(passes, sample.passes)
        parts.append((sample.moves, sample.searches, sample.discs, sample.errors))
    moves, searches, discs, errors = zip(*parts, strict=True)
    joined = (np.concatenate(column) for column in (discs, errors))
    return Sample(np.concatenate(moves), np.array(sum(searches)), edges, passes, *joined)


def _arrays(recipe: Recipe, number: int, size: int) -> dict[str, Any]:
    """What `sample` gives, as arrays: those of each tally by both names."""
    arrays = sample(recipe, number * BATCH, size)._asdict()
    for kind in TALLIES:
        tally = arrays.pop(kind)._asdict()
        arrays |= {f"{kind}_{name}": array for name, array in tally.items()}
    return arrays


CENSUSES = Batches("games", ".npz", BATCH, _arrays, (__name__,), cut=True)


def read_batch(path: Path, deepest: int) -> Sample:
    """The games of a kept batch; ValueError names a damaged file."""
    names = [f"{kind}_{name}" for kind in TALLIES for name in Tally._fields]
    shapes: dict[str, Any] = dict.fromkeys(("searches", *names))
    shapes |= {"moves": ("games", MOST_MOVES), "errors": ("positions", deepest + 1)}
    shapes |= {"discs": ("positions",), "edges_histogram": (MOVERS, STAGES, BINS)}
    arrays: dict[str, Any] = load_arrays(path, shapes)
    for kind in TALLIES:
        arrays[kind] = Tally(*(arrays[f"{kind}_{name}"] for name in Tally._fields))
    return Sample(*(arrays[name] for name in Sample._fields))
