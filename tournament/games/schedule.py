"""Which games a tournament consists of: every opening twice, colours swapped.

Openings are asked for by a word: "20", "classes", "random:plies=8", a file or transcripts.
"""

import hashlib
import os
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, TextIO

from othello.cli.errors import UserError, closest
from othello.formats import collection
from othello.formats.reading import FormatError, open_text
from othello.game import Game
from othello.openings import four_move_openings
from othello.position import START
from tournament.games.openings import Opening, class_numbers, opening_of, opening_order

ALL, CLASSES, RANDOM = "all", "classes", "random"
"""Openings by name: the 244, one for each of their 60 classes, and seeded random plies."""

RANDOM_DEFAULTS = {"plies": 8, "count": 100, "seed": 0}
MOST_PLIES = 50
MOST_TRIES = 10_000
"""Random games in a row without a new one, after which there are no more."""

LONGEST_LINE = 1000
_LINES = ("board", "transcript", ".obf")
"""The kinds of texts with an opening on each line."""

_COUNTED = re.compile(r"(?P<source>.+):count=(?P<count>[^:=]*)", re.DOTALL)


class Fixture(NamedTuple):
    """One game of a tournament: its opening, and whether A has black."""

    opening: Opening
    a_black: bool


def fixtures(openings: Iterable[Opening]) -> tuple[Fixture, ...]:
    """All games over these openings, the two of a pair side by side."""
    return tuple(Fixture(opening, a_black) for opening in openings for a_black in (True, False))


