"""OBF, Othello board files: problems, one position a line, with the scores of moves.

A line is a board of 64 squares from a1, b1 to h8 with the side to move, then
moves with their scores, each part closed by a semicolon; what follows a percent
sign is a comment. FormatError for a file against the format, one line with the
file and the line; OSError where the system refuses.

>>> board = "---------------------------OX------XO--------------------------- X"
>>> problem = read(f"{board}; D3:+0; C4:+0; % the start").problems[0]
>>> problem.scores, problem.comment
(((19, 0), (26, 0)), ' the start')

Source: Delorme, obftest.c of Edax 4.4; the mark `--:-127`, which closes the
list of moves in some files, as in neural-reversi's problems.
"""

import io
import re
from collections.abc import Iterable
from typing import NamedTuple, TextIO

from othello import notation
from othello.bits import squares
from othello.files import FilePath, replace_file
from othello.formats.reading import (
    FormatError,
    Refused,
    check_lines,
    open_text,
    shown_sign,
    strictly,
)
from othello.position import PASS, Position

LONGEST_LINE = 2**12
"""The most characters of a line; 60 moves take some 500."""

LARGEST = 99
"""The largest score, so that bounds beyond 64 discs can be written."""

_END_MARK = "--:-127"
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_SCORE = re.compile(r"([^:]{2,4}):([+-]?[0-9]{1,2})")


class Problem(NamedTuple):
    """A position and what is known of its moves.

    `scores` are moves, squares or PASS, with what they are worth to the mover, in
    discs, in the order of the file; `end_mark` says whether `--:-127` closes
    them. `comment` is what follows the percent sign on the line, `above` what
    stands on lines of comment before it; None and () for nothing.
    """

    position: Position
    black_to_move: bool = True
    scores: tuple[tuple[int, int], ...] = ()
    comment: str | None = None
    above: tuple[str, ...] = ()
    end_mark: bool = False


class ObfFile(NamedTuple):
    """The problems of a file, and the comments below the last: `write(*file)` writes it again."""

    problems: tuple[Problem, ...]
    below: tuple[str, ...] = ()


def _check_moves(problem: Problem) -> None:
    """ValueError for a score too large and for a move that is illegal or has two scores."""
    legal = squares(problem.position.legal()) or [PASS]
    seen = set()
    for move, score in problem.scores:
        name = notation.move_name(move)
        if move not in legal:
            raise ValueError(f"{name} is not a legal move")
        if move in seen:
            raise ValueError(f"{name} has two scores")
        if abs(score) > LARGEST:
            raise ValueError(f"{name} has the score {score}, beyond {LARGEST}")
        seen.add(move)


def _problem(text: str) -> Problem:
    """The problem of a line without its comment; ValueError for a line against the format."""
    board, *fields = text.split(";")
    if fields and fields[-1].strip():
        raise ValueError(f"{fields[-1].strip()[:20]!r} has no semicolon behind it")
    fields = [field.strip() for field in fields[:-1]]
    end_mark = fields[-1:] == [_END_MARK]
    scores = []
    for field in fields[:-1] if end_mark else fields:
        found = _SCORE.fullmatch(field)
        if found is None:
            raise ValueError(f"{field[:20]!r} is no move and score, such as D3:+4")
        scores.append((notation.parse_move(found[1]), int(found[2])))
    position, black_to_move = notation.parse_board(board)
    problem = Problem(position, black_to_move, tuple(scores), end_mark=end_mark)
    _check_moves(problem)
    return problem


def read_stream(stream: TextIO, name: str, refused: Refused) -> ObfFile:
    """What `read` gives, of a stream; never more than one line is held besides the problems."""
    problems: list[Problem] = []
    above: list[str] = []
    bad = 0
    for number, line in enumerate(iter(lambda: stream.readline(LONGEST_LINE + 1), ""), start=1):
        try:
            if len(line) > LONGEST_LINE:
                raise ValueError(f"more than {LONGEST_LINE} characters")
            if forbidden := _FORBIDDEN.search(line):
                sign = shown_sign(forbidden[0])
                raise ValueError(f"{sign} at character {forbidden.start() + 1} is no text")
            text, percent, comment = line.rstrip("\n").partition("%")
            if text.strip():
                found = comment if percent else None
                problems.append(_problem(text)._replace(comment=found, above=tuple(above)))
                above = []
            elif percent:
                above.append(comment)
        except ValueError as error:
            refused(FormatError(f"{name}: line {number}: {error}"))
            above, bad = [], bad + 1
            check_lines(name, len(problems), bad)
        while not line.endswith("\n") and len(line) > LONGEST_LINE:
            line = stream.readline(LONGEST_LINE + 1)
    return ObfFile(tuple(problems), tuple(above))


def read(text: str, name: str = "text", refused: Refused = strictly) -> ObfFile:
    """The problems of a text; `name` is what FormatError calls it, `refused` takes the errors."""
    return read_stream(io.StringIO(text, newline=None), name, refused)


def read_problems(path: FilePath, refused: Refused = strictly) -> ObfFile:
    """The problems of a file; `refused` is as of `read`."""
    with open_text(path) as stream:
        return read_stream(stream, str(path), refused)


def _line(problem: Problem) -> str:
    fields = [notation.board_text(problem.position, problem.black_to_move)]
    fields += [f"{notation.move_name(move).upper()}:{score:+d}" for move, score in problem.scores]
    fields += [_END_MARK] if problem.end_mark else []
    comment = "" if problem.comment is None else f" %{problem.comment}"
    return "; ".join(fields) + ";" + comment


def write(problems: Iterable[Problem], below: Iterable[str] = ()) -> str:
    """The text of problems; FormatError for what could not be read again."""
    lines: list[str] = []
    for number, problem in enumerate(problems, start=1):
        try:
            _check_moves(problem)
        except ValueError as error:
            raise FormatError(f"problem {number}: {error}") from None
        lines += [*(f"%{comment}" for comment in problem.above), _line(problem)]
    lines += (f"%{comment}" for comment in below)
    for number, line in enumerate(lines, start=1):
        if "\n" in line or len(line) >= LONGEST_LINE or _FORBIDDEN.search(line):
            raise FormatError(f"line {number}: {line[:60]!r} is no line of text")
    return "".join(f"{line}\n" for line in lines)


def write_problems(path: FilePath, problems: Iterable[Problem], below: Iterable[str] = ()) -> None:
    """Write a file, whole or not at all."""
    replace_file(path, write(problems, below).encode())
