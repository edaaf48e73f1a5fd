"""Othello as a game of OpenSpiel (`pip install 'othello-laboratory[openspiel]'`).

>>> import pyspiel
>>> from othello.environments import open_spiel
>>> state = pyspiel.load_game(open_spiel.NAME).new_initial_state()
>>> state.apply_action(19)
>>> state.legal_actions()
[18, 20, 34]

Importing this module registers the game. Its actions are those of OpenSpiel's own Othello.
"""

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from othello.environments import ACTIONS, PASS_ACTION, after, legal_actions, planes
from othello.notation import diagram, square_name
from othello.position import START

NAME = "python_othello_laboratory"
"""What `pyspiel.load_game` loads."""

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Othello of the Othello laboratory",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={},
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=ACTIONS,
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=128,  # 60 discs, and less than a pass for each
)


class OthelloGame(pyspiel.Game):
    """The rules; players are 0, black, and 1, white."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self) -> "OthelloState":
        """The start of a game, black to move."""
        return OthelloState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What turns a state into a tensor or a text."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class OthelloState(pyspiel.State):
    """A point of a game. `position` is the `othello.Position` of the side to move."""

    def __init__(self, game: OthelloGame) -> None:
        super().__init__(game)
        self.position = START
        self.player_to_move = 0

    def current_player(self) -> int:
        """0 for black, 1 for white, or TERMINAL."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.player_to_move

    def _legal_actions(self, player: int) -> list[int]:
        return legal_actions(self.position)

    def _apply_action(self, action: int) -> None:
        self.position = after(self.position, action)
        self.player_to_move = 1 - self.player_to_move

    def _action_to_string(self, player: int, action: int) -> str:
        return "pass" if action == PASS_ACTION else square_name(action)

    def is_terminal(self) -> bool:
        """Whether neither side can move."""
        return self.position.over()

    def returns(self) -> list[float]:
        """1, 0 or -1 for black and for white; 0 before the end."""
        if not self.is_terminal():
            return [0.0, 0.0]
        own = float(np.sign(int(self.position.final())))
        return [own, -own] if self.player_to_move == 0 else [-own, own]

    def __str__(self) -> str:
        """The board with coordinates, black as X."""
        return diagram(self.position, self.player_to_move == 0)


class _Observer:
    """The planes of a state: empty squares, discs of the observer, discs of the other side."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError(f"an observation has no parameters, not {params}")
        self.tensor = np.zeros(3 * 64, np.float32)
        self.dict = {"observation": self.tensor.reshape(3, 8, 8)}

    def set_from(self, state: OthelloState, player: int) -> None:
        """Write the planes as `player` sees them."""
        own, opp = planes(state.position)
        if player != state.player_to_move:
            own, opp = opp, own
        self.dict["observation"][:] = 1 - own - opp, own, opp

    def string_from(self, state: OthelloState, player: int) -> str:
        """The board in text; both players see the same."""
        return str(state)


pyspiel.register_game(_TYPE, OthelloGame)
