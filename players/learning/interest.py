"""Learn the costs of moves: python -m players.learning.interest samples, labels, fits, writes.

The weights of interest search are fitted to nodes of its own searches, by stage of the game.
A choice is a sampled node with the terms of every move and the preferred move. A
conditional logit models the preference.

Source: McFadden 1974, "Conditional logit analysis of qualitative choice behavior".
"""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.bits import NONE, ONE, around, bit, lowest
from othello.game import Game
from othello.jit import jit
from othello.position import STAGES, Position
from othello.rules import MOST_MOVES
from players.budget import start
from players.interest import costs
from players.interest.moves import insert, measured_static, new_samples, pack_measured
from players.interest.player import FLAT, iterate, new_interest_search
from players.learning.pipeline import DEFAULT, Batches, Learner, Run, join, minimum, run_as_program
from players.learning.self_play import self_play_game
from players.limits import Limits
from players.search import deepening
from players.search.alphabeta import fast_search
from players.search.ordering import unpack_move

NO_UTILITY = -1e9

DISC_BINS = ((0, 20), (20, 32), (32, 44), (44, 54), (54, STAGES))
"""Half-open ranges of disc counts that share weights."""
OVERLAP = 3
"""Discs beyond either end of a bin whose nodes count in its fit, too."""
FEWEST = 200
"""A bin with fewer nodes takes the weights of all nodes."""
HELD_OUT = 10
"""Every tenth batch is held out of the fit."""
RIDGE = 5.0
UNITS = {"edge_gain": 1000.0, "static_gain": 100.0, "static_root": 100.0, "static_rank": 1000.0}
"""Divisors of terms in the fit: the ridge then means the same for all."""
_DIVISORS = np.array([UNITS.get(term, 1.0) for term in costs.TERMS])
BATCH = 10
"""Games per file."""
MOST_SAMPLES = 1 << 16
TABLE_BITS = 16
STRAY = 0.03
"""Share of later moves that are random, too: games differ then."""


class Recipe(NamedTuple):
    """Rules by which nodes are found and labelled.

    nodes: budget of each sampled search. one_in: an interior node of this many is sampled, a power
    of two. depth: plies of the alpha-beta search that labels. fewest, most: bounds of the number of
    random first plies.
    """

    evaluator: str = "bill"
    nodes: int = 4000
    one_in: int = 256
    depth: int = 6
    fewest: int = 4
    most: int = 14
    seed: int = 0


def make_batch(recipe: Recipe, batch: int, games: int) -> dict[str, np.ndarray]:
    """Return boards uint64[n, 2], hints int64[n, HINTS], preferred int64[n] of some games."""
    rng = random.Random(f"{recipe.seed} {batch}")
    evaluator = evaluation.named(recipe.evaluator)
    variant = FLAT._replace(skip=True, cheap=0)
    plain = new_interest_search(evaluator, costs.othello_terms(costs.hand_set()), variant)
    samples = new_samples(MOST_SAMPLES, recipe.one_in)
    search, limits = plain._replace(samples=samples), Limits(nodes=recipe.nodes)

    def choose(game: Game) -> int:
        if rng.random() < STRAY:
            return rng.choice(game.legal())
        search.memory.forget()
        start(search.budget, limits)
        return iterate(game.position, search).move

    for _ in range(games):
        search.table.clear()
        self_play_game(rng, recipe.fewest, recipe.most, choose)
    size = int(samples.size[0])
    boards, hints = samples.boards[:size].copy(), samples.hints[:size].copy()
    return {"boards": boards, "hints": hints, "preferred": preferred(boards, recipe)}


def preferred(boards: np.ndarray, recipe: Recipe) -> np.ndarray:
    """Return the move that alpha-beta at `recipe.depth` plies prefers on each board: int64[n]."""
    search = fast_search(evaluation.named(recipe.evaluator), TABLE_BITS)
    moves = np.zeros(len(boards), np.int64)
    for row, (own, opp) in enumerate(boards):
        search.table.clear()
        start(search.budget, Limits(depth=recipe.depth))
        result = deepening.iterate(Position(own, opp), search)
        moves[row] = result.move
    return moves


