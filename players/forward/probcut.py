"""ProbCut and Multi-ProbCut: a node is settled by what shallower searches of it say.

How far the value of a deeper search may lie from that of a shallower one was measured. Where even
that does not reach into the window, the node is answered with the bound so estimated. The static
value is a search of no plies: with no others this is forward estimation with margins by quantile,
node for node. A type of the field `probe` of a search, see players.search.variable_depth.

Sources: Buro 1995, "ProbCut: an effective selective extension of the alpha-beta algorithm"; Buro
1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello".
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods
from players.search.bounds import EXACT, INFINITY, LOWER, UPPER
from players.search.node import Window
from players.search.settling import NO_PLIES


@jitmethods
class ProbCut(NamedTuple):
    """Settles nodes by shallower searches, each in a narrowest window, one bound at a time.

    plan: int64[depths, searches], the plies of a node's shallow searches in the order in which they
    are made, NO_PLIES behind the last. falls, rises: int32[stages, depths, plies], how far the
    value of a depth may lie below and above that of fewer plies. leads: int32[stages, plies], what
    these say more than the static value, 0 for no plies; with `gated` a search is only made where
    that makes it likely to settle the node. cut_depth and mirror_depth: as in
    players.forward.rules. No node is settled from which the search reaches the end of a game, nor
    one deeper than the plan.
    """

    plan: np.ndarray
    falls: np.ndarray
    rises: np.ndarray
    leads: np.ndarray
    gated: int = 1
    cut_depth: int = 2
    mirror_depth: int = 1

    def reads_statics(self):
        """Whether shallow searches ask for the static value of every interior node."""
        return True

    def estimates(self):
        """Whether nodes may be settled by fewer plies, so that scores may rest on estimates."""
        return True

    def checks(self):
        """Two for each shallow search: whether the node fails high, and whether it fails low."""
        return 2 * self.plan.shape[1]

    def shallow(self, check, state, static, window, depth, cutoff):
        """Plies and window of a shallow search of a node with this `window` and `depth`.

        0 plies stand for the `static` value, NO_PLIES for no search.
        """
        if depth >= self.plan.shape[0] or state.solved_by(depth):
            return NO_PLIES, window
        plies = self.plan[depth, np.uint64(check) >> np.uint64(1)]
        if plies == NO_PLIES:
            return NO_PLIES, window
        place, left, fewer = np.uint64(state.stage()), np.uint64(depth), np.uint64(plies)
        expected = static + self.leads[place, fewer]
        if check & 1 == 0:
            target = window.beta + self.falls[place, left, fewer]
            hopeless = depth < self.cut_depth or window.beta >= INFINITY
            unlikely = not cutoff.cuts(expected, target)
            around = Window(target - cutoff.width, target)
        else:
            target = window.alpha - self.rises[place, left, fewer]
            hopeless = depth < self.mirror_depth or window.alpha <= -INFINITY
            unlikely = not cutoff.cuts(-expected, -target)
            around = Window(target, target + cutoff.width)
        if hopeless or (unlikely and (plies == 0 or self.gated != 0)):
            return NO_PLIES, window
        return plies, around

    def settle(self, check, state, score, window, depth, cutoff):
        """The bound that settles a node, from the shallow search's score, and of which kind it is.

        EXACT stands for none. The bound is the end of the estimated interval.
        """
        fewer = np.uint64(self.plan[depth, np.uint64(check) >> np.uint64(1)])
        place, left = np.uint64(state.stage()), np.uint64(depth)
        if check & 1 == 0:
            least = np.int64(score - self.falls[place, left, fewer])
            if cutoff.cuts(least, window.beta):
                return least, LOWER
        else:
            most = np.int64(score + self.rises[place, left, fewer])
            if cutoff.cuts(-most, -window.alpha):
                return most, UPPER
        return np.int64(0), EXACT


def shallower(depth: int, most: int) -> list[int]:
    """Plies of shallow searches for a node of `depth`, ascending, from the static value on.

    Those of its parity that are at most `most`; the static value alone if there is none.
    """
    found = [plies for plies in range(most + 1) if plies <= depth - 2 and (depth - plies) % 2 == 0]
    return found if 0 in found else [0, *found]


def plan_of(deepest: int, most: int, several: bool) -> np.ndarray:
    """The plan for depths up to `deepest`: each node's deepest search, or all if `several`."""
    asked = [shallower(depth, most)[0 if several else -1 :] for depth in range(deepest + 1)]
    plan = np.full((deepest + 1, max(map(len, asked))), NO_PLIES, np.int64)
    for depth, plies in enumerate(asked):
        plan[depth, : len(plies)] = plies
    return plan
