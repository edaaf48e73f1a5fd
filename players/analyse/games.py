"""The games of files, folders, transcripts and boards, and the positions to be judged in them."""

import errno
import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from othello.formats import collection
from othello.formats.reading import FormatError, Refused
from othello.game import Game, IllegalMoveError
from othello.position import PASS
from players.analyse.verdicts import Question

SUFFIXES = (".ggf", ".obf", ".othello", ".txt", ".wtb")
"""The endings of the files that are read out of a folder."""


class NamedGame(NamedTuple):
    """A game, what its file says of it, and which one of which source it is, counted from 1."""

    source: str
    number: int
    entry: collection.Entry
    game: Game


class Turn(NamedTuple):
    """A position of a game to be judged: its number, whose turn it is, and the question.

    Turns are counted from 1 without passes. The last one asks about no move if the game is
    not over.
    """

    number: int
    black: bool
    question: Question


def games_of(
    sources: Sequence[str], first: int | None = None, refused: Refused | None = None
) -> list[NamedGame]:
    """The games of all sources, all or the first so many.

    A source is a file, a folder, a transcript or a board. FormatError or OSError, in one line,
    for one that cannot be read. With `refused`, odd games among others are left out, and it is
    called with the error of each.
    """
    found = itertools.chain.from_iterable(_games(source, refused) for source in sources)
    return list(itertools.islice(found, None if first is None else min(first, sys.maxsize)))


def turns(game: Game) -> list[Turn]:
    """The positions of a game in which a side can move, in their order."""
    black = game.black_to_move == (len(game.moves) % 2 == 0)
    moves = [*game.moves, *([] if game.over else [None])]
    found: list[Turn] = []
    for position, move in zip(game.positions, moves, strict=False):
        if move != PASS:
            question = Question(int(position.own), int(position.opp), move)
            found.append(Turn(len(found) + 1, black, question))
        black = not black
    return found


def _games(source: str, refused: Refused | None) -> Iterator[NamedGame]:
    """The games of one source."""
    try:
        path = Path(source)
        is_folder, is_file = bool(source) and path.is_dir(), path.is_file()
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        is_folder = is_file = False  # games in one argument may be longer than any name
    if is_folder:
        yield from _of_folder(path, refused)
    elif is_file:
        yield from _of_entries(source, collection.read_file(path, refused), refused)
    elif source.lower().endswith(SUFFIXES):
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", source)
    else:
        yield from _of_entries("", collection.read(source, refused=refused), refused)


def _of_folder(folder: Path, refused: Refused | None) -> Iterator[NamedGame]:
    """The games of all files of a folder whose names end in SUFFIXES, by name."""
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    if not paths:
        raise FormatError(f"{folder}: no file in it that ends in {', '.join(SUFFIXES)}")
    for path in paths:
        yield from _of_entries(str(path), collection.read_file(path, refused), refused)


def _of_entries(
    source: str, entries: list[collection.Entry], refused: Refused | None
) -> Iterator[NamedGame]:
    """The games of a source's entries; FormatError, with its number, for one against the rules."""
    for number, entry in enumerate(entries, start=1):
        try:
            yield NamedGame(source, number, entry, entry.game())
        except IllegalMoveError as error:
            fault = FormatError(f"{source or 'text'}: game {number}: {error}")
            if refused is None:
                raise fault from None
            refused(fault)