NODE_BATCHES = Batches("nodes", BATCH, make_batch)


class Choices(NamedTuple):
    """Nodes with the terms of their moves and the preferred move.

    terms: float64[nodes, most, terms]; there: bool[nodes, most], False beyond the last move;
    chosen, stage, group: int64[nodes], stage being the disc count, group the batch.
    """

    terms: np.ndarray
    there: np.ndarray
    chosen: np.ndarray
    stage: np.ndarray
    group: np.ndarray

    def pick(self, rows: np.ndarray) -> "Choices":
        """Return the nodes in `rows`."""
        return Choices(*(part[rows] for part in self))

    def probabilities(self, weights: np.ndarray) -> np.ndarray:
        """Return the probability of each move: float64[nodes, most]."""
        utility = np.where(self.there, self.terms @ weights, NO_UTILITY)
        shares = np.exp(utility - utility.max(axis=1, keepdims=True))
        return shares / shares.sum(axis=1, keepdims=True)


def fit_weights(choices: Choices, ridge: float) -> np.ndarray:
    """Return the weights of greatest penalised likelihood: float64[terms]."""
    rows = np.arange(choices.chosen.size)
    preferred = choices.terms[rows, choices.chosen].sum(axis=0)

    def cost(weights: np.ndarray) -> tuple[float, np.ndarray]:
        """Return minus the penalised log-likelihood, and its gradient."""
        chance = choices.probabilities(weights)
        mean = np.einsum("nm,nmt->t", chance, choices.terms)
        surprise = -np.log(chance[rows, choices.chosen]).sum() + ridge * (weights @ weights) / 2
        return surprise, mean - preferred + ridge * weights

    return minimum(cost, choices.terms.shape[2])


def judge(choices: Choices, weights: np.ndarray) -> tuple[float, float]:
    """Return the mean log-likelihood of choices, and the share that is predicted."""
    chance = choices.probabilities(weights)
    likelihoods = chance[np.arange(choices.chosen.size), choices.chosen]
    right = chance.argmax(axis=1) == choices.chosen
    return float(np.log(np.maximum(likelihoods, 1e-300)).mean()), float(right.mean())


@jit
def write_terms(state, hints, terms, evaluator, packed, rows):
    """Write the terms of a state's moves to `rows`, best static value first; return their number.

    packed: int64[1, MOST_MOVES], receives the moves; rows: int64[MOST_MOVES, terms].
    """
    # the moves, sorted by static value
    moves = state.legal()
    size = 0
    while moves != NONE:
        move = lowest(moves)
        moves &= moves - ONE
        packed[0, size] = pack_measured(-evaluator.value(state.play(move)), 0, move)
        insert(packed, 0, size)
        size += 1
    # the terms of each
    close = NONE
    terms.prepare(state)
    for place in range(size):
        move = unpack_move(packed[0, place])
        terms.measure(state, move, state.play(move), hints)
        gap = measured_static(packed[0, place]) - measured_static(packed[0, 0])
        terms.compare(gap, place, (close & bit(move)) != NONE)
        close |= around(bit(move))
        for term in range(rows.shape[1]):
            rows[place, term] = terms.values[term]
    return size


