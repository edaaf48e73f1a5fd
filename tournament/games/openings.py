"""What games begin with: a line of moves of any length, or a position; its name and its class.

>>> [opening_name(opening) for opening in (0, "f5d6c3")]
['c4c3c2b2', 'f5d6c3']
>>> start("f5d6c3").side
'white'
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from othello.bits import NONE, bit
from othello.cli.errors import UserError
from othello.game import Game
from othello.jit import jit
from othello.notation import board_text, parse_board, parse_transcript
from othello.openings import four_move_openings
from othello.position import PASS, START, Position
from othello.symmetry import SYMMETRIES, canonical, image

Opening = int | str
"""The number, 0 to 243, of a four-move opening; any other transcript; or a board in text.

The store keeps an opening as it is, so that stores from before there were other ones still say
what they said. A transcript is written without passes, a board as `notation.board_text` does.
"""

MOST_CLASSES = 2**17
"""Openings of which the class is not computed anew."""
MANY = 1000
"""From so many new openings on their classes are computed together, a hundred times as fast."""

_DISCS = "XO-"
_PLAIN = re.compile("([a-h][1-8])+")


class Canonical(NamedTuple):
    """The canonical position of an opening, and the symmetries under which it becomes that.

    A bit for each of the eight: more than one where the position has symmetries of its own.
    """

    position: Position
    symmetries: int


known_classes: dict[Opening, Canonical] = {}


def is_board(opening: Opening) -> bool:
    """Whether the opening is a position, which need not come from the start of a game."""
    return isinstance(opening, str) and opening[:1] in _DISCS and opening != ""


def opening_order(opening: Opening) -> tuple[bool, Opening]:
    """What openings are sorted by: numbers first, as the store does."""
    return isinstance(opening, str), opening


def opening_name(opening: Opening) -> str:
    """The transcript of an opening, or its board."""
    return opening if isinstance(opening, str) else four_move_openings()[opening].transcript


def first_position(opening: Opening) -> Game:
    """A game before the opening's first move: at the start position, or at the board it is."""
    return Game.from_board(str(opening)) if is_board(opening) else Game()


def start(opening: Opening) -> Game:
    """The game that has come to the end of the opening; UserError if it cannot."""
    game = first_position(opening)
    if not is_board(opening):
        game.play_all(_moves(opening))
    return game


def _moves(opening: Opening) -> tuple[int, ...]:
    """The moves of an opening that is no board."""
    if isinstance(opening, int):
        return four_move_openings()[opening].moves
    return parse_transcript(opening)


def opening_of(text: str) -> Opening:
    """The opening of a transcript or a board in text; UserError says why there is none.

    A transcript of four moves is one of the 244, whatever way it is written.
    """
    board = text.lstrip()[:1] in "Xx*Oo-."
    try:
        game = Game.from_board(text) if board else Game.from_transcript(text)
    except ValueError as error:
        raise UserError(str(error)) from None
    if game.over:
        raise UserError("the game is over")
    if board:
        return board_text(*parse_board(text))
    transcript = game.transcript()
    return _numbers().get(transcript, transcript)


@lru_cache
def _numbers() -> dict[str, int]:
    return {opening.transcript: opening.index for opening in four_move_openings()}


def replay(opening: Opening, transcript: str) -> Game:
    """The game of this transcript, which has the opening's moves in it.

    IllegalMoveError or NotationError for a transcript that is none.
    """
    game = first_position(opening)
    game.play_all(parse_transcript(transcript))
    return game


def end_position(opening: Opening) -> Position:
    """The position that an opening leads to, as the side to move sees it.

    Played without a Game, which takes ten times as long. UserError for an illegal move.
    """
    if is_board(opening):
        return _with_a_move(parse_board(str(opening))[0])
    position = START
    for move in _moves(opening):
        if move == PASS:
            continue
        if not int(position.legal()) >> move & 1:
            raise UserError(f"opening {opening!r} has an illegal move")
        position = _with_a_move(position.play(move))
    return position


def _with_a_move(position: Position) -> Position:
    """The position, passed if only the other side has a move."""
    if position.legal() or not position.passed().legal():
        return position
    return position.passed()


@jit
def _leading_to(position, least):
    """The symmetries, a bit each, under which `position` becomes `least`."""
    found = 0
    for index in range(SYMMETRIES):
        candidate = image(position, index)
        if candidate.own == least.own and candidate.opp == least.opp:
            found |= 1 << index
    return found


