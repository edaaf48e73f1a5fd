"""Othello as an environment of PettingZoo, by its own checks."""

import random
import warnings

import numpy as np
import pytest

from othello.position import START


@pytest.fixture
def pettingzoo():
    """Our environment of PettingZoo's, where that is installed."""
    pytest.importorskip("pettingzoo")
    from othello import pettingzoo

    return pettingzoo


def test_planes_are_the_discs_of_the_side_to_move_and_of_the_other(pettingzoo):
    own, opp = pettingzoo.planes(START)
    assert [tuple(square) for square in np.argwhere(own)] == [(3, 4), (4, 3)]  # e4 and d5
    assert [tuple(square) for square in np.argwhere(opp)] == [(3, 3), (4, 4)]


def test_pettingzoo_finds_nothing_amiss(pettingzoo):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own games, which its checks import
        from pettingzoo.test import api_test, seed_test

        api_test(pettingzoo.env(), num_cycles=200)
        seed_test(pettingzoo.env, num_cycles=100)


def test_a_game_of_pettingzoo_ends_with_its_rewards(pettingzoo):
    env = pettingzoo.raw_env(render_mode="ansi")
    env.reset()
    draw = random.Random(1)
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(draw.choice(list(np.flatnonzero(mask))))
    black, white = (int(env.observe(agent)["observation"][..., 0].sum()) for agent in env.agents)
    won = (black > white) - (black < white)
    assert env.rewards == {"black": won, "white": -won}
    empty = 64 - black - white
    assert env.infos["black"]["discs"] == black - white + won * empty
    assert env.render().count("X") == black
    with pytest.raises(ValueError, match="human"):
        pettingzoo.raw_env(render_mode="human")


def test_an_illegal_action_of_pettingzoo_is_refused(pettingzoo):
    env = pettingzoo.raw_env()
    env.reset()
    with pytest.raises(ValueError, match="action of black"):
        env.step(0)
