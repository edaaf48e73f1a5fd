"""Othello as an environment of PettingZoo, by its own checks."""

import copy
import pickle
import random
import warnings

import numpy as np
import pytest

from othello.game import Game
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


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_of_pettingzoo_resumes_the_game_on_its_own(copied, pettingzoo):
    env = pettingzoo.env()
    env.reset()
    env.step(19)
    other = copied(env)
    other.step(18)
    assert env.unwrapped.position == START.play(19)
    assert other.unwrapped.position == START.play(19).play(18)
    assert (env.agent_selection, other.agent_selection) == ("white", "black")


def test_a_game_of_pettingzoo_begins_on_a_given_board(pettingzoo):
    env = pettingzoo.env()
    with pytest.warns(UserWarning, match="unknown options of reset: level$"):
        env.reset(options={"board": "OX" + 62 * "-" + "X", "level": 3})
    assert env.agent_selection == "black"
    assert env.observe("black")["action_mask"].tolist() == [0] * 64 + [1]  # only a pass
    for name, text, fault in (
        ("board", "X", "ends before"),
        ("board", 64 * "X" + "O", "the game is over"),
        ("opening", "f5f5", "cannot play f5"),
    ):
        with pytest.raises(ValueError, match=fault):
            env.reset(options={name: text})
    assert env.agent_selection == "black"
    env.reset(options={"opening": "f5d6c3"})
    assert env.agent_selection == "white"
    assert env.unwrapped.position == Game.from_transcript("f5d6c3").position


def test_an_illegal_action_of_pettingzoo_is_refused(pettingzoo):
    env = pettingzoo.raw_env()
    env.reset()
    with pytest.raises(ValueError, match="action of black"):
        env.step(0)
