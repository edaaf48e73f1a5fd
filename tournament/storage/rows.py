"""Rows of the store and what they mean; a row that means nothing is a ValueError, one line."""

import json
import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from othello.cli.errors import plain
from othello.openings import four_move_openings
from tournament.games.endings import FINISHED, KEPT
from tournament.games.openings import board_class
from tournament.games.play import ALL_DISCS, GameRecord, MoveDetail, Side
from tournament.games.schedule import Fixture

PLAIN_COLUMNS = (
    "result, transcript, ending, black_nodes, black_cpu_seconds, black_moves,"
    " white_nodes, white_cpu_seconds, white_moves, kind"
)
"""The columns of a game without those that take most of the time to read."""

GAME_COLUMNS = f"{PLAIN_COLUMNS}, details, stderr"
"""The columns of a game."""

RUN_COLUMNS = "id, began, version, commit_id, cpu, cores, python, numba, platform, load, jobs"

NONSENSE = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)
"""What reading raises where a row was changed by something else than this program."""

MOST_SECONDS = 1e30
"""What no game takes; sums and means of less stay finite."""

_TRANSCRIPT = re.compile("([a-h][1-8])*")


class Environment(NamedTuple):
    """Where games were played: what CPU times depend on, and the results do not.

    `commit` is that of a checkout, with "-dirty" after it where files differ from it; ""
    where nobody knows. `load` is how many processes wanted a core when the run began, None
    where the system does not say; `jobs` are its worker processes.
    """

    version: str
    commit: str
    cpu: str
    cores: int
    python: str
    numba: str
    platform: str
    load: float | None
    jobs: int


class StoredRun(NamedTuple):
    """An invocation that played games of a tournament: when it began, in UTC, and where."""

    id: str
    began: str
    environment: Environment


def run_of_row(name: Any, began: Any, *rest: Any) -> StoredRun:
    """The run in a row of a store; ValueError if anything in it is not what was written."""
    found = Environment(*rest)
    machine = found.version, found.commit, found.cpu, found.python, found.numba, found.platform
    for text in (name, began, *machine):
        if not isinstance(plain(text), str):
            raise ValueError(f"{text!r:.40} is no text")
    for number in (found.cores, found.jobs, 0.0 if found.load is None else found.load):
        if not isinstance(number, int | float) or not 0 <= number < math.inf:
            raise ValueError(f"{number!r:.40} is no number of processes")
    return StoredRun(name, began, found)


def details_text(details: tuple[MoveDetail | None, ...]) -> str:
    """What players said of their moves as compact JSON; "" where nothing is known."""
    return json.dumps(details, separators=(",", ":")) if details else ""


def details_of(text: str) -> tuple[MoveDetail | None, ...]:
    """What `details_text` wrote."""
    if not text:
        return ()
    return tuple(None if one is None else _detail(*one) for one in json.loads(text))


def _detail(*values: Any) -> MoveDetail:
    """What a player said of a move; ValueError for anything but whole numbers of int64."""
    for place, one in enumerate(values):
        if not (one is None and place < 2) and not (type(one) is int and -(2**63) <= one < 2**63):
            raise ValueError("what a player said of a move is no number")
    return MoveDetail(*values)


def trial_of(text: str) -> Any:
    """The result of a trial, as plain data; ValueError for a text in it that nothing can print."""
    result = json.loads(text)
    if "\\u" in text:
        json.dumps(result, ensure_ascii=False).encode()
    return result


def _fixture(opening: Any, a_black: Any) -> Fixture:
    """The game of a tournament that two columns name."""
    if a_black not in (0, 1):
        raise ValueError(f"{a_black!r:.40} is no colour of A")
    if isinstance(opening, str):
        board_class(opening)
    elif not isinstance(opening, int) or not 0 <= opening < len(four_move_openings()):
        raise ValueError(f"there is no opening {opening!r:.40}")
    return Fixture(opening, bool(a_black))


def _side(nodes: Any, cpu_seconds: Any, moves: Any) -> Side:
    for number in (nodes, moves):
        if not isinstance(number, int) or number < 0:
            raise ValueError(f"{number!r:.40} is no number of nodes or moves")
    if not isinstance(cpu_seconds, int | float) or not 0 <= cpu_seconds < MOST_SECONDS:
        raise ValueError(f"{cpu_seconds!r:.40} is no time")
    return Side(nodes, cpu_seconds, moves)


