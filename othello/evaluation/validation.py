"""How well an evaluation foretells results: by stage of the game, on games it has not seen."""

from typing import Any

import numpy as np

from othello.evaluation.bill import KNOTS, KNOTS_PER_LOG_ODDS
from othello.evaluation.training import Positions
from othello.rules import SCORE_SCALE

STAGES = ((4, 20), (20, 28), (28, 36), (36, 44), (44, 52), (52, 64))
"""Disc counts, the last left out, over which the scores are taken."""


def expected_discs(odds: np.ndarray, calibration: np.ndarray, discs: np.ndarray) -> np.ndarray:
    """The expected results in discs that log-odds mean: float64[n]; see bill.calibrated."""
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
    for low, high in (*STAGES, (4, 64)):
        rows = chosen & (positions.discs >= low) & (positions.discs < high)
        if rows.sum() > 1:
            report[f"{low}-{high - 1}"] = score(odds[rows], expected[rows], positions.result[rows])
    return report
