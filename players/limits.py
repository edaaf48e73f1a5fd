"""Limits of a search, and the state of a clock, as arguments of all players."""

from collections.abc import Collection
from typing import Any, NamedTuple

LARGEST_LIMIT = 2**62
LARGEST_DEPTH = 60
"""Plies of the longest game, without passes."""
LARGEST_INTEREST = 1000.0


class ClockLeft(NamedTuple):
    """A side's clock before its move: seconds of wall time left, and added after the move.

    `longest` is the limit of CPU seconds for this move, or None.
    """

    seconds: float
    increment: float = 0.0
    longest: float | None = None


class Limits(NamedTuple):
    """Limits of a search, which ends at the first one reached; None is no limit.

    `depth` is in plies, `nodes` in positions generated, `seconds` in CPU seconds of the searching
    thread. `stop` is int64[1], a new one for each search: when another thread writes 1 there, the
    player answers at once with its best move so far. `interest` is the budget of each side for a
    line, in natural logarithms, for interest search only. `clock` is for players that divide the
    rest of a game's time themselves; for all others `seconds` is a share of it.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    stop: Any = None
    interest: float | None = None
    clock: ClockLeft | None = None


def own_limits(given: Limits, default: Limits) -> Limits:
    """Return the limits among a player's options, or `default`.

    ValueError for a number out of range; the interest is the option `limit`.
    """
    if given.interest is not None and not 0 <= given.interest <= LARGEST_INTEREST:
        raise ValueError(f"limit must be from 0 to {LARGEST_INTEREST:g}, not {given.interest}")
    if given.depth is not None and not 0 < given.depth <= LARGEST_DEPTH:
        raise ValueError(f"depth must be from 1 to {LARGEST_DEPTH}, not {given.depth}")
    for name in ("nodes", "seconds"):
        limit = getattr(given, name)
        if limit is not None and not 0 < limit < LARGEST_LIMIT:
            raise ValueError(f"{name} must be more than 0 and less than 2**62, not {limit}")
    return default if given == Limits() else given


def limits_in_force(
    requested: Limits | None, own: Limits, supported_limits: Collection[str]
) -> Limits:
    """Return the limits of one move: the requested ones, or the player's own if these are empty.

    `supported_limits` names the limits that the player obeys. The stop flag is always that of
    `requested`.
    """
    if requested is None:
        return own
    if all(getattr(requested, name) is None for name in supported_limits):
        return own._replace(stop=requested.stop)
    return requested
