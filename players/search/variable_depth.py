"""How deep a line is searched: moves searched deeper or less deep than others, shallow searches.

Each choice is a type of the fields `depths` and `probe` of a search, see
players.search.alphabeta; with `EqualDepth` and `NoProbe` every line ends at the same depth.
"""

from typing import Any, NamedTuple

from othello.jit import jitmethods
from players.search.bounds import EXACT


class Candidate(NamedTuple):
    """A move about to be searched, number `rank` of `size` in the order; it leads to `child`.

    priority: what the order gave it. depth: plies left at its node, which lies at `ply` and is
    believed to be of the kind `predicted`: PV, CUT or ALL.
    """

    child: Any
    move: int
    priority: int
    rank: int
    size: int
    depth: int
    ply: int
    predicted: int


@jitmethods
class EqualDepth(NamedTuple):
    """Every move is searched to the same depth."""

    more: int = 0

    def estimates(self):
        """Whether moves may be searched less deep, so that scores may rest on estimates."""
        return False

    def change(self, state, candidate):
        """By how many plies more the move of `state` is searched, fewer where negative.

        With fewer it is scouted, and searched to the full depth if it is better than another.
        """
        return 0


@jitmethods
class NoProbe(NamedTuple):
    """No node is searched less deep before it is searched."""

    least_depth: int = 0

    def reads_statics(self):
        """Whether shallow searches ask for the static value of every interior node."""
        return False

    def estimates(self):
        """Whether nodes may be settled by fewer plies, so that scores may rest on estimates."""
        return False

    def checks(self):
        """The most shallow searches of a node, which are numbered from 0 and made in turn."""
        return 0

    def shallow(self, check, state, static, window, depth, cutoff):
        """Plies and window of a shallow search of a node with this `window` and `depth`.

        0 plies stand for the `static` value, fewer for no search.
        """
        return -1, window

    def settle(self, check, state, score, window, depth, cutoff):
        """The bound that settles a node, from the shallow search's score, and of which kind it is.

        EXACT stands for none.
        """
        return score, EXACT
