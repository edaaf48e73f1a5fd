"""Learn Bill's weights: python -m players.learning.bill plays, fits, validates on held-out games.

Two methods: quadratic discriminant and logistic regression. Both give natural log-odds that the
side to move wins. A monotone calibration turns log-odds into the expected result in hundredths of a
disc. Each disc count learns from its neighbours, too.

Source: Lee and Mahajan 1988 for the quadratic discriminant with pooled disc
counts; Buro 1995 for logistic regression on the same features.
"""

import random
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import isotonic_regression
from scipy.special import expit

from othello import arrays, evaluation
from othello.arrays import Positions
from othello.evaluation.bill import INPUTS, KNOTS, KNOTS_PER_LOG_ODDS, TERMS, inputs, read_features
from othello.evaluation.tables import BILL_WEIGHTS, tables
from othello.formats.wthor import END
from othello.game import Game
from othello.jit import jit
from othello.position import STAGES, Position
from othello.rules import SCORE_SCALE
from players.learning.pipeline import DEFAULT, Batches, Learner, Run, join, minimum, run_as_program
from players.learning.self_play import moves_of, self_play_game
from players.limits import Limits
from players.search.alphabeta import new_search
from players.search.deepening import fixed_depth

POOLED = 2
"""Disc counts on either side that are pooled with one."""
FEWEST = 500
"""A pool is widened until it has this many positions."""
RIDGE = 1e-3
LARGEST_SCORE = 64 * SCORE_SCALE

INPUT_PAIRS = np.triu_indices(INPUTS)
"""The two inputs of each quadratic term, in the order of the weights."""

BATCH = 100
"""Games per file."""
HELD_OUT = 10
"""Every tenth game is held out of the fit."""
FIRST_GAMES = 10
"""Number of games that `first_sha256` covers."""


class Recipe(NamedTuple):
    """Rules by which the games are played.

    exact: number of empty squares from which the search goes to the end. fewest, most: bounds of
    the number of random first plies, drawn uniformly.
    """

    evaluator: str = "mobility"
    depth: int = 4
    exact: int = 12
    fewest: int = 8
    most: int = 20
    seed: int = 0


def play_batch(recipe: Recipe, batch: int, games: int) -> dict[str, np.ndarray]:
    """Return moves, uint8[games, 60] with END after the last, and random_plies, uint8[games]."""
    rng = random.Random(f"{recipe.seed} {batch}")
    search = new_search(evaluation.named(recipe.evaluator))

    def choose(game: Game) -> int:
        left = int(game.position.plies_left())
        limits = Limits(depth=left if left <= recipe.exact else recipe.depth)
        return fixed_depth(game.position, search, limits).move

    played = [self_play_game(rng, recipe.fewest, recipe.most, choose) for _ in range(games)]
    random_plies = np.array([plies for _, plies in played], np.uint8)
    return {"moves": moves_of([game for game, _ in played]), "random_plies": random_plies}


GAMES = Batches("games", BATCH, play_batch)


def with_results(games: Positions) -> Positions:
    """Return positions of games with the results of the last boards; NaN for unfinished games."""
    last = np.flatnonzero(np.diff(games.game, append=-1))
    ends = arrays.play(games.own[last], games.opp[last], games.move[last])
    scores = arrays.final_scores(*ends) / np.where(games.black[last], -SCORE_SCALE, SCORE_SCALE)
    for_black = np.repeat(np.where(arrays.over(*ends), scores, np.nan), np.diff(last, prepend=-1))
    return games._replace(result=np.where(games.black, for_black, -for_black).astype(np.float32))


def positions_of(moves: np.ndarray, skipped: np.ndarray) -> Positions:
    """Return the positions of games without the first `skipped` plies of each.

    moves: uint8[games, 60], END after the last move, without passes; skipped: integers[games].
    """
    games = with_results(arrays.positions(np.where(moves == END, arrays.NO_MOVE, moves)))
    return games.chosen(games.ply >= skipped[games.game])


def discs_of(positions: Positions) -> np.ndarray:
    """Return the numbers of discs, int64[n]."""
    return arrays.counts(positions.own | positions.opp).astype(np.int64)


@jit
def _fill_inputs(own, opp, tables, x):
    """Write the inputs of every position to `x`, float64[n, INPUTS]."""
    for row in range(own.size):
        position = Position(own[row], opp[row])
        features = read_features(position, position.legal(), position.passed().legal(), tables)
        x[row, 0], x[row, 1], x[row, 2], x[row, 3] = inputs(features)


