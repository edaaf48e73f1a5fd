"""The board: squares, discs and marks."""

import math
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import pygame

from players.window.drawing.canvas import SMOOTH, THEMES, Canvas, Colour, Theme, mixed
from players.window.drawing.layout import Rect, cell_of
from players.window.drawing.scene import BoardScene, Mark, Part

DISC, SIGN_DISC = 0.84, 0.64
"""A disc's diameter as a share of its square, on the board and in a side's sign."""
BLACK_DOT = 0, 0, 0
"""The dot of black's legal moves: a disc's black lacks contrast on the safe theme's board."""
PHASES = 24
"""The number of pictures of a turning disc."""
SHADES = 10
SMALL_CAPTION = 50
"""Least width of a small board's caption, in design pixels."""


def paint_background(canvas: Canvas) -> None:
    """Paint the frame with its coordinates and the empty squares."""
    theme = canvas.theme
    frame, board = canvas.layout.frame, canvas.layout.board
    canvas.box(frame, theme.frame, canvas.size(10))
    _squares(canvas, board)
    cell = board.width // 8
    for column, row in product((2, 6), repeat=2):
        point = board.x + column * cell, board.y + row * cell
        canvas.dot(point, max(4, cell // 9), theme.board_line)
    margin = board.x - frame.x
    size = min(canvas.size(14), max(7, int(margin * 0.75)))
    for place in range(8):
        above = Rect(board.x + place * cell, frame.y, cell, margin)
        left = Rect(frame.x, board.y + place * cell, margin, cell)
        canvas.write("abcdefgh"[place], above, size, theme.frame_text, align="centre")
        canvas.write("12345678"[place], left, size, theme.frame_text, align="centre")


def _squares(canvas: Canvas, board: Rect) -> None:
    """Paint the empty squares of a board."""
    cell = board.width // 8
    pygame.draw.rect(canvas.surface, canvas.theme.board, tuple(board))
    for x, y in product(range(8), repeat=2):
        square = board.x + x * cell, board.y + y * cell, cell + 1, cell + 1
        pygame.draw.rect(canvas.surface, canvas.theme.board_line, square, max(1, cell // 48))


def paint_board(canvas: Canvas, part: Part) -> None:
    """Paint the discs and the marks."""
    scene: BoardScene = part.content
    cell = canvas.layout.board.width // 8
    diameter = max(4, int(cell * DISC))
    marked = {mark.square: mark for mark in scene.marks}
    to_move = canvas.theme.black if scene.black_to_move else canvas.theme.white
    to_play = BLACK_DOT if scene.black_to_move else canvas.theme.white
    for square in range(64):
        place = cell_of(canvas.layout, square)
        if (scene.black | scene.white) >> square & 1:
            _disc(canvas, scene, square, place, diameter)
            if scene.preview >> square & 1:
                canvas.dot(place.centre, int(diameter * 0.42), to_move)
        elif square == scene.hover:
            _ghost(canvas, scene, place, diameter)
        elif square in marked:
            _mark(canvas, place, marked[square])
        elif scene.legal >> square & 1:
            canvas.dot(place.centre, max(5, cell // 5), to_play)
    _signs(canvas, scene)
    _line(canvas, scene, int(diameter * 0.5))
    if scene.balance is not None:
        _balance(canvas, *scene.balance)


def _balance(canvas: Canvas, share: float, text: str) -> None:
    """Paint the evaluation bar in the frame, black's share from below, and its value."""
    theme, frame, board = canvas.theme, canvas.layout.frame, canvas.layout.board
    margin = frame.right - board.right
    track = board._replace(x=board.right, width=margin).inset(margin // 4, 0)
    canvas.box(track, theme.white, canvas.size(2))
    height = round((1 + share) / 2 * track.height)
    below = track._replace(y=track.bottom - height, height=height)
    pygame.draw.rect(canvas.surface, theme.black, tuple(below))
    middle = (track.x, board.centre[1]), (track.right - 1, board.centre[1])
    pygame.draw.line(canvas.surface, theme.accent, *middle, max(1, canvas.size(1.5)))
    place = frame._replace(y=board.bottom, height=margin).inset(margin // 4, 0)
    size = min(canvas.size(14), max(7, int(margin * 0.75)))
    canvas.write(text, place, size, theme.frame_text, bold=True, align="right")


def _disc(canvas: Canvas, scene: BoardScene, square: int, place: Rect, diameter: int) -> None:
    progress = dict(scene.flips).get(square)
    if progress is not None:
        phase = int(progress * progress * (3 - 2 * progress) * PHASES)  # slow at both ends
        image = turning(canvas.theme, diameter, scene.flips_to_black, min(PHASES - 1, phase))
    else:
        canvas.blit(shadow(diameter), (place.centre[0] + 1, place.centre[1] + place.width // 26))
        image = disc(canvas.theme, bool(scene.black >> square & 1), diameter)
    canvas.blit(image, place.centre)


def _ghost(canvas: Canvas, scene: BoardScene, place: Rect, diameter: int) -> None:
    """Paint the disc or square that a click would set."""
    if scene.editing:
        ink = mixed(canvas.theme.board, canvas.theme.board_text, 0.35)
        pygame.draw.rect(canvas.surface, ink, tuple(place), 2)
        return
    image = disc(canvas.theme, scene.black_to_move, diameter).copy()
    image.set_alpha(120)
    canvas.blit(image, place.centre)


def rating_colour(theme: Theme, rating: int) -> Colour:
    """The colour of a rating, from 0 for the best to 4 for a blunder."""
    return (theme.good, theme.good, theme.fair, theme.poor, theme.bad)[rating]


def _mark(canvas: Canvas, place: Rect, mark: Mark) -> None:
    """Paint a move's value, the best ones with a border, and its proof below."""
    theme = canvas.theme
    cell = place.width
    dark = mixed(theme.board_line, (0, 0, 0), 0.45)
    is_light = sum(theme.window) > 380  # its rating colours suit light panels only
    colour = rating_colour(THEMES["dark"] if is_light else theme, mark.rating)
    plate = Rect(*place).inset(max(2, cell // 14), cell // 4)
    if mark.rating == 0:
        canvas.box(plate, dark, plate.height // 2, colour, max(1, cell // 40))
    else:
        canvas.box(plate, mixed(theme.board, dark, 0.9 if is_light else 0.55), plate.height // 2)
    size = max(8, int(cell * (0.3 if len(mark.text) < 5 else 0.25)))
    canvas.write(mark.text, plate, size, colour, bold=mark.rating == 0, align="centre")
    if mark.proof and cell >= 44:
        below = Rect(place.x, plate.bottom, cell, place.bottom - plate.bottom)
        size = max(8, int(cell * 0.16))
        canvas.write(mark.proof, below, size, theme.board_text, align="centre")


def _signs(canvas: Canvas, scene: BoardScene) -> None:
    """Paint the last move and the hint."""
    theme = canvas.theme
    cell = canvas.layout.board.width // 8
    if scene.last_move is not None and not (scene.editing or scene.numbered):
        centre = cell_of(canvas.layout, scene.last_move).centre
        canvas.dot(centre, max(5, cell // 6), theme.last_move)
    if scene.hint is not None:
        centre = cell_of(canvas.layout, scene.hint).centre
        canvas.dot(centre, int(cell * 0.92), theme.last_move, max(2, cell // 18))


def _line(canvas: Canvas, scene: BoardScene, size: int) -> None:
    """Paint the arrows and the numbers of the line shown."""
    for first, last in scene.arrows:
        _arrow(canvas, *(cell_of(canvas.layout, square).centre for square in (first, last)))
    for number, square in enumerate(scene.numbered, start=1):
        ink = canvas.theme.white if scene.black >> square & 1 else canvas.theme.black
        if square in {last for _first, last in scene.arrows}:
            ink = canvas.theme.black  # on the head of an arrow
        place = cell_of(canvas.layout, square)
        canvas.write(str(number), place, size, ink, bold=True, align="centre")


def _arrow(canvas: Canvas, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Paint an arrow from the edge of a disc to the middle of another one."""
    cell, colour = canvas.layout.board.width // 8, canvas.theme.last_move
    right, down = ((b > a) - (b < a) for a, b in zip(start, end, strict=True))
    share = cell * DISC / 2 / math.hypot(right, down)
    start = round(start[0] + right * share), round(start[1] + down * share)
    pygame.draw.line(canvas.surface, colour, start, end, max(2, cell // 16))
    size = cell / 5 / math.hypot(right, down)
    corners = (right, down), (-right - down, right - down), (down - right, -right - down)
    points = [(end[0] + x * size, end[1] + y * size) for x, y in corners]
    pygame.draw.polygon(canvas.surface, colour, points)


class SmallBoard(NamedTuple):
    """A small board in its place, with a caption to its left and marked squares."""

    place: Rect
    left: Rect
    caption: str
    black: int
    white: int
    marked: tuple[int, ...]


def paint_small_boards(canvas: Canvas, part: Part) -> None:
    """Paint small boards."""
    theme = canvas.theme
    for small in part.content:
        place, cell = small.place, small.place.width // 8
        beside = small.left.inset(canvas.size(4), 0)
        canvas.write_lines(small.caption, beside, canvas.size(13), theme.text, 3, align="right")
        _squares(canvas, place)
        for square in range(64):
            spot = Rect(place.x + square % 8 * cell, place.y + square // 8 * cell, cell, cell)
            if (small.black | small.white) >> square & 1:
                canvas.blit(disc(theme, bool(small.black >> square & 1), cell - 2), spot.centre)
            if square in small.marked:
                canvas.dot(spot.centre, cell, theme.last_move, max(1, cell // 7))


@lru_cache(maxsize=64)
def disc(theme: Theme, black: bool, diameter: int) -> pygame.Surface:
    """A flat disc with a rim, lit from above left."""
    face, rim = (theme.black, theme.black_rim) if black else (theme.white, theme.white_rim)
    size = diameter * SMOOTH
    large = pygame.Surface((size, size), pygame.SRCALPHA)
    large.fill((*rim, 0))
    centre = radius = size / 2
    pygame.draw.circle(large, rim, (centre, centre), radius)
    for shade in range(SHADES):
        share = shade / SHADES
        inner = radius * (0.95 - 0.75 * share)
        offset = radius * 0.16 * share
        colour = mixed(face, mixed(rim, (255, 255, 255), 0.25), 0.22 * share * share)
        pygame.draw.circle(large, colour, (centre - offset, centre - offset), inner)
    return pygame.transform.smoothscale(large, (diameter, diameter))


@lru_cache(maxsize=8)
def shadow(diameter: int) -> pygame.Surface:
    """The shadow of a disc."""
    size = diameter + max(2, diameter // 8)
    image = pygame.Surface((size * SMOOTH, size * SMOOTH), pygame.SRCALPHA)
    for ring in range(5):
        radius = (diameter / 2 + (size - diameter) / 2 * (1 - ring / 5)) * SMOOTH
        pygame.draw.circle(image, (0, 0, 0, 14 + 16 * ring), (size * 2, size * 2), radius)
    return pygame.transform.smoothscale(image, (size, size))


def icon(side: int, theme: Theme) -> pygame.Surface:
    """The program's icon, `side` pixels wide: the first four discs."""
    image = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.rect(image, theme.board, (0, 0, side, side), border_radius=side // 6)
    for place, black in enumerate((False, True, True, False)):
        centre = side * (1 + 2 * (place % 2)) // 4, side * (1 + 2 * (place // 2)) // 4
        inwards = tuple((side // 2 + value * 9) // 10 for value in centre)
        face = disc(theme, black, round(side * 0.4))
        image.blit(face, tuple(value - face.get_width() // 2 for value in inwards))
    return image


def side_sign(canvas: Canvas, centre: tuple[int, int], side: int, black: bool) -> None:
    """Paint a disc on a piece of board `side` pixels wide, visible on any background."""
    theme = canvas.theme
    place = Rect(centre[0] - side // 2, centre[1] - side // 2, side, side)
    canvas.box(place, mixed(theme.board, (255, 255, 255), 0.12), max(2, side // 4))
    canvas.dot(place.centre, round(side * SIGN_DISC), theme.black if black else theme.white)


@lru_cache(maxsize=4 * PHASES)
def turning(theme: Theme, diameter: int, to_black: bool, phase: int) -> pygame.Surface:
    """A turning disc; phase 0 shows the old face, the last one the new face."""
    angle = math.pi * (phase + 0.5) / PHASES
    shown_black = to_black == (angle > math.pi / 2)
    width = max(2, round(diameter * abs(math.cos(angle))))
    return pygame.transform.smoothscale(disc(theme, shown_black, diameter), (width, diameter))
