"""A position as PNG and a game as an animated GIF, drawn by Pillow."""

import io
from typing import TYPE_CHECKING, Any

from othello.bits import squares
from players.sharing.shared_game import SharedGame, SharedPosition

if TYPE_CHECKING:
    from PIL import Image

CELL, MARGIN_SHARE, SMOOTHING = 44, 0.62, 3
"""The pixels of a square, the squares that the margin takes, and how much larger is drawn."""
MOVE_MILLISECONDS, LAST_MILLISECONDS = 700, 4000
"""How long each position of a moving picture is seen, and the last one."""
_BOARD, _LINES, _FRAME, _LETTERS = (35, 121, 82), (22, 88, 58), (23, 25, 29), (190, 194, 200)
_BLACK, _WHITE, _RIM, _LAST = (24, 26, 29), (244, 244, 240), (150, 154, 158), (255, 176, 46)
TOUCHING = (
    *((_FRAME, _LETTERS), (_FRAME, _BOARD), (_BOARD, _LINES), (_BOARD, _BLACK), (_BOARD, _WHITE)),
    *((_BOARD, _RIM), (_BLACK, _RIM), (_WHITE, _RIM), (_BLACK, _LAST), (_WHITE, _LAST)),
)
"""The colours that lie beside each other; a moving picture has these and those between them."""
BETWEEN = 8
"""How many colours are taken from each pair of them."""


def board_picture(position: SharedPosition, cell: int = CELL) -> "Image.Image":
    """A board with its coordinates, the last move marked; each square `cell` pixels wide."""
    from PIL import Image, ImageDraw, ImageFont

    large = cell * SMOOTHING
    margin = round(large * MARGIN_SHARE)
    side = 8 * large + 2 * margin
    picture = Image.new("RGB", (side, side), _FRAME)
    draw = ImageDraw.Draw(picture)
    end = margin + 8 * large
    draw.rectangle((margin, margin, end, end), fill=_BOARD)
    for place in range(9):
        at = margin + place * large
        draw.line((at, margin, at, end), fill=_LINES, width=SMOOTHING)
        draw.line((margin, at, end, at), fill=_LINES, width=SMOOTHING)
    font = ImageFont.load_default(size=margin * 0.55)
    for place in range(8):
        middle = margin + place * large + large // 2
        for text, spot in (("abcdefgh"[place], (middle, margin // 2)), (str(place + 1), None)):
            draw.text(spot or (margin // 2, middle), text, fill=_LETTERS, font=font, anchor="mm")
    for word, face in ((position.black, _BLACK), (position.white, _WHITE)):
        for square in squares(word):
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
    place = x - radius, y - radius, x + radius, y + radius
    draw.ellipse(place, fill=face, outline=_RIM if rim else None, width=SMOOTHING if rim else 0)


def png(position: SharedPosition) -> bytes:
    """A position as PNG."""
    stream = io.BytesIO()
    board_picture(position).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _palette() -> list[int]:
    """The colours of a moving picture: red, green and blue of each."""
    shares = [step / (BETWEEN - 1) for step in range(BETWEEN)]
    return [
        round(first + (second - first) * share)
        for pair in TOUCHING
        for share in shares
        for first, second in zip(*pair, strict=True)
    ]


def gif(game: SharedGame) -> bytes:
    """A game as an animated GIF that begins anew after its last position."""
    from PIL import Image

    pictures = [board_picture(position) for position in game.positions]
    palette = Image.new("P", (1, 1))  # one for all: smaller, and no flicker
    palette.putpalette(_palette())
    frames = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    times = [MOVE_MILLISECONDS] * (len(frames) - 1) + [LAST_MILLISECONDS]
    stream = io.BytesIO()
    first, *others = frames
    first.save(stream, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    return stream.getvalue()
