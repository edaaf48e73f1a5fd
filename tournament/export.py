"""Stored games as rows of a table, for other programs."""

import csv
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from tournament.identity import Tournament
from tournament.schedule import opening_name
from tournament.store import Store

COLUMNS = (
    "tournament",
    "black",
    "white",
    "a_has",
    "opening",
    "opening_moves",
    "result",
    "ending",
    "transcript",
    "black_nodes",
    "black_cpu_seconds",
    "black_moves",
    "white_nodes",
    "white_cpu_seconds",
    "white_moves",
)


def rows(store: Store, tournaments: Iterable[Tournament]) -> Iterator[dict[str, Any]]:
    """One row for each game; `result` is black's disc difference, `a_has` A's colour."""
    for asked in tournaments:
        for fixture, game in store.games(asked.id).items():
            players = (asked.a, asked.b) if fixture.a_black else (asked.b, asked.a)
            values = (
                asked.id,
                *players,
                "black" if fixture.a_black else "white",
                fixture.opening,
                opening_name(fixture.opening),
                *game[:3],
                *game.black,
                *game.white,
            )
            yield dict(zip(COLUMNS, values, strict=True))


def write_csv(games: Iterable[dict[str, Any]], stream: TextIO) -> None:
    """Write rows, and the names of the columns above them."""
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(games)
