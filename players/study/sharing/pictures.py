"""A position as PNG and a game as an animated GIF, drawn by Pillow."""

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from othello.bits import squares
from othello.position import FILES

if TYPE_CHECKING:
    from PIL import Image

CELL, MARGIN_SHARE, SMOOTHING = 44, 0.62, 3
"""Pixels of a square, the margin in squares, and the factor of oversampling."""
MOVE_MILLISECONDS, LAST_MILLISECONDS = 700, 4000
"""Time of each position of a GIF, and of the last one."""
_BOARD, _LINES, _FRAME, _LETTERS = (35, 121, 82), (22, 88, 58), (23, 25, 29), (190, 194, 200)
_BLACK, _WHITE, _RIM, _LAST = (24, 26, 29), (244, 244, 240), (150, 154, 158), (255, 176, 46)


class SharedPosition(NamedTuple):
    """A position of a game: the discs of both sides and the move that led to it.

    `move` is None at the start; `value` is black's, in discs, None if it is unknown.
    """

    black: int
    white: int
    move: int | None
    value: float | None


def board_picture(position: SharedPosition) -> "Image.Image":
    """Board with coordinates, the last move marked; each square is CELL pixels wide."""
    from PIL import Image, ImageDraw, ImageFont

    large = CELL * SMOOTHING
    margin = round(large * MARGIN_SHARE)
    side = 8 * large + 2 * margin
    picture = Image.new("RGB", (side, side), _FRAME)
    draw = ImageDraw.Draw(picture)
    end = margin + 8 * large
    draw.rectangle((margin, margin, end, end), fill=_BOARD)
    for index in range(9):
        line = margin + index * large
        draw.line((line, margin, line, end), fill=_LINES, width=SMOOTHING)
        draw.line((margin, line, end, line), fill=_LINES, width=SMOOTHING)
    font = ImageFont.load_default(size=margin * 0.55)
    for index in range(8):
        middle = margin + index * large + large // 2
        labels = (FILES[index], (middle, margin // 2)), (str(index + 1), (margin // 2, middle))
        for text, centre in labels:
            draw.text(centre, text, fill=_LETTERS, font=font, anchor="mm")
    for discs, face in ((position.black, _BLACK), (position.white, _WHITE)):
        for square in squares(discs):
            _disc(draw, _centre(square, margin, large), large * 0.41, face)
    if position.move is not None:
        _disc(draw, _centre(position.move, margin, large), large * 0.09, _LAST, rim=False)
    small = side // SMOOTHING
    return picture.resize((small, small), Image.Resampling.LANCZOS)


def _centre(square: int, margin: int, cell: int) -> tuple[int, int]:
    row, column = divmod(square, 8)
    return margin + column * cell + cell // 2, margin + row * cell + cell // 2


def _disc(
    draw: Any, centre: tuple[int, int], radius: float, face: tuple[int, int, int], rim: bool = True
) -> None:
    x, y = centre
    box = x - radius, y - radius, x + radius, y + radius
    draw.ellipse(box, fill=face, outline=_RIM if rim else None, width=SMOOTHING if rim else 0)


def png(position: SharedPosition) -> bytes:
    """Position as PNG."""
    stream = io.BytesIO()
    board_picture(position).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def gif(positions: Iterable[SharedPosition]) -> bytes:
    """Positions as an animated GIF that repeats."""
    from PIL import Image

    pictures = [board_picture(position) for position in positions]
    width, height = pictures[0].size
    both = Image.new("RGB", (2 * width, height))  # all colours: both discs and the last move
    both.paste(pictures[0])
    both.paste(pictures[-1], (width, 0))
    palette = both.quantize(dither=Image.Dither.NONE)  # one for all: smaller, and no flicker
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    times = [MOVE_MILLISECONDS] * (len(frames) - 1) + [LAST_MILLISECONDS]
    stream = io.BytesIO()
    first, *others = frames
    first.save(stream, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    return stream.getvalue()
