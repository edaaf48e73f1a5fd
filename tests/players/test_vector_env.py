"""The vectorised environment plays the games that Game and the opponent alone would play."""

import numpy as np
import pytest

from othello.cli.errors import UserError
from othello.game import Game
from othello.position import Position
from players import registry

gymnasium = pytest.importorskip("gymnasium")
from players.vector_env import OthelloVectorEnv  # noqa: E402


def lowest_moves(observations):
    """The first legal action of each game; 0 after its end."""
    return observations["action_mask"].argmax(axis=1)


def boards(observations):
    sets = np.packbits(observations["observation"].astype(np.uint8), axis=3, bitorder="little")
    return [Position(*pair) for pair in sets.reshape(-1, 16).view("<u8")]


def test_agent_plays_both_sides_without_an_opponent():
    env = OthelloVectorEnv(2, opponent=None, openings=["f5d6c3"])
    observations, _ = env.reset(seed=0)
    game = Game.from_transcript("f5d6c3")
    for _ in range(200):
        assert boards(observations) == [game.position] * 2
        assert np.flatnonzero(observations["action_mask"][0]).tolist() == game.legal()
        actions = lowest_moves(observations)
        black = game.black_to_move
        if game.over:
            game = Game.from_transcript("f5d6c3")
            black = None
        else:
            game.play(int(actions[0]))
        observations, rewards, ends, truncations, infos = env.step(actions)
        assert ends.tolist() == [game.over] * 2 and not truncations.any()
        if game.over:
            result = game.result() * (1 if black else -1)
            assert infos["discs"].tolist() == [result] * 2
            assert rewards.tolist() == [np.sign(result)] * 2


def test_opponent_replies_and_colours_alternate():
    env = OthelloVectorEnv(3, opponent="greedy")
    observations, _ = env.reset(seed=0)
    player, sides = registry.make("greedy"), [True, False, True]
    games = [Game() for _ in sides]
    for _ in range(70):
        for number, (game, side) in enumerate(zip(games, sides, strict=True)):
            while not game.over and game.black_to_move != side:
                game.play(player.choose(game.position).move)
            if not game.over:
                assert boards(observations)[number] == game.position
        actions = lowest_moves(observations)
        for number, game in enumerate(games):
            if game.over:
                games[number], sides[number] = Game(), not sides[number]
            else:
                game.play(int(actions[number]))
        observations, *_ = env.step(actions)


def test_random_games_depend_on_the_seed_alone():
    def played(seed):
        env = OthelloVectorEnv(4)
        observations, _ = env.reset(seed=seed)
        for _ in range(40):
            observations, *_ = env.step(lowest_moves(observations))
        return boards(observations)

    assert played(1) == played(1) != played(2)


def test_bad_input_is_an_error():
    env = OthelloVectorEnv(2)
    env.reset(seed=0)
    with pytest.raises(ValueError, match="game 0: 63 is not a legal action"):
        env.step(np.array([63, 19]))
    for bad in ({"opponent": "gredy"}, {"openings": ["f5f5"]}):
        with pytest.raises(UserError):
            OthelloVectorEnv(2, **bad)
