"""Learn edge costs: python -m players.learning.edge_costs plays, searches, counts, writes.

Games, the program's or the user's, give a census of the edges that searches generate, and errors
of static values: the value of a deeper search less the static value. Margins are fitted to errors.

Source: the idea of Buro 1995, "ProbCut: an effective selective extension of the
alpha-beta algorithm", with the static value as the shallow search.
"""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.arrays import Positions
from othello.bits import squares
from othello.cli.parser import plies, whole
from othello.game import Game
from othello.position import STAGES, Position
from players.budget import start
from players.forward import edge_costs as costs
from players.learning.pipeline import (
    DEFAULT,
    Batches,
    Learner,
    Run,
    digest_of_evaluator,
    join,
    run_as_program,
)
from players.learning.self_play import moves_of, self_play_game
from players.limits import Limits
from players.search.alphabeta import Search, fast_search
from players.search.bounds import INFINITY
from players.search.deepening import fixed_depth, search_depth

BATCH = 10
"""Games per file."""
FIRST_GAMES = 2
"""Number of games that `first_sha256` covers."""
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


def quantiles_by_stage(discs: np.ndarray, errors: np.ndarray) -> np.ndarray:
    """Return quantiles: int32[STAGES, depths, grid].

    discs: int64[n]; errors: int32[n, depths], NOT_SEARCHED marks gaps. A stage takes the quantiles
    of its pool. The depths end where a parity has fewer than ENOUGH positions; ValueError if none
    is left.
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
    quantiles = np.zeros((STAGES, depths, len(costs.PROBABILITIES)), np.int32)
    for depth in range(depths):
        counts, values = discs[searched[:, depth]], errors[searched[:, depth], depth]
        for stage in range(STAGES):
            pool = values[_in_pool(counts, stage)]
            quantiles[stage, depth] = np.round(np.quantile(pool, costs.PROBABILITIES))
    return quantiles


class Recipe(NamedTuple):
    """Rules by which games are played and searched; the counted searches play.

    fewest, most: bounds of the number of random first plies, drawn uniformly; `fewest` plies of the
    user's games are skipped. positions: number of positions near each game that are searched `deep`
    plies, the first one `deepest` plies.
    """

    evaluator: str = "bill"
    depth: int = 6
    fewest: int = 4
    most: int = 16
    positions: int = 12
    deep: int = 8
    deepest: int = 10
    seed: int = 0


def sample(recipe: Recipe, first: int, size: int, *own: Positions) -> dict[str, np.ndarray]:
    """Return the arrays of `size` games, beginning with number `first`, by name.

    moves: uint8[games, 60], END after the last move, without passes. searches: int64[1], number of
    counted searches. discs: int64[n] and errors: int32[n, deepest + 1], NOT_SEARCHED in gaps, of
    the positions that were searched more deeply. extremes and edges, those of the census:
    int64[1, MOVERS, STAGES, 2] and int64[1]. ValueError for an unknown evaluator.
    """
    evaluator = evaluation.named(recipe.evaluator)
    counting, deep = costs.census_search(evaluator), fast_search(evaluator, TABLE_BITS)
    limits = Limits(depth=recipe.depth)

    def choose(game: Game) -> int:
        counting.rule.root[0] = costs.BEGAN if game.black_to_move else costs.REPLIED
        return fixed_depth(game.position, counting, limits).move

    played, searches = [], 0
    deep_errors: list[tuple[int, list[int]]] = []
    for number in range(first, first + size):
        rng = random.Random(f"{recipe.seed} {number}")
        if own:
            chosen = own[0].chosen((own[0].game == number) & (own[0].ply >= recipe.fewest))
            candidates = list(map(Position, chosen.own, chosen.opp))
            for position, black in zip(candidates, chosen.black, strict=True):
                choose(Game(position, black_to_move=black))
            searches += len(candidates)
        else:
            game, random_plies = self_play_game(rng, recipe.fewest, recipe.most, choose)
            searches += len(game.nodes) - random_plies
            played.append(game)
            candidates = [node.before for node in game.nodes[recipe.fewest :]]
        candidates = [position for position in candidates if may_be_pruned(position)]
        for nearby in range(recipe.positions if candidates else 0):
            position = near(candidates, rng)
            depth = recipe.deep if nearby else recipe.deepest
            deep_errors.append((int(position.stage()), errors_at(position, deep, depth)))
    errors = np.full((len(deep_errors), recipe.deepest + 1), NOT_SEARCHED, np.int32)
    for row, (_, by_depth) in enumerate(deep_errors):
        errors[row, : len(by_depth)] = by_depth
    return {
        "moves": moves_of(played),
        "searches": np.array([searches]),
        "discs": np.array([stage for stage, _ in deep_errors], np.int64),
        "errors": errors,
        "extremes": counting.rule.extremes[np.newaxis],
        "edges": counting.rule.edges,
    }


def make_batch(recipe: Recipe, number: int, size: int, *own: Positions) -> dict[str, np.ndarray]:
    """Return the sample of one batch."""
    return sample(recipe, number * BATCH, size, *own)


CENSUSES = Batches("games", BATCH, make_batch)


def learn(run: Run) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return extremes of edges and quantiles of the errors of static values, and notes.

    The extremes are 0 without edges. ValueError if the sample is too small for margins.
    """
    names = "discs", "errors", "searches", "edges", "extremes"
    (discs, errors, searches, edges, by_batch), _ = join(CENSUSES.collect(run), *names)
    lows, highs = by_batch.min(axis=0), by_batch.max(axis=0)
    extremes = np.stack([lows[..., costs.LOWEST_COST], highs[..., costs.HIGHEST_COST]], axis=-1)
    occur = extremes[..., :1] <= extremes[..., 1:]
    arrays = {
        "edges_extremes": np.where(occur, extremes, 0),
        "probabilities": np.array(costs.PROBABILITIES),
        "deep_errors": quantiles_by_stage(discs, errors),
    }
    notes = {
        "evaluator_sha256": digest_of_evaluator(run.recipe.evaluator),
        "searches": int(searches.sum()),
        "edges": int(edges.sum()),
        "positions": int(discs.size),
        "first_sha256": CENSUSES.digest_of_first(run, FIRST_GAMES),
    }
    return arrays, notes


LEARNER = Learner(
    "games",
    Recipe,
    learn,
    costs.SHIPPED_COSTS,
    """\
Learn the costs of edges in Othello's game tree, and the errors of static values against
deeper searches. Forward estimation prunes by them.""",
    f"""\
  {{command}} --out mine.npz
  {{command}} --games 10 --most {Recipe().fewest} --out data/edge_costs_10_games.npz
  {{command}} --evaluator mobility --depth 4 --out mobility_costs.npz --jobs 1

The second uses ten games, as the paper does. The number of jobs does not change the result.""",
)
_add = LEARNER.parser.add_argument
LEARNER.add_games(1, 2500, "games to play and search", labels=False)
_add("--depth", type=plies, help=f"plies of the counted searches {DEFAULT}")
_add("--most", type=whole(Recipe().fewest, 40), help=f"random first plies, at most {DEFAULT}")
_add("--evaluator", help=f"evaluator whose edge costs are learned {DEFAULT}")

if __name__ == "__main__":
    run_as_program("edge_costs")
