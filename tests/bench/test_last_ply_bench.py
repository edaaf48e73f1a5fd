"""What a leaf costs in the last ply of the engine, beside one evaluation after another."""

import random
import time

import numpy as np
import pytest
from naive.search import members

from othello import evaluation
from othello.bits import NONE, ONE, bit, lowest
from othello.evaluation.patterns.weights import estimate
from othello.jit import jit
from othello.position import START
from othello.rules import final_score, flips, legal_moves
from players.engine.last_ply import LAST_PLY_SLOTS, last_ply

GAMES, ROUNDS, EVERY = 40, 40, 30
FEWEST, MOST = 20, 40
EVERY_MOVE, FIRST_MOVE = 1 << 19, -(1 << 19)
"""Bounds that no value reaches, and that each does."""


@jit
def _one_by_one(own, opp, moves, beta, weights, counters, evaluations):
    """What `last_ply` returns, each position evaluated by itself."""
    best = -(1 << 20)
    while moves != NONE and best < beta:
        move = lowest(moves)
        moves ^= bit(move)
        flipped = flips(own, opp, move)
        mover, other = opp ^ flipped, own | flipped | bit(move)
        replies, next_moves = legal_moves(mover, other), legal_moves(other, mover)
        counters[evaluations] += ONE
        if replies == NONE and next_moves == NONE:
            value = final_score(mover, other)
        else:
            value = estimate(mover, other, replies, next_moves, weights)
        best = max(best, -value)
    return best


@jit
def _all_together(parents, beta, weights, counters):
    total = 0
    for own, opp, moves in parents:
        total = 3 * total + last_ply(own, opp, moves, beta, weights, counters)
    return total


@jit
def _all_one_by_one(parents, beta, weights, counters):
    total = 0
    for own, opp, moves in parents:
        total = 3 * total + _one_by_one(own, opp, moves, beta, weights, counters)
    return total


def _game_positions():
    """Positions with a move, of games by chance and by taking the opponent's moves away."""
    chance = random.Random(1)
    for _ in range(GAMES):
        position = START
        while not position.over():
            moves = members(position.legal())
            if not moves:
                position = position.passed()
                continue
            if FEWEST <= 64 - int(position.plies_left()) <= MOST:
                yield position
            move = chance.choice(moves)
            if chance.random() < 0.5:
                move = min(moves, key=lambda move: len(members(position.play(move).legal())))
            position = position.play(move)


def _two_plies_on():
    """The positions two plies after some of those: near each other, as in a search."""
    for root in list(_game_positions())[::EVERY]:
        for move in members(root.legal()):
            child = root.play(move)
            for reply in members(child.legal()):
                if members(child.play(reply).legal()):
                    yield child.play(reply)


@pytest.mark.parametrize("positions", [_game_positions, _two_plies_on])
@pytest.mark.parametrize("beta", [EVERY_MOVE, FIRST_MOVE])
def test_leaves_of_the_last_ply(benchmark, positions, beta):
    weights = evaluation.named("patterns").weights
    words = [(int(p.own), int(p.opp), int(p.legal())) for p in positions()]
    parents = np.array(words, np.uint64)
    counters = np.zeros(LAST_PLY_SLOTS, np.uint64)
    best = {}

    def run():
        for _ in range(ROUNDS):  # in turns, so that what else runs disturbs both
            for way in (_all_one_by_one, _all_together):
                counters[:] = 0
                began = time.thread_time()
                found = way(parents, beta, weights, counters)
                cost = (time.thread_time() - began) / int(counters[0]) * 1e9
                best[way] = min(best.get(way, cost), cost)
                values.add(int(found))

    values: set[int] = set()
    benchmark.pedantic(run, rounds=1)
    assert len(values) == 1 or beta == FIRST_MOVE  # the first move may then be another
    print(f"\n{len(parents)} parents, {int(counters[0])} leaves, nanoseconds a leaf:")
    print(f"one by one {best[_all_one_by_one]:.1f}, last_ply {best[_all_together]:.1f}")
