"""A conditional logit: which of a node's moves is the preferred one, by weighted terms.

Source: McFadden 1974, "Conditional logit analysis of qualitative choice behavior".
"""

from typing import NamedTuple

import numpy as np

NEWTON_STEPS = 20
CLOSE = 1e-7
HALVINGS = 20
NEVER = -1e9


class Choices(NamedTuple):
    """Nodes with the terms of their moves, and which move was preferred.

    terms: float64[nodes, most, terms]; there: bool[nodes, most], False where a node
    has fewer moves; chosen: int64[nodes]; stage, group: int64[nodes], the number of discs and
    what is held out together.
    """

    terms: np.ndarray
    there: np.ndarray
    chosen: np.ndarray
    stage: np.ndarray
    group: np.ndarray

    def pick(self, rows: np.ndarray) -> "Choices":
        """The nodes in `rows`."""
        return Choices(*(part[rows] for part in self))

    def columns(self, kept: list[int]) -> "Choices":
        """The same nodes with some of the terms."""
        return self._replace(terms=self.terms[:, :, kept])


class Fit(NamedTuple):
    """How well weights foretell choices: mean log-likelihood, and the share foretold."""

    log_likelihood: float
    accuracy: float


def probabilities(choices: Choices, weights: np.ndarray) -> np.ndarray:
    """The probability of each move: float64[nodes, most]."""
    utility = np.where(choices.there, choices.terms @ weights, NEVER)
    shares = np.exp(utility - utility.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def fitted(choices: Choices, ridge: float) -> np.ndarray:
    """The weights of greatest likelihood less a ridge, by Newton's method: float64[terms]."""
    rows = np.arange(choices.chosen.size)
    weights = np.zeros(choices.terms.shape[2])
    for _ in range(NEWTON_STEPS):
        chance = probabilities(choices, weights)
        mean = np.einsum("nm,nmt->nt", chance, choices.terms)
        gradient = (choices.terms[rows, choices.chosen] - mean).sum(axis=0) - ridge * weights
        apart = (choices.terms - mean[:, None, :]) * np.sqrt(chance)[:, :, None]
        flat = apart.reshape(-1, weights.size)
        information = flat.T @ flat + ridge * np.eye(weights.size)
        step = np.linalg.solve(information, gradient)
        weights = _improved(choices, weights, step, ridge)
        if np.abs(step).max() < CLOSE:
            break
    return weights


def _gain(choices: Choices, weights: np.ndarray, ridge: float) -> float:
    """What `fitted` makes as large as possible."""
    total = judged(choices, weights).log_likelihood * choices.chosen.size
    return total - ridge * float(weights @ weights) / 2


def _improved(choices: Choices, weights: np.ndarray, step: np.ndarray, ridge: float) -> np.ndarray:
    """The weights after a step, or half of it, and so on, until they are better."""
    before = _gain(choices, weights, ridge)
    for _ in range(HALVINGS):
        if _gain(choices, weights + step, ridge) >= before:
            return weights + step
        step = step / 2
    return weights


def judged(choices: Choices, weights: np.ndarray) -> Fit:
    """How well `weights` foretell the choices."""
    chance = probabilities(choices, weights)
    told = chance[np.arange(choices.chosen.size), choices.chosen]
    right = chance.argmax(axis=1) == choices.chosen
    return Fit(float(np.log(np.maximum(told, 1e-300)).mean()), float(right.mean()))
