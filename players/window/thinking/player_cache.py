"""Players by specification: they choose moves, and the engine among them values positions."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from othello.cli.errors import short_repr
from othello.position import START, Position
from players import registry
from players.engine.book import shipped_book
from players.engine.endgame import Solver
from players.engine.level_player import LevelPlayer, chosen_as_people
from players.engine.player import EngineOptions, EnginePlayer
from players.engine.request import Request
from players.external.engine_list import ENGINES_FILE, PROTOCOLS, listed, setup
from players.external.engine_player import ProgramPlayer
from players.levels import level_for, level_of
from players.limits import Limits
from players.move_values import MoveValue, MoveValues, deepening_values, values_at
from players.protocol import Choice, Player
from players.study.analyse.solved_values import is_solved, solved_values
from players.window.game.clocks import stopped_after
from players.window.thinking.engine_thread import MoveRequest

LARGEST_SHARE = 0.35
"""The largest share of its clock that a player which divides its time itself may use for a move."""
WARM_UP_MEGABYTES = 1
ENGINE_MEGABYTES, PROOF_MEGABYTES = 16, 16
"""Tables of the analyst and its solver. The default of 64 MB saves only 3 % of 300 million nodes
with 26 empty squares, and at most 2 % with 25."""


def make_player(spec: str) -> Player:
    """Make a player; SpecError for an engine that only a list in the current folder names.

    The window may be started in a stranger's folder, whose commands nobody has chosen.
    """
    name, options = registry.parse(spec)
    engine = options.get("name")
    if name in PROTOCOLS and engine is not None and engine not in listed(local=False):
        raise registry.SpecError(
            f"no engine {short_repr(engine)} is listed in {ENGINES_FILE} beside your settings"
        )
    return registry.make(spec)


class Adviser:
    """A player for each side, made at its first move, and the engine and solver that value moves.

    For one thread at a time. The engine keeps its table between positions.
    """

    def __init__(self) -> None:
        self._players: dict[bool, tuple[str, Player, int | None]] = {}
        self._solver: Solver | None = None
        self._engine = EnginePlayer(EngineOptions(table=ENGINE_MEGABYTES))

    def get_ready(self, specs: Sequence[str]) -> None:
        """Compile, or read from the cache, the kernels of these players' first moves."""
        for spec in specs:
            player = make_player(spec)
            if not isinstance(player, ProgramPlayer):
                player.new_game(0)
                _load_kernels(player, START)

    def warm_up(self) -> None:
        """Compile, or read from the cache, all kernels of a game; players may think meanwhile."""
        values_at(EnginePlayer(EngineOptions(table=WARM_UP_MEGABYTES)), START, 3)
        solver = Solver(megabytes=WARM_UP_MEGABYTES)
        solver.solve(START, Request(stop=np.ones(1, np.int64)))

    def book_move(self, request: MoveRequest) -> Choice | None:
        """The move of a level out of the book; None for other players or positions.

        It needs no kernel that takes long to compile.
        """
        level, position = level_for(request.spec), request.position
        moves = shipped_book().moves(position) if level is not None else ()
        if level is None or not moves:
            return None
        values = [MoveValue(move.square, move.value, False, (move.square,)) for move in moves]
        value = values[0]
        if level.rating is not None:
            value = chosen_as_people(position, values, level.rating, request.game)
        return Choice(value.move, value.score, variation=value.line)

    def prepare(self, request: MoveRequest, stop: Any) -> None:
        """Make a side's player if it is new, and load its kernels or start its program."""
        if self._players.get(request.black, ("",))[0] != request.spec:
            _load_kernels(self._in_game(request, stop), request.position)

    def choose(self, request: MoveRequest, stop: Any, report: Callable[[Any], object]) -> Choice:
        """Return the move of a player, within its clock's limits; `report` is called at each depth.

        Players that support a clock divide their time themselves. Others are stopped after their
        share of it, or without a clock after their own limit of seconds, because a person waits.
        """
        player = self._in_game(request, stop)
        if isinstance(player, ProgramPlayer) and request.line is not None:
            player.follow(request.line)
        if isinstance(player, EnginePlayer | LevelPlayer):
            player.watch(report)
        limits = limits_of(request.spec, request.allowed, stop)
        with stopped_after(_wall_seconds(request.spec, request.allowed, limits.seconds), stop):
            return player.choose(request.position, limits)

    def _in_game(self, request: MoveRequest, stop: Any) -> Player:
        """The player of a side, in the game of the request; a new one replaces the one before."""
        spec, player, game = self._players.get(request.black) or ("", None, None)
        same = spec == request.spec
        if same and game != request.game and isinstance(player, ProgramPlayer):
            same = player.setup == setup(*registry.parse(spec))  # or its entry has changed
        if player is None or not same:
            self._players.pop(request.black, None)  # frees its table first
            player, game = make_player(request.spec), None
        if game != request.game:
            if isinstance(player, ProgramPlayer):
                player.new_game(request.game, stop)  # which may never answer
            else:
                player.new_game(request.game)
        self._players[request.black] = request.spec, player, request.game
        return player

    def values(self, position: Position, deepest: int, stop: Any) -> Iterator[MoveValues]:
        """Yield the values of all legal moves at growing depths.

        The solver values a late position that is to be searched to its end.
        """
        if not is_solved(position, deepest):
            self._solver = None  # frees its table
            return deepening_values(self._engine, position, deepest, stop)
        self._solver = self._solver or Solver(megabytes=PROOF_MEGABYTES)
        return solved_values(self._engine, self._solver, position, stop)


def _load_kernels(player: Player, position: Position) -> None:
    """Compile, or read from the cache, the kernels of a move; no-op for another program."""
    player.choose(position, Limits(depth=1, stop=np.ones(1, np.int64)))


def _wall_seconds(spec: str, allowed: Limits | None, own: float | None) -> float | None:
    """The wall time that a clock gives a player for its move; without a clock its `own` limit."""
    if allowed is None:
        return own
    seconds = allowed.seconds or 0.0
    if allowed.clock is not None and "clock" in registry.supported_limits(spec):
        seconds = max(seconds, LARGEST_SHARE * allowed.clock.seconds)
    return seconds


def limits_of(spec: str, allowed: Limits | None, stop: Any) -> Limits:
    """The limits of a specification, with a stop flag, within those of the clock."""
    name, options = registry.parse(spec)
    depth, nodes, own, limit = (options.get(key) for key in ("depth", "nodes", "seconds", "limit"))
    if name == "engine" and options.get("level") is not None:
        own = level_of(int(options["level"])).seconds  # type: ignore[arg-type]
    if allowed is None:
        return Limits(depth, nodes, own, stop, limit)  # type: ignore[arg-type]
    if not allowed.seconds or allowed.clock is None:
        # a limit of seconds would start a thread, which is slow on a busy machine
        return Limits(depth=None if registry.is_outside(spec) else 1, stop=stop)
    clock = allowed.clock._replace(longest=own)  # type: ignore[arg-type]
    share = allowed.seconds if own is None else min(float(own), allowed.seconds)
    return Limits(depth, nodes, share, stop, limit, clock)  # type: ignore[arg-type]