def inputs_of(positions: Positions) -> np.ndarray:
    """Return the classifier's inputs for every position: float64[n, INPUTS]."""
    x = np.zeros((positions.own.size, INPUTS))
    _fill_inputs(positions.own, positions.opp, tables(), x)
    return x


def pools(discs: np.ndarray) -> list[np.ndarray]:
    """Return for each disc count, 0 to 64, the rows of the positions pooled for it."""
    order = np.argsort(discs, kind="stable")
    ordered = discs[order]
    rows = []
    for number in range(STAGES):
        width = POOLED
        while True:
            low, high = np.searchsorted(ordered, [number - width, number + width + 1])
            if high - low >= min(FEWEST, discs.size):
                break
            width += 1
        rows.append(order[low:high])
    return rows


def quadratic(x: np.ndarray, won: np.ndarray, discs: np.ndarray) -> np.ndarray:
    """Return the weights of the quadratic discriminant with equal priors, float64[65, TERMS].

    x: float64[n, INPUTS]; won: 1, 1/2 or 0 for the side to move; a draw is half of either.
    """
    return np.array([_discriminant(x[rows], won[rows]) for rows in pools(discs)])


def _discriminant(x: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Return the weights for one disc count: the log of the ratio of two normal densities."""
    (won_mean, won_inverse, won_log), (lost_mean, lost_inverse, lost_log) = (
        _normal(x, share) for share in (won, 1.0 - won)
    )
    curvature = (lost_inverse - won_inverse) / 2
    slope = won_inverse @ won_mean - lost_inverse @ lost_mean
    constant = (
        lost_mean @ lost_inverse @ lost_mean
        - won_mean @ won_inverse @ won_mean
        + lost_log
        - won_log
    ) / 2
    products = curvature * (2 - np.eye(INPUTS))  # those of different inputs count twice
    return np.array([constant, *slope, *products[INPUT_PAIRS]])


def _normal(x: np.ndarray, share: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the mean, the inverse covariance and its log determinant of a weighted sample."""
    total = share.sum()
    if not total:
        raise ValueError("all positions of some disc count were won, or all lost: learn from more")
    mean = share @ x / total
    centred = x - mean
    covariance = (centred * share[:, None]).T @ centred / total + RIDGE * np.eye(x.shape[1]) * 0.01
    return mean, np.linalg.inv(covariance), float(np.linalg.slogdet(covariance)[1])


def logistic(x: np.ndarray, won: np.ndarray, discs: np.ndarray) -> np.ndarray:
    """Return the weights of a logistic regression, float64[65, TERMS], quadratic terms 0."""
    weights = np.zeros((STAGES, TERMS))
    for number, rows in enumerate(pools(discs)):
        terms = np.column_stack([np.ones(len(rows)), x[rows]])
        weights[number, : INPUTS + 1] = regression(terms, won[rows], RIDGE)
    return weights


def regression(terms: Any, won: np.ndarray, ridge: float) -> np.ndarray:
    """Return the weights of a logistic regression; `ridge` shrinks them.

    terms: float64[n, k], also sparse; won: float64[n], from 0 to 1.
    """

    def cost(weights: np.ndarray) -> tuple[float, np.ndarray]:
        """Return minus the penalised log-likelihood, and its gradient."""
        odds = terms @ weights
        surprise = (np.logaddexp(0, odds) - won * odds).sum() + ridge * (weights @ weights) / 2
        return surprise, terms.T @ (expit(odds) - won) + ridge * weights

    return minimum(cost, terms.shape[1])


def log_odds(weights: np.ndarray, x: np.ndarray, discs: np.ndarray) -> np.ndarray:
    """Return the log-odds that weights give to positions: float64[n]."""
    first, second = INPUT_PAIRS
    terms = np.column_stack([np.ones(len(x)), x, x[:, first] * x[:, second]])  # as the weights
    return np.einsum("ij,ij->i", weights[discs], terms)


def calibration(odds: np.ndarray, result: np.ndarray, discs: np.ndarray) -> np.ndarray:
    """Return the expected result in hundredths of a disc at every knot: int64[65, KNOTS], rising.

    Isotonic regression of the games' results on the log-odds, per disc count; a straight line
    beyond the outermost positions; at most 64 discs.
    """
    knots = (np.arange(KNOTS) - KNOTS // 2) / KNOTS_PER_LOG_ODDS
    rows = [_one_calibration(odds[pool], result[pool], knots) for pool in pools(discs)]
    return np.array(rows, np.int64)


def _one_calibration(odds: np.ndarray, result: np.ndarray, knots: np.ndarray) -> np.ndarray:
    place = np.clip(np.rint(odds * KNOTS_PER_LOG_ODDS).astype(int) + KNOTS // 2, 0, KNOTS - 1)
    weight = np.bincount(place, minlength=KNOTS).astype(float)
    filled = weight >= 10
    if filled.sum() < 2:
        filled = weight > 0
    sums = np.bincount(place, result, KNOTS)
    fitted = isotonic_regression(sums[filled] / weight[filled], weights=weight[filled]).x
    discs_at = np.interp(knots, knots[filled], fitted)
    slope = np.ptp(fitted) / max(np.ptp(knots[filled]), 1.0) or 1.0
    discs_at += slope * (knots - np.clip(knots, knots[filled][0], knots[filled][-1]))
    score = np.clip(SCORE_SCALE * discs_at, -LARGEST_SCORE + KNOTS, LARGEST_SCORE - KNOTS)
    return np.floor(score + np.arange(KNOTS) - KNOTS // 2)  # strictly rising: keeps the order


METHODS = {"quadratic": quadratic, "logistic": logistic}


def expected_discs(odds: np.ndarray, calibration: np.ndarray, discs: np.ndarray) -> np.ndarray:
    """Return the expected results in discs for log-odds: float64[n].

    The same as `othello.evaluation.bill.calibrated`.
    """
    place = np.clip((odds * KNOTS_PER_LOG_ODDS) + KNOTS // 2, 0.0, KNOTS - 1.001)
    knot = place.astype(np.int64)
    low, high = calibration[discs, knot], calibration[discs, knot + 1]
    return (low + (high - low) * (place - knot)) / SCORE_SCALE


def score(odds: np.ndarray, expected: np.ndarray, result: np.ndarray) -> dict[str, Any]:
    """Return the scores of one set of positions.

    winner: share of positions, without draws, whose winner is predicted; error: mean absolute
    error in discs; correlation: of expected and real result.
    """
    decided = result != 0
    right = (odds[decided] > 0) == (result[decided] > 0)
    return {
        "positions": int(result.size),
        "winner": float(right.mean()),
        "error": float(np.abs(expected - result).mean()),
        "correlation": float(np.corrcoef(expected, result)[0, 1]),
    }


def learn(run: Run) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return weights and calibrations of both methods, and notes with their scores."""
    if own := run.games or run.labels:
        positions = own.chosen(~np.isnan(own.result))
        if np.unique(positions.game).size < HELD_OUT:
            raise ValueError(f"learning needs {HELD_OUT} games with a result")
    else:
        (moves, random_plies), _ = join(GAMES.collect(run), "moves", "random_plies")
        positions = positions_of(moves, random_plies)
    fitted, scores = fit_all(positions)
    notes = {
        "positions": int(positions.own.size),
        "held_out": f"one {'block of labels' if run.labels else 'game'} in {HELD_OUT}",
        "first_sha256": GAMES.digest_of_first(run, FIRST_GAMES),
        "scores": scores,
    }
    return fitted, notes


def fit_all(positions: Positions) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return weights and calibrations of both methods, and their scores on held-out games."""
    x, discs = inputs_of(positions), discs_of(positions)
    results = positions.result.astype(float)
    won = (np.sign(results) + 1) / 2
    unseen = positions.game % HELD_OUT == 0
    used = ~unseen
    fitted, scores = {}, {}
    for kind, method in METHODS.items():
        weights = method(x[used], won[used], discs[used])
        odds = log_odds(weights, x, discs)
        rows = calibration(odds[used], results[used], discs[used])
        fitted[f"{kind}_weights"], fitted[f"{kind}_calibration"] = weights, rows
        expected = expected_discs(odds, rows, discs)
        scores[kind] = score(odds[unseen], expected[unseen], results[unseen])
    return fitted, scores


LEARNER = Learner(
    "games",
    Recipe,
    learn,
    BILL_WEIGHTS,
    """\
Learn the weights of Bill's features from games that the program plays against itself,
or from your own games or labels, validate them on held-out games, and write them.""",
    """\
  {command} --games 20000 --out mine.npz
  {command} --games 20000 --evaluator bill --seed 1 --out second.npz
  {command} --games wthor mine.pgn --out people.npz""",
)
LEARNER.add_games(HELD_OUT, 20000, "games to play and learn from")
LEARNER.parser.add_argument("--evaluator", help=f"evaluator of the player {DEFAULT}")

if __name__ == "__main__":
    run_as_program("bill")
