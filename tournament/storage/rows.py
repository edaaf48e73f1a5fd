"""Rows of the store and their meaning; a malformed row is a ValueError of one line."""

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from othello.cli.errors import short_repr, without_control_characters
from othello.openings import four_move_openings
from tournament.games.openings import GameKey, board_class
from tournament.games.play import ALL_DISCS, STORED_ENDINGS, GameResult, MoveDetail, SideCosts

PLAIN_COLUMNS = (
    "result, transcript, ending, black_nodes, black_cpu_seconds, black_moves,"
    " white_nodes, white_cpu_seconds, white_moves, kind"
)
"""The columns of a game except for the largest ones."""

GAME_COLUMNS = f"{PLAIN_COLUMNS}, details, stderr"
"""The columns of a game."""

RUN_COLUMNS = "id, began, version, commit_id, cpu, cores, python, numba, jobs"

MALFORMED = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""Errors of reading data that this program did not write."""

MOST_SECONDS = 1e30
"""More than any game takes; sums and means of smaller numbers stay finite."""

_TRANSCRIPT = re.compile("([a-h][1-8])*")


def cause_of(error: BaseException) -> str:
    """Return one of the MALFORMED errors in one line."""
    if isinstance(error, KeyError):
        return f"it has no {error}"
    if not isinstance(error, ValueError):
        return "a value has another type or size than expected"
    return next(iter(str(error).splitlines()), "") or type(error).__name__


def _check(value: Any, right: bool, what: str) -> None:
    """ValueError if a value is not `what` it should be."""
    if not right:
        raise ValueError(f"{value!r:.40} is not {what}")


def _is_count(value: Any) -> bool:
    """True for a whole number, 0 or more."""
    return isinstance(value, int) and value >= 0


class Environment(NamedTuple):
    """A run of the program that played games: its id, its start in UTC, and its machine.

    CPU times depend on it, results do not. `commit` is that of a checkout, with "-dirty" behind it
    if files differ, or "". `jobs` is the number of worker processes.
    """

    run: str
    began: str
    version: str
    commit: str
    cpu: str
    cores: int
    python: str
    numba: str
    jobs: int


def parse_environment(*columns: Any) -> Environment:
    """Parse a row of RUN_COLUMNS; ValueError for a value of the wrong type."""
    parsed = Environment(*columns)
    for name, kind in Environment.__annotations__.items():
        value = without_control_characters(getattr(parsed, name))
        if kind is str:
            _check(value, isinstance(value, str), "a text")
        else:
            _check(value, _is_count(value), "a number of processes")
    return parsed


def details_text(details: tuple[MoveDetail | None, ...]) -> str:
    """Return the details of moves as compact JSON, or ""."""
    return json.dumps(details, separators=(",", ":")) if details else ""


def _parse_details(text: str) -> tuple[MoveDetail | None, ...]:
    """Parse the text of `details_text`; ValueError for anything but whole numbers of int64."""
    rows = json.loads(text) if text else ()
    details = [None if one is None else MoveDetail(*one) for one in rows]
    for detail in filter(None, details):
        for place, one in enumerate(detail):
            is_whole = type(one) is int and -(2**63) <= one < 2**63
            if not is_whole and (one is not None or place > 1):
                raise ValueError("a detail of a move is not a number")
    return tuple(details)


def parse_trial(text: str) -> dict[str, Any]:
    """Parse the result of a trial, a JSON object; ValueError if a text in it cannot be printed."""
    result = json.loads(text)
    if not isinstance(result, dict):
        raise ValueError(f"expected an object, got {short_repr(result)}")
    if "\\u" in text:
        json.dumps(result, ensure_ascii=False).encode()
    return result


def _game_key(opening: Any, a_black: Any) -> GameKey:
    """Return the key of a game from its two columns."""
    _check(a_black, a_black in (0, 1), "a colour of A")
    if isinstance(opening, str):
        board_class(opening)
    else:
        listed = _is_count(opening) and opening < len(four_move_openings())
        _check(opening, listed, "an opening")
    return GameKey(opening, bool(a_black))


def _side(nodes: Any, cpu_seconds: Any, moves: Any) -> SideCosts:
    for number in (nodes, moves):
        _check(number, _is_count(number), "a number of nodes or moves")
    is_time = isinstance(cpu_seconds, int | float) and 0 <= cpu_seconds < MOST_SECONDS
    _check(cpu_seconds, is_time, "a time")
    return SideCosts(nodes, cpu_seconds, moves)


def parse_game(opening: Any, a_black: Any, *columns: Any) -> tuple[GameKey, GameResult]:
    """Parse a row of a game: its opening, A's colour, and PLAIN_COLUMNS or GAME_COLUMNS."""
    key = _game_key(opening, a_black)
    result, transcript, ending, *sides = columns[:9]
    kind, details, stderr = (*columns[9:], "", "")[:3]
    _check(result, isinstance(result, int) and abs(result) <= ALL_DISCS, "a result")
    is_transcript = isinstance(transcript, str) and _TRANSCRIPT.fullmatch(transcript) is not None
    _check(transcript, is_transcript, "a transcript")
    _check(ending, isinstance(ending, str) and ending != "", "an ending")
    _check(kind, kind in STORED_ENDINGS, "a type of an ending")
    _check(stderr, isinstance(stderr, str), "a standard error")
    black, white = _side(*sides[:3]), _side(*sides[3:])
    parsed = _parse_details(details)
    return key, GameResult(result, transcript, ending, black, white, parsed, kind, stderr)


class Totals(NamedTuple):
    """Sums over the games of a match; `points` counts A's wins and half its draws."""

    games: int
    points: float
    a: SideCosts
    b: SideCosts


def sum_games(games: Iterable[tuple[GameKey, GameResult]]) -> Totals:
    """Return the sums over games."""
    number, points = 0, 0.0
    spent = {True: SideCosts(), False: SideCosts()}
    for key, record in games:
        for is_a, total in spent.items():
            side = record.black if is_a == key.a_black else record.white
            nodes, moves = total.nodes + side.nodes, total.moves + side.moves
            spent[is_a] = SideCosts(nodes, total.cpu_seconds + side.cpu_seconds, moves)
        number += 1
        won = (record.result > 0) == key.a_black
        points += 0.5 if record.result == 0 else won
    return Totals(number, points, spent[True], spent[False])
