"""What each side may spend: limits for a move, and a clock for a whole game."""

import math
from argparse import Namespace
from typing import Any, NamedTuple

from players import registry
from players.limits import ClockLeft, Limits

KINDS = ("depth", "nodes", "seconds", "interest")
"""The limits of a move that a tournament can set."""

CLOCK = ("game_seconds", "increment")

SIDES = ("a", "b")

RESERVE = 4
"""Moves that a clock's time is kept for after the last one: machines are busy at times."""

LARGEST_SHARE = 0.8
"""The most of what is left on a clock, or of an increment, that a player is told to use."""


class TermsError(ValueError):
    """Limits that a player cannot be given; the message is one line."""


class Clock(NamedTuple):
    """Seconds of wall time for all moves of a side in a game, and those added after each move."""

    seconds: float
    increment: float = 0.0

    @property
    def longest(self) -> float:
        """The seconds that no move can take without a loss on time."""
        return self.seconds + 60 * self.increment


class Terms(NamedTuple):
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
        values = {kind: getattr(self.limits, kind) for kind in KINDS}
        if self.clock is not None:
            values |= dict(zip(CLOCK, self.clock, strict=True))
        return {name: value for name, value in values.items() if value is not None}

    def words(self) -> str:
        """What is set, in words; "" for nothing."""
        said = (f"{name.replace('_', ' ')} {value:g}" for name, value in self.data().items())
        return ", ".join(said)

    @classmethod
    def from_lists(cls, limits: list[Any], clock: list[float] | None) -> "Terms":
        """The terms that JSON holds as lists."""
        return cls(Limits(*limits), Clock(*clock) if clock else None)


def asked_terms(options: Namespace) -> tuple[Terms, Terms]:
    """The terms of A and of B that the options ask for; TermsError for a senseless one."""
    a, b = (_side_terms(options, side) for side in SIDES)
    return a, b


def _side_terms(options: Namespace, side: str) -> Terms:
    """The terms of one side: its own options, in place of those for both."""

    def asked(name: str) -> Any:
        own = getattr(options, f"{side}_{name}", None)
        return getattr(options, name, None) if own is None else own

    limits = Limits(**{kind: asked(kind) for kind in KINDS})
    seconds, increment = (asked(name) for name in CLOCK)
    if seconds is None and increment is not None:
        raise TermsError("an increment needs seconds for a game: --game-seconds")
    return Terms(limits, None if seconds is None else Clock(seconds, increment or 0.0))


def check_known(spec: str, terms: Terms) -> None:
    """TermsError for a limit that the player of a specification does not know.

    A clock is for any player: the tournament stops it.
    """
    known = registry.heeded(spec)
    for kind in KINDS:
        if getattr(terms.limits, kind) is not None and kind not in known:
            what = f"it knows {', '.join(known)}" if known else "it knows no limit"
            raise TermsError(f"{spec!r} does not know the limit {kind}; {what}")