@jit
def _play(squares, ends, own, opp, symmetries):
    """Play lines of moves from the start, one behind the other in `squares`, int64.

    `ends` has where each line ends, int64; `own` and `opp`, uint64, get the canonical
    position that it leads to, or no disc at all where a move is illegal, and
    `symmetries`, int64, those under which it becomes that.
    """
    first = 0
    for line in range(len(ends)):
        position = Position(START.own, START.opp)
        legal = True
        for place in range(first, ends[line]):
            if position.legal() == NONE:
                position = position.passed()
            move = squares[place]
            if position.legal() & bit(move) == NONE:
                legal = False
                break
            position = position.play(move)
        if position.legal() == NONE and position.passed().legal() != NONE:
            position = position.passed()
        least = canonical(position)
        own[line] = least.own if legal else NONE
        opp[line] = least.opp if legal else NONE
        symmetries[line] = _leading_to(position, least)
        first = ends[line]


def squares_of(transcript: str) -> np.ndarray:
    """The squares of moves, uint8[moves]; passes are not written."""
    letters = np.frombuffer(transcript.encode(), np.uint8).reshape(-1, 2)
    return letters[:, 0] - ord("a") + 8 * (letters[:, 1] - ord("1"))


class CanonicalColumns(NamedTuple):
    """`canonical_opening` of many: `own` and `opp`, uint64[n], and `symmetries`, int64[n]."""

    own: np.ndarray
    opp: np.ndarray
    symmetries: np.ndarray


def _compute(lines: Sequence[str]) -> CanonicalColumns:
    """What these transcripts lead to; no disc at all where a move is illegal."""
    squares = squares_of("".join(lines)).astype(np.int64)
    ends = np.cumsum([len(line) // 2 for line in lines])
    own, opp = np.zeros((2, len(lines)), np.uint64)
    columns = CanonicalColumns(own, opp, np.zeros(len(lines), np.int64))
    _play(squares, ends, *columns)
    return columns


def _is_line(opening: Opening) -> bool:
    """Whether an opening is a transcript that can be computed with others."""
    return isinstance(opening, str) and _PLAIN.fullmatch(opening) is not None


def compute_classes(openings: Iterable[Opening]) -> None:
    """Compute what `canonical_opening` is asked for next, if it is much; leave illegal ones."""
    new = [str(one) for one in set(openings) - known_classes.keys() if _is_line(one)]
    if len(new) < MANY:
        return
    _make_room(len(new))
    for opening, own, opp, leading in zip(new, *_compute(new), strict=True):
        if own or opp:
            known_classes[opening] = Canonical(Position(own, opp), int(leading))


def canonical_columns(openings: Sequence[Opening]) -> CanonicalColumns:
    """`canonical_opening` of each; many are computed together, and none of these is remembered.

    UserError for an opening that cannot be played.
    """
    together = [place for place, one in enumerate(openings) if _is_line(one)]
    own, opp = np.zeros((2, len(openings)), np.uint64)
    columns = CanonicalColumns(own, opp, np.zeros(len(openings), np.int64))
    if len(together) >= MANY:
        found = _compute([str(openings[one]) for one in together])
        for column, values in zip(columns, found, strict=True):
            column[together] = values
    for place in np.flatnonzero((own | opp) == NONE).tolist():
        position, columns.symmetries[place] = canonical_opening(openings[place])
        own[place], opp[place] = position
    return columns


def _make_room(new: int) -> None:
    """Forget all classes if there would be too many with so many new ones."""
    if len(known_classes) + new > MOST_CLASSES:
        known_classes.clear()


def canonical_opening(opening: Opening) -> Canonical:
    """The canonical position of an opening, and how it becomes that."""
    found = known_classes.get(opening)
    if found is None:
        _make_room(1)
        position = end_position(opening)
        least = canonical(position)
        found = known_classes[opening] = Canonical(least, int(_leading_to(position, least)))
    return found


def are_playable(openings: Iterable[Opening]) -> bool:
    """Whether each of these, of any type, is an opening that can be played."""
    openings = list(openings)
    numbers = range(len(four_move_openings()))
    if not all(isinstance(one, str) or (type(one) is int and one in numbers) for one in openings):
        return False
    try:
        canonical_columns(openings)
    except ValueError:
        return False
    return True


def board_class(opening: Opening) -> Position:
    """What openings have in common that are the same for players: their canonical position.

    It is equal where two lines of moves lead to one position, or to images of each other
    under the board's eight symmetries. Colours do not count: a player sees its own discs and
    the other's, and each opening is played with both colours.
    """
    return canonical_opening(opening).position


def class_numbers(openings: Iterable[Opening]) -> list[int]:
    """The class of each opening as a number, 0 upward, in the order in which they appear."""
    openings = list(openings)
    compute_classes(openings)
    numbers: dict[Position, int] = {}
    return [numbers.setdefault(board_class(opening), len(numbers)) for opening in openings]
