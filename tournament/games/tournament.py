"""What a tournament is: players, openings, limits, clocks and code, and the digest of these."""

import importlib.util
import json
import math
import re
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from othello import fingerprint
from othello.cli.errors import plain
from othello.files import named_file
from players import registry
from players.limits import ClockLeft, Limits
from tournament.games.fields import check_fields
from tournament.games.openings import Opening
from tournament.games.schedule import Fixture, fixtures

LIMIT_KINDS = ("depth", "nodes", "seconds", "interest")
"""The limits of a move that a tournament can set."""

CLOCK = ("game_seconds", "increment")
"""What a clock is made of, as options name it."""

RESERVE = 4
"""Moves that a clock's time is kept for after the last one: machines are busy at times."""

LARGEST_SHARE = 0.8
"""The most of what is left on a clock, or of an increment, that a player is told to use."""


class Clock(NamedTuple):
    """Seconds of wall time for all moves of a side in a game, and those added after each move."""

    seconds: float
    increment: float = 0.0

    @property
    def longest(self) -> float:
        """The seconds that no move can take without a loss on time."""
        return self.seconds + 60 * self.increment


class TimeControl(NamedTuple):
    """What a side may spend: `limits` replace the player's own; None is no clock."""

    limits: Limits = Limits()
    clock: Clock | None = None

    def of_a_move(self, left: float, empties: int, pace: float = 1.0) -> Limits | None:
        """The limits of a move with so many seconds left on the clock and so many empty squares.

        A share of what is left is set as CPU seconds, since a player sees no clock: with half
        of the empty squares still to come, and RESERVE moves more. `pace` is the CPU seconds
        that a second of the clock gave so far. Who divides the time itself finds the clock beside
        it. None for no limit at all.
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
        """What is set, by name."""
        values = {kind: getattr(self.limits, kind) for kind in LIMIT_KINDS}
        if self.clock is not None:
            values |= dict(zip(CLOCK, self.clock, strict=True))
        return {name: value for name, value in values.items() if value is not None}

    def words(self) -> str:
        """What is set, in words; "" for nothing."""
        said = (f"{name.replace('_', ' ')} {value:g}" for name, value in self.data().items())
        return ", ".join(said)

    @classmethod
    def from_lists(cls, limits: list[Any], clock: list[float] | None) -> "TimeControl":
        """The terms that JSON holds as lists."""
        return cls(Limits(*limits), Clock(*clock) if clock else None)


def digest(value: Any) -> str:
    """Sixteen hexadecimal digits of plain data."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return fingerprint.digest(text)


def _user_files(module: str) -> dict[str, str]:
    """The digests of the Python files of a package, or of the folder of a module, by name.

    A module's neighbours count because it may import them. Empty if it cannot be found.
    """
    found = importlib.util.find_spec(module)
    if found is None:
        return {}
    if found.submodule_search_locations is not None:
        folders, pattern = [Path(folder) for folder in found.submodule_search_locations], "**/*.py"
    elif found.has_location and found.origin is not None:
        folders, pattern = [Path(found.origin).parent], "*.py"
    else:
        return {}
    return {
        f"{module}/{path.relative_to(folder).as_posix()}": fingerprint.digest_of_source(
            path.read_bytes()
        )
        for folder in folders
        for path in folder.glob(pattern)
        if path.is_file()  # an editor's lock is a link to nothing
    }


NAMED_FILE = re.compile(
    r'(?:evaluator|costs|cuts|book|weights)="(?:[^"@]*@)?([^"]+)"'
    r'|(?:@|costs=|cuts=|book=|weights=)([^,"]+)'
)
"""A file in a specification, in double quotes if its name has commas."""


def _named_files(specs: tuple[str, ...]) -> dict[str, str]:
    """The digests of files that specifications name, as in evaluator=bill@mine.npz or book=..."""
    digests = {}
    for name in {"".join(name) for spec in specs for name in NAMED_FILE.findall(spec)}:
        with named_file(name) as path:
            if path.is_file():
                digests[name] = fingerprint.digest(path.read_bytes())
    return digests


