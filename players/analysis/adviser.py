"""What a window asks of the players: a move, the value of all moves, a balanced opening."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from othello.game import Game
from othello.openings import four_move_openings
from othello.position import START, Position
from players import registry
from players.analysis.forms import Form, forms
from players.analysis.move_values import MoveValues, deepening_values, values_at
from players.analysis.solved_values import is_solved, solved_values
from players.engine.endgame import Solver, solve
from players.engine.levelled import LevelPlayer
from players.engine.levels import strength_of
from players.engine.player import EngineOptions, EnginePlayer
from players.protocol import Choice, Limits, Player
from players.protocols.player import ProgramPlayer

SOLVING_EVALUATOR = "patterns"
"""Orders the solver's moves: 15 % faster than with "bill" on ten positions of 20 to 23 empties."""
WARM_UP_MEGABYTES = 1
"""A solver's table that is thrown away."""
OPENING_PLIES = 8
OPENING_DEPTH = 6
BALANCED = 150
"""The most that an opening may favour one side, in hundredths of a disc."""
TRIES = 200


class Progress(NamedTuple):
    """How far a search has come: plies, moves played, seconds since it began."""

    depth: int
    nodes: int
    seconds: float


class Adviser:
    """Players by specification, the engine and a solver beside them; for one thread at a time.

    The engine keeps its table from move to move and from position to position. The solver and its
    table are made when a position is first solved.
    """

    def __init__(self) -> None:
        self._solver: Solver | None = None
        self._analyst = EnginePlayer(EngineOptions())
        self._players: dict[tuple[str, bool], tuple[Player, int]] = {}
        self._line: Game | None = None
        self._told: Callable[[Progress], object] = lambda progress: None

    def warm_up(self) -> None:
        """Compile, or read from the cache, all that a game needs."""
        values_at(self._analyst, START, 3)
        solve(
            START,
            megabytes=WARM_UP_MEGABYTES,
            evaluator=SOLVING_EVALUATOR,
            stop=np.ones(1, np.int64),
        )

    def forms(self) -> tuple[Form, ...]:
        """What can be asked of each player."""
        return forms()

    def follow(self, game: Game | None) -> None:
        """Take a game for what was played before the next move that is asked for."""
        self._line = game

    def watch(self, told: Callable[[Progress], object]) -> None:
        """Tell `told` from now on how far a player has come that thinks about its move."""
        self._told = told

    def check(self, spec: str) -> None:
        """ValueError, with one line, for a specification that describes no player."""
        registry.make(spec)

    def choose(
        self,
        spec: str,
        position: Position,
        black: bool,
        seed: int,
        seconds: float | None,
        stop: Any,
    ) -> Choice:
        """The move of the player `spec` in game `seed`.

        `seconds`, if any, is the most that a player with a limit of seconds may use. Such a limit
        is one of elapsed time too, since a person waits: `stop` is raised when it is over.
        """
        player = self._player(spec, black, seed)
        if self._line is not None and isinstance(player, ProgramPlayer):
            player.follow(self._line)
        if isinstance(player, EnginePlayer | LevelPlayer):
            began = time.monotonic()
            player.watch(
                lambda found: self._told(
                    Progress(found.depth, found.nodes, time.monotonic() - began)
                )
            )
        limits = _limits(spec, seconds, stop)
        if limits.seconds is None:
            return player.choose(position, limits)
        alarm = threading.Timer(limits.seconds, stop.fill, (1,))
        alarm.start()
        try:
            return player.choose(position, limits)
        finally:
            alarm.cancel()

    def ponder(self, spec: str, position: Position, black: bool, seed: int, stop: Any) -> None:
        """Let a player think on the other side's time until `stop` is raised, if it can.

        `black` says which side is the player's; it is the other one's turn.
        """
        player = self._player(spec, black, seed)
        if isinstance(player, EnginePlayer):
            player.ponder(position, stop)

    def _player(self, spec: str, black: bool, seed: int) -> Player:
        """The player `spec` of a side in game `seed`; the one before of that side is dropped."""
        player, played = self._players.get((spec, black), (None, -1))
        player = player or registry.make(spec)
        if played != seed:
            player.new_game(seed)
        self._players = {key: value for key, value in self._players.items() if key[1] != black}
        self._players[spec, black] = player, seed
        return player

    def values(self, position: Position, deepest: int, stop: Any) -> Iterator[MoveValues]:
        """The value of every legal move at growing depths; see `deepening_values`.

        Of a late position asked for to its end the solver gives it; see `solved_values`.
        """
        if not is_solved(position, deepest):
            return deepening_values(self._analyst, position, deepest, stop)
        self._solver = self._solver or Solver(evaluator=SOLVING_EVALUATOR)
        return solved_values(self._analyst, self._solver, position, stop)

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
            self._analyst.new_game()  # so that a seed has one opening, whatever was searched before
            best = values_at(self._analyst, game.position, OPENING_DEPTH, stop).best
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


def _limits(spec: str, seconds: float | None, stop: Any) -> Limits:
    """The limits that the specification states, with a stop flag and what the clock leaves."""
    name, given = registry.parse(spec)
    depth, nodes, own, limit = (given.get(name) for name in ("depth", "nodes", "seconds", "limit"))
    if name == "engine" and given.get("level") is not None:
        own = strength_of(int(given["level"])).seconds  # type: ignore[arg-type]
    if own is not None and seconds is not None:
        own = min(float(own), seconds)
    return Limits(depth, nodes, own, stop, limit)  # type: ignore[arg-type]
