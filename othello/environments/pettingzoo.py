"""Othello as an environment of PettingZoo (`pip install 'othello-laboratory[pettingzoo]'`).

>>> from othello.environments import pettingzoo
>>> env = pettingzoo.env()
>>> env.reset()
>>> env.step(19)  # d3
>>> env.agent_selection
'white'
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from othello.environments import ACTIONS, after, legal_actions, planes
from othello.notation import diagram
from othello.position import START, Position
from othello.rules import SCORE_SCALE


def env(render_mode: str | None = None) -> AECEnv:
    """The environment as learners want it: an illegal action loses, one out of turn raises."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv, EzPickle):  # noqa: N801  (the name that PettingZoo gives)
    """The game, unwrapped; its actions are those of `othello.environments`.

    An observation is a dict: "observation", (8, 8, 2) int8, row 1 first, the discs of the agent
    that observes and those of the other; "action_mask", (65,) int8, 1 where the agent may act,
    all 0 while it is not its turn. Rewards at the end are 1, 0 and -1; `infos` then has the result
    in discs, empties counted for the winner, as "discs".

    `position` is the `othello.Position` of the agent to move: what a player is asked about.
    """

    metadata = {"render_modes": ["ansi"], "name": "othello_v0", "is_parallelizable": False}

    def __init__(self, render_mode: str | None = None) -> None:
        """ValueError for a `render_mode` that is neither None nor "ansi" (a board in text)."""
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode {render_mode!r} is none of None, 'ansi'")
        EzPickle.__init__(self, render_mode)
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
        """What `observe(agent)` may return."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The squares and the pass."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game, black to move; nothing in it is drawn, so `seed` is not used."""
        self.position = START
        self.agents = list(self.possible_agents)
        self.agent_selection = "black"
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """The board as `agent` sees it, and what it may do now."""
        to_move = agent == self.agent_selection
        mask = np.zeros(ACTIONS, np.int8)
        if to_move:
            mask[legal_actions(self.position)] = 1
        seen = planes(self.position if to_move else self.position.passed())
        return {"observation": np.moveaxis(seen, 0, 2), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action of the agent to move; ValueError for one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action not in legal_actions(self.position):
            raise ValueError(f"{action} is no legal action of {agent}")
        self._cumulative_rewards[agent] = 0
        self.position = after(self.position, int(action))
        self.agent_selection = "white" if agent == "black" else "black"
        if self.position.over():
            difference = int(self.position.final()) // SCORE_SCALE
            for sign, side in ((1, self.agent_selection), (-1, agent)):
                self.rewards[side] = sign * int(np.sign(difference))
                self.infos[side]["discs"] = sign * difference
                self.terminations[side] = True
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text with coordinates, black as X; None without a mode."""
        if self.render_mode is None:
            return None
        return diagram(self.position, self.agent_selection == "black")

    def close(self) -> None:
        """Nothing is held open."""
