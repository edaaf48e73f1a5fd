"""What the window asks of players and of an engine: the shapes of their values and methods.

`othello.__main__` hands the engine in; the window knows no player.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from players.window.model.clocks import Allowed

WHOLE, NUMBER, YES_OR_NO, CHOICE, TEXT = "whole", "number", "yes or no", "choice", "text"
"""The kinds of a player's options."""


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

    @property
    def ranked(self) -> bool:
        """Whether it is stronger than the ranked ones before it."""


class Choice(Protocol):
    """A player's answer: a square."""

    @property
    def move(self) -> int:
        """The square."""


class Option(Protocol):
    """An option of a player: `default` is "" for nothing, `kind` is one of KINDS."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def kind(self) -> str:
        """What its values are."""

    @property
    def default(self) -> str:
        """What stands for it where nothing is said."""

    @property
    def choices(self) -> Sequence[str]:
        """The values of a CHOICE."""

    @property
    def meaning(self) -> str:
        """What it says, in a line."""


class Form(Protocol):
    """What can be asked of a player."""

    @property
    def name(self) -> str:
        """The player's name."""

    @property
    def meaning(self) -> str:
        """What it is, in a line."""

    @property
    def options(self) -> Sequence[Option]:
        """Its options."""


class Progress(Protocol):
    """How far a search has come."""

    @property
    def depth(self) -> int:
        """Plies looked ahead."""

    @property
    def nodes(self) -> int:
        """Moves played on the way."""

    @property
    def seconds(self) -> float:
        """The seconds since it began."""


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

    def forms(self) -> Sequence[Form]:
        """What can be asked of each player."""

    def follow(self, game: Any) -> None:
        """Take a game for what was played before the next move that is asked for."""

    def watch(self, told: Callable[[Progress], object]) -> None:
        """Tell `told` from now on how far a player has come that thinks about its move."""

    def ponder(self, spec: str, position: Any, black: bool, seed: int, stop: Any) -> None:
        """Let the player of a side think on the other side's time until `stop` is raised."""

    def check(self, spec: str) -> None:
        """ValueError, with one line, for a specification that describes no player."""

    def prepare(self, spec: str, position: Any, black: bool) -> None:
        """Compile, or read from the cache, what a player needs that no clock should pay for."""

    def choose(
        self, spec: str, position: Any, black: bool, seed: int, allowed: Allowed | None, stop: Any
    ) -> Choice:
        """The move of a player, within what a clock allows; at once when `stop` is raised."""

    def values(self, position: Any, deepest: int, stop: Any) -> Iterator[MoveValues]:
        """The value of every legal move at growing depths; ends when `stop` is raised."""

    def balanced_opening(self, seed: int, stop: Any) -> tuple[int, ...]:
        """The moves of a random opening in which neither side is ahead."""
