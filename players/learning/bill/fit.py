"""Weights for Bill's inputs, fitted to games and validated on others.

Three methods: set by hand, by quadratic discriminant, or by logistic regression. All give natural
log-odds of winning for the side to move, and a monotone calibration carries those to the expected
result in hundredths of a disc. Positions with a neighbouring number of discs are pooled.

Source: Lee and Mahajan 1988 for the quadratic discriminant with pooled disc
counts; Buro 1995 for logistic regression on the same features.
"""

from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import isotonic_regression
from scipy.special import expit

from othello.bits import NONE
from othello.evaluation.bill import (
    INPUTS,
    KNOTS,
    KNOTS_PER_LOG_ODDS,
    TERMS,
    Tables,
    inputs,
    read_features,
)
from othello.evaluation.tables import tables
from othello.formats.wthor import END, MOST_MOVES
from othello.jit import jit
from othello.position import STAGES, START, Position
from othello.rules import SCORE_SCALE

POOLED = 2
"""Disc counts to either side that are pooled with one."""
FEWEST = 500
"""Positions below which a disc count's pool is widened."""
RIDGE = 1e-3
NEWTON_STEPS = 25
LARGEST_SCORE = 64 * SCORE_SCALE

HAND_SET = {
    "edge": (0.6, 1.4),
    "mobility": (5.0, 3.0),
    "potential": (2.0, 0.0),
    "squares": (0.8, 0.0),
}
"""The hand-set weights, in log-odds per input, at 4 and at 64 discs; a line between.

In the spirit of what literature reports of Bill 2.0: mobility counts through the game and falls by
a third, potential mobility and squares fade out, the edge gains.
"""

INPUT_PAIRS = [(first, second) for first in range(INPUTS) for second in range(first, INPUTS)]
"""Which two inputs each quadratic term multiplies, in the order of the weights."""

SHOWN_STAGES = ((4, 20), (20, 28), (28, 36), (36, 44), (44, 52), (52, 64))
"""Disc counts, the last left out, over which the scores are taken."""


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

    boards: uint64[60, 2]; movers: int64[60], +1 where black moves. A game that does not end has no
    score: the third result is then False. An illegal move ends the game there.
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
        if size == MOST_MOVES or moves[size] == END:
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
    boards, movers = np.zeros((MOST_MOVES, 2), np.uint64), np.zeros(MOST_MOVES, np.int64)
    for game in range(len(moves)):
        size, score, complete = _replay(moves[game], boards, movers)
        kept = slice(min(int(skipped[game]), size), size)
        discs = np.arange(4, 4 + MOST_MOVES)[kept]
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


def pools(discs: np.ndarray) -> list[np.ndarray]:
    """For each disc count, 0 to 64, the rows of the positions pooled for it."""
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


def linear(x: np.ndarray, won: np.ndarray, discs: np.ndarray) -> np.ndarray:
    """The hand-set weights, float64[65, TERMS]; the positions do not matter."""
    weights = np.zeros((STAGES, TERMS))
    for column, (first, last) in enumerate(HAND_SET.values(), 1):
        weights[4:, column] = np.linspace(first, last, STAGES - 4)
        weights[:4, column] = first
    return weights


def quadratic(x: np.ndarray, won: np.ndarray, discs: np.ndarray) -> np.ndarray:
    """The weights of the quadratic discriminant with equal priors, float64[65, TERMS].

    x: float64[n, INPUTS]; won: 1, 1/2 or 0 for the side to move; a draw counts
    half in either class.
    """
    return np.array([_discriminant(x[rows], won[rows]) for rows in pools(discs)])


def _discriminant(x: np.ndarray, won: np.ndarray) -> np.ndarray:
    """One disc count's weights: the log of the ratio of two normal densities."""
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
    products = [curvature[i, j] * (1 if i == j else 2) for i, j in INPUT_PAIRS]
    return np.array([constant, *slope, *products])


