"""The weights of interest search, fitted to choices: by stage of the game, with and without terms.

A choice is a sampled node with the terms of every move and the move that was preferred; a
conditional logit says which of the moves that is.

Source: McFadden 1974, "Conditional logit analysis of qualitative choice behavior".
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from othello.bits import NONE, ONE, around, bit, lowest
from othello.jit import jit
from othello.position import STAGES, Position
from players.interest.costs import COST_UNIT, SHAPE, hand_set
from players.interest.moves import measured_static, pack_measured
from players.interest.terms import (
    CHEAP,
    COMPARING,
    FULL,
    TERMS,
    WEIGHT_UNIT,
    Hints,
    othello_terms,
)
from players.search.ordering import unpack_move
from players.search.workspace import MOST_MOVES

NEWTON_STEPS = 20
CLOSE = 1e-7
HALVINGS = 20
NO_UTILITY = -1e9

DISC_BINS = ((0, 20), (20, 32), (32, 44), (44, 54), (54, STAGES))
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
_DIVISORS = np.array([UNITS.get(term, 1.0) for term in TERMS])


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
    utility = np.where(choices.there, choices.terms @ weights, NO_UTILITY)
    shares = np.exp(utility - utility.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def fit_weights(choices: Choices, ridge: float) -> np.ndarray:
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
    """What `fit_weights` makes as large as possible."""
    total = judge(choices, weights).log_likelihood * choices.chosen.size
    return total - ridge * float(weights @ weights) / 2


def _improved(choices: Choices, weights: np.ndarray, step: np.ndarray, ridge: float) -> np.ndarray:
    """The weights after a step, or half of it, and so on, until they are better."""
    before = _gain(choices, weights, ridge)
    for _ in range(HALVINGS):
        if _gain(choices, weights + step, ridge) >= before:
            return weights + step
        step = step / 2
    return weights


def judge(choices: Choices, weights: np.ndarray) -> Fit:
    """How well `weights` foretell the choices."""
    chance = probabilities(choices, weights)
    told = chance[np.arange(choices.chosen.size), choices.chosen]
    right = chance.argmax(axis=1) == choices.chosen
    return Fit(float(np.log(np.maximum(told, 1e-300)).mean()), float(right.mean()))


@jit
def write_terms(state, hints, terms, evaluator, packed, rows):
    """The number of moves of `state`, whose terms are written to `rows`, best static value first.

    packed: int64[MOST_MOVES], where the moves are left; rows: int64[MOST_MOVES, terms].
    """
    moves = state.legal()
    size = 0
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        place = size
        latest = pack_measured(-evaluator.value(state.play(move)), 0, move)
        while place > 0 and packed[place - 1] < latest:
            packed[place] = packed[place - 1]
            place -= 1
        packed[place] = latest
        size += 1
    near = NONE
    terms.prepare(state)
    for place in range(size):
        move = unpack_move(packed[place])
        terms.measure(state, move, state.play(move), hints)
        gap = measured_static(packed[place]) - measured_static(packed[0])
        terms.compare(gap, place, (near & bit(move)) != NONE)
        near |= around(bit(move))
        for term in range(rows.shape[1]):
            rows[place, term] = terms.values[term]
    return size


def choices_of(nodes: Sequence[np.ndarray], batch: np.ndarray, evaluator: Any) -> Choices:
    """The terms of every node that has more than one move, grouped by batch.

    nodes: boards uint64[n, 2], hints int64[n, HINTS], preferred moves int64[n]. batch: int64[n].
    """
    terms = othello_terms(hand_set())
    packed, rows = np.zeros(MOST_MOVES, np.int64), np.zeros((MOST_MOVES, len(TERMS)), np.int64)
    found, chosen, stages, groups = [], [], [], []
    for board, hints, best, group in zip(*nodes, batch, strict=True):
        state = Position(*board)
        size = write_terms(state, Hints(*hints), terms, evaluator, packed, rows)
        if size > 1:
            found.append(rows[:size].astype(np.float32))
            moves = [unpack_move(int(move)) for move in packed[:size]]
            chosen.append(moves.index(int(best)))
            stages.append(int(state.stage()))
            groups.append(group)
    if not found:
        raise ValueError("no nodes with a choice of moves were sampled")
    widest = max(map(len, found))
    filled = np.zeros((len(found), widest, len(TERMS)))
    there = np.zeros((len(found), widest), bool)
    for row, part in enumerate(found):
        filled[row, : len(part)], there[row, : len(part)] = part, True
    return Choices(filled, there, *(np.array(part) for part in (chosen, stages, groups)))


def fit_set(choices: Choices, left_out: tuple[str, ...]) -> np.ndarray:
    """The weights by stage without some terms, in the units of the fit: float64[STAGES, terms]."""
    kept = [number for number, term in enumerate(TERMS) if term not in left_out]
    weights = np.zeros((STAGES, len(TERMS)))
    narrow = choices.columns(kept)
    for low, high in DISC_BINS:
        near = (choices.stage >= low - OVERLAP) & (choices.stage < high + OVERLAP)
        rows = near if near.sum() >= FEWEST else np.ones_like(near)
        weights[low:high, kept] = fit_weights(narrow.pick(rows), RIDGE)
    return weights


def judge_set(choices: Choices, weights: np.ndarray) -> dict[str, float]:
    """How well weights by stage foretell choices, the mean over all nodes."""
    total = np.zeros(2)
    for low, high in DISC_BINS:
        rows = (choices.stage >= low) & (choices.stage < high)
        if rows.any():
            total += rows.sum() * np.array(judge(choices.pick(rows), weights[low]))
    likelihood, accuracy = total / choices.chosen.size
    return {"log_likelihood": round(float(likelihood), 4), "accuracy": round(float(accuracy), 4)}


def as_weights(full: np.ndarray, cheap: np.ndarray) -> np.ndarray:
    """Two sets in the units of the fit as the kernels take them: int64[2, STAGES, terms]."""
    found = np.zeros(SHAPE)
    found[FULL], found[CHEAP] = full / _DIVISORS, cheap / _DIVISORS
    return np.rint(found * COST_UNIT * WEIGHT_UNIT).astype(np.int64)


def learn(choices: Choices) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Weights, and their scores on held-out games."""
    choices = choices._replace(terms=choices.terms / _DIVISORS)
    held_out = choices.group % HELD_OUT == 0
    taught, kept = choices.pick(~held_out), choices.pick(held_out)
    full, cheap = fit_set(taught, ()), fit_set(taught, COMPARING)
    scores = {
        "all terms": full,
        "cheap terms": cheap,
        "nothing": np.zeros_like(full),
    }
    arrays = {"othello": as_weights(full, cheap)}
    return arrays, {name: judge_set(kept, weights) for name, weights in scores.items()}