def choices_of(nodes: Sequence[np.ndarray], batch: np.ndarray, evaluator: Any) -> Choices:
    """Return the terms of every node with at least two moves, grouped by batch.

    nodes: boards uint64[n, 2], hints int64[n, HINTS], preferred moves int64[n]. batch: int64[n].
    """
    terms = costs.othello_terms(costs.hand_set())
    packed = np.zeros((1, MOST_MOVES), np.int64)
    rows = np.zeros((MOST_MOVES, len(costs.TERMS)), np.int64)
    term_rows, chosen, stages, groups = [], [], [], []
    for board, hints, best, group in zip(*nodes, batch, strict=True):
        state = Position(*board)
        size = write_terms(state, costs.Hints(*hints), terms, evaluator, packed, rows)
        if size > 1:
            term_rows.append(rows[:size].astype(np.float32))
            moves = [unpack_move(int(move)) for move in packed[0, :size]]
            chosen.append(moves.index(int(best)))
            stages.append(int(state.stage()))
            groups.append(group)
    if not term_rows:
        raise ValueError("no nodes with a choice of moves were sampled")
    sizes = np.array([len(part) for part in term_rows])
    there = np.arange(sizes.max()) < sizes[:, np.newaxis]
    filled = np.zeros((*there.shape, len(costs.TERMS)))
    filled[there] = np.concatenate(term_rows)
    return Choices(filled, there, *(np.array(part) for part in (chosen, stages, groups)))


def fit_set(choices: Choices, left_out: tuple[str, ...]) -> np.ndarray:
    """Return fitted weights by stage without some terms: float64[STAGES, terms]."""
    columns = [number for number, term in enumerate(costs.TERMS) if term not in left_out]
    weights = np.zeros((STAGES, len(costs.TERMS)))
    narrow = choices._replace(terms=choices.terms[:, :, columns])
    for low, high in DISC_BINS:
        near = (choices.stage >= low - OVERLAP) & (choices.stage < high + OVERLAP)
        rows = near if near.sum() >= FEWEST else np.ones_like(near)
        weights[low:high, columns] = fit_weights(narrow.pick(rows), RIDGE)
    return weights


def judge_set(choices: Choices, weights: np.ndarray) -> dict[str, float]:
    """Return the quality of weights by stage, the mean over all nodes."""
    total = np.zeros(2)
    for low, high in DISC_BINS:
        rows = (choices.stage >= low) & (choices.stage < high)
        if rows.any():
            total += rows.sum() * np.array(judge(choices.pick(rows), weights[low]))
    likelihood, accuracy = total / choices.chosen.size
    return {"log_likelihood": round(float(likelihood), 4), "accuracy": round(float(accuracy), 4)}


def fit_and_judge(choices: Choices) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the weights in the kernels' units, and their scores on held-out games."""
    choices = choices._replace(terms=choices.terms / _DIVISORS)
    held_out = choices.group % HELD_OUT == 0
    fitted, unseen = choices.pick(~held_out), choices.pick(held_out)
    full, cheap = fit_set(fitted, ()), fit_set(fitted, costs.COMPARING)
    sets = {"all terms": full, "cheap terms": cheap}
    units = np.zeros(costs.SHAPE)
    units[costs.FULL], units[costs.CHEAP] = full / _DIVISORS, cheap / _DIVISORS
    arrays = {"othello": np.rint(units * costs.COST_UNIT * costs.WEIGHT_UNIT).astype(np.int64)}
    return arrays, {name: judge_set(unseen, weights) for name, weights in sets.items()}


def learn(run: Run) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Return the weights, and notes with their scores."""
    nodes = join(NODE_BATCHES.collect(run), "boards", "hints", "preferred")
    choices = choices_of(*nodes, evaluation.named(run.recipe.evaluator))
    arrays, scores = fit_and_judge(choices)
    notes = {
        "nodes": int(choices.chosen.size),
        "held_out": f"one batch in {HELD_OUT}",
        "first_sha256": NODE_BATCHES.digest_of_first(run, 1),
        "scores": scores,
    }
    return arrays, notes


LEARNER = Learner(
    "games",
    Recipe,
    learn,
    costs.WEIGHTS,
    """\
Learn the weights of interest search's terms from nodes of its own searches, labelled by
deeper ones, validate them on held-out games, and write them.""",
    "  {command} --games 500 --out mine.npz",
)
LEARNER.add_total(2 * BATCH, 400, f"games to sample, in batches of {BATCH}")
LEARNER.parser.add_argument("--evaluator", help=f"evaluator of the searches {DEFAULT}")

if __name__ == "__main__":
    run_as_program("interest")
