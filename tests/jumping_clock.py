"""A module of players for tests: where it is imported the clock on the wall is set all the time."""

import datetime
import itertools
import time

from players import registry
from players.registry import register

HOURS = itertools.cycle((0, 5, -7, 24, -24 * 365))
_told = time.time


def jumping():
    """The time of day, or another."""
    return _told() + 3600 * next(HOURS)


class JumpingDay(datetime.datetime):
    """Dates by a clock that jumps."""

    @classmethod
    def now(cls, tz=None):
        """The date and time, or others."""
        return cls.fromtimestamp(jumping(), tz)


time.time = jumping
time.time_ns = lambda: int(1e9 * jumping())
datetime.datetime = JumpingDay


@register("jumped")
class Jumped:
    """Alpha-beta, which answers only where the clock jumps."""

    supported_limits = ("depth", "nodes", "seconds")

    def __init__(self):
        if time.time is not jumping:
            raise RuntimeError("the clock does not jump")
        self._player = registry.make("alphabeta")

    def new_game(self, seed=0):
        """Begin a game."""
        self._player.new_game(seed)

    def choose(self, position, limits=None):
        """Its move."""
        return self._player.choose(position, limits)
