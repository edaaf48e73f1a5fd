"""What a leaf of a stored tree is worth before anything below it is known."""

from typing import Any, NamedTuple

from othello.jit import jitmethods
from players.search.node import evaluated


@jitmethods
class StaticLeaves(NamedTuple):
    """A leaf is worth its static value."""

    depth: int = 0

    def leaf_value(self, state, search):
        """What `state` is worth to the side to move."""
        return evaluated(state, search)

    def proves(self, state):
        """Whether what leaves are worth is the result of the game."""
        return False

    def uncut(self) -> Any:
        """The same, never cut short."""
        return self
