"""Sums over the games of a tournament: what A won, and what both sides spent."""

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from tournament.games.play import FINISHED, GameRecord, Side
from tournament.games.schedule import Fixture


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
    if not all(map(math.isfinite, sides)):
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