def _normal(x: np.ndarray, share: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """The mean, the inverse covariance and its log determinant of a weighted sample.

    An input that never changes, as one that was left out, is independent of the others.
    """
    total = share.sum()
    mean = share @ x / total
    centred = x - mean
    covariance = (centred * share[:, None]).T @ centred / total + RIDGE * np.eye(x.shape[1]) * 0.01
    return mean, np.linalg.inv(covariance), float(np.linalg.slogdet(covariance)[1])


def logistic(x: np.ndarray, won: np.ndarray, discs: np.ndarray) -> np.ndarray:
    """The weights of a logistic regression, float64[65, TERMS], quadratic terms 0.

    Newton's method on the log-likelihood less a small ridge; a draw is half a win.
    """
    weights = np.zeros((STAGES, TERMS))
    for number, rows in enumerate(pools(discs)):
        terms = np.column_stack([np.ones(len(rows)), x[rows]])
        weights[number, : INPUTS + 1] = regression(terms, won[rows], np.ones(len(rows)), RIDGE)
    return weights


def regression(
    terms: np.ndarray, successes: np.ndarray, tries: np.ndarray, ridge: float
) -> np.ndarray:
    """The weights of a logistic regression: Newton's method on the likelihood less a ridge.

    terms: float64[n, k]; successes, out of as many tries: float64[n] each.
    """
    found = np.zeros(terms.shape[1])
    for _ in range(NEWTON_STEPS):
        chance = expit(terms @ found)
        gradient = terms.T @ (successes - tries * chance) - ridge * found
        information = (terms * (tries * chance * (1 - chance))[:, None]).T @ terms
        step = np.linalg.solve(information + ridge * np.eye(found.size), gradient)
        found += step
        if np.abs(step).max() < 1e-9:
            break
    return found


def all_terms(x: np.ndarray) -> np.ndarray:
    """1, the inputs and their products, as the weights take them: float64[n, TERMS]."""
    products = [x[:, first] * x[:, second] for first, second in INPUT_PAIRS]
    return np.column_stack([np.ones(len(x)), x, *products])


def log_odds(weights: np.ndarray, x: np.ndarray, discs: np.ndarray) -> np.ndarray:
    """The log-odds that weights give to positions: float64[n]."""
    return np.einsum("ij,ij->i", weights[discs], all_terms(x))


def calibration(odds: np.ndarray, result: np.ndarray, discs: np.ndarray) -> np.ndarray:
    """Log-odds into hundredths of a disc at every knot: int64[65, KNOTS], rising.

    Isotonic regression of the results of games on the log-odds, per disc count;
    a straight line where no position lies; at most 64 discs.
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
    return np.floor(score + np.arange(KNOTS) - KNOTS // 2)  # strictly rising, so that order is kept


METHODS = {"linear": linear, "quadratic": quadratic, "logistic": logistic}


def expected_discs(odds: np.ndarray, calibration: np.ndarray, discs: np.ndarray) -> np.ndarray:
    """The expected results in discs that log-odds mean: float64[n].

    As othello.evaluation.bill.calibrated reads them.
    """
    place = np.clip((odds * KNOTS_PER_LOG_ODDS) + KNOTS // 2, 0.0, KNOTS - 1.001)
    knot = place.astype(np.int64)
    low, high = calibration[discs, knot], calibration[discs, knot + 1]
    return (low + (high - low) * (place - knot)) / SCORE_SCALE


def score(odds: np.ndarray, expected: np.ndarray, result: np.ndarray) -> dict[str, Any]:
    """The scores of one set of positions.

    winner: share of positions, draws apart, whose winner is foretold; error:
    mean absolute error in discs; correlation: of expected and real result;
    cross_entropy: mean surprise at the winner, in nats.
    """
    decided = result != 0
    right = (odds[decided] > 0) == (result[decided] > 0)
    won = (np.sign(result) + 1) / 2
    return {
        "positions": int(result.size),
        "winner": float(right.mean()),
        "error": float(np.abs(expected - result).mean()),
        "correlation": float(np.corrcoef(expected, result)[0, 1]),
        "cross_entropy": float((np.logaddexp(0, odds) - won * odds).mean()),
    }


def scores(
    odds: np.ndarray, calibration: np.ndarray, positions: Positions, chosen: np.ndarray
) -> dict[str, Any]:
    """The scores of the chosen positions, by stage and over all stages."""
    expected = expected_discs(odds, calibration, positions.discs)
    report = {}
    for low, high in (*SHOWN_STAGES, (4, 64)):
        rows = chosen & (positions.discs >= low) & (positions.discs < high)
        if rows.sum() > 1:
            report[f"{low}-{high - 1}"] = score(odds[rows], expected[rows], positions.result[rows])
    return report
