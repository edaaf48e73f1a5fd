"""The positions of a board, a transcript or a file, and what it says of their results."""

import errno
import itertools
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from othello.formats import collection, obf, wthor
from othello.formats.reading import FormatError, Refused, open_text
from othello.game import Game, IllegalMoveError
from othello.position import Position

MOST = 64
"""The best result in discs."""


class Problem(NamedTuple):
    """A position to solve, its name, and what its file says of its moves and of it, in discs."""

    name: str
    position: Position
    scores: tuple[tuple[int, int], ...] = ()
    score: float | None = None


def problems_of(
    source: str, first: int | None = None, refused: Refused | None = None
) -> list[Problem]:
    """The positions of a board, a transcript or a file, all or the first so many.

    FormatError or OSError, in one line, for one that cannot be read. With `refused`, odd games
    among others are left out, and it is called with the error of each.
    """
    most = None if first is None else min(first, sys.maxsize)  # what islice takes
    return list(itertools.islice(_problems(source, refused), most))


def _is_file(source: str) -> bool:
    """Whether this names a file; games in one argument may be longer than any name."""
    try:
        return Path(source).is_file()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return False
        raise


def _problems(source: str, refused: Refused | None) -> Iterable[Problem]:
    """The positions of a source, of whichever kind."""
    is_file = _is_file(source)
    suffix = Path(source).suffix.lower() if is_file else ""
    if not is_file and (source.lower().endswith((".obf", ".ggf", ".othello", ".wtb", ".txt"))):
        raise FileNotFoundError(2, "No such file or directory", source)
    if suffix == ".obf":
        with open_text(source) as stream:
            return _of_obf(obf.read(stream.read(), source))
    if suffix == ".wtb":
        return _of_wthor(wthor.read_games(source), source)
    if is_file:
        entries = collection.read_file(source, refused)
    else:
        entries = collection.read(source, refused=refused)
    if not is_file and ";" in source and "(;" not in source:
        return _of_obf(obf.read(source))
    return _of_entries(entries, told=suffix == ".ggf" or "(;" in source)


def _of_obf(file: obf.ObfFile) -> list[Problem]:
    """The problems of an OBF file with their scores; FormatError if there is none."""
    if not file.problems:
        raise FormatError("no position in it")
    return [
        Problem(f"#{number}", problem.position, problem.scores)
        for number, problem in enumerate(file.problems, start=1)
    ]


def _of_wthor(file: wthor.WthorFile, name: str) -> Iterator[Problem]:
    """The position of each game from which its theoretical score holds, if it got so far.

    Where the file names no such depth it is the last one, with the real outcome.
    """
    depth, found = file.header.depth, False
    for number, game in enumerate(file.games, start=1):
        played = wthor.LONGEST - depth if depth else len(game.moves)
        if len(game.moves) < played or played < 0:
            continue
        discs = game.theoretical if depth else game.black_discs
        found = True
        reached = _played(collection.Entry(moves=game.moves[:played]), number)
        yield _told(reached, number, 2 * discs - MOST)
    if not found:
        raise FormatError(f"{name}: no game in it has a position with {depth} empty squares")


def _of_entries(entries: Iterable[collection.Entry], *, told: bool) -> Iterator[Problem]:
    """The last position of each game; if `told`, with the result of a game that is over."""
    for number, entry in enumerate(entries, start=1):
        game = _played(entry, number)
        yield _told(game, number, entry.result if told and game.over else None)


def _played(entry: collection.Entry, number: int) -> Game:
    """The game of an entry; FormatError, with its number, for one against the rules."""
    try:
        return entry.game()
    except IllegalMoveError as error:
        raise FormatError(f"game {number}: {error}") from None


def _told(game: Game, number: int, result: float | None) -> Problem:
    """The position that a game has reached, with its result for black if there is one."""
    if result is not None and not game.black_to_move:
        result = -result
    return Problem(f"#{number}", game.position, score=result)
