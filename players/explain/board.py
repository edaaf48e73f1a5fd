"""The board of a position as a picture in SVG: for the pictures and the pages of trees."""

from collections.abc import Iterator

CELL = 18
"""The width of a square in pixels."""
LABEL = 16
"""What the letters above the board and the numbers at its left take."""
BOARD_SIDE = LABEL + 8 * CELL + 1
"""The width and the height of the picture."""
GREEN, GRID_COLOUR = "#2f8f63", "#1d5c3f"
DISC_COLOURS = {"X": "#101010", "O": "#ffffff"}
FILE_LETTERS = "abcdefgh"
_TEXT = f'text-anchor="middle" style="font: {CELL * 2 // 3}px sans-serif"'


def board_lines(board: str, left: float, top: float) -> Iterator[str]:
    """The elements that draw a board, given by the lines of `notation.diagram`, in SVG.

    Every letter and number has a place of its own, so that no reader of SVG can shift them.
    """
    ranks = [line.split()[1:] for line in board.splitlines()[1:]]
    x, y = left + LABEL, top + LABEL
    size = 8 * CELL
    yield f'<g role="img" aria-label="{_spoken(ranks)}">'
    for place in range(8):
        middle = (place + 0.5) * CELL
        yield f'<text x="{x + middle:g}" y="{y - 4:g}" {_TEXT}>{FILE_LETTERS[place]}</text>'
        yield f'<text x="{x - 8:g}" y="{y + middle + 4:g}" {_TEXT}>{place + 1}</text>'
    yield f'<rect x="{x:g}" y="{y:g}" width="{size}" height="{size}" fill="{GREEN}"/>'
    lines = (f"M{x + at:g},{y:g}v{size}M{x:g},{y + at:g}h{size}" for at in range(0, size + 1, CELL))
    yield f'<path d="{"".join(lines)}" fill="none" stroke="{GRID_COLOUR}"/>'
    for row, rank in enumerate(ranks):
        for column, sign in enumerate(rank):
            if sign in DISC_COLOURS:
                cx, cy = x + (column + 0.5) * CELL, y + (row + 0.5) * CELL
                disc = f'r="{0.4 * CELL:g}" fill="{DISC_COLOURS[sign]}" stroke="{GRID_COLOUR}"'
                yield f'<circle cx="{cx:g}" cy="{cy:g}" {disc}/>'
    yield "</g>"


def board_picture(board: str) -> str:
    """The board as an SVG element that can stand in a page."""
    inside = "\n".join(board_lines(board, 0, 0))
    return f'<svg class="board" width="{BOARD_SIDE}" height="{BOARD_SIDE}">\n{inside}\n</svg>'


def _spoken(ranks: list[list[str]]) -> str:
    """Which squares hold discs, in words, for who cannot see them."""
    sides = []
    for sign, side in (("X", "black"), ("O", "white")):
        names = [
            f"{FILE_LETTERS[column]}{row + 1}"
            for row, rank in enumerate(ranks)
            for column, found in enumerate(rank)
            if found == sign
        ]
        sides.append(f"{side} on {' '.join(names) or 'no square'}")
    return "board: " + ", ".join(sides)
