"""Othello as an environment of PettingZoo (`pip install 'othello-laboratory[pettingzoo]'`).

An action is a square, 0 (a1) to 63 (h8), or 64 for a pass, which is legal where nothing else is.

>>> from othello import pettingzoo
>>> env = pettingzoo.env()
>>> env.reset()
>>> env.step(19)  # d3
>>> env.agent_selection
'white'
"""

import warnings
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from othello import arrays
from othello.bits import squares
from othello.notation import diagram, parse_board, parse_transcript, side_name
from othello.position import PASS, START, Position
from othello.rules import SCORE_SCALE

PASS_ACTION = 64
ACTIONS = 65


def legal_actions(position: Position) -> list[int]:
    """Return the actions of the side to move, ascending; none if the game is over."""
    if position.over():
        return []
    return squares(position.legal()) or [PASS_ACTION]


def planes(position: Position) -> np.ndarray:
    """Return the own and the other side's discs as 1 in an array of shape (2, 8, 8), int8."""
    return arrays.squares(position).reshape(2, 8, 8).astype(np.int8)


def env(render_mode: str | None = None) -> AECEnv:
    """Return the wrapped environment: an illegal action loses, one out of turn raises."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv):  # noqa: N801  (the name that PettingZoo gives)
    """The game without wrappers.

    An observation is a dict. "observation" is int8 of shape (8, 8, 2), row 1 first: the discs of
    the observing agent and those of the other. "action_mask" is int8 of shape (65,): 1 for each
    legal action, all 0 while another agent is to move. Rewards at the end are 1, 0 and -1. Then
    `infos` has the result as "discs", empties counted for the winner.

    `position` is the `othello.Position` of the agent to move.
    """

    metadata = {"render_modes": ["ansi"], "name": "othello_v0", "is_parallelizable": False}

    def __init__(self, render_mode: str | None = None) -> None:
        """ValueError for a `render_mode` that is neither None nor "ansi" (a board in text)."""
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
        AECEnv.__init__(self)
        self.render_mode = render_mode
        self.possible_agents = ["black", "white"]
        board = spaces.Box(0, 1, (8, 8, 2), np.int8)
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": board, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.position: Position = START

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of `observe(agent)`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of squares and the pass."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; `seed` is not used, since nothing is random.

        The option "board" has 64 squares and the side to move, as `othello.notation.parse_board`
        reads them; "opening" is a transcript of moves played from there. ValueError for another
        text, and where the game is over. Other options have no effect but a warning.
        """
        others = {**(options or {})}
        board = others.pop("board", None)
        position, black = (START, True) if board is None else parse_board(board)
        for move in parse_transcript(others.pop("opening", "")):
            if move != PASS and not position.legal():
                position, black = position.passed(), not black
            position, black = position.play(move), not black
        if position.over():
            raise ValueError("the game is over on this board")
        if others:
            warnings.warn(f"unknown options of reset: {', '.join(others)}", stacklevel=2)
        self.position = position
        self.agents = list(self.possible_agents)
        self.agent_selection = side_name(black)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return the board as `agent` sees it, and its legal actions."""
        to_move = agent == self.agent_selection
        mask = np.zeros(ACTIONS, np.int8)
        if to_move:
            mask[legal_actions(self.position)] = 1
        board = planes(self.position if to_move else self.position.passed())
        return {"observation": np.moveaxis(board, 0, 2), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action of the agent to move; ValueError for one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action not in legal_actions(self.position):
            raise ValueError(f"{action} is not a legal action of {agent}")
        self._cumulative_rewards[agent] = 0
        passes = action == PASS_ACTION
        self.position = self.position.passed() if passes else self.position.play(int(action))
        self.agent_selection = "white" if agent == "black" else "black"
        if self.position.over():
            difference = int(self.position.final()) // SCORE_SCALE
            for sign, side in ((1, self.agent_selection), (-1, agent)):
                self.rewards[side] = sign * int(np.sign(difference))
                self.infos[side]["discs"] = sign * difference
                self.terminations[side] = True
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text with coordinates, black as X; None without a mode."""
        if self.render_mode is None:
            return None
        return diagram(self.position, self.agent_selection == "black")

    def close(self) -> None:
        """No-op: nothing is open."""