def code_parts(modules: tuple[str, ...] = (), specs: tuple[str, ...] = ()) -> dict[str, str]:
    """The digests, by name, of all that decides how games go, apart from the question asked.

    The modules that play, the users' folders, the learned files that are
    shipped, and those that the players' specifications name.
    """
    parts = {**fingerprint.playing_modules(), **fingerprint.learned_files(), **_named_files(specs)}
    for module in modules:
        parts.update(_user_files(module))
    return parts


@lru_cache
def code_version(modules: tuple[str, ...] = (), specs: tuple[str, ...] = ()) -> str:
    """The digest of `code_parts`."""
    return fingerprint.digest_of_parts(code_parts(modules, specs))


STATED = Limits._fields.index("clock")
"""So many fields of `Limits` can be stated: what a clock says is told move by move."""


@dataclass(frozen=True)
class Tournament:
    """Games of A against B, canonical specifications, over pairs of openings.

    `limits` replace the players' own where one is set; `code` is the version of
    the sources and `modules` are the users' ones to import. With `clock` a side must
    play all its moves of a game in time. `b_terms` are B's limits and clock where they
    are not those of A. A `round` after the first, 0, plays the same openings with
    other seeds.
    """

    a: str
    b: str
    openings: tuple[Opening, ...]
    limits: Limits = Limits()
    code: str = ""
    modules: tuple[str, ...] = ()
    clock: Clock | None = None
    b_terms: TimeControl | None = None
    round: int = 0

    @cached_property
    def id(self) -> str:
        """The digest that names this tournament: the same question, the same digest."""
        return digest(["tournament", self._fields()])

    def _fields(self) -> dict[str, Any]:
        """All fields as plain data."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["limits"] = self.limits[:STATED]
        if self.b_terms is not None:
            values["b_terms"] = self.b_terms.limits[:STATED], self.b_terms.clock
        return values

    def terms(self, is_a: bool) -> TimeControl:
        """What A or B may spend."""
        a = TimeControl(self.limits, self.clock)
        return a if is_a or self.b_terms is None else self.b_terms

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """All its games, the two of a pair side by side."""
        return fixtures(self.openings)

    @property
    def game_count(self) -> int:
        """How many games it has."""
        return 2 * len(self.openings)

    def as_text(self) -> str:
        """This tournament as JSON."""
        return json.dumps(self._fields())

    @classmethod
    def from_text(cls, text: str) -> "Tournament":
        """The tournament that `as_text` wrote; ValueError for a field that cannot be."""
        read = plain(json.loads(text))
        limits, clock = TimeControl.from_lists(read["limits"], read["clock"])
        b_terms = TimeControl.from_lists(*read["b_terms"]) if read["b_terms"] else None
        who = read["a"], read["b"], tuple(read["openings"]), limits
        whose = read["code"], tuple(read["modules"])
        found = cls(*who, *whose, clock, b_terms, read["round"])
        check_fields(found)
        return found


def tournament_on_terms(tournament: Tournament, a: TimeControl, b: TimeControl) -> Tournament:
    """The same tournament with these limits and clocks."""
    limits, clock = a
    return replace(tournament, limits=limits, clock=clock, b_terms=None if b == a else b)


def has_chance(tournament: Tournament) -> bool:
    """Whether a game of the tournament may go otherwise when it is played with another seed.

    So it is where time ends a search, and where a player has chance in it, as one that is unknown
    here may, such as one of a user's missing module.
    """
    for terms in (tournament.terms(True), tournament.terms(False)):
        if terms.clock is not None or terms.limits.seconds is not None:
            return True
    try:
        return any(map(registry.has_chance, (tournament.a, tournament.b)))
    except registry.SpecError:
        return True
