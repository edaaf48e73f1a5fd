import numpy as np
import pytest

from othello.position import STAGES
from players.interest.costs import FULL, TERMS
from players.learning.interest import (
    HELD_OUT,
    RIDGE,
    UNITS,
    Choices,
    fit_and_judge,
    fit_set,
    fit_weights,
    judge,
    judge_set,
)


def drawn_choices(weights, nodes=4000, moves=5, seed=0):
    """Choices made with the probabilities of a logit."""
    chance = np.random.default_rng(seed)
    terms = chance.normal(size=(nodes, moves, len(weights)))
    there = np.ones((nodes, moves), bool)
    there[::2, -1] = False
    empty = np.zeros(nodes, int)
    choices = Choices(terms, there, empty, empty, empty)
    odds = choices.probabilities(np.array(weights))
    made = (odds.cumsum(axis=1) > chance.random((nodes, 1))).argmax(axis=1)
    return choices._replace(chosen=made)


def test_a_fit_finds_the_weights_that_made_the_choices():
    truth = np.array([1.0, -0.5, 0.0])
    choices = drawn_choices(truth)
    found = fit_weights(choices, ridge=1e-3)
    assert np.abs(found - truth).max() < 0.1
    assert judge(choices, found)[0] >= judge(choices, truth)[0]
    assert judge(choices, found)[1] > judge(choices, 0 * truth)[1]


def staged(choices, stage, batches=20):
    """The choices at these numbers of discs, in turn in each of some batches."""
    number = len(choices.chosen)
    group = np.arange(number) % batches
    return choices._replace(stage=np.resize(stage, number), group=group)


def test_a_stage_learns_from_nodes_up_to_three_discs_beyond_its_bin():
    choices = staged(drawn_choices(np.ones(len(TERMS)), 1200), (15, 22, 30))
    near = fit_weights(choices.pick(choices.stage < 23), RIDGE)
    assert fit_set(choices, ())[10] == pytest.approx(near)


def test_scores_are_those_of_the_held_out_batches():
    unit = np.array([UNITS.get(term, 1.0) for term in TERMS])
    truth = np.where(np.arange(len(TERMS)) < 3, 1.0, 0.0)
    choices = staged(drawn_choices(truth, 400), (15,))
    turned = drawn_choices(-truth, 400).chosen
    chosen = np.where(choices.group % HELD_OUT == 0, turned, choices.chosen)
    arrays, report = fit_and_judge(choices._replace(chosen=chosen, terms=choices.terms * unit))
    assert (
        report["all terms"]["log_likelihood"]
        < judge_set(choices, np.zeros((STAGES, len(TERMS))))["log_likelihood"]
    )
    assert arrays["othello"][FULL, 15, 0] > 0
