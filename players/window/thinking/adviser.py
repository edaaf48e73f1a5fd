"""What a window asks of the players: a move, the value of all moves, a balanced opening."""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from othello.game import Game
from othello.openings import four_move_openings
from othello.position import START, Position
from players import registry
from players.analyse.solved_values import is_solved, solved_values
from players.engine.endgame import Solver, solve
from players.engine.level_player import LevelPlayer, strength_of
from players.engine.player import EngineOptions, EnginePlayer
from players.forms import Form, forms
from players.limits import Limits
from players.move_values import MoveValues, deepening_values, tells_values, values_at
from players.outside.player import ProgramPlayer
from players.protocol import Choice, Player
from players.window.game.clocks import stopped_after

WARM_UP_MEGABYTES = 1
"""A solver's table that is thrown away."""
OPENING_PLIES = 8
OPENING_DEPTH = 6
BALANCED = 150
"""The most that an opening may favour one side, in hundredths of a disc."""
TRIES = 200
LARGEST_SHARE = 0.35
"""The most of what is left on its clock that a player which divides it itself takes for a move."""


class Progress(NamedTuple):
    """How far a search has come: plies, moves played, seconds since it began."""

    depth: int
    nodes: int
    seconds: float


class Adviser:
    """Players by specification, the engine and a solver beside them; for one thread at a time.

    The engine keeps its table from move to move and from position to position. The solver and its
    table are made when a position is first solved. The player `analyst`, if one is named, values
    moves in their place; SpecError for one that tells no values.
    """

    def __init__(self, analyst: str | None = None) -> None:
        self._solver: Solver | None = None
        self._engine = EnginePlayer(EngineOptions())
        self.analyst: Player = self._engine if analyst is None else registry.make(analyst)
        if not tells_values(self.analyst):
            raise registry.SpecError(
                f"{analyst!r} tells no values of moves; an analyst is a player that searches to a"
                " depth which it is asked for, such as alphabeta"
            )
        self._players: dict[bool, tuple[str, Player, int | None]] = {}
        self._line: Game | None = None
        self._tell: Callable[[Progress], object] = lambda progress: None

    def warm_up(self) -> None:
        """Compile, or read from the cache, all that a game needs."""
        values_at(self._engine, START, 3)
        solve(START, megabytes=WARM_UP_MEGABYTES, stop=np.ones(1, np.int64))

    def forms(self) -> tuple[Form, ...]:
        """What can be asked of each player."""
        return forms()

    def follow(self, game: Game | None) -> None:
        """Take a game for what was played before the next move that is asked for."""
        self._line = game

    def watch(self, tell: Callable[[Progress], object]) -> None:
        """Call `tell` from now on with how far a player has come that thinks about its move."""
        self._tell = tell

    def check(self, spec: str) -> None:
        """ValueError, with one line, for a specification that describes no player."""
        registry.make(spec)

    def choose(
        self,
        spec: str,
        position: Position,
        black: bool,
        seed: int,
        allowed: Limits | None,
        stop: Any,
    ) -> Choice:
        """The move of the player `spec` in game `seed`, within what a clock allows, if one runs.

        Players that know what a clock is divide it themselves; all others are stopped when their
        share of it is used, and without a clock when their own limit of seconds has elapsed, since
        a person waits.
        """
        player = self._in_game(spec, black, seed)
        if self._line is not None and isinstance(player, ProgramPlayer):
            player.follow(self._line)
        if isinstance(player, EnginePlayer | LevelPlayer):
            began = time.monotonic()
            player.watch(
                lambda found: self._tell(
                    Progress(found.depth, found.nodes, time.monotonic() - began)
                )
            )
        limits = limits_of(spec, allowed, stop)
        with stopped_after(_wall_seconds(spec, allowed, limits.seconds), stop):
            return player.choose(position, limits)

    def ponder(self, spec: str, position: Position, black: bool, seed: int, stop: Any) -> None:
        """Let a player think on the other side's time until `stop` is raised, if it can.

        `black` says which side is the player's; it is the other one's turn.
        """
        player = self._in_game(spec, black, seed)
        if isinstance(player, EnginePlayer):
            player.ponder(position, stop)

    def _in_game(self, spec: str, black: bool, seed: int) -> Player:
        """The player `spec` of a side in game `seed`; the one before of that side is dropped."""
        known, player, played = self._players.get(black) or ("", None, None)
        if player is None or known != spec:
            player, played = registry.make(spec), None
        if played != seed:
            player.new_game(seed)
        self._players[black] = spec, player, seed
        return player

    def prepare(self, spec: str, position: Position, black: bool) -> None:
        """Make a player, and compile or read from the cache what it needs, if it is a new one."""
        if black not in self._players or self._players[black][0] != spec:
            player = registry.make(spec)
            player.new_game(0)
            player.choose(position, Limits(depth=1, stop=np.ones(1, np.int64)))
            self._players[black] = spec, player, None

    def values(self, position: Position, deepest: int, stop: Any) -> Iterator[MoveValues]:
        """The value of every legal move at growing depths; see `deepening_values`.

        Of a late position asked for to its end the solver gives it; see `solved_values`.
        """
        if self.analyst is not self._engine or not is_solved(position, deepest):
            return deepening_values(self.analyst, position, deepest, stop)
        self._solver = self._solver or Solver()
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


def _wall_seconds(spec: str, allowed: Limits | None, own: float | None) -> float | None:
    """The wall time that a clock allows a player for its move; without one its `own` limit."""
    if allowed is None:
        return own
    seconds = allowed.seconds or 0.0
    if allowed.clock is not None and "clock" in registry.heeded(spec):
        seconds = max(seconds, LARGEST_SHARE * allowed.clock.seconds)
    return seconds


def limits_of(spec: str, allowed: Limits | None, stop: Any) -> Limits:
    """The limits that the specification states, with a stop flag and what the clock leaves."""
    name, given = registry.parse(spec)
    depth, nodes, own, limit = (given.get(name) for name in ("depth", "nodes", "seconds", "limit"))
    if name == "engine" and given.get("level") is not None:
        own = strength_of(int(given["level"])).seconds  # type: ignore[arg-type]
    if allowed is None:
        return Limits(depth, nodes, own, stop, limit)  # type: ignore[arg-type]
    if not allowed.seconds or allowed.clock is None:
        # no limit that starts a thread: on a busy machine that takes its time
        return Limits(depth=1, stop=stop)
    clock = allowed.clock._replace(longest=own)  # type: ignore[arg-type]
    share = allowed.seconds if own is None else min(float(own), allowed.seconds)
    return Limits(depth, nodes, share, stop, limit, clock)  # type: ignore[arg-type]
