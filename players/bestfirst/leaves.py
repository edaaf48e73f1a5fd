"""What a leaf of a stored tree is worth before anything below it is known."""

from typing import NamedTuple

from othello.jit import jitmethods
from players.search.alphabeta import Search, alphabeta
from players.search.bounds import PV
from players.search.deepening import FULL_WINDOW
from players.search.node import evaluated
from players.search.settling import may_estimate
from players.search.workspace import Workspace


@jitmethods
class StaticLeaves(NamedTuple):
    """A leaf is worth its static value."""

    depth: int = 0

    def leaf_value(self, state, search):
        """What `state` is worth to the side to move."""
        return evaluated(state, search)

    def proves(self, state):
        """Whether what `state` is worth is the result of the game."""
        return False

    def uncut(self) -> "StaticLeaves":
        """The same, which no limit cuts short."""
        return self

    def counted_in(self, workspace: Workspace) -> "StaticLeaves":
        """The same: what it counts is counted by the search that asks."""
        return self


@jitmethods
class SearchedLeaves(NamedTuple):
    """A leaf is worth what `search`, of players.search.alphabeta, finds `depth` plies deep.

    Worthless once the workspace is exhausted, unless the depth is 0.
    """

    search: Search
    depth: int

    def leaf_value(self, state, search):
        """What `state` is worth to the side to move."""
        depth = min(self.depth, state.plies_left())
        score, _ = alphabeta(state, FULL_WINDOW, depth, 0, PV, self.search)
        return score

    def proves(self, state):
        """Whether what `state` is worth is the result of the game."""
        return not may_estimate(self.search) and state.plies_left() <= self.depth

    def uncut(self) -> "SearchedLeaves":
        """Static values, which no limit cuts short."""
        return self._replace(depth=0)

    def counted_in(self, workspace: Workspace) -> "SearchedLeaves":
        """The same, whose nodes count in a workspace, which may end it."""
        return self._replace(search=self.search._replace(workspace=workspace))
