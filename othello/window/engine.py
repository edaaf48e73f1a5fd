"""What the window asks of an engine, which `othello.__main__` hands in."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

HUMAN = "human"
"""Stands where a player's specification would."""


class Level(Protocol):
    """A named player and what it means to play against it."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def meaning(self) -> str:
        """What it does, in a line."""

    @property
    def spec(self) -> str:
        """The specification of the player."""


class Choice(Protocol):
    """A player's answer: a square."""

    @property
    def move(self) -> int:
        """The square."""


class MoveValue(Protocol):
    """A move, its score for who plays it in hundredths of a disc, and the expected line."""

    @property
    def move(self) -> int:
        """The square."""

    @property
    def score(self) -> int:
        """Its worth."""

    @property
    def exact(self) -> bool:
        """Whether the score is the result of perfect play."""

    @property
    def lower(self) -> int:
        """The least that the result of perfect play can be."""

    @property
    def upper(self) -> int:
        """The most that it can be."""

    @property
    def certainty(self) -> str:
        """How much of the score is proven: "proven", "bounded" or "estimated"."""

    @property
    def line(self) -> tuple[int, ...]:
        """The expected moves, this one first; -1 is a pass."""


class MoveValues(Protocol):
    """All legal moves of a position, best first, at one depth."""

    @property
    def depth(self) -> int:
        """Plies looked ahead."""

    @property
    def moves(self) -> Sequence[MoveValue]:
        """The moves."""

    @property
    def best(self) -> MoveValue:
        """The best of them."""

    @property
    def exact(self) -> bool:
        """Whether all scores are those of perfect play."""

    def of(self, move: int) -> MoveValue | None:
        """One of them; None if it is not legal."""


class Engine(Protocol):
    """Players by specification, and an analyst; asked by one thread only."""

    def warm_up(self) -> None:
        """Compile, or read from the cache, all that a game needs."""

    def check(self, spec: str) -> None:
        """ValueError, with one line, for a specification that describes no player."""

    def choose(
        self, spec: str, position: Any, black: bool, seed: int, seconds: float | None, stop: Any
    ) -> Choice:
        """The move of a player; at once when `stop` is raised."""

    def values(self, position: Any, deepest: int, stop: Any) -> Iterator[MoveValues]:
        """The value of every legal move at growing depths; ends when `stop` is raised."""

    def balanced_opening(self, seed: int, stop: Any) -> tuple[int, ...]:
        """The moves of a random opening in which neither side is ahead."""
