"""Openings: a line of moves of any length, or a position; its name, its class, and choices.

Options choose by a word: "20", "classes", "random:plies=8", a file or transcripts. Each opening is
played twice, with colours swapped.

>>> [opening_name(opening) for opening in (0, "f5d6c3")]
['c4c3c2b2', 'f5d6c3']
>>> start("f5d6c3").side
'white'
"""

import hashlib
import os
import random
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, TextIO

from othello.cli.errors import UserError
from othello.formats.reading import collect_errors, open_text, parsed, raise_error
from othello.game import Game
from othello.notation import board_text, parse_board, parse_transcript
from othello.openings import four_move_openings
from othello.position import Position
from othello.symmetry import SYMMETRIES, canonical, image

Opening = int | str
"""The number, 0 to 243, of a four-move opening; any other transcript; or a board as text.

Transcripts have no passes. Boards are written by `notation.board_text`.
"""

MOST_CLASSES = 2**17
"""Openings whose class is cached."""

_DISCS = "XO-"

ALL, CLASSES, RANDOM = "all", "classes", "random"
"""Names of openings: the 244, one of each of their 60 classes, and seeded random plies."""

RANDOM_DEFAULTS = {"plies": 8, "count": 100, "seed": 0}
MOST_PLIES = 50
MOST_TRIES = 10_000
"""Random games without a new opening in a row, after which the search for more ends."""

LONGEST_LINE = 1000
"""Characters of a line in a file of openings."""


class GameKey(NamedTuple):
    """The key of a game in a match: its opening, and True if A has black."""

    opening: Opening
    a_black: bool


def game_keys(openings: Iterable[Opening]) -> tuple[GameKey, ...]:
    """Return the keys of all games over openings; the two games of a pair are neighbours."""
    return tuple(GameKey(opening, a_black) for opening in openings for a_black in (True, False))


class CanonicalOpening(NamedTuple):
    """The canonical position of an opening, and the symmetries that lead to it.

    `symmetries` has a bit for each of the eight; several are set where the position is symmetric.
    """

    position: Position
    symmetries: int


def is_board(opening: Opening) -> bool:
    """True if the opening is a position, which need not arise from the starting position."""
    return isinstance(opening, str) and opening[:1] in _DISCS and opening != ""


def opening_name(opening: Opening) -> str:
    """Return the transcript of an opening, or its board."""
    return opening if isinstance(opening, str) else four_move_openings()[opening].transcript


def start(opening: Opening) -> Game:
    """Return the game at the end of the opening; UserError for an illegal one."""
    return replay(opening, "" if is_board(opening) else opening_name(opening))


def opening_of(text: str) -> Opening:
    """Parse a transcript or a board; UserError gives the reason for a failure.

    Transcripts of the 244 four-move openings become their numbers.
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
    """Return the game of a transcript that includes the opening's moves.

    IllegalMoveError or NotationError for an invalid transcript.
    """
    game = Game.from_board(str(opening)) if is_board(opening) else Game()
    game.play_all(parse_transcript(transcript))
    return game


@lru_cache(MOST_CLASSES)
def canonical_opening(opening: Opening) -> CanonicalOpening:
    """Return the canonical position of an opening and the symmetries that lead to it."""
    position = start(opening).position
    least = canonical(position)
    symmetries = sum(1 << index for index in range(SYMMETRIES) if image(position, index) == least)
    return CanonicalOpening(least, symmetries)


def board_class(opening: Opening) -> Position:
    """Return the canonical position of an opening, which identifies its class.

    Openings of one class lead to the same position, or to images of it under the board's eight
    symmetries. Colours do not count: each opening is played with both.
    """
    return canonical_opening(opening).position


def class_numbers(openings: Iterable[Opening]) -> list[int]:
    """Number the classes of openings from 0 in order of appearance; return each opening's class."""
    numbers: dict[Position, int] = {}
    return [numbers.setdefault(board_class(opening), len(numbers)) for opening in openings]


@lru_cache
def _by_class() -> tuple[int, ...]:
    """Order the 244: the first of each class, then the second of each, and so on.

    Neighbouring classes are similar, so classes are ordered by their bit-reversed numbers.
    Source: van der Corput 1935.
    """
    members: dict[int, list[int]] = {}
    for opening in four_move_openings():
        members.setdefault(opening.board_class, []).append(opening.index)
    bits = (len(members) - 1).bit_length()
    order = sorted(members, key=lambda number: f"{number:0{bits}b}"[::-1])
    rounds = zip_longest(*(members[number] for number in order))
    return tuple(number for those in rounds for number in those if number is not None)


