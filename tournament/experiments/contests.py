"""Matches and ladders of a challenger, B, against alpha-beta, A, played in one sitting.

They are kept in the store like any other: what is there is not played again.
All rates are the challenger's, in percent, and all ratios are what it cost over
what alpha-beta cost.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from players import registry
from tournament.experiments import series

ALPHABETA = "alphabeta:evaluator=bill"
CHALLENGER = "forward"
PLAIN, SCOUT, MODERN = "plain", "scout", "modern"
CONDITIONS = {PLAIN: "", SCOUT: "driver=pvs", MODERN: "driver=pvs,table=18,deepening=true"}
"""How both search apart from the pruning rule, by name; plain is the paper's way."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of every experiment that is a contest."""
    series.add_arguments(parser)
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw the result: .png, .svg or .pdf"
    )


def spec(player: str, *options: str) -> str:
    """The canonical specification of a player with all these options; SpecError for a bad one."""
    name, _, given = player.partition(":")
    text = f"{name}:{','.join(filter(None, (given, *options)))}"
    registry.make(text)
    return registry.canonical(text)


def _per_game(told: Mapping[str, Any], side: str, quantity: str) -> float:
    """The average that a side spent in a game."""
    return told[side][quantity] / max(1, told["games"])


def row_of(told: Mapping[str, Any]) -> dict[str, Any]:
    """What a table shows of a match, as the challenger sees it."""
    low, high = told["interval"]
    a, b = told["a"], told["b"]
    return {
        "alphabeta": a["spec"],
        "forward": b["spec"],
        "pairs_won_tied_lost": told["pairs_won_tied_lost"][::-1],
        "win_rate": 100 * (1 - told["pair_win_rate"]),
        "low": 100 * (1 - high),
        "high": 100 * (1 - low),
        "points": 100 * (1 - told["game_points_share"]),
        "alphabeta_nodes": _per_game(told, "a", "nodes"),
        "forward_nodes": _per_game(told, "b", "nodes"),
        "alphabeta_cpu_ms": 1000 * _per_game(told, "a", "cpu_seconds"),
        "forward_cpu_ms": 1000 * _per_game(told, "b", "cpu_seconds"),
        "node_ratio": b["nodes"] / max(1, a["nodes"]),
        "cpu_ratio": b["cpu_seconds"] / max(1e-9, a["cpu_seconds"]),
        "forfeits": told["forfeits"],
    }
