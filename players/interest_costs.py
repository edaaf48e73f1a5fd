"""What a move costs, by type: learned, in the paper's hand-set style, or by place alone.

Costs are whole thousandths: of a natural logarithm where they are learned.
"""

from typing import NamedTuple

import numpy as np

from othello.jit import jitmethods

COST_UNIT = 1000
LARGEST_COST = 1_000_000
"""What a move costs at most, a thousand logarithms."""


@jitmethods
class LearnedCosts(NamedTuple):
    """`base`, and `scale` percent of minus the logarithm of the move's probability.

    The probability is that of a conditional logit over the utilities of the node's
    moves. With `scale` 0 every move costs the same, and the search is one by depth. With
    `moves` 0 their number plays no part: the best move of a node is taken for certain.

    Source: Tsuruoka, Yokoyama and Chikayama 2002, "Game-tree search algorithm based
    on realization probability"; McFadden 1974 for the logit.
    """

    base: int
    scale: int
    moves: int = 1

    def ranks(self):
        """Whether costs depend on a move's place among the utilities."""
        return False

    def share(self, utility, best):
        """What a move weighs in the sum over its node; 1 for the best one."""
        return np.exp((utility - best) / COST_UNIT)

    def common(self, size, best, shares):
        """What the costs of all moves of a node are reckoned from."""
        if self.moves == 0:
            return best
        return best + int(np.rint(COST_UNIT * np.log(shares)))

    def cost(self, utility, common, place):
        """The cost of a move."""
        return self.base + self.scale * (common - utility) // 100


@jitmethods
class HandSetCosts(NamedTuple):
    """1 / interest: `moves` / number of moves plus the sum of the weighted terms.

    `unit` is the cost at interest 1, `least` an interest that none is below.
    Source: Rollason 2014, "Interest search".
    """

    unit: int
    least: int
    moves: int

    def ranks(self):
        """Whether costs depend on a move's place among the utilities."""
        return False

    def share(self, utility, best):
        """Nothing: a move's interest does not depend on the others' utilities."""
        return 0.0

    def common(self, size, best, shares):
        """The interest that every move of a node has to begin with."""
        return self.moves // size

    def cost(self, utility, common, place):
        """The cost of a move."""
        return self.unit // max(self.least, common + utility)


@jitmethods
class OrderCosts(NamedTuple):
    """`unit` times 1, 2, 3, ... in the order of the utilities.

    Source: Rollason 2014, who says that it "would work plausibly well".
    """

    unit: int

    def ranks(self):
        """Whether costs depend on a move's place among the utilities."""
        return True

    def share(self, utility, best):
        """Nothing: only the order counts."""
        return 0.0

    def common(self, size, best, shares):
        """Nothing: only the order counts."""
        return 0

    def cost(self, utility, common, place):
        """The cost of the move in so many places after the first."""
        return self.unit * (place + 1)
