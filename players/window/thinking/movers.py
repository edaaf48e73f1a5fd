"""Players by specification, who are asked for the moves of a game."""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from othello.cli.errors import short_repr
from othello.game import Game
from othello.position import START, Position
from players import registry
from players.engine.book import shipped_book
from players.engine.level_player import LevelPlayer, chosen_as_people, strength_of
from players.engine.player import EnginePlayer
from players.forms import Form
from players.levels import FULL_MEGABYTES, full_strength, level_for
from players.limits import Limits
from players.move_values import MoveValue
from players.outside.listed import ENGINES_FILE, PROTOCOLS, listed
from players.outside.player import ProgramPlayer
from players.protocol import Choice, Player
from players.window.game.clocks import stopped_after

LARGEST_SHARE = 0.35
"""The most of what is left on its clock that a player which divides it itself takes for a move."""


class Progress(NamedTuple):
    """How far a search has come: plies, moves played, seconds since it began."""

    depth: int
    nodes: int
    seconds: float


def made(spec: str) -> Player:
    """Make a player; SpecError for an engine that only the list of the current folder names.

    The window may be started in a stranger's folder, where nobody has chosen that engine's command.
    """
    name, options = registry.parse(spec)
    engine = options.get("name")
    if name in PROTOCOLS and engine is not None and engine not in listed(local=False):
        raise registry.SpecError(
            f"no engine {short_repr(engine)} is listed in {ENGINES_FILE} beside your settings"
        )
    return registry.make(spec)


class PlayerCache:
    """A player for each side, who is made when it is first asked; for one thread at a time."""

    def __init__(self) -> None:
        self._players: dict[bool, tuple[str, Player, int | None]] = {}
        self._line: Game | None = None
        self._alone = True
        self._tell: Callable[[Progress], object] = lambda progress: None

    def warm_up(self) -> None:
        """No-op: a program that is to move needs nothing compiled."""

    def get_ready(self, specs: Sequence[str]) -> None:
        """Compile, or read from the cache, what these players need for their first move."""
        for spec in specs:
            player = made(spec)
            if not isinstance(player, ProgramPlayer):
                player.new_game(0)
                player.choose(START, Limits(depth=1, stop=np.ones(1, np.int64)))

    def book_move(self, spec: str, position: Position, seed: int) -> Choice | None:
        """The move of a level by what the book says of all moves; None for others, or unknown ones.

        It needs no kernel that takes long to compile.
        """
        level = level_for(spec)
        moves = shipped_book().moves(position) if level is not None else ()
        if level is None or not moves:
            return None
        values = [MoveValue(move.square, move.value, False, (move.square,)) for move in moves]
        value = values[0]
        if level.rating is not None:
            value = chosen_as_people(position, values, level.rating, seed)
        return Choice(value.move, value.score, variation=value.line)

    def forms(self) -> tuple[Form, ...]:
        """None: the adviser says what can be asked of players."""
        return ()

    def follow(self, game: Game | None) -> None:
        """Take a game for what was played before the next move that is asked for."""
        self._line = game

    def sole(self, black: bool | None) -> None:
        """Say which side alone an engine plays: the other one's gives its tables back; None: both.

        Two of full strength have half its tables each.
        """
        self._alone = black is not None
        if black is not None:
            self._players.pop(not black, None)

    def watch(self, tell: Callable[[Progress], object]) -> None:
        """Call `tell` from now on with how far a player has come that thinks about its move."""
        self._tell = tell

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
        player = self._in_game(spec, black, seed, stop)
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

    def _in_game(self, spec: str, black: bool, seed: int, stop: Any) -> Player:
        """The player `spec` of a side in game `seed`; the one before of that side is dropped."""
        known, player, played = self._players.get(black) or ("", None, None)
        if player is None or known != spec:
            player = played = None
            player = self._made(spec, black)
        if played != seed:
            _begin(player, seed, stop)
        self._players[black] = spec, player, seed
        return player

    def prepare(self, spec: str, position: Position, black: bool, clocked: bool, stop: Any) -> None:
        """Make a player, and compile or read from the cache what it needs, if it is a new one.

        Another program is asked for a move only if a clock is to run.
        """
        if black not in self._players or self._players[black][0] != spec:
            player = self._made(spec, black)
            if clocked or not isinstance(player, ProgramPlayer):
                _begin(player, 0, stop)
                player.choose(position, Limits(depth=1, stop=np.ones(1, np.int64)))
            self._players[black] = spec, player, None

    def _made(self, spec: str, black: bool) -> Player:
        """A new player; the one before of that side gives its tables back first."""
        self._players.pop(black, None)
        half = spec == full_strength() and not self._alone
        return made(full_strength(FULL_MEGABYTES // 2) if half else spec)


def _begin(player: Player, seed: int, stop: Any) -> None:
    """Begin a game; a program that does not answer is waited for until `stop` is raised."""
    if isinstance(player, ProgramPlayer):
        player.new_game(seed, stop)
    else:
        player.new_game(seed)


def _wall_seconds(spec: str, allowed: Limits | None, own: float | None) -> float | None:
    """The wall time that a clock allows a player for its move; without one its `own` limit."""
    if allowed is None:
        return own
    seconds = allowed.seconds or 0.0
    if allowed.clock is not None and "clock" in registry.supported_limits(spec):
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
