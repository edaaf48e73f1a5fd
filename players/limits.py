"""When a player's search ends: limits and what a clock leaves, as all players take them."""

from collections.abc import Collection
from typing import Any, NamedTuple

LARGEST_LIMIT = 2**62
LARGEST_INTEREST = 1000.0


class ClockLeft(NamedTuple):
    """What a side's clock says before its move, in seconds of wall time: left, and added after.

    `longest` is the most CPU seconds that this move may take, None for any number.
    """

    seconds: float
    increment: float = 0.0
    longest: float | None = None


class Limits(NamedTuple):
    """When a search ends: at the first limit reached; None is no limit.

    `depth` in plies, `nodes` in positions generated, `seconds` in CPU seconds
    of the searching thread. `stop` is int64[1], made anew for each question:
    when another thread writes 1 there the player answers at once with what it
    has, even if it had not begun. `interest` is what each side may spend on a
    line, in natural logarithms; only interest search knows it. `clock` is for players that divide
    what is left of a game's time themselves; `seconds` is a share of it for all others.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    stop: Any = None
    interest: float | None = None
    clock: ClockLeft | None = None


def own_limits(given: Limits, default: Limits) -> Limits:
    """The limits among a player's options, `default` if none is given.

    ValueError for a senseless one; the interest is the option `limit`.
    """
    if given.interest is not None and not 0 <= given.interest <= LARGEST_INTEREST:
        raise ValueError(f"limit must be from 0 to {LARGEST_INTEREST:g}, not {given.interest}")
    for name in ("depth", "nodes", "seconds"):
        limit = getattr(given, name)
        if limit is not None and not 0 < limit < LARGEST_LIMIT:
            raise ValueError(f"{name} must be more than 0 and less than 2**62, not {limit}")
    return default if given == Limits() else given


def limits_in_force(asked: Limits | None, own: Limits, supported_limits: Collection[str]) -> Limits:
    """The limits of one answer: those asked for, or the player's own if these limit nothing.

    `supported_limits` names the limits that the player knows. The stop flag
    is always that of `asked`.
    """
    if asked is None:
        return own
    if all(getattr(asked, name) is None for name in supported_limits):
        return own._replace(stop=asked.stop)
    return asked
