"""What the engine can be asked, as values that say which position they belong to."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Choose:
    """Which move the player `spec` makes; `seconds` is what its clock allows, if it has one."""

    position: Any
    spec: str
    black: bool
    game: int
    step: int
    seconds: float | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Values:
    """What every move is worth, at growing depths up to `deepest`."""

    position: Any
    deepest: int


@dataclass(frozen=True)
class Balanced:
    """A random opening in which neither side is ahead."""

    seed: int


Question = Choose | Values | Balanced