def evenly_spread(count: int, total: int) -> tuple[int, ...]:
    """The indices of `count` of `total` openings, spread over their list.

    UserError unless there are so many.
    """
    _check_count(count, total)
    return tuple(i * total // count for i in range(count))


def _check_count(count: int, total: int) -> None:
    if not 1 <= count <= total:
        raise UserError(f"there are 1 to {total} openings to choose, not {count}")


@lru_cache
def _by_class() -> tuple[int, ...]:
    """The numbers of the 244, the first of each class before the second of any, and so on.

    Classes that stand close together in their list are much alike: their order is that of their
    numbers with the bits reversed. Source: van der Corput 1935.
    """
    members: dict[int, list[int]] = {}
    for opening in four_move_openings():
        members.setdefault(opening.board_class, []).append(opening.index)
    bits = (len(members) - 1).bit_length()
    order = sorted(members, key=lambda number: f"{number:0{bits}b}"[::-1])
    rounds = zip_longest(*(members[number] for number in order))
    return tuple(number for each in rounds for number in each if number is not None)


def spread_openings(count: int) -> tuple[int, ...]:
    """`count` of the 244 openings, in the order of their list, from as many classes as possible.

    A larger count adds to the openings of a smaller one. UserError for a count beyond 1 to 244.
    """
    _check_count(count, len(_by_class()))
    return tuple(sorted(_by_class()[:count]))


def chosen_openings(text: str | None) -> tuple[Opening, ...]:
    """The openings that an option asks for, each once, in the order in which they are played.

    None and "all" are the 244; "20" is twenty of them, of twenty classes; "classes" is one of each
    class; "random:plies=8,count=100,seed=1" is what it says; a file has a transcript or a
    board on each line; "f5d6c3d3,c4e3f4" is these two. With ":count=20" behind them, a file
    and a name give twenty, evenly spread. UserError for others.
    """
    if text is None:
        return _named(ALL)
    try:
        return spread_openings(int(text))
    except ValueError as error:
        if isinstance(error, UserError):
            raise
    if text.partition(":")[0] == RANDOM:
        return random_openings(**_random_options(text))
    counted = _COUNTED.fullmatch(text)
    if counted is None:
        return _named(text)
    openings = _named(counted["source"])
    count = _natural(text, "count", counted["count"])
    return tuple(openings[place] for place in evenly_spread(count, len(openings)))


def _named(text: str) -> tuple[Opening, ...]:
    """All openings of a name, a file or a list of transcripts."""
    if text == ALL:
        return spread_openings(len(four_move_openings()))
    if text == CLASSES:
        return spread_openings(len({opening.board_class for opening in four_move_openings()}))
    if os.path.exists(text) or "/" in text or "." in text:
        return openings_of_file(Path(text))
    return tuple(sorted(set(map(_transcript, text.split(","))), key=opening_order))


def _transcript(text: str) -> Opening:
    if not text.strip():
        raise UserError("opening '': no moves; a file, transcripts such as f5d6c3, or a number")
    try:
        return opening_of(text)
    except UserError as error:
        raise UserError(f"opening {text!r}: {error}") from None


def openings_of_file(path: Path) -> tuple[Opening, ...]:
    """The openings of a file, each once: its games, or a transcript or a board on each line.

    A board may have more behind it, as the problems of OBF files do; % or # begins a comment.
    UserError names the file and the line.
    """
    openings: dict[Opening, None] = {}
    try:
        if collection.kind_of_file(path) not in _LINES:
            entries = enumerate(collection.read_file(path), start=1)
            openings = {
                _opening_of_game(path, entry.number or number, entry.game()): None
                for number, entry in entries
            }
        else:
            with open_text(path) as stream:
                for number, line in enumerate(_lines(stream), start=1):
                    if line:
                        openings[_opening_of_line(path, number, line)] = None
    except FormatError as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None
    if not openings:
        raise UserError(f"{path}: no opening in it")
    return tuple(openings)


def _lines(stream: TextIO) -> Iterator[str]:
    """Lines without comments and outer blanks; of one that is too long only what shows that."""
    while line := stream.readline(LONGEST_LINE + 1):
        yield re.split("[%#]", line)[0].strip() if len(line) <= LONGEST_LINE else line


def _opening_of_game(path: Path, number: int, game: Game) -> Opening:
    try:
        usual = game.start == START and game.black_starts
        return opening_of(game.transcript() if usual and game.moves else game.board())
    except UserError as error:
        raise UserError(f"{path}: game {number}: {error}") from None


def _opening_of_line(path: Path, number: int, line: str) -> Opening:
    try:
        if len(line) > LONGEST_LINE:
            raise UserError(f"longer than {LONGEST_LINE} characters")
        return opening_of(line.partition(";")[0])
    except UserError as error:
        raise UserError(f"{path}: line {number}: {error}") from None


def _random_options(text: str) -> dict[str, int]:
    given: dict[str, int] = {}
    _, colon, rest = text.partition(":")
    for part in rest.split(",") if colon else ():
        name, _, value = part.partition("=")
        if name not in RANDOM_DEFAULTS:
            known = f"{', '.join(RANDOM_DEFAULTS)}{closest(name, RANDOM_DEFAULTS)}"
            raise UserError(f"openings {text!r}: {name!r} is none of {known}")
        if name in given:
            raise UserError(f"openings {text!r}: {name} is given twice")
        given[name] = _natural(text, name, value)
    return RANDOM_DEFAULTS | given


def _natural(text: str, name: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise UserError(f"openings {text!r}: {name} is a whole number, not {value!r}") from None


def random_openings(plies: int, count: int, seed: int) -> tuple[Opening, ...]:
    """`count` different lines of `plies` random moves, none of which ends the game.

    A larger count begins with the same ones. UserError if there are not so many.
    """
    if not 1 <= plies <= MOST_PLIES:
        raise UserError(f"random openings have 1 to {MOST_PLIES} plies, not {plies}")
    if count < 1:
        raise UserError(f"1 or more random openings, not {count}")
    chance = random.Random(f"openings {plies} {seed}")
    found: dict[Opening, None] = {}
    tries = 0
    while len(found) < count:
        before = len(found)
        transcript = _random_line(chance, plies)
        if transcript:
            found[opening_of(transcript)] = None
        tries = 0 if len(found) > before else tries + 1
        if tries == MOST_TRIES:
            raise UserError(f"found {before} random openings of {plies} plies, not {count}")
    return tuple(found)


def _random_line(chance: random.Random, plies: int) -> str:
    """The transcript of so many random moves; "" if they end the game."""
    game = Game()
    while not game.over and plies:
        game.play(chance.choice(game.legal()))
        plies -= 1
    return "" if game.over else game.transcript()


def duplicates_note(openings: Sequence[Opening]) -> str:
    """A line that says how many openings are others in disguise; "" if none is."""
    classes = len(set(class_numbers(openings)))
    if classes == len(openings):
        return ""
    return (
        f"{len(openings)} openings lead to {classes} positions that differ in more than a"
        " symmetry of the board or the order of moves"
    )


def seed(*identity: object) -> int:
    """A seed, 0 to 2**63 - 1, that depends on nothing but the identity of what it is for."""
    digest = hashlib.sha256("|".join(map(str, identity)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1
