"""How long it takes to find the stable discs of a position, by stage of the game."""

import numpy as np
import pytest
from naive import rules as naive

from othello.bits import NONE
from othello.jit import jit
from othello.stability import stable_discs

STAGES = ((4, 24), (24, 44), (44, 54), (54, 64))
ROUNDS = 300


@jit
def _many(own, opp, rounds):
    """The exclusive or of the stable discs of all positions, so that none is left out."""
    stable = NONE
    for _ in range(rounds):
        for index in range(own.size):
            stable ^= stable_discs(own[index], opp[index])
    return stable


@pytest.mark.parametrize("stage", STAGES)
def test_stable_discs_of_random_games(benchmark, stage):
    games = [position.words() for seed in range(40) for position in naive.random_game(seed)]
    words = [pair for pair in games if stage[0] <= sum(w.bit_count() for w in pair) < stage[1]]
    own, opp = (np.array(column, np.uint64) for column in zip(*words, strict=True))
    _many(own, opp, 1)
    benchmark.pedantic(_many, (own, opp, ROUNDS), rounds=5)
    nanoseconds = 1e9 * benchmark.stats["median"] / (ROUNDS * own.size)
    benchmark.extra_info["nanoseconds"] = nanoseconds
    print(f"\n{stage[0]} to {stage[1] - 1} discs: {nanoseconds:.0f} ns a position")
