"""What a tournament is: players, openings, limits and code, and the digest of these."""

import hashlib
import importlib.util
import json
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from players.protocol import Limits
from tournament.schedule import Fixture, fixtures

PLAYING_PACKAGES = ("othello", "players")
"""The packages whose sources decide how a game goes."""

DIGEST_DIGITS = 16


def digest(value: Any) -> str:
    """Sixteen hexadecimal digits of plain data."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGEST_DIGITS]


def _sources(module: str) -> dict[str, bytes]:
    """The Python files of a module or package, by name; none if it cannot be found."""
    found = importlib.util.find_spec(module)
    if found is None:
        return {}
    if found.submodule_search_locations is None:
        has_file = found.has_location and found.origin is not None
        return {module: Path(str(found.origin)).read_bytes()} if has_file else {}
    return {
        f"{module}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for folder in found.submodule_search_locations
        for path in Path(folder).rglob("*.py")
    }


@lru_cache
def code_version(modules: tuple[str, ...] = ()) -> str:
    """A digest of the sources of othello, players and the strangers' modules."""
    return digest(
        {
            name: hashlib.sha256(source).hexdigest()
            for module in (*PLAYING_PACKAGES, *modules)
            for name, source in _sources(module).items()
        }
    )


@dataclass(frozen=True)
class Tournament:
    """Games of A against B, canonical specifications, over pairs of openings.

    `limits` replace the players' own where one is set; `code` is the version of
    the sources and `modules` are the strangers' ones to import.
    """

    a: str
    b: str
    openings: tuple[int, ...]
    limits: Limits = Limits()
    code: str = ""
    modules: tuple[str, ...] = ()

    @cached_property
    def id(self) -> str:
        """The digest that names this tournament: the same question, the same digest."""
        return digest(["tournament", asdict(self)])

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """All its games, the two of a pair side by side."""
        return fixtures(self.openings)

    def as_text(self) -> str:
        """This tournament as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> "Tournament":
        """The tournament that `as_text` wrote."""
        fields = json.loads(text)
        return cls(
            fields["a"],
            fields["b"],
            tuple(fields["openings"]),
            Limits(*fields["limits"]),
            fields["code"],
            tuple(fields["modules"]),
        )
