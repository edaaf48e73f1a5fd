"""Stable discs, slowly and obviously, on sets of (row, column): judges othello.stability."""

from naive.rules import AXES, BOARD, NaivePosition, Place, line_through


def safe_along(
    place: Place, axis: tuple[int, int], position: NaivePosition, stable: set[Place]
) -> bool:
    """Whether the disc at `place` cannot turn along an axis while `stable` stand."""
    mine = position.own if place in position.own else position.opp
    before = (place[0] - axis[0], place[1] - axis[1])
    after = (place[0] + axis[0], place[1] + axis[1])
    if before not in BOARD or after not in BOARD:
        return True
    if position.empty().isdisjoint(line_through(place, axis)):
        return True
    if {before, after} <= stable - mine:
        return True
    return bool({before, after} & stable & mine)


def stable_discs(position: NaivePosition) -> set[Place]:
    """The discs that cannot turn along any axis, found one by one."""
    stable: set[Place] = set()
    while True:
        more = {
            place
            for place in (position.own | position.opp) - stable
            if all(safe_along(place, axis, position, stable) for axis in AXES)
        }
        if not more:
            return stable
        stable |= more
