"""Stable discs, slowly and obviously, on sets of (row, column): judges othello.stability."""

from naive.rules import BOARD, NaivePosition, Place

AXES = [(0, 1), (1, 0), (1, 1), (1, -1)]


def line_through(place: Place, axis: tuple[int, int]) -> set[Place]:
    """All squares of the board on the line through a place along an axis."""
    row, column = place
    steps = range(-7, 8)
    return {(row + axis[0] * step, column + axis[1] * step) for step in steps} & BOARD


def safe_along(
    place: Place, axis: tuple[int, int], position: NaivePosition, stable: set[Place]
) -> bool:
    """Whether the disc at `place` cannot turn along an axis while `stable` stand."""
    mine = position.own if place in position.own else position.opp
    before = (place[0] - axis[0], place[1] - axis[1])
    after = (place[0] + axis[0], place[1] + axis[1])
    if before not in BOARD or after not in BOARD:
        return True
    if not line_through(place, axis) & position.empty():
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
