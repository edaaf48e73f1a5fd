"""The matches of an experiment: who meets whom, and what their rows say.

A series is a list of matches, its rates A's. In a contest forward estimation, B, meets
alpha-beta, A: all rates are forward estimation's, and all ratios what it cost over what
alpha-beta cost. All rates are in percent.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from players import registry

WIN_COLUMNS = (
    "A wins pairs % {win_rate:.1f} | from {low:.1f} | to {high:.1f} | points % {points:.1f}"
    " | nodes B/A {node_ratio:.2f} | CPU B/A {cpu_ratio:.2f}"
)
SERIES_COLUMNS = f"A against B {{name}} | {WIN_COLUMNS}"
"""What is shown of the matches of a series."""


FORWARD_WINS = "FE wins pairs % {win_rate:.1f} | from {low:.1f} | to {high:.1f}"
"""What is shown of a row of `row_of`, seen by forward estimation."""

SEARCH_ONLY = "solve=0"
"""No exact solver at the end of the game: what is compared is searches."""
BEST = "quantile=0.95"
"""The best setting found for forward estimation (commit f8b7bc07)."""
MODERN_PLAYERS = {
    "alpha-beta": "alphabeta:driver=pvs,table=18",
    "forward estimation": f"forward:{BEST},driver=pvs,table=18",
    "interest": "interest:",
}
"""The searches at their strongest, but for what ends them and the evaluation."""
PLAIN, SCOUT, MODERN = "plain", "scout", "modern"
CONDITIONS = {PLAIN: "", SCOUT: "driver=pvs", MODERN: "driver=pvs,table=18,deepening=true"}
"""How both search apart from the pruning rule, by name; plain is the paper's way."""


class Pairing(NamedTuple):
    """A match of a series: what it is called, the two specifications, and more for its row."""

    name: str
    a: str
    b: str
    told: Mapping[str, Any] = {}


def _ratios(told: Mapping[str, Any]) -> dict[str, float]:
    a, b = told["a"], told["b"]
    return {
        "node_ratio": b["nodes"] / max(1, a["nodes"]),
        "cpu_ratio": b["cpu_seconds"] / max(1e-9, a["cpu_seconds"]),
    }


def series_row(told: Mapping[str, Any]) -> dict[str, Any]:
    """What a table of a series shows of a match, in percent; and the whole answer."""
    low, high = told["interval"]
    return {
        "a": told["a"]["spec"],
        "b": told["b"]["spec"],
        "win_rate": 100 * told["pair_win_rate"],
        "low": 100 * low,
        "high": 100 * high,
        "points": 100 * told["game_points_share"],
        **_ratios(told),
        "match": told,
    }


def row_of(told: Mapping[str, Any]) -> dict[str, Any]:
    """What a table shows of a match, as the challenger sees it; nodes and CPU time are a game's."""
    low, high = told["interval"]
    games = max(1, told["games"])
    sides = {"alphabeta": told["a"], "forward": told["b"]}
    return {
        **{name: side["spec"] for name, side in sides.items()},
        "pairs_won_tied_lost": told["pairs_won_tied_lost"][::-1],
        "win_rate": 100 * (1 - told["pair_win_rate"]),
        "low": 100 * (1 - high),
        "high": 100 * (1 - low),
        "points": 100 * (1 - told["game_points_share"]),
        **{f"{name}_nodes": side["nodes"] / games for name, side in sides.items()},
        **{f"{name}_cpu_ms": 1000 * (side["cpu_seconds"] / games) for name, side in sides.items()},
        **_ratios(told),
        "forfeits": told["forfeits"],
    }


def move_ms(told: Mapping[str, Any], a: str, b: str) -> dict[str, float]:
    """The CPU time of a move of either side, which are called `a` and `b`."""
    sides = ((a, told["a"]), (b, told["b"]))
    return {
        f"{name}_move_ms": 1000 * side["cpu_seconds"] / max(1, side["moves"])
        for name, side in sides
    }


def spec(player: str, *options: str) -> str:
    """The canonical specification of a player with all these options; SpecError for a bad one."""
    name, _, given = player.partition(":")
    text = f"{name}:{','.join(filter(None, (given, *options)))}"
    registry.make(text)
    return registry.canonical(text)


def specs(players: Mapping[str, str], *options: str) -> dict[str, str]:
    """The specifications, by name, of players with all these options and no solver."""
    return {name: spec(player, *options, SEARCH_ONLY) for name, player in players.items()}


def against(setting: str, *conditions: str) -> tuple[str, str]:
    """Alpha-beta, and forward estimation with a setting, both under the same conditions.

    Nobody solves. SpecError for what cannot be, such as an evaluator without edge costs.
    """
    shared = SEARCH_ONLY, *conditions
    return spec("alphabeta", *shared), spec("forward", setting, *shared)
