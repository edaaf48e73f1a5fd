"""Other people's frames: their own checks, and OpenSpiel's Othello as a judge of the rules."""

import random
import warnings

import numpy as np
import pytest

from othello.environments import legal_actions, planes
from othello.position import START


@pytest.fixture
def pettingzoo():
    """Our environment of PettingZoo's, where that is installed."""
    pytest.importorskip("pettingzoo")
    from othello.environments import pettingzoo

    return pettingzoo


@pytest.fixture
def open_spiel():
    """OpenSpiel, where it is installed, and what our game is called in it."""
    pyspiel = pytest.importorskip("pyspiel")
    from othello.environments import open_spiel

    return pyspiel, open_spiel.NAME


def test_planes_are_the_discs_of_the_side_to_move_and_of_the_other():
    own, opp = planes(START)
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
        seen = env.observe(env.agent_selection)
        env.step(draw.choice(list(np.flatnonzero(seen["action_mask"]))))
    black, white = (int(env.observe(agent)["observation"][..., 0].sum()) for agent in env.agents)
    won = (black > white) - (black < white)
    assert env.rewards == {"black": won, "white": -won}
    empty = 64 - black - white
    assert env.infos["black"]["discs"] == black - white + won * empty
    assert env.render().count("X") == black
    with pytest.raises(ValueError, match="render_mode 'human' is none of"):
        pettingzoo.raw_env(render_mode="human")


def test_an_illegal_action_of_pettingzoo_is_refused(pettingzoo):
    env = pettingzoo.raw_env()
    env.reset()
    with pytest.raises(ValueError, match="0 is no legal action of black"):
        env.step(0)


def test_open_spiel_plays_ours_and_finds_nothing_amiss(open_spiel):
    pyspiel, name = open_spiel
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=False, verbose=False)


def test_open_spiels_othello_agrees_at_every_ply_of_random_games(open_spiel):
    theirs, ours = map(open_spiel[0].load_game, ("othello", open_spiel[1]))
    for seed in range(40):
        draw = random.Random(seed)
        judge, state = theirs.new_initial_state(), ours.new_initial_state()
        while not judge.is_terminal():
            assert judge.current_player() == state.current_player()
            assert judge.legal_actions() == state.legal_actions() == legal_actions(state.position)
            assert judge.observation_tensor(0) == state.observation_tensor(0)
            action = draw.choice(judge.legal_actions())
            judge.apply_action(action)
            state.apply_action(action)
        assert state.is_terminal() and state.returns() == judge.returns()