def spread_openings(count: int) -> tuple[int, ...]:
    """Return `count` of the 244 openings from as many classes as possible, in list order.

    A larger count extends a smaller one. UserError for a count outside 1 to 244.
    """
    total = len(_by_class())
    if not 1 <= count <= total:
        raise UserError(f"there are 1 to {total} openings to choose, not {count}")
    return tuple(sorted(_by_class()[:count]))


def chosen_openings(text: str | None) -> tuple[Opening, ...]:
    """Parse the option --openings; return each opening once, in order of play.

    None and "all" are the 244; "20" is twenty of them, from twenty classes; "classes" is one of
    each class; "random:plies=8,count=100,seed=1" draws random lines; a file has a transcript or a
    board on each line; "f5d6c3d3,c4e3f4" are two transcripts. UserError for anything else.
    """
    if text in (None, ALL):
        return spread_openings(len(four_move_openings()))
    if text == CLASSES:
        return spread_openings(len({opening.board_class for opening in four_move_openings()}))
    if re.fullmatch("[+-]?[0-9]+", text.strip()):
        return spread_openings(int(text))
    if text.partition(":")[0] == RANDOM:
        return random_openings(**_random_options(text))
    if os.path.exists(text) or "/" in text or "." in text:
        return openings_of_file(Path(text))
    openings = set(map(_transcript, text.split(",")))
    return tuple(sorted(openings, key=lambda one: (isinstance(one, str), one)))  # as in the store


def _transcript(text: str) -> Opening:
    if not text.strip():
        raise UserError("opening '': no moves; a file, transcripts such as f5d6c3, or a number")
    try:
        return opening_of(text)
    except UserError as error:
        raise UserError(f"opening {text!r}: {error}") from None


def openings_of_file(path: Path) -> tuple[Opening, ...]:
    """Read each opening of a file once: a transcript or a board on each line.

    Text behind a board is ignored, as in OBF files; % or # begins a comment. UserError names
    the file and the line.
    """
    with collect_errors(path, raise_error), open_text(path) as stream:
        lines = ((number, line) for number, line in enumerate(_lines(stream), start=1) if line)
        openings = dict.fromkeys(parsed(lines, _opening_of_line, str(path), raise_error))
    if not openings:
        raise UserError(f"{path}: it has no opening")
    return tuple(openings)


def _lines(stream: TextIO) -> Iterator[str]:
    """Return lines without comments and outer blanks; a line that is too long is cut."""
    while line := stream.readline(LONGEST_LINE + 1):
        yield re.split("[%#]", line)[0].strip() if len(line) <= LONGEST_LINE else line


def _opening_of_line(line: str) -> Opening:
    if len(line) > LONGEST_LINE:
        raise UserError(f"longer than {LONGEST_LINE} characters")
    return opening_of(line.partition(";")[0])


def _random_options(text: str) -> dict[str, int]:
    rest = text.partition(":")[2]
    given = dict(re.findall("(plies|count|seed)=([0-9]+)", rest))
    if rest != ",".join(map("=".join, given.items())):
        raise UserError(f"openings {text!r}: expected some of random:plies=8,count=100,seed=0")
    return RANDOM_DEFAULTS | {name: int(value) for name, value in given.items()}


def random_openings(plies: int, count: int, seed: int) -> tuple[Opening, ...]:
    """Return `count` different lines of `plies` random moves that do not end the game.

    A larger count extends a smaller one. UserError if there are too few lines.
    """
    if not 1 <= plies <= MOST_PLIES:
        raise UserError(f"random openings have 1 to {MOST_PLIES} plies, not {plies}")
    if count < 1:
        raise UserError(f"1 or more random openings, not {count}")
    rng = random.Random(f"openings {plies} {seed}")
    found: dict[Opening, None] = {}
    tries = 0
    while len(found) < count:
        before, game = len(found), Game()
        for _ in range(plies):
            if not game.over:
                game.play(rng.choice(game.legal()))
        if not game.over:
            found[opening_of(game.transcript())] = None
        tries = 0 if len(found) > before else tries + 1
        if tries == MOST_TRIES:
            raise UserError(f"found {before} random openings of {plies} plies, not {count}")
    return tuple(found)


def seed(*identity: object) -> int:
    """Return a seed, 0 to 2**63 - 1, that depends only on `identity`."""
    digest = hashlib.sha256("|".join(map(str, identity)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1
