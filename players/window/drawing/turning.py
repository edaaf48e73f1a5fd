"""How the board lies on the screen: turned by quarters and mirrored, with its names on it.

A view is a number, 0 to 7: the quarters that the board is turned clockwise, after it was mirrored
from left to right where 4 is added. The squares of the screen are numbered as those of the board.
"""

VIEWS = 8
MIRRORED = 4
SIDE = 8


def _turned(row: int, column: int, view: int, side: int) -> tuple[int, int]:
    """Where a square of a board of so many squares a side lies on the screen."""
    if view & MIRRORED:
        column = side - 1 - column
    for _ in range(view % MIRRORED):
        row, column = column, side - 1 - row
    return row, column


def placed(view: int, side: int = SIDE) -> tuple[int, ...]:
    """For each square of a board, where it lies on the screen."""
    places = (_turned(*divmod(square, side), view, side) for square in range(side * side))
    return tuple(side * row + column for row, column in places)


PLACES = tuple(placed(view) for view in range(VIEWS))
"""By view and square: where the square lies."""
SQUARES = tuple(tuple(map(places.index, range(SIDE * SIDE))) for places in PLACES)
"""By view and place on the screen: the square there."""


def view_of(turned: int, mirrored: bool) -> int:
    """The view of a board turned by so many degrees, a multiple of 90, and perhaps mirrored."""
    return turned // 90 % MIRRORED + MIRRORED * mirrored


def beside(square: int, by: int, view: int) -> int:
    """The square that lies so far beside another on the screen: 1, -1, 8 or -8 places.

    The same at the board's border.
    """
    place = PLACES[view][square]
    row, column = place // SIDE, place % SIDE
    if abs(by) == 1:
        column += by
    else:
        row += by // SIDE
    if 0 <= row < SIDE and 0 <= column < SIDE:
        return SQUARES[view][SIDE * row + column]
    return square


def labels(view: int) -> tuple[str, str]:
    """The signs above the board, from left to right, and beside it, from top to bottom."""
    names = [f"{'abcdefgh'[square % SIDE]}{square // SIDE + 1}" for square in SQUARES[view]]
    across, down = names[:SIDE], names[::SIDE]
    kind = 0 if len({name[0] for name in across}) > 1 else 1
    return "".join(name[kind] for name in across), "".join(name[1 - kind] for name in down)