def game_of(columns: tuple[Any, ...]) -> GameRecord:
    """The game in a row of GAME_COLUMNS."""
    result, transcript, ending, *sides, kind, details, stderr = columns
    if not isinstance(result, int) or abs(result) > ALL_DISCS:
        raise ValueError(f"{result!r:.40} is no result")
    if not isinstance(transcript, str) or not _TRANSCRIPT.fullmatch(transcript):
        raise ValueError(f"{transcript!r:.40} is no transcript")
    if not isinstance(ending, str) or not ending:
        raise ValueError(f"{ending!r:.40} is no ending")
    if kind not in KEPT:
        raise ValueError(f"{kind!r:.40} is no type of an ending")
    if not isinstance(stderr, str):
        raise ValueError(f"{stderr!r:.40} is no standard error")
    black, white = _side(*sides[:3]), _side(*sides[3:])
    return GameRecord(result, transcript, ending, black, white, details_of(details), kind, stderr)


def named_game(opening: Any, a_black: Any, *columns: Any) -> tuple[Fixture, GameRecord]:
    """A game and its place in its tournament, of a row that begins with these."""
    return _fixture(opening, a_black), game_of(columns)


def are_sound(rows: Sequence[tuple[Any, ...]]) -> bool:
    """Whether `named_game` takes each of these rows of PLAIN_COLUMNS, a few of them or none.

    Looked at by columns, which takes a tenth of the time; openings are left to who plays
    them. What lies below a letter or a digit becomes a large number, being unsigned.
    """
    if not rows:
        return True
    columns: Any = zip(*rows, strict=True)
    _, a_black, results, transcripts, endings, *sides, kinds = columns
    times, numbers = sides[1::3], [*sides[::3], *sides[2::3]]
    letters = np.frombuffer("".join(map(str, transcripts)).encode(), np.uint8)
    return (
        set(a_black) <= {0, 1}
        and set(map(type, results)) <= {int}
        and -ALL_DISCS <= min(results) <= max(results) <= ALL_DISCS
        and set(map(type, transcripts)) <= {str}
        and not any(len(transcript) & 1 for transcript in transcripts)
        and bool((letters[::2] - ord("a") < 8).all() and (letters[1::2] - ord("1") < 8).all())
        and set(map(type, endings)) <= {str}
        and all(endings)
        and set(kinds) <= {*KEPT}
        and all(set(map(type, one)) <= {int} and min(one) >= 0 for one in numbers)
        and all(set(map(type, one)) <= {int, float} for one in times)
        and all(min(one) >= 0 and max(one) < MOST_SECONDS for one in times)
    )


def sound_game(opening: Any, a_black: Any, *columns: Any) -> tuple[Fixture, GameRecord]:
    """`named_game` of a row of PLAIN_COLUMNS that is known to be sound."""
    result, transcript, ending, *sides, kind = columns
    both = Side(*sides[:3]), Side(*sides[3:])
    record = GameRecord(result, transcript, ending, *both, (), kind)
    return Fixture(opening, bool(a_black)), record


class Totals(NamedTuple):
    """Sums over the stored games of a tournament; `points` counts A's wins and half its draws."""

    games: int
    points: float
    a: Side
    b: Side
    forfeits: int


TOTALS = f"""
SELECT count(*),
    total(CASE WHEN result = 0 THEN 0.5 ELSE (result > 0) = a_black END),
    total(iif(a_black, black_nodes, white_nodes)),
    total(iif(a_black, black_cpu_seconds, white_cpu_seconds)),
    total(iif(a_black, black_moves, white_moves)),
    total(iif(a_black, white_nodes, black_nodes)),
    total(iif(a_black, white_cpu_seconds, black_cpu_seconds)),
    total(iif(a_black, white_moves, black_moves)),
    count(nullif(ending, '{FINISHED}'))
FROM game WHERE tournament = ?
"""
"""What `totals_of_row` reads."""


def totals_of_row(games: int, points: float, *values: Any) -> Totals:
    """The sums in a row of TOTALS; ValueError where a game says that it took for ever."""
    *sides, forfeits = values
    if not max(sides) < MOST_SECONDS:
        raise ValueError("its sums are infinite")
    a, b = (Side(int(nodes), cpu, int(moves)) for nodes, cpu, moves in (sides[:3], sides[3:]))
    return Totals(games, points, a, b, forfeits)


def totals_of_games(games: Iterable[tuple[Fixture, GameRecord]]) -> Totals:
    """The same sums over games that were read."""
    number, points, forfeits = 0, 0.0, 0
    spent = {True: Side(), False: Side()}
    for fixture, record in games:
        for is_a, total in spent.items():
            side = record.black if is_a == fixture.a_black else record.white
            nodes, moves = total.nodes + side.nodes, total.moves + side.moves
            spent[is_a] = Side(nodes, total.cpu_seconds + side.cpu_seconds, moves)
        number += 1
        forfeits += record.ending != FINISHED
        won = (record.result > 0) == fixture.a_black
        points += 0.5 if record.result == 0 else won
    return Totals(number, points, spent[True], spent[False], forfeits)
