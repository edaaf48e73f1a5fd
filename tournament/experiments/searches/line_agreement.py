"""How far principal variations agree: their first moves, and plies from the root on."""

from collections.abc import Sequence

import numpy as np

from tournament.statistics.bootstrap import mean, with_interval

Line = Sequence[int]


def plies_in_common(one: Line, other: Line) -> int:
    """How many plies two lines have in common, from the root on."""
    for ply, (move, others) in enumerate(zip(one, other, strict=False)):
        if move != others:
            return ply
    return min(len(one), len(other))


def agreement(lines: Sequence[Line], others: Sequence[Line]) -> dict[str, float]:
    """The share of equal first moves in percent, plies in common, and their intervals."""
    found = [plies_in_common(*pair) for pair in zip(lines, others, strict=True)]
    common = np.array(found, float)[:, np.newaxis]
    first = 100.0 * (common > 0)
    return with_interval("same_move", mean, first) | with_interval("common", mean, common)
