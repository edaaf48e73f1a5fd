"""What a returned score says of the true one, and what kind of node returned it.

The bound as the other side sees it is its negation.

Source: "Minimax with alpha/beta pruning".
"""

from othello.jit import jit

UPPER = -1
"""The true score is the returned one or less."""
EXACT = 0
"""The true score is the returned one."""
LOWER = 1
"""The true score is the returned one or more."""

PV = 0
"""Every successor was searched and one met alpha."""
CUT = 1
"""A successor caused a cutoff."""
ALL = 2
"""Every successor was searched and none met alpha."""

INFINITY = 1 << 30
"""Above every score."""


@jit("int64(int64, int64)")
def join(first, second):
    """The bound of a maximum that two successors share."""
    return max(first, second)
