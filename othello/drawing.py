"""Boards as SVG and tables as HTML, for pages and notebooks."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

CELL, MARGIN = 40, 22
"""Width of a square and of the margin with the coordinates, in pixels."""
BLACK, WHITE, MARK, ON_WHITE = "#18191d", "#f4f4f0", "#ffb02e", "#a04a00"
FONT = "font-family='sans-serif' text-anchor='middle'"


def board_svg(board: str, dots: Iterable[int] = (), marks: Mapping[int, str] | None = None) -> str:
    """Return an SVG of a board of 64 characters, X black and O white.

    `dots` are squares, 0 to 63; `marks` are short texts by square.
    """
    side, end = 8 * CELL + 2 * MARGIN, MARGIN + 8 * CELL
    lines = [MARGIN + line * CELL for line in range(9)]
    middles = [line + CELL // 2 for line in lines[:8]]
    grid = "".join(f"M{MARGIN} {line}H{end}M{line} {MARGIN}V{end}" for line in lines)
    black, white = ([square for square in range(64) if board[square] == disc] for disc in "XO")
    signs = marks or {}
    rows = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {side} {side}'"
        f" width='{side}' {FONT}>",
        f"<path d='M0 0H{side}V{side}H0z' fill='#17191d'/>",
        f"<path d='M{MARGIN} {MARGIN}H{end}V{end}H{MARGIN}z' fill='#237952'/>",
        f"<path d='{grid}' stroke='#16583a'/>",
        _characters({(x, 15): "abcdefgh"[column] for column, x in enumerate(middles)}),
        _characters({(11, y + 4): "12345678"[row] for row, y in enumerate(middles)}),
        _discs(sorted(black + white), "#969a9e", 34),
        _discs(black, BLACK, 32),
        _discs(white, WHITE, 32),
        _discs([square for square in dots if square not in signs], MARK, 10),
        *(
            _sign(square, text, ON_WHITE if square in white else MARK)
            for square, text in signs.items()
        ),
    )
    return "\n".join([*filter(None, rows), "</svg>", ""])


def _centre(square: int) -> tuple[int, int]:
    row, column = divmod(square, 8)
    return MARGIN + column * CELL + CELL // 2, MARGIN + row * CELL + CELL // 2


def _discs(squares: Iterable[int], colour: str, width: int) -> str:
    """Return discs as one path: points with round ends; "" for none."""
    points = "".join(f"M{x} {y}h0" for x, y in map(_centre, squares))
    ends = f"stroke-width='{width}' stroke-linecap='round'"
    return f"<path d='{points}' stroke='{colour}' {ends}/>" if points else ""


def _characters(places: Mapping[tuple[int, int], str]) -> str:
    """Return single characters, by their places, as one text."""
    xs, ys = (" ".join(str(place[axis]) for place in places) for axis in (0, 1))
    text = "".join(places.values())
    return f"<text x='{xs}' y='{ys}' fill='#bec2c6' font-size='12'>{text}</text>"


def _sign(square: int, text: str, colour: str) -> str:
    """Return a text in the middle of a square; a longer one is smaller."""
    x, y = _centre(square)
    size = 16 if len(text) < 3 else 12
    place = f"x='{x}' y='{y + size // 3 + 1}' font-size='{size}'"
    return f"<text {place} fill='{colour}'>{escape(text)}</text>"


def html_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return an HTML table of texts."""
    cells = ("".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows)
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"
