"""Alpha-beta, forward estimation and interest search, everyone against everyone.

At three levels of CPU time per move, with ratings for each.
"""

import argparse
from itertools import combinations
from typing import Any

from tournament.experiments.runner import contests, plots
from tournament.experiments.runner.contests import BEST, SEARCH_ONLY, Pairing
from tournament.experiments.runner.output import Column, print_result
from tournament.experiments.runner.plots import Curve, Panel
from tournament.games.openings import class_numbers
from tournament.options import seconds, store_path
from tournament.statistics.pairs import complete_pairs
from tournament.statistics.ratings import OpeningShare, rated
from tournament.storage.store import Store

SUMMARY = "alpha-beta, forward estimation, interest search at equal CPU time, rated"
EXAMPLES = (
    "python -m tournament experiment round-robin --json",
    "python -m tournament experiment round-robin --plot round-robin.png",
    "python -m tournament experiment round-robin --seconds 0.002 --openings 12",
    "python -m tournament experiment round-robin --evaluator patterns --seconds 0.005 0.02",
)
PLAYERS = {
    "alpha-beta": f"alphabeta:driver=pvs,table=18,{SEARCH_ONLY}",
    "forward estimation": f"forward:{BEST},driver=pvs,table=18,{SEARCH_ONLY}",
    "interest": f"interest:{SEARCH_ONLY}",
}
LEVELS = (0.002, 0.005, 0.01)
COLUMNS = (
    Column("seconds", "seconds", "{:g}"),
    Column("player", "player"),
    Column("Elo", "elo", "{:+.0f}"),
    Column("from", "low", "{:+.0f}"),
    Column("to", "high", "{:+.0f}"),
)


def pairings(limit: float, evaluator: str) -> list[Pairing]:
    """Every match of one level; SpecError for a bad evaluator."""
    specs = {
        name: contests.spec(player, f"seconds={limit:g}", f"evaluator={evaluator}")
        for name, player in PLAYERS.items()
    }
    return [Pairing(f"{a} against {b}", specs[a], specs[b]) for a, b in combinations(PLAYERS, 2)]


def results_of(rows: list[dict[str, Any]], options: argparse.Namespace) -> list[OpeningShare]:
    """The results of one level's matches, opening by opening."""
    found = []
    with Store(store_path(options)) as store:
        for row, (a, b) in zip(rows, combinations(range(len(PLAYERS)), 2), strict=True):
            pairs = complete_pairs(store.games(row["match"]["tournament"]))
            found += [(a, b, pair.points / 2, pair.opening) for pair in pairs]
    classes = class_numbers(opening for *_, opening in found)
    return [OpeningShare(*one[:3], number) for one, number in zip(found, classes, strict=True)]


def draw(rows: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """Ratings against time."""
    curves = []
    for color, name in enumerate(PLAYERS):
        own = [row for row in rows if row["player"] == name]
        errors = [(row["high"] - row["low"]) / 4 for row in own]
        limits = [row["seconds"] for row in own]
        curves.append(Curve(name, limits, [row["elo"] for row in own], errors, color))
    axes = {"xlabel": "CPU seconds a move", "ylabel": "Elo", "xscale": "log"}
    plots.draw([Panel(curves, axes)], options.plot, SUMMARY)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    contests.add_arguments(parser)
    parser.add_argument(
        "--seconds",
        type=seconds,
        nargs="+",
        default=LEVELS,
        metavar="S",
        help=f"CPU seconds a move, a level each ({' '.join(f'{level:g}' for level in LEVELS)})",
    )
    parser.add_argument(
        "--evaluator", default="bill", metavar="NAME", help="of all three (default: %(default)s)"
    )
    plots.add_argument(parser, "draw the ratings")


def run(options: argparse.Namespace) -> int:
    """Play, rate and print."""
    plots.check(options.plot)
    rows, matches = [], []
    for limit in options.seconds:
        played = contests.play(pairings(limit, options.evaluator), options)
        matches += [{"seconds": limit, **row} for row in played]
        ratings = rated(results_of(played, options), len(PLAYERS)).players
        for name, rating in zip(PLAYERS, ratings, strict=True):
            rows.append({"seconds": limit, "player": name, **rating._asdict()})
    result = {
        "experiment": "round-robin",
        "evaluator": options.evaluator,
        "rows": rows,
        "matches": matches,
    }
    caption = "Bradley-Terry from game points, mean 0 at each level; 95 % over classes of openings"
    told = {**result, "matches": matches}
    print_result(told, COLUMNS, SUMMARY, caption, as_json=options.json)
    if options.plot is not None:
        draw(rows, options)
    return 0
