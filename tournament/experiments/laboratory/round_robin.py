"""Alpha-beta, forward estimation and interest search, everyone against everyone.

At three levels of CPU time per move, with ratings for each.
"""

from itertools import combinations
from typing import Any

from tournament.experiments.runner import arguments, contests, plots
from tournament.experiments.runner.contests import BEST, SEARCH_ONLY, Pairing
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Found, Size
from tournament.experiments.runner.output import Column, Table, with_interval
from tournament.games.openings import class_numbers
from tournament.options import seconds
from tournament.statistics.ratings import OpeningShare, rate_players

PLAYERS = {
    "alpha-beta": f"alphabeta:driver=pvs,table=18,{SEARCH_ONLY}",
    "forward estimation": f"forward:{BEST},driver=pvs,table=18,{SEARCH_ONLY}",
    "interest": f"interest:{SEARCH_ONLY}",
}
LEVELS = (0.002, 0.005, 0.01)


def pairings(limit: float, evaluator: str) -> list[Pairing]:
    """Every match of one level; SpecError for a bad evaluator."""
    specs = {
        name: contests.spec(player, f"seconds={limit:g}", f"evaluator={evaluator}")
        for name, player in PLAYERS.items()
    }
    return [Pairing(f"{a} against {b}", specs[a], specs[b]) for a, b in combinations(PLAYERS, 2)]


def results_of(rows: list[dict[str, Any]], run: ExperimentRun) -> list[OpeningShare]:
    """The results of one level's matches, opening by opening."""
    found = [
        (a, b, pair.points / 2, pair.opening)
        for row, (a, b) in zip(rows, combinations(range(len(PLAYERS)), 2), strict=True)
        for pair in run.pairs(row)
    ]
    classes = class_numbers(opening for *_, opening in found)
    return [OpeningShare(*one[:3], number) for one, number in zip(found, classes, strict=True)]


def draw(found: Found) -> list[plots.Panel]:
    """Ratings against time."""
    axes = {"xlabel": "CPU seconds a move", "ylabel": "Elo", "xscale": "log"}
    return [plots.Panel(plots.curves_by(found["rows"], "player", "seconds", "elo"), axes)]


def measure(run: ExperimentRun) -> dict[str, Any]:
    """The matches of each level, and the ratings that follow."""
    options, rows, matches = run.options, [], []
    for limit in options.seconds:
        played = run.play(pairings(limit, options.evaluator))
        matches += [{"seconds": limit, **row} for row in played]
        ratings = rate_players(results_of(played, run), len(PLAYERS)).players
        for name, rating in zip(PLAYERS, ratings, strict=True):
            rows.append({"seconds": limit, "player": name, **rating._asdict()})
    return {"rows": rows, "matches": matches}


EXPERIMENT = Experiment(
    name="round-robin",
    summary="alpha-beta, forward estimation, interest search at equal CPU time, rated",
    size=Size(25, 60, "--seconds 0.001 --openings 12"),
    examples=(
        "--json",
        "--plot round-robin.png",
        "--seconds 0.002 --openings 12",
        "--evaluator patterns --seconds 0.005 0.02",
    ),
    options=(
        arguments.of_matches(),
        arguments.option(
            "--seconds",
            type=seconds,
            nargs="+",
            default=LEVELS,
            metavar="S",
            help=f"CPU seconds a move, a level each ({' '.join(f'{level:g}' for level in LEVELS)})",
        ),
        arguments.option(
            "--evaluator",
            default="bill",
            metavar="NAME",
            help="of all three (default: %(default)s)",
        ),
        arguments.plot("draw the ratings"),
    ),
    measure=measure,
    tables=(
        Table(
            (
                Column("seconds", "seconds", "{:g}"),
                Column("player", "player"),
                *with_interval("Elo", "elo", "{:+.0f}"),
            ),
            "{summary}",
            "Bradley-Terry from game points, mean 0 at each level; 95 % over classes of openings",
        ),
    ),
    asked=("evaluator",),
    draw=draw,
)
