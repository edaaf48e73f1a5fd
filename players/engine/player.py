"""The player `engine`: the strong engine under the limits of a move or of a game.

Under a clock it divides what is left itself: seconds of wall time, since a wall clock judges.
`players.engine.level_player` registers it.
"""

import math
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from othello.bits import squares
from othello.cli.errors import closest
from othello.compiling import stopped_by_flag
from othello.not_reentrant import not_reentrant
from othello.position import START, Position
from players.engine.book import NO_BOOK, book_named
from players.engine.clock import Patience, allotment, later_than
from players.engine.endgame import LAST_MOVE, SOLVING_EVALUATOR
from players.engine.engine import MIDGAME_SELECTIVITY, TABLE_MEGABYTES, Engine
from players.engine.midgame_memory import MIDGAME_OFF, MidgameSettings
from players.engine.request import SOLVED_AT_ONCE, EngineResult, Request
from players.engine.selectivity import read_cuts
from players.limits import ClockLeft, Limits, limits_in_force, own_limits
from players.protocol import NOTHING_TO_CHOOSE, Choice

DEFAULT_DEPTH = 10
MOST_EMPTIES = 60
FORCED_DEPTH = 1


class EngineOptions(NamedTuple):
    """The options of engine; the first limit reached ends a search."""

    depth: Annotated[int | None, "depth in plies (10 if there is no other limit)"] = None
    nodes: Annotated[int | None, "nodes in moves played"] = None
    seconds: Annotated[float | None, "seconds of CPU time a move"] = None
    game_seconds: Annotated[float | None, "game_seconds of wall time for all moves of a game"] = (
        None
    )
    increment: Annotated[float, "increment after each: the first limit reached ends the search"] = (
        0.0
    )
    threads: Annotated[int, "threads search together"] = 1
    table: Annotated[int, "table is the memory of its tables in MB"] = TABLE_MEGABYTES
    solve: Annotated[
        int,
        "From solve empty squares on a search to the end of the game asks nothing but the exact"
        " solver",
    ] = SOLVED_AT_ONCE
    selectivity: Annotated[
        int,
        "selectivity is from 0, which leaves the most out, to 5 for nothing, by the margins in the"
        " file",
    ] = MIDGAME_SELECTIVITY
    cuts: Annotated[str | None, "cuts, the shipped one by default"] = None
    evaluator: Annotated[str, "evaluator is patterns, or patterns@FILE"] = SOLVING_EVALUATOR
    prove: Annotated[
        int, "With more than prove empty squares no search goes to the end of the game"
    ] = MOST_EMPTIES
    off: Annotated[str | None, "off is a technique to leave out, with hyphens for blanks"] = None
    book: Annotated[
        str,
        "book is a file of moves that are played without thought, shipped for the program's own,"
        " or none",
    ] = NO_BOOK
    vary: Annotated[
        float | None, "with vary a random one of those at most so many discs worse than the best"
    ] = None
    level: Annotated[
        int | None, "level is one of the levels, from 1 to 16, see players.engine.level_player"
    ] = None


def choice_of(found: EngineResult) -> Choice:
    """What the engine found, as a player's answer; ValueError where the game is over."""
    if not found.line:
        raise ValueError(NOTHING_TO_CHOOSE)
    alike = ("score", "bound", "depth", "nodes", "lower", "upper", "proven")
    parts: dict[str, Any] = {name: getattr(found, name) for name in alike}
    return Choice(found.line[0], cpu_seconds=found.seconds, variation=found.line, **parts)


def _settings(off: str | None) -> MidgameSettings:
    """The settings without the technique named `off`; ValueError if there is none of that name."""
    if off is None:
        return MidgameSettings()
    name = off.replace("-", " ")
    if name not in MIDGAME_OFF:
        names = [technique.replace(" ", "-") for technique in MIDGAME_OFF]
        raise ValueError(f"{off!r} is none of {', '.join(names)}{closest(off, names)}")
    return MIDGAME_OFF[name]


