"""The matches of an experiment: specifications of players, and rows of results.

In a series all rates are A's. In `row_of` forward estimation is B and alpha-beta A: all rates are
forward estimation's, and all ratios its cost over alpha-beta's. Rates are in percent.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from players import registry

WIN_COLUMNS = (
    "A wins pairs % {win_rate:.1f} | from {low:.1f} | to {high:.1f} | points % {points:.1f}"
    " | nodes B/A {node_ratio:.2f} | CPU B/A {cpu_ratio:.2f}"
)
SERIES_COLUMNS = f"A against B {{name}} | {WIN_COLUMNS}"
"""Columns of the matches of a series."""

SEARCH_ONLY = "solve=0"
"""No exact solver at the end of the game: experiments compare searches."""
BEST = "quantile=0.95"
"""The best setting found for forward estimation (commit f8b7bc07)."""
MODERN_PLAYERS = {
    "alpha-beta": "alphabeta:driver=pvs,table=18",
    "forward estimation": f"forward:{BEST},driver=pvs,table=18",
    "interest": "interest:",
}
"""The searches with their best options, apart from limits and evaluators."""


class Pairing(NamedTuple):
    """A match of a series: name, both specifications, and more values for its row."""

    name: str
    a: str
    b: str
    extra: Mapping[str, Any] = {}


def _ratios(match: Mapping[str, Any]) -> dict[str, float]:
    a, b = match["a"], match["b"]
    return {
        "node_ratio": b["nodes"] / max(1, a["nodes"]),
        "cpu_ratio": b["cpu_seconds"] / max(1e-9, a["cpu_seconds"]),
    }


def series_row(match: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a match in a series' table, in percent, and the whole match."""
    low, high = match["interval"]
    return {
        "a": match["a"]["spec"],
        "b": match["b"]["spec"],
        "win_rate": 100 * match["pair_win_rate"],
        "low": 100 * low,
        "high": 100 * high,
        "points": 100 * match["game_points_share"],
        **_ratios(match),
        "match": match,
    }


def row_of(match: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a match for forward estimation; nodes and CPU time are per game."""
    low, high = match["interval"]
    games = max(1, match["games"])
    sides = {"alphabeta": match["a"], "forward": match["b"]}
    return {
        **{name: side["spec"] for name, side in sides.items()},
        "pairs_won_tied_lost": match["pairs_won_tied_lost"][::-1],
        "win_rate": 100 * (1 - match["pair_win_rate"]),
        "low": 100 * (1 - high),
        "high": 100 * (1 - low),
        "points": 100 * (1 - match["game_points_share"]),
        **{f"{name}_nodes": side["nodes"] / games for name, side in sides.items()},
        **{f"{name}_cpu_ms": 1000 * (side["cpu_seconds"] / games) for name, side in sides.items()},
        **_ratios(match),
        "forfeits": match["forfeits"],
    }


def spec(player: str, *options: str) -> str:
    """Return the canonical specification of a player with options; SpecError for a bad one."""
    name, _, first = player.partition(":")
    text = f"{name}:{','.join(filter(None, (first, *options)))}"
    registry.make(text)
    return registry.canonical(text)
