"""The weights of interest search from choices: by stage of the game, with and without terms."""

from typing import Any

import numpy as np

from players.interest_costs import COST_UNIT
from players.interest_logit import Choices, fitted, judged
from players.interest_terms import CHEAP, COMPARING, FULL, IN_TREES, STAGES, TERMS, WEIGHT_UNIT
from players.interest_weights import SHAPE

BINS = ((0, 20), (20, 32), (32, 44), (44, 54), (54, STAGES))
"""Numbers of discs that share weights."""
OVERLAP = 3
"""Discs beyond either end of a bin whose nodes count in its fit too."""
FEWEST = 200
"""Nodes without which a bin takes the weights of all."""
HELD_OUT = 10
"""One batch in so many is kept from the fit."""
RIDGE = 5.0
UNITS = {"edge_gain": 1000.0, "static_gain": 100.0, "static_root": 100.0, "static_rank": 1000.0}
"""What a term is divided by in the fit, so that the ridge means the same for all."""


def scaled(choices: Choices) -> Choices:
    """The same choices with every term in the units of the fit."""
    units = np.array([UNITS.get(term, 1.0) for term in TERMS])
    return choices._replace(terms=choices.terms / units)


def bin_rows(choices: Choices, low: int, high: int) -> np.ndarray:
    """Which nodes the weights of a bin are fitted to: all, if there are too few of its own."""
    near = (choices.stage >= low - OVERLAP) & (choices.stage < high + OVERLAP)
    return near if near.sum() >= FEWEST else np.ones_like(near)


def fit_set(choices: Choices, left_out: tuple[str, ...]) -> np.ndarray:
    """The weights by stage without some terms, in the units of the fit: float64[STAGES, terms]."""
    kept = [number for number, term in enumerate(TERMS) if term not in left_out]
    weights = np.zeros((STAGES, len(TERMS)))
    narrow = choices.columns(kept)
    for low, high in BINS:
        weights[low:high, kept] = fitted(narrow.pick(bin_rows(choices, low, high)), RIDGE)
    return weights


def judge_set(choices: Choices, weights: np.ndarray) -> dict[str, float]:
    """How well weights by stage foretell choices, the mean over all nodes."""
    total = np.zeros(2)
    for low, high in BINS:
        rows = (choices.stage >= low) & (choices.stage < high)
        if rows.any():
            total += rows.sum() * np.array(judged(choices.pick(rows), weights[low]))
    likelihood, accuracy = total / choices.chosen.size
    return {"log_likelihood": round(float(likelihood), 4), "accuracy": round(float(accuracy), 4)}


def as_weights(full: np.ndarray, cheap: np.ndarray) -> np.ndarray:
    """Two sets in the units of the fit as the kernels take them: int64[2, STAGES, terms]."""
    units = np.array([UNITS.get(term, 1.0) for term in TERMS])
    found = np.zeros(SHAPE)
    found[FULL], found[CHEAP] = full / units, cheap / units
    return np.rint(found * COST_UNIT * WEIGHT_UNIT).astype(np.int64)


def learn(choices: Choices) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Weights with all terms, and with each left out; how they do on held-out games."""
    choices = scaled(choices)
    held_out = choices.group % HELD_OUT == 0
    taught, kept = choices.pick(~held_out), choices.pick(held_out)
    arrays, report = {}, {}
    for name in ("", *TERMS):
        left_out = (name,) if name else ()
        full = fit_set(taught, left_out)
        cheap = fit_set(taught, (*left_out, *COMPARING))
        arrays[f"without_{name}" if name else "othello"] = as_weights(full, cheap)
        report[f"without {name}" if name else "all terms"] = judge_set(kept, full)
        if not name:
            report["cheap terms"] = judge_set(kept, cheap)
    others = tuple(term for term in TERMS if term not in IN_TREES)
    trees = fit_set(taught, others)
    arrays["trees"] = as_weights(trees, trees)
    report["terms of random trees"] = judge_set(kept, trees)
    report["nothing"] = judge_set(kept, np.zeros_like(trees))
    return arrays, report
