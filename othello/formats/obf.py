"""OBF, Othello board files: problems, one position a line, with the scores of moves.

A line is a board of 64 squares from a1, b1 to h8 with the side to move, then moves with their
scores, each part closed by a semicolon. A comment follows a percent sign; lines of comments alone
are ignored, and so is the mark `--:-127` after the moves. FormatError for a file against the
format, one line with the file and the line; OSError from the system.

>>> board = "---------------------------OX------XO--------------------------- X"
>>> problem = read(f"{board}; D3:+0; C4:+0; % the start")[0]
>>> problem.scores, problem.comment
(((19, 0), (26, 0)), 'the start')

Source: Delorme, obftest.c of Edax 4.4; the mark as in neural-reversi's problems.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, TextIO

from othello import notation
from othello.bits import squares
from othello.files import FilePath
from othello.formats.reading import (
    OnError,
    char_repr,
    open_text,
    parsed,
    raise_error,
    stream_of,
)
from othello.position import PASS, Position

LONGEST_LINE = 2**12
"""Most characters of a line; 60 moves take about 500."""
_END_MARK = "--:-127"
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_SCORE = re.compile(r"([^:]{2,4}):([+-]?[0-9]{1,2})")


class Problem(NamedTuple):
    """A position, scores of some moves, and a comment.

    `scores` are moves, squares or PASS, with their values for the mover in discs, in the order of
    the file.
    """

    position: Position
    black_to_move: bool = True
    scores: tuple[tuple[int, int], ...] = ()
    comment: str = ""


def _problem(line: str) -> Problem:
    """Problem of a line; ValueError for a line against the format."""
    if len(line) > LONGEST_LINE:
        raise ValueError(f"more than {LONGEST_LINE} characters")
    if forbidden := _FORBIDDEN.search(line):
        character, place = char_repr(forbidden[0]), forbidden.start() + 1
        raise ValueError(f"{character} at character {place}: unexpected control character")
    text, _, comment = line.partition("%")
    board, *fields = text.rstrip("\n").split(";")
    if fields and fields[-1].strip():
        raise ValueError(f"{fields[-1].strip()[:20]!r} has no semicolon behind it")
    fields = [field.strip() for field in fields[:-1]]
    scores = []
    for field in fields[:-1] if fields[-1:] == [_END_MARK] else fields:
        match = _SCORE.fullmatch(field)
        if match is None:
            raise ValueError(f"expected a move and its score such as D3:+4, got {field[:20]!r}")
        scores.append((notation.parse_move(match[1]), int(match[2])))
    problem = Problem(*notation.parse_board(board), tuple(scores), comment.strip())
    legal = squares(problem.position.legal()) or [PASS]
    for move, count in Counter(move for move, _ in scores).items():
        if move not in legal:
            raise ValueError(f"{notation.move_name(move)} is not a legal move")
        if count > 1:
            raise ValueError(f"{notation.move_name(move)} has two scores")
    return problem


def _lines(stream: TextIO) -> Iterator[tuple[int, str]]:
    """Lines of a stream with their numbers, without blank ones and comments; long ones are cut."""
    for number, line in enumerate(iter(lambda: stream.readline(LONGEST_LINE + 1), ""), start=1):
        if len(line) > LONGEST_LINE or line.partition("%")[0].strip():
            yield number, line
        while not line.endswith("\n") and len(line) > LONGEST_LINE:
            line = stream.readline(LONGEST_LINE + 1)


def read_stream(stream: TextIO, name: str, on_error: OnError) -> tuple[Problem, ...]:
    """Problems of a stream; lines are read one by one."""
    return tuple(parsed(_lines(stream), _problem, name, on_error))


def read(text: str, name: str = "text", on_error: OnError = raise_error) -> tuple[Problem, ...]:
    """Problems of a text; FormatError begins with `name`, `on_error` takes those of bad lines."""
    return read_stream(stream_of(text), name, on_error)


def read_problems(path: FilePath) -> tuple[Problem, ...]:
    """Problems of a file; FormatError for a bad line."""
    with open_text(path) as stream:
        return read_stream(stream, str(path), raise_error)
