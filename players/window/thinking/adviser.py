"""What a window asks of the players: a move, the value of all moves, a balanced opening."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from othello.game import Game
from othello.openings import four_move_openings
from othello.position import START, Position
from players import registry
from players.analyse.solved_values import is_solved, solved_values
from players.engine.endgame import Solver, solve
from players.engine.player import EngineOptions, EnginePlayer
from players.forms import Form, forms
from players.move_values import MoveValues, deepening_values, tells_values, values_at
from players.protocol import Player
from players.window.thinking.movers import PlayerCache, made

WARM_UP_MEGABYTES = 1
"""Tables that are thrown away."""
ANALYST_MEGABYTES, PROOF_MEGABYTES = 16, 16
"""The tables of what judges: 64 MB, the default, save 3 % of 300 million nodes in 26 plies, and no
more than 2 % with 25 empty squares."""
OPENING_PLIES = 8
OPENING_DEPTH = 6
BALANCED = 150
"""The most that an opening may favour one side, in hundredths of a disc."""
TRIES = 200


class Adviser(PlayerCache):
    """Players by specification, the engine and a solver beside them; for one thread at a time.

    The engine keeps its table from move to move and from position to position. The solver and its
    table are made when a position is first solved. The player `analyst`, if one is named, values
    moves in their place; SpecError for one that tells no values.
    """

    def __init__(self, analyst: str | None = None) -> None:
        super().__init__()
        self._solver: Solver | None = None
        self._engine = EnginePlayer(EngineOptions(table=ANALYST_MEGABYTES))
        self.analyst: Player = self._engine if analyst is None else made(analyst)
        if not tells_values(self.analyst):
            raise registry.SpecError(
                f"{analyst!r} tells no values of moves; an analyst is a player that searches to a"
                " depth which it is asked for, such as alphabeta"
            )

    def warm_up(self) -> None:
        """Compile, or read from the cache, all that a game needs; a player may think meanwhile."""
        values_at(EnginePlayer(EngineOptions(table=WARM_UP_MEGABYTES)), START, 3)
        solve(START, megabytes=WARM_UP_MEGABYTES, stop=np.ones(1, np.int64))

    def forms(self) -> tuple[Form, ...]:
        """What can be asked of each player."""
        return forms()

    def check(self, spec: str) -> None:
        """ValueError, with one line, for a specification that describes no player."""
        made(spec)

    def ponder(self, spec: str, position: Position, black: bool, seed: int, stop: Any) -> None:
        """Let a player think on the other side's time until `stop` is raised, if it can.

        `black` says which side is the player's; it is the other one's turn.
        """
        player = self._in_game(spec, black, seed, stop)
        if isinstance(player, EnginePlayer):
            player.ponder(position, stop)

    def values(self, position: Position, deepest: int, stop: Any) -> Iterator[MoveValues]:
        """The value of every legal move at growing depths; see `deepening_values`.

        Of a late position asked for to its end the solver gives it; see `solved_values`.
        """
        if self.analyst is not self._engine or not is_solved(position, deepest):
            self._solver = None  # its table is given back
            return deepening_values(self.analyst, position, deepest, stop)
        self._solver = self._solver or Solver(megabytes=PROOF_MEGABYTES)
        return solved_values(self._engine, self._solver, position, stop)

    def balanced_opening(self, seed: int, stop: Any) -> tuple[int, ...]:
        """The moves of a random opening of eight plies in which neither side is ahead.

        The most balanced one of those tried, if none is as even as wanted.
        """
        chance = random.Random(seed)
        candidates: list[tuple[int, tuple[int, ...]]] = []
        for _ in range(TRIES):
            game = _random_opening(chance)
            if game.over:
                continue
            self._engine.new_game()  # so that a seed has one opening, whatever was searched before
            best = values_at(self._engine, game.position, OPENING_DEPTH, stop).best
            candidates.append((abs(best.score), game.moves))
            if abs(best.score) <= BALANCED or stop[0]:
                break
        return min(candidates)[1] if candidates else ()


def _random_opening(chance: random.Random) -> Game:
    """A game of eight plies: one of the 244 openings and four moves after it."""
    game = Game()
    game.play_all(chance.choice(four_move_openings()).moves)
    while len(game.moves) < OPENING_PLIES and not game.over:
        game.play(chance.choice(game.legal()))
    return game
