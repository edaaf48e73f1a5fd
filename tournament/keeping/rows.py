"""Rows of the store and what they mean; a row that means nothing is a ValueError, one line."""

import json
import math
import re
from typing import Any

from othello.openings import four_move_openings
from tournament.games.match import ALL_DISCS, GameRecord, MoveDetail, Side
from tournament.games.openings import Opening, board_class
from tournament.games.schedule import Fixture

PLAIN_COLUMNS = (
    "result, transcript, ending, black_nodes, black_cpu_seconds, black_moves,"
    " white_nodes, white_cpu_seconds, white_moves"
)
GAME_COLUMNS = f"{PLAIN_COLUMNS}, details"
"""The columns of a game; a store of an earlier version has no details."""

RUN_COLUMNS = "id, began, version, commit_id, cpu, cores, python, numba, platform, load, jobs"

NONSENSE = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)
"""What reading raises where a row was changed by something else than this program."""

_TRANSCRIPT = re.compile("([a-h][1-8])*")


def details_text(details: tuple[MoveDetail | None, ...]) -> str:
    """What players said of their moves as compact JSON; "" where nothing is known."""
    return json.dumps(details, separators=(",", ":")) if details else ""


def details_of(text: str) -> tuple[MoveDetail | None, ...]:
    """What `details_text` wrote."""
    if not text:
        return ()
    return tuple(None if one is None else MoveDetail(*one) for one in json.loads(text))


def opening_of_row(value: Any) -> Opening:
    """The opening in a column."""
    if isinstance(value, int):
        if not 0 <= value < len(four_move_openings()):
            raise ValueError(f"there is no opening {value}")
        return value
    if not isinstance(value, str):
        raise ValueError(f"{value!r:.40} is no opening")
    board_class(value)
    return value


def fixture_of(opening: Any, a_black: Any) -> Fixture:
    """The game of a tournament that two columns name."""
    if a_black not in (0, 1):
        raise ValueError(f"{a_black!r:.40} is no colour of A")
    return Fixture(opening_of_row(opening), bool(a_black))


def _side(nodes: Any, cpu_seconds: Any, moves: Any) -> Side:
    """What a side spent."""
    for number in (nodes, moves):
        if not isinstance(number, int) or number < 0:
            raise ValueError(f"{number!r:.40} is no number of nodes or moves")
    if not isinstance(cpu_seconds, int | float) or not 0 <= cpu_seconds < math.inf:
        raise ValueError(f"{cpu_seconds!r:.40} is no time")
    return Side(nodes, cpu_seconds, moves)


def game_of(columns: tuple[Any, ...]) -> GameRecord:
    """The game in a row of GAME_COLUMNS."""
    result, transcript, ending, *sides, details = columns
    if not isinstance(result, int) or abs(result) > ALL_DISCS:
        raise ValueError(f"{result!r:.40} is no result")
    if not isinstance(transcript, str) or not _TRANSCRIPT.fullmatch(transcript):
        raise ValueError(f"{transcript!r:.40} is no transcript")
    if not isinstance(ending, str) or not ending:
        raise ValueError(f"{ending!r:.40} is no ending")
    black, white = _side(*sides[:3]), _side(*sides[3:])
    return GameRecord(result, transcript, ending, black, white, details_of(details))


def named_game(opening: Any, a_black: Any, *columns: Any) -> tuple[Fixture, GameRecord]:
    """A game and its place in its tournament, of a row that begins with these."""
    return fixture_of(opening, a_black), game_of(columns)
