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


@jit("int64(int64, int64)")
def predicted_successor(kind, index):
    """The kind that successor number `index` of a node believed to be `kind` should have."""
    if kind == ALL or (kind == PV and index > 0):
        return CUT
    if kind == CUT:
        return ALL
    return PV


@jit("int64(int64, boolean, boolean)")
def revised(kind, raised_alpha, met_alpha):
    """What to believe of a node, predicted to be `kind`, whose first successor did not cut.

    A successor that raised alpha makes it a pv node; one that stayed below
    alpha leaves little hope of a cutoff.
    """
    if raised_alpha:
        return PV
    if kind == CUT and not met_alpha:
        return ALL
    return kind
