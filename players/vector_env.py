"""Many games of Othello as one vectorised environment of Gymnasium (extra `pettingzoo`).

An action is a square, 0 (a1) to 63 (h8). Passes are played for the agent.

>>> from players.vector_env import OthelloVectorEnv
>>> env = OthelloVectorEnv(2, opponent="greedy")
>>> observations, infos = env.reset(seed=1)
>>> observations["action_mask"].sum(axis=1)
array([4, 3])
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from othello import arrays
from othello.bits import NONE
from othello.game import Game
from othello.position import Position
from othello.rules import SCORE_SCALE
from players import registry

RANDOM = "random"
"""The opponent that needs no player: all its moves of a step are chosen at once."""

Observations = dict[str, NDArray[np.int8]]
Step = tuple[
    Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class OthelloVectorEnv(VectorEnv):
    """`num_envs` games at once, each against the same opponent.

    `opponent` is the specification of a player, or None: then the agent moves for both sides.
    Against an opponent the agent has black in every other game, beginning with the games of even
    number. Each game begins with one of the transcripts `openings`, chosen at random.

    Observations are "observation", int8[n, 2, 8, 8] (1 for a disc of the side to move; 1 for one
    of the other side), and "action_mask", int8[n, 64]. The reward at the end of a game is 1, 0 or
    -1 for the side that moved last as agent, and infos["discs"] is its disc difference. The step
    after the end ignores the action and begins the next game, as `AutoresetMode.NEXT_STEP` says.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self, num_envs: int, opponent: str | None = RANDOM, openings: Sequence[str] = ("",)
    ) -> None:
        """SpecError for a wrong opponent, UserError for a wrong opening or one that ends a game."""
        self.num_envs = num_envs
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (2, 8, 8), np.int8),
                "action_mask": spaces.Box(0, 1, (64,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(64)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponent = None if opponent in (None, RANDOM) else registry.make(str(opponent))
        self._alone = opponent is None
        self._starts = _starts(openings)
        self._games = np.zeros(num_envs, np.int64)
        self._own, self._opp, self._legal = np.zeros((3, num_envs), np.uint64)
        self._black, self._over = np.zeros((2, num_envs), bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin all games again; `seed` decides the openings and the random opponent's moves."""
        super().reset(seed=seed)
        self._games = np.arange(self.num_envs) - 1
        if self._opponent is not None:
            self._opponent.new_game(seed or 0)
        self._begin(np.arange(self.num_envs))
        return self._observations(), {}

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Play the agent's moves, and the opponent's replies; ValueError for an illegal move."""
        ended, playing = np.flatnonzero(self._over), np.flatnonzero(~self._over)
        moves = np.asarray(actions, np.int64)[playing]
        legal = self._legal[playing] >> (moves & 63).astype(np.uint64) & np.uint64(1)
        wrong = playing[(legal == NONE) | (moves < 0) | (moves > 63)]
        if wrong.size:
            raise ValueError(f"game {wrong[0]}: {actions[wrong[0]]} is not a legal action")
        agents = self._black.copy()
        self._play(playing, moves)
        self._reply(playing)
        self._begin(ended)
        final = arrays.final_scores(self._own, self._opp) // SCORE_SCALE
        discs = np.where(self._over, final * np.where(self._black == agents, 1, -1), 0)
        infos = {"discs": discs, "_discs": self._over.copy()} if self._over.any() else {}
        rewards = np.sign(discs).astype(np.float64)
        never = np.zeros(self.num_envs, bool)
        return self._observations(), rewards, self._over.copy(), never, infos

    def _begin(self, games: NDArray[np.int64]) -> None:
        """Begin games with an opening, and let the opponent move first where it is its turn."""
        if not games.size:
            return
        self._games[games] += 1
        chosen = self.np_random.integers(len(self._starts), size=games.size)
        starts = self._starts[chosen]
        self._own[games], self._opp[games] = starts["own"], starts["opp"]
        self._black[games], self._over[games] = starts["black"], False
        self._legal[games] = arrays.legal_moves(self._own[games], self._opp[games])
        self._reply(games)

    def _play(self, games: NDArray[np.int64], moves: NDArray[np.int64]) -> None:
        """Play legal moves; pass for a side without a move, and mark finished games."""
        own, opp = arrays.play(self._own[games], self._opp[games], moves)
        legal, others = arrays.legal_moves(own, opp), arrays.legal_moves(opp, own)
        passes = (legal == NONE) & (others != NONE)
        self._own[games] = np.where(passes, opp, own)
        self._opp[games] = np.where(passes, own, opp)
        self._legal[games] = np.where(passes, others, legal)
        self._black[games] ^= ~passes
        self._over[games] = (legal | others) == NONE

    def _reply(self, games: NDArray[np.int64]) -> None:
        """Play the opponent's moves until it is the agent's turn in all games."""
        while not self._alone:
            agent_is_black = self._games[games] % 2 == 0
            games = games[~self._over[games] & (self._black[games] != agent_is_black)]
            if not games.size:
                return
            self._play(games, self._replies(games))

    def _replies(self, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the opponent's moves."""
        if self._opponent is None:
            return arrays.random_moves(self._legal[games], self.np_random)
        boards = zip(self._own[games], self._opp[games], strict=True)
        return np.array([self._opponent.choose(Position(*board)).move for board in boards])

    def _observations(self) -> Observations:
        """Return the boards and the legal moves of all games."""
        sets = np.stack([self._own, self._opp, np.where(self._over, NONE, self._legal)], axis=1)
        squares = arrays.squares(sets).view(np.int8)
        boards = squares[:, :2].reshape(-1, 2, 8, 8).copy()
        return {"observation": boards, "action_mask": squares[:, 2].copy()}


def _starts(openings: Sequence[str]) -> NDArray[np.void]:
    """Return the positions after transcripts, with the side to move."""
    games = [Game.from_transcript(text) for text in openings]
    if not games:
        raise ValueError("at least one opening is needed; '' is the start of a game")
    for text, game in zip(openings, games, strict=True):
        if game.over:
            raise ValueError(f"the game is over after the opening {text}")
    rows = [(*game.position, game.black_to_move) for game in games]
    return np.array(rows, [("own", np.uint64), ("opp", np.uint64), ("black", np.bool_)])
