"""Matches: A against B over openings, under time controls, by one version of the code."""

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cached_property
from types import NoneType
from typing import Any, NamedTuple

from othello import fingerprint
from othello.cli.errors import short_repr, without_control_characters
from othello.openings import four_move_openings
from players import registry
from players.limits import ClockLeft, Limits
from players.registry import SpecError
from tournament.games.adjudication import MOST_EMPTIES, Adjudication
from tournament.games.openings import GameKey, Opening, game_keys

LIMIT_KINDS = ("depth", "nodes", "seconds", "interest")
"""The limits of a move that a match can set."""

LARGEST = 2**62
"""Above every number in a question."""

CLOCK = ("game_seconds", "increment")
"""The parts of a clock, named as options."""

RESERVE = 4
"""Moves after the last one for which the clock keeps time, since machines are busy at times."""

LARGEST_SHARE = 0.8
"""The largest share of the remaining time, or of an increment, for one move."""


class Clock(NamedTuple):
    """Seconds of wall time for all moves of a side in a game, and the increment after each move."""

    seconds: float
    increment: float = 0.0


class TimeControl(NamedTuple):
    """The limits of a side, which replace the player's own, and its clock."""

    limits: Limits = Limits()
    clock: Clock | None = None

    def of_a_move(self, left: float, empties: int, pace: float = 1.0) -> Limits | None:
        """Return the limits of a move with `left` seconds on the clock, or None.

        A share of the remaining time becomes a limit of CPU seconds: the side still has half of
        the `empties` squares to move, and RESERVE moves more. `pace` is the CPU seconds for each
        second of the clock so far. Players that divide the time themselves get the clock, too.
        """
        limits = self.limits
        if self.clock is not None:
            moves = (empties + 1) // 2 + RESERVE
            share = left / moves + LARGEST_SHARE * self.clock.increment
            share = pace * min(share, LARGEST_SHARE * left)
            clock = ClockLeft(left, self.clock.increment, limits.seconds)
            limits = limits._replace(seconds=min(share, limits.seconds or math.inf), clock=clock)
        return limits if any(limit is not None for limit in limits) else None

    def data(self) -> dict[str, float]:
        """Return all limits that are set, by name."""
        values = {kind: getattr(self.limits, kind) for kind in LIMIT_KINDS}
        if self.clock is not None:
            values |= dict(zip(CLOCK, self.clock, strict=True))
        return {name: value for name, value in values.items() if value is not None}

    def words(self) -> str:
        """Describe all limits that are set, or return ""."""
        limits = self.data().items()
        return ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in limits)


def own_time_control(spec: str) -> TimeControl:
    """Return the limits and the clock in a player's specification; SpecError for a wrong clock."""
    given = registry.parse(spec)[1]
    supported = registry.supported_limits(spec)
    own: dict[str, Any] = {
        kind: given.get("limit" if kind == "interest" else kind)
        for kind in LIMIT_KINDS
        if kind in supported
    }
    limits = Limits(**own)
    seconds, increment = given.get(CLOCK[0]), float(given.get(CLOCK[1]) or 0)
    if seconds is None:
        if increment:
            raise SpecError(f"{short_repr(spec)}: increment needs game_seconds")
        return TimeControl(limits)
    clock = Clock(float(seconds), increment)
    if not (0 < clock.seconds < LARGEST and 0 <= increment < LARGEST):
        raise SpecError(f"{short_repr(spec)}: a clock needs more than 0 game_seconds")
    return TimeControl(limits, clock)


def check_texts(value: Any) -> Any:
    """Return data of JSON; ValueError if a text in it cannot be printed."""
    json.dumps(value, ensure_ascii=False).encode()
    return without_control_characters(value)


def check_values(name: str, values: Iterable[Any], *kinds: type) -> None:
    """ValueError for a value of none of the kinds, or a number of LARGEST or more, such as NaN."""
    for value in values:
        is_number = isinstance(value, int | float)
        if type(value) not in kinds or (is_number and not abs(value) < LARGEST):
            raise ValueError(f"its {name} cannot be {short_repr(value)}")