class EnginePlayer:
    """The strong engine: selective search on the pattern evaluation, and the exact solver."""

    supported_limits = ("depth", "nodes", "seconds", "clock")

    def __init__(self, options: EngineOptions) -> None:
        for name, empties in (("solve", options.solve), ("prove", options.prove)):
            if not 0 <= empties <= MOST_EMPTIES:
                raise ValueError(f"{name} must be from 0 to {MOST_EMPTIES}, not {empties}")
        if options.game_seconds is not None and not 0 < options.game_seconds < math.inf:
            raise ValueError(f"game_seconds must be more than 0, not {options.game_seconds}")
        if not 0 <= options.increment < math.inf:
            raise ValueError(f"increment is 0 or more, not {options.increment}")
        if options.increment and options.game_seconds is None:
            raise ValueError("increment needs game_seconds")
        if options.vary is not None and not 0 <= options.vary < math.inf:
            raise ValueError(f"vary is 0 or more, not {options.vary}")
        if options.vary is not None and options.book == NO_BOOK:
            raise ValueError("vary needs book")
        given = Limits(options.depth, options.nodes, options.seconds)
        default = Limits() if options.game_seconds is not None else Limits(depth=DEFAULT_DEPTH)
        self._limits = own_limits(given, default)
        self._options = options
        self._left = options.game_seconds
        self._engine = Engine(
            options.threads,
            options.table,
            options.selectivity,
            options.evaluator,
            settings=_settings(options.off),
            cuts=None if options.cuts is None else read_cuts(Path(options.cuts)),
        )
        self._book = book_named(options.book)
        self._chance = random.Random(0)
        self._told: Callable[[EngineResult], object] | None = None
        self._ready = False
        self._late = 0.0

    @not_reentrant
    def new_game(self, seed: int = 0) -> None:
        """Clear the tables and wind the clock; `seed` matters to `vary` alone."""
        self._chance.seed(seed)
        if not self._ready:
            for position in (START, LAST_MOVE):  # the kernels of the midgame and of the solver
                self._engine.search(position, Request(depth=2))
            self._ready = True
        self._engine.clear()
        self._left = self._options.game_seconds
        self._late = 0.0

    @not_reentrant
    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """The best move that the limits allow to find; one of the book without thought.

        StillCompilingError if a stop comes while a kernel compiles and nothing is found.
        """
        if self._book and (known := self._book.answer(position, self._options.vary, self._chance)):
            self._left = None if self._left is None else self._left + self._options.increment
            return known
        began = time.monotonic()
        own = self._limits
        if self._left is not None:
            own = own._replace(clock=ClockLeft(self._left, self._options.increment, own.seconds))
        limits = limits_in_force(limits, own, self.supported_limits)
        with stopped_by_flag(limits.stop):
            found = self._found(position, limits, began)
        if self._left is not None:
            self._left = max(0.0, self._left - (time.monotonic() - began))
            self._left += self._options.increment
        return choice_of(found)

    @property
    def seconds(self) -> float | None:
        """The seconds for a move that the player has of its own; None without."""
        return self._limits.seconds

    def watch(self, told: Callable[[EngineResult], object] | None) -> None:
        """From now on tell what each stage of a search found; None tells nobody."""
        self._told = told

    @not_reentrant
    def ponder(self, position: Position, stop: Any) -> None:
        """Think about a position in which the other side is to move, until `stop` is raised.

        What is found stands in the table when it is this player's turn again. For who has a
        player think on the other side's time: tournaments do not.
        """
        self._engine.search(position, Request(stop=stop, solve=0))

    def _tell(self, found: EngineResult) -> None:
        """Pass on what a stage found."""
        if self._told is not None:
            self._told(found)

    def _found(self, position: Position, limits: Limits, began: float) -> EngineResult:
        """What the engine finds within the limits."""
        request = Request(
            *(limits.depth, limits.nodes, limits.seconds, limits.stop),
            solve=self._options.solve,
            prove=self._options.prove,
            on_stage=self._tell,
        )
        timed = limits.clock is not None or limits.seconds is not None
        if timed and len(squares(position.legal())) == 1:
            return self._engine.search(position, request._replace(depth=FORCED_DEPTH))
        if limits.clock is None:
            return self._engine.search(position, request)
        allotted = allotment(limits.clock, int(position.plies_left()), self._late)
        patience = Patience(allotted.meant)

        def on_stage(found: EngineResult) -> bool:
            self._tell(found)
            return patience.enough(found.line[0], found.score, time.monotonic() - began)

        longest = limits.clock.longest
        seconds = allotted.longest if longest is None else min(allotted.longest, longest)
        found = self._engine.search(
            position, request._replace(seconds=seconds, wall=True, on_stage=on_stage)
        )
        self._late = later_than(self._late, seconds, time.monotonic() - began, found.seconds)
        return found
