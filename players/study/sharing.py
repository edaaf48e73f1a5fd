"""Games and positions to show to others: a page with board, graph and mistakes, a GIF, a PNG.

The page needs no network; Pillow draws the pictures.
"""

import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from othello import notation
from othello.bits import squares
from othello.cli.output import render
from othello.game import Game
from othello.game_tree import GameTree
from othello.notation import move_name
from othello.position import FILES, Position
from othello.rules import SCORE_SCALE
from players.study.coach.accuracy import GOOD, INACCURATE, LIMITS, RATINGS
from players.study.coach.mistakes import JudgedMove, mistakes, play_of_side, why
from players.study.coach.words import SIDE_NAMES, Translate, loss_text

if TYPE_CHECKING:
    from PIL import Image

PAGE, MOVING, PICTURE = ".html", ".gif", ".png"
"""Suffixes of the files."""
HOW_TO_STEP = "Left and right, or a click, go through the game."
BETTER = "Better"
_HALF, _WIDTH = 60, 440
"""Half the height of the graph and its width, in units of its drawing."""
LEAST_REACH = 8
"""Least number of discs at the ends of the graph."""
CELL, SMOOTHING = 44, 3
"""Pixels of a square, and the factor of oversampling."""
_CELL = CELL * SMOOTHING
_MARGIN = round(_CELL * 0.62)
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


class SharedGame(NamedTuple):
    """A game without passes; `names` are black's and white's."""

    names: tuple[str, str]
    positions: tuple[SharedPosition, ...]
    judged: tuple[JudgedMove, ...]


def shared_game(
    game: Game, names: tuple[str, str] = ("", ""), judged: Sequence[JudgedMove] = ()
) -> SharedGame:
    """Game with the judgements of its moves, by their numbers."""
    values: dict[int, float | None] = {
        move.number - 1: (move.best.score if move.black else -move.best.score) / SCORE_SCALE
        for move in judged
    }
    tree = GameTree.of(game)
    moves = [None, *tree.main_line]
    values.setdefault(len(moves) - 1, game.result())
    positions = (
        SharedPosition(*step.discs, move, values.get(number))
        for number, (step, move) in enumerate(zip(tree.steps(tree.main_line), moves, strict=True))
    )
    return SharedGame(names, tuple(positions), tuple(judged))


def shared(
    suffix: str, game: SharedGame, step: int = -1, translate: Translate = str, language: str = "en"
) -> bytes:
    """Game as a page, its moves as a GIF, or the position at a step as a PNG, by a suffix.

    The page is in English unless a language is given.
    """
    if suffix == PAGE:
        return html(game, translate, language).encode("utf-8", "replace")
    return gif(game.positions) if suffix == MOVING else png(game.positions[step])


def _graph(game: SharedGame) -> dict[str, Any] | None:
    """Value of each position, black's lead upwards, with a dot after each mistake."""
    values = [(step, position.value) for step, position in enumerate(game.positions)]
    points = [(step, value) for step, value in values if value is not None]
    if len(points) < 2:
        return None
    last = max(1, len(game.positions) - 1)
    reach = max(LEAST_REACH, *(abs(value) for _step, value in points))
    places = {step: (_WIDTH * step / last, _HALF * (1 - value / reach)) for step, value in points}
    dots = [
        {"x": places[move.number][0], "y": places[move.number][1], "rating": move.rating}
        for move in mistakes(game.judged)
        if move.number in places
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places.values())
    return {"width": _WIDTH, "half": _HALF, "line": line, "dots": dots}


def _review(game: SharedGame) -> dict[str, Any]:
    """Accuracy of both sides and the mistakes; no sides if no move is judged."""
    ratings = zip(RATINGS[INACCURATE:], LIMITS[GOOD:], strict=True)
    sides = zip(SIDE_NAMES, (True, False), strict=True) if game.judged else ()
    return {
        "counted": [(word, limit // SCORE_SCALE) for word, limit in ratings],
        "sides": [(name, play_of_side(game.judged, black)) for name, black in sides],
        "first": INACCURATE,
        "mistakes": mistakes(game.judged),
    }


def html(game: SharedGame, translate: Translate = str, language: str = "en") -> str:
    """Page of a game in a language, by default English."""
    sides = zip(game.names, SIDE_NAMES, strict=True)
    title = " – ".join(name or translate(side) for name, side in sides)
    last, moves = game.positions[-1], [position.move for position in game.positions]
    names = ["" if move is None else move_name(move) for move in moves]
    discs = (Position(position.black, position.white) for position in game.positions)
    boards = [notation.board_text(both, True)[:64] for both in discs]  # X for black, O for white
    texts = {"translate": translate, "how_to_step": HOW_TO_STEP, "better": BETTER}
    functions = {"why": why, "loss_text": loss_text, "move_name": move_name}
    return render(
        "players.study",
        "shared_game.html",
        language=language,
        title=f"{title}, {last.black.bit_count()}:{last.white.bit_count()}",
        graph=_graph(game),
        data={"boards": boards, "squares": moves, "names": names},
        **functions,
        **texts,
        **_review(game),
    )


# Pictures


def board_picture(position: SharedPosition) -> "Image.Image":
    """Board with coordinates, the last move marked; each square is CELL pixels wide."""
    from PIL import Image, ImageDraw, ImageFont

    end = _MARGIN + 8 * _CELL
    side = end + _MARGIN
    picture = Image.new("RGB", (side, side), _FRAME)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((_MARGIN, _MARGIN, end, end), fill=_BOARD)
    for line in range(_MARGIN, end + 1, _CELL):
        draw.line((line, _MARGIN, line, end), fill=_LINES, width=SMOOTHING)
        draw.line((_MARGIN, line, end, line), fill=_LINES, width=SMOOTHING)
    font = ImageFont.load_default(size=_MARGIN * 0.55)
    for index in range(8):
        middle = _MARGIN + index * _CELL + _CELL // 2
        labels = (FILES[index], (middle, _MARGIN // 2)), (str(index + 1), (_MARGIN // 2, middle))
        for text, centre in labels:
            draw.text(centre, text, fill=_LETTERS, font=font, anchor="mm")
    for discs, face in ((position.black, _BLACK), (position.white, _WHITE)):
        for square in squares(discs):
            _disc(draw, square, 0.41, face, SMOOTHING)
    if position.move is not None:
        _disc(draw, position.move, 0.09, _LAST, 0)
    small = side // SMOOTHING
    return picture.resize((small, small), Image.Resampling.LANCZOS)


def _disc(draw: Any, square: int, share: float, face: tuple[int, int, int], rim: int) -> None:
    """Draw a disc whose radius is a share of its square."""
    row, column = divmod(square, 8)
    x, y = (_MARGIN + place * _CELL + _CELL // 2 for place in (column, row))
    radius = _CELL * share
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), face, _RIM if rim else None, rim)


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