def digest(value: Any) -> str:
    """Return sixteen hexadecimal digits that identify plain data."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return fingerprint.digest(text)


FIXED_LIMITS = Limits._fields.index("clock")
"""The number of leading fields of `Limits` that a match can set; a clock changes every move."""


@dataclass(frozen=True)
class Match:
    """Games of A against B over openings, each played with both colours.

    `a` and `b` are canonical specifications. `limits` replace the players' own; with `clock` a
    side loses when its time for all moves of a game is up. `code` is the version of the code and
    `modules` are the users' modules to import. Later rounds, `round` > 0, play the same openings
    with other seeds. `adjudication` tells which games end early.
    """

    a: str
    b: str
    openings: tuple[Opening, ...]
    limits: Limits = Limits()
    clock: Clock | None = None
    code: str = ""
    modules: tuple[str, ...] = ()
    round: int = 0
    adjudication: Adjudication = Adjudication()

    @cached_property
    def id(self) -> str:
        """The digest that identifies this match."""
        return digest(["tournament", self._fields()])

    def _fields(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["limits"] = self.limits[:FIXED_LIMITS]
        if self.adjudication == Adjudication():
            del values["adjudication"]
        return values

    @property
    def time_control(self) -> TimeControl:
        """The time control of players without limits of their own."""
        return TimeControl(self.limits, self.clock)

    def time_control_of(self, spec: str) -> TimeControl:
        """Return the limits and the clock of a player; its own replace those of the match."""
        try:
            own = own_time_control(spec)
        except SpecError:  # of a module that is missing here
            return self.time_control
        limits = self.limits if own.limits == Limits() else own.limits
        return TimeControl(limits, own.clock or self.clock)

    @property
    def game_keys(self) -> tuple[GameKey, ...]:
        """The keys of all games; the two games of a pair are neighbours."""
        return game_keys(self.openings)

    @property
    def game_count(self) -> int:
        """The number of games."""
        return 2 * len(self.openings)

    def as_text(self) -> str:
        """Return this match as JSON."""
        return json.dumps(self._fields())

    @classmethod
    def from_text(cls, text: str) -> "Match":
        """Parse the text of `as_text`; ValueError for an impossible field."""
        read = check_texts(json.loads(text))
        clock = Clock(*read["clock"]) if read["clock"] else None
        limits = Limits(*read["limits"][:FIXED_LIMITS])
        who = read["a"], read["b"], tuple(read["openings"]), limits, clock
        early = Adjudication(*read.get("adjudication", ()))
        return cls(*who, read["code"], tuple(read["modules"]), read["round"], early).checked()

    def checked(self) -> "Match":
        """Return this match; ValueError for a value that no command line makes."""
        for name in ("a", "b", "code"):
            check_values(name, [getattr(self, name)], str)
        check_values("modules", self.modules, str)
        check_values("openings", self.openings or [None], int, str)
        check_values("limits", self.limits, int, float, NoneType)
        check_values("clock", self.clock or (), int, float)
        check_values("round", [self.round], int)
        check_values("adjudication", self.adjudication, int, NoneType)
        discs, moves, empties = self.adjudication
        if not (0 < (discs or 1) <= 64 and 0 < (moves or 0) <= 60) or (
            not 0 <= (empties or 0) <= MOST_EMPTIES
        ):
            raise ValueError(f"its games cannot end early by {self.adjudication}")
        for opening in self.openings:
            if isinstance(opening, int) and not 0 <= opening < len(four_move_openings()):
                raise ValueError(f"its openings cannot be {opening}")
        return self


def has_randomness(match: Match) -> bool:
    """True if a game of the match may differ with another seed.

    Time limits, and players with chance in them, make it so. Unknown players, such as those of a
    missing module, may have chance.
    """
    for limits, clock in map(match.time_control_of, (match.a, match.b)):
        if clock is not None or limits.seconds is not None:
            return True
    try:
        return any(map(registry.has_randomness, (match.a, match.b)))
    except SpecError:
        return True
