"""A series of matches that belong together: played, kept and resumed like any other."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from players import registry
from tournament.arguments import jobs as number_of_jobs
from tournament.experiments.sitting import Sitting


class Pairing(NamedTuple):
    """A match of a series: what it is called, and the two specifications."""

    name: str
    a: str
    b: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that every series has."""
    parser.add_argument("--openings", metavar="N", help="a smaller series, of N openings")
    parser.add_argument("--store", type=Path, metavar="FILE", help="the file of results")
    parser.add_argument("--jobs", type=number_of_jobs, metavar="N", help="worker processes")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def play(pairings: Iterable[Pairing], options: argparse.Namespace) -> list[dict[str, Any]]:
    """The results of all pairings, in order; what the store has is not played again."""
    rows = []
    with Sitting(options) as sitting:
        for pairing in pairings:
            told = sitting.match(registry.canonical(pairing.a), registry.canonical(pairing.b))
            rows.append({"name": pairing.name, **_row(told)})
    return rows


def _row(told: dict[str, Any]) -> dict[str, Any]:
    """What a table of a series shows of a match, in percent; and the whole answer."""
    low, high = told["interval"]
    return {
        "a": told["a"]["spec"],
        "b": told["b"]["spec"],
        "win_rate": 100 * told["pair_win_rate"],
        "low": 100 * low,
        "high": 100 * high,
        "points": 100 * told["game_points_share"],
        "node_ratio": told["b"]["nodes"] / max(1, told["a"]["nodes"]),
        "cpu_ratio": told["b"]["cpu_seconds"] / max(1e-9, told["a"]["cpu_seconds"]),
        "match": told,
    }
